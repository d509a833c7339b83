// What is asked: claims that are typed or pasted, a file of them, or a manuscript.
import { get } from "./api.js";
import { byId, button, fill, h } from "./dom.js";
import { session, toldOf } from "./session.js";
import { problemText } from "./words.js";
import { dropZone, takeDrops } from "./zone.js";

const DRAFT = "vera-draft";
const LISTS = [".csv", ".tsv", ".tab", ".jsonl", ".ndjson", ".txt"];
const PARTS = [".bib", ".ris", ".nbib", ".enw", ".json"];

const text = h("textarea", {
  id: "text",
  rows: 6,
  dir: "auto",
  spellcheck: "true",
  "aria-describedby": "text-hint",
});
const library = h("select", { id: "library" });
const threshold = h("input", {
  type: "number",
  id: "threshold",
  min: 0,
  max: 1,
  step: 0.05,
  value: 0.7,
});
const passages = h("input", { type: "number", id: "passages", min: 1, max: 20, value: 3 });
const only = h("input", { type: "checkbox", id: "only-claims" });
const trouble = h("p", { class: "warn", id: "claims-trouble", role: "alert" });
const file = h("div", { class: "asked-file", hidden: true });
const typed = h("div", { class: "typed" });
const verify = button("Verify", () => void ask(), { class: "main", id: "verify" });

export function showClaims() {
  text.value = sessionStorage.getItem(DRAFT) ?? "";
  text.addEventListener("input", keepDraft);
  text.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void ask();
  });
  fill(
    typed,
    h("label", { for: "text" }, "Type or paste them, one a line, or a text"),
    text,
    h("p", { class: "faint", id: "text-hint" }, "Ctrl and Enter asks them."),
    dropZone(
      {
        what: "Or drop a file of claims or a manuscript",
        choose: "choose it",
        id: "choose-claims",
      },
      "CSV, JSON lines, text; LaTeX, Word, Markdown with its bibliography.",
      (files) => void take(files),
    ),
  );
  fill(
    byId("claims"),
    h("h2", { id: "claims-head" }, "Claims"),
    typed,
    file,
    options(),
    trouble,
    h("p", { class: "begin" }, verify),
  );
  takeDrops(byId("claims"), (files) => void take(files));
  session.addEventListener("papers", draw);
  draw();
  void showLibraries();
}

/** Keep what is typed for when the page is loaded anew, unless a browser has no room for it. */
function keepDraft() {
  try {
    sessionStorage.setItem(DRAFT, text.value);
  } catch {
    sessionStorage.removeItem(DRAFT); // it would be another text
  }
}

function options() {
  const field = (/** @type {HTMLElement} */ input, /** @type {string} */ label) =>
    h("p", {}, h("label", { for: input.id }, label), " ", input);
  return h(
    "details",
    { class: "options" },
    h("summary", {}, "What is asked, and how"),
    field(library, "Ask a library, too"),
    field(threshold, "Probability from which a claim is grounded"),
    field(passages, "Passages for each claim"),
    h("p", {}, only, " ", h("label", { for: only.id }, "Leave out sentences that state nothing")),
  );
}

/** The libraries that can be asked. */
export async function showLibraries() {
  const chosen = library.value;
  const { libraries } = await get("/api");
  fill(
    library,
    h("option", { value: "" }, "none"),
    ...libraries.map((/** @type {string} */ it) => h("option", { value: it }, it)),
  );
  library.value = libraries.includes(chosen) ? chosen : "";
}

const suffix = (/** @type {string} */ name) => name.slice(name.lastIndexOf(".")).toLowerCase();

/** A file of claims, or a manuscript with what it takes in. @param {File[]} files */
async function take(files) {
  await clear();
  const main = files.find((it) => !PARTS.includes(suffix(it.name)));
  trouble.textContent = main ? "" : "That is a bibliography; drop the manuscript with it.";
  if (!main) return;
  const role = LISTS.includes(suffix(main.name)) ? "claims" : "manuscript";
  await session.drop([main], role);
  await session.drop(
    files.filter((it) => it !== main),
    "part",
  );
  draw();
}

const asked = () => session.entries.find((it) => it.role === "claims" || it.role === "manuscript");

async function clear() {
  for (const entry of session.entries.filter((it) => it.role !== "paper")) {
    try {
      await session.remove(entry);
    } catch (error) {
      trouble.textContent = problemText(toldOf(error));
    }
  }
}

function draw() {
  const entry = asked();
  typed.hidden = Boolean(entry);
  file.hidden = !entry;
  if (!entry) return;
  const role = h("select", {
    id: "role",
    on: {
      change: () => {
        entry.role = role.value === "claims" ? "claims" : "manuscript";
      },
    },
  });
  fill(
    role,
    h(
      "option",
      { value: "claims", selected: entry.role === "claims" },
      "each of its claims is asked of all papers",
    ),
    h(
      "option",
      { value: "manuscript", selected: entry.role === "manuscript" },
      "what it cites is asked of what is cited",
    ),
  );
  const parts = session.entries.filter((it) => it.role === "part").map((it) => it.name);
  const wrong = entry.sending ? null : sendingError(entry);
  fill(
    file,
    h("p", { class: "name", dir: "auto" }, entry.name),
    parts.length ? h("p", { class: "faint" }, `with ${parts.join(", ")}`) : null,
    wrong ? h("p", { class: "warn" }, wrong) : null,
    h("p", {}, h("label", { for: "role" }, "Read it so: "), role),
    button("Type claims instead", () => void clear().then(() => text.focus()), { class: "quiet" }),
  );
}

/** Why it was not taken in; that it is no paper does not matter. @param {import("./session.js").Entry} entry */
const sendingError = (entry) => (entry.paper || !entry.error ? null : problemText(entry.error));

async function ask() {
  trouble.textContent = "";
  const said = what();
  const papers = session.papers.filter((it) => it.paper).map((it) => it.paper?.id);
  if (!papers.length && !library.value)
    return complain("Drop a paper first, or choose a library.", byId("choose-papers"));
  if (!said) return complain("Type a claim first.", text);
  const bounds = [threshold, passages].find((it) => !it.checkValidity());
  if (bounds) return complain(bounds.validationMessage, bounds);
  verify.disabled = true;
  try {
    await session.ask({
      ...said,
      papers,
      library: library.value || null,
      threshold: threshold.valueAsNumber,
      top_k: passages.valueAsNumber,
      only_claims: only.checked,
    });
    byId("verdicts").focus({ preventScroll: true });
    byId("verdicts").scrollIntoView({ block: "start" });
  } catch (error) {
    complain(problemText(toldOf(error)), verify);
  } finally {
    verify.disabled = false;
  }
}

/** What a request says of the claims. */
function what() {
  const entry = asked();
  if (!entry) return text.value.trim() ? { text: text.value } : null;
  const id = entry.paper?.id;
  if (!id) return null;
  if (entry.role === "claims") return { file: id };
  const parts = session.entries.filter((it) => it.role === "part" && it.paper);
  return { manuscript: id, parts: parts.map((it) => it.paper?.id) };
}

/** @param {string} says @param {HTMLElement} at */
function complain(says, at) {
  trouble.textContent = says;
  const folded = at.closest("details");
  if (folded) folded.open = true;
  verify.disabled = false;
  at.focus();
}
