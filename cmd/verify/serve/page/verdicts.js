// The claims with their verdicts, as they arrive: how many there are, a filter, and the list.
import { Card } from "./card.js";
import { byId, button, fill, h } from "./dom.js";
import { say, sayAfterAWhile } from "./live.js";
import { reports } from "./report.js";
import { session } from "./session.js";
import { count, problemText, SIGNS, STATUSES } from "./words.js";

/** @type {Record<string, string>} */
const LOST = {
  cancelled: "It was stopped. The verdicts that came stay.",
  gone: "The server has forgotten these claims. The verdicts that came stay; verify anew for the others.",
};
/** @type {Card[]} */
let cards = [];
const list = h("ol", { class: "claims", "aria-label": "Claims" });
const bar = h("progress", { "aria-label": "Verdicts" });
const says = h("span");
const stop = button("Stop", () => void session.cancel(), { class: "quiet" });
const trouble = h("p", { class: "warn", role: "alert", hidden: true });
const notes = h("div");
const kept = h("div", { class: "kept" });
const none = h("p", { class: "warn", hidden: true }, "Some claims are hidden by the filter.");
const boxes = STATUSES.map((status) =>
  h("input", {
    type: "checkbox",
    id: `show-${status}`,
    checked: true,
    autocomplete: "off",
    on: { change: () => sift() },
  }),
);
const totals = STATUSES.map(() => h("span", { class: "total" }));
const filter = h(
  "fieldset",
  { class: "filter" },
  h("legend", { class: "unseen" }, "Show"),
  STATUSES.map((status, at) =>
    h(
      "label",
      { class: `badge ${status}` },
      boxes[at],
      h("span", { "aria-hidden": "true" }, ` ${SIGNS[status]} `),
      `${status} `,
      totals[at],
    ),
  ),
);

export function showVerdicts() {
  fill(
    byId("verdicts"),
    h("h2", { id: "verdicts-head" }, "Verdicts"),
    h("p", { class: "progress", id: "progress" }, says, bar, stop),
    trouble,
    notes,
    filter,
    none,
    list,
    kept,
  );
  session.addEventListener("job", begin);
  session.addEventListener("claims", drawAll);
  session.addEventListener("progress", drawProgress);
  session.addEventListener("end", end);
  session.addEventListener("verdict", (event) => {
    const at = /** @type {CustomEvent} */ (event).detail;
    cards[at].draw(session.claims[at], session.state === "running");
    drawProgress();
    sift();
    if (session.state === "running") sayAfterAWhile(told);
    else say(`Claim ${at + 1}: ${session.claims[at].arrived?.verdict.status}`);
  });
}

function begin() {
  byId("verdicts").hidden = false;
  trouble.hidden = true;
  fill(notes);
  drawAll();
  say("Asked. Verdicts arrive one by one.");
}

function drawAll() {
  cards = session.claims.map((_, at) => new Card(at));
  cards.forEach((card, at) => card.draw(session.claims[at], true));
  fill(
    list,
    cards.map((it) => it.element),
  );
  filter.classList.toggle("gone", !cards.length); // how wide its numbers can become is not known yet
  filter.style.setProperty("--digits", `${String(cards.length).length}ch`);
  drawProgress();
  drawNotes();
  sift();
  fill(kept, reports());
}

/** Papers that were not read, and statements that were not asked. */
function drawNotes() {
  const unread = (session.report?.documents ?? []).filter((/** @type {any} */ it) => it.error);
  const manuscript = session.report?.manuscript;
  const lacking = (manuscript?.works ?? []).filter((/** @type {any} */ it) => it.lacking);
  fill(
    notes,
    unread.map((/** @type {any} */ it) =>
      h("p", { class: "warn" }, `Not asked, since it was not read: ${it.error.message}`),
    ),
    (manuscript?.problems ?? []).map((/** @type {string} */ it) => h("p", { class: "warn" }, it)),
    lacking.map((/** @type {any} */ it) =>
      h("p", { class: "warn" }, `Not at hand: ${it.work} (${it.lacking})`),
    ),
    (manuscript?.not_asked ?? []).map((/** @type {any} */ it) =>
      h(
        "p",
        { class: "faint" },
        `Not asked: line ${it.line}, cites ${it.cites.join(", ")}: ${it.reason}`,
      ),
    ),
  );
}

function drawProgress() {
  const running = session.state === "running";
  const { claims, arrived, progress } = session;
  bar.classList.toggle("gone", !running); // their place stays: nothing is to move
  stop.classList.toggle("gone", !running);
  if (running && !claims.length) {
    bar.removeAttribute("value");
    says.textContent = waiting(progress);
  } else {
    bar.max = Math.max(1, claims.length);
    bar.value = arrived;
    says.textContent = far();
  }
  const counts = session.counts;
  STATUSES.forEach((status, at) => (totals[at].textContent = String(counts[status])));
}

/** @param {typeof session.progress} progress */
function waiting(progress) {
  if (!progress) return "Opening the papers";
  if (progress.stage === "queued")
    return progress.position ? `Waits, ${count(progress.position, "other")} before it` : "Waits";
  if (progress.stage === "embedding")
    return `Embedding ${progress.what}, ${progress.done} of ${progress.total}`;
  return `Reading ${progress.what}`;
}

function far() {
  const { arrived, claims, state } = session;
  const all = count(claims.length, "claim");
  return state === "done" ? all : `${arrived} of ${all}`;
}

function told() {
  const counts = session.counts;
  const each = STATUSES.filter((it) => counts[it]).map((it) => `${counts[it]} ${it}`);
  return each.length ? `${far()}: ${each.join(", ")}` : far();
}

function end() {
  const { state, error } = session;
  const why = error ? problemText(error) : (LOST[state] ?? "");
  trouble.textContent = why;
  trouble.hidden = !why;
  cards.forEach((card, at) => {
    if (!session.claims[at].arrived) card.draw(session.claims[at], false);
  });
  drawProgress();
  fill(kept, reports());
  if (!why) say(`All verdicts are there. ${told()}`);
}

function sift() {
  const shown = new Set(["waiting", ...STATUSES.filter((_, at) => boxes[at].checked)]);
  let hidden = 0;
  for (const card of cards) {
    card.element.hidden = !shown.has(card.status ?? "waiting");
    hidden += Number(card.element.hidden);
  }
  none.hidden = !hidden;
}

/** Show claims of one verdict only, or all. @param {number} at from 1; 0 is all */
export function only(at) {
  boxes.forEach((box, index) => (box.checked = at === 0 || index === at - 1));
  sift();
  const shown = cards.filter((it) => !it.element.hidden).length;
  say(`${shown} of ${count(cards.length, "claim")} shown`);
}

/** The next claim that is shown from one on. @param {number} from @param {number} by @returns {Card | undefined} */
export function step(from, by) {
  let at = from < 0 && by < 0 ? cards.length : from;
  do at += by;
  while (cards[at]?.element.hidden);
  return cards[at];
}

/** @param {number} at */
export const card = (at) => /** @type {Card | undefined} */ (cards[at]);

/** Where the keyboard is in the list, or -1. */
export function focused() {
  const at = document.activeElement?.closest(".claim");
  return at instanceof HTMLElement ? Number(at.dataset.at) : -1;
}

/** Show which claim's evidence is open. @param {number} at or -1 */
export function current(at) {
  cards.forEach((it) => {
    if (it.at === at) it.link.setAttribute("aria-current", "true");
    else it.link.removeAttribute("aria-current");
  });
}
