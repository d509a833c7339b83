// The evidence of a claim: what the paper says, where it differs, where that stands, and why.
import { explained } from "./bars.js";
import { badge } from "./card.js";
import { byId, button, fill, h } from "./dom.js";
import { inClaim, inPassage, marked } from "./marks.js";
import { Reader } from "./reader.js";
import { session } from "./session.js";
import { conflicts, eachPaper, measured, parts, reason } from "./told.js";
import { pagesOf, score } from "./words.js";

/** @typedef {{piece: import("./api.js").Evidence, style: string, conflicts: import("./api.js").Conflict[]}} Shown */

const HEADS = {
  grounded: "The paper says",
  contradicted: "The paper denies it",
  unsupported: "The nearest passage",
  unchecked: "",
};
const head = h("h2", { id: "evidence-head", tabindex: -1 });
const facts = h("div", { class: "facts-pane" });
const reader = new Reader();
/** @type {string[]} */
const unfolded = [];
let chosen = 0;
let open = -1;
/** @type {Shown[]} */
let passages = [];
/** @type {Record<string, string>} */
let places = {};

/** @param {() => void} close */
export function showEvidence(close) {
  session.addEventListener("verdict", (event) => {
    if (/** @type {CustomEvent} */ (event).detail === open) draw(open);
  });
  back = button("Close", close, { class: "back" });
  nothing();
}
/** @type {HTMLElement} */
let back;

/** Nothing is open. @param {string} [says] what to do */
export function nothing(
  says = "Drop papers, ask claims, and choose one of them: its evidence is shown here, on the page of the paper.",
) {
  open = -1;
  byId("evidence").classList.remove("open");
  fill(
    byId("evidence"),
    h(
      "div",
      { class: "nothing" },
      h("p", {}, says),
      h("p", { class: "faint" }, "Read the quote, not only the verdict: a program decided it."),
    ),
  );
}

/** @param {number} at @returns {boolean} whether there is such a claim with a verdict */
export function show(at) {
  if (!session.claims[at]?.arrived) return false;
  if (open !== at) chosen = 0;
  open = at;
  byId("evidence").classList.add("open");
  draw(at);
  return true;
}

/** Let the keyboard go there. */
export function focus() {
  head.focus({ preventScroll: true });
  scrollTo(0, 0); // of a phone, where the pane is the page
}

/** @param {number} at */
function draw(at) {
  const arrived = session.claims[at].arrived;
  if (!arrived) return;
  const { verdict } = arrived;
  places = arrived.papers;
  passages = shown(verdict);
  chosen = Math.min(chosen, Math.max(0, passages.length - 1));
  fill(
    head,
    badge(verdict.status),
    " ",
    h("span", { dir: "auto" }, ...marked(verdict.text, inClaim(verdict.text, verdict.conflicts))),
  );
  const pieces = [conflicts(verdict.conflicts), reason(verdict), quote(verdict)];
  const more = [
    choices(),
    h("p", { class: "faint" }, measured(verdict)),
    parts(verdict),
    fold(`What each of ${verdict.papers.length} papers says`, eachPaper(verdict)),
    fold("How the score came about", explained(verdict)),
  ];
  const pane = byId("evidence");
  fill(facts, h("div", { class: "first" }, pieces), h("div", { class: "more" }, more));
  if (!pane.contains(head))
    fill(
      pane,
      h("div", { class: "evidence-top" }, back, head),
      h("div", { class: "evidence-body" }, facts, reader.element),
    );
  read();
}

/** All passages, each once, the deciding one first. @param {import("./api.js").Verdict} verdict */
function shown(verdict) {
  /** @type {Shown[]} */
  const all = [
    ...verdict.evidence.map((piece) => ({
      piece,
      style: verdict.status,
      conflicts: verdict.conflicts,
    })),
    ...verdict.parts.flatMap((part) =>
      part.evidence
        .slice(0, 1)
        .map((piece) => ({ piece, style: part.status, conflicts: part.conflicts })),
    ),
    ...(verdict.explanation?.runners_up ?? []).map((piece) => ({
      piece,
      style: "unchecked",
      conflicts: [],
    })),
  ];
  const seen = new Set();
  return all.filter(({ piece }) => {
    const key = `${piece.document}:${piece.span}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** The chosen passage. @param {import("./api.js").Verdict} verdict */
function quote(verdict) {
  if (!passages.length) return null;
  const { piece, conflicts } = passages[chosen];
  const label = chosen === 0 ? HEADS[verdict.status] : "A next passage";
  return h(
    "section",
    { "aria-label": "Passage" },
    h("h3", {}, label),
    h("blockquote", { dir: "auto" }, ...marked(piece.text, inPassage(piece, conflicts))),
    h(
      "p",
      { class: "faint", dir: "auto" },
      [piece.document, pagesOf(piece.pages), piece.section].filter(Boolean).join(", "),
    ),
  );
}

/** All passages, the next ones, too, of which one is chosen. */
function choices() {
  if (passages.length < 2) return null;
  return h(
    "section",
    { "aria-label": "Passages" },
    h("h3", {}, "All passages"),
    h("ol", { class: "passages" }, passages.map(choice)),
  );
}

/** @param {Shown} shown @param {number} at */
function choice({ piece }, at) {
  const where = [pagesOf(piece.pages), `cosine ${score(piece.score)}`].filter(Boolean).join(", ");
  return h(
    "li",
    {},
    h(
      "button",
      {
        type: "button",
        "aria-pressed": at === chosen ? "true" : "false",
        on: { click: () => choose(at) },
      },
      h("span", { class: "start", dir: "auto" }, piece.text),
      h("span", { class: "faint" }, where),
    ),
  );
}

/** Go to another passage. @param {number} at */
function choose(at) {
  chosen = at;
  draw(open);
  /** @type {HTMLElement | null} */ (
    facts.querySelector(`.passages li:nth-child(${at + 1}) button`)
  )?.focus({ preventScroll: true });
}

/** @param {number} by */
export function turn(by) {
  if (open < 0 || !passages[chosen + by]) return;
  chosen += by;
  draw(open);
}

/** Show the chosen passage on its page. */
function read() {
  const shown = passages[chosen];
  if (!shown)
    return fill(reader.element, h("p", { class: "faint" }, "There is no passage to show."));
  const { piece, style, conflicts } = shown;
  const inside = conflicts.filter(
    (it) => piece.span[0] <= it.span[0] && it.span[1] <= piece.span[1],
  );
  void reader.show(piece.document, places[piece.document], [
    { span: piece.span, style, boxes: piece.boxes },
    ...inside.map(({ span }) => ({ span, style: "differs" })),
  ]);
}

/** What is unfolded stays so from claim to claim. @param {string} label @param {HTMLElement | null} content */
function fold(label, content) {
  if (!content) return null;
  const key = label.replace(/\d+/, "");
  const made = h("details", { open: unfolded.includes(key) }, h("summary", {}, label), content);
  made.addEventListener("toggle", () => {
    const at = unfolded.indexOf(key);
    if (made.open && at < 0) unfolded.push(key);
    if (!made.open && at >= 0) unfolded.splice(at, 1);
  });
  return made;
}
