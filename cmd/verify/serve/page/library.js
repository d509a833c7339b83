// A library: listed, searched, added to and removed from.
import { addTo } from "./adding.js";
import { get, page, remove } from "./api.js";
import { showLibraries } from "./claims.js";
import { byId, button, fill, h } from "./dom.js";
import { nothing } from "./evidence.js";
import { say } from "./live.js";
import { Reader } from "./reader.js";
import { search } from "./search.js";
import { toldOf } from "./session.js";
import { count, problemText, size } from "./words.js";
import { dropZone } from "./zone.js";

export const CHOOSE = "Choose a paper, or a passage that was found: it is shown here.";
const STEP = 100;
const select = h("select", { id: "which", on: { change: () => (tell(), void list()) } });
const state = h("p", { class: "faint" });
const trouble = h("p", { class: "warn", role: "alert", hidden: true });
const papers = h("ul", { class: "papers", "aria-label": "Papers of the library" });
const more = h("div");
const name = h("input", {
  id: "library-name",
  autocomplete: "off",
  maxlength: 64,
  spellcheck: "false",
});
const adding = h("p", { class: "progress", hidden: true });
const reader = new Reader();
let begun = false;
/** @type {any[]} */
let libraries = [];

/** Show the libraries, as they are now. */
export async function showShelf() {
  if (!begun) build();
  begun = true;
  await look();
}

function build() {
  fill(
    byId("shelf"),
    h("h2", { id: "shelf-head", tabindex: -1 }, "Library"),
    h("p", { class: "row of-one" }, h("label", { for: "which" }, "Library"), select),
    state,
    trouble,
    search(chosenPlace, (title, artifact, passages) => void read(title, artifact, passages), fault),
    h("h3", {}, "Add papers"),
    h("p", { class: "row" }, h("label", { for: "library-name" }, "To the library"), name),
    dropZone(
      { what: "Drop papers here", id: "choose-kept" },
      "They are kept beside the library, also when the server has ended.",
      (files) => void add(files),
    ),
    adding,
    h("h3", { class: "of-one" }, "Its papers"),
    papers,
    more,
  );
}

/** @param {boolean} [again] whether its papers are listed anew */
async function look(again = true) {
  try {
    const told = await get("/api/libraries");
    libraries = told.libraries;
    const before = select.value;
    fill(
      select,
      libraries.map((it) => h("option", { value: it.name }, it.name)),
    );
    if (libraries.some((it) => it.name === before)) select.value = before;
    select.disabled = !libraries.length;
    const lost = told.unreadable.map(
      (/** @type {any} */ it) => `${it.name} cannot be looked at: ${it.error.message}`,
    );
    if (lost.length) fault(lost.join(" "));
    tell();
    if (again) await list();
  } catch (error) {
    fault(problemText(toldOf(error)));
  }
}

const chosen = () => libraries.find((it) => it.name === select.value);

/** Say how large the library is. */
function tell() {
  const library = chosen();
  byId("shelf").classList.toggle("none", !library);
  name.value = library?.name ?? (name.value || "papers");
  state.textContent = library
    ? `${count(library.papers, "paper")}, ${count(library.pages, "page")}, ${count(library.chunks, "passage")}, ${size(library.bytes)}`
    : "There is no library yet. Add papers below, and name one.";
}

async function list(offset = 0) {
  if (!offset) fill(papers);
  fill(more);
  if (!chosen()) return;
  try {
    const [told, total] = await page(`${place()}/papers?offset=${offset}&limit=${STEP}`);
    papers.append(...told.papers.map(row));
    if (offset + STEP < total)
      fill(
        more,
        button(`${total - offset - STEP} more`, () => void list(offset + STEP)),
      );
  } catch (error) {
    fault(problemText(toldOf(error)));
  }
}

const place = () => `/api/libraries/${encodeURIComponent(select.value)}`;
const chosenPlace = () => (select.value ? place() : "");

/** @param {any} paper */
function row(paper) {
  const file = paper.document.split(/[/\\]/).at(-1);
  const title = paper.metadata.title?.[0] ?? file;
  const who = [
    paper.metadata.author?.slice(0, 3).join(", "),
    paper.metadata.year?.[0],
    file !== title && file,
    paper.pages && count(paper.pages, "page"),
    count(paper.chunks, "passage"),
  ];
  const open = button(title, () => void read(title, paper.artifact_id, []), {
    class: "link name",
    dir: "auto",
  });
  const made = h(
    "li",
    { class: "paper" },
    h(
      "div",
      { class: "of" },
      open,
      h("p", { class: "faint facts" }, who.filter(Boolean).join(" · ")),
      paper.vanished
        ? h("p", { class: "warn" }, "Its file is no more there; what was read of it is.")
        : null,
    ),
  );
  const ask = button("Remove", () => sure(made, ask, title, paper.artifact_id), {
    class: "quiet",
    "aria-label": `Remove ${title}`,
  });
  made.append(ask);
  return made;
}

/** Ask before a paper is removed: it cannot be undone. @param {HTMLElement} row
 * @param {HTMLElement} ask @param {string} title @param {string} artifact */
function sure(row, ask, title, artifact) {
  const yes = button("Remove", () => void gone(row, artifact, title), { class: "danger" });
  const no = button("Keep", () => {
    said.replaceWith(ask);
    ask.focus();
  });
  const said = h(
    "div",
    { class: "sure", role: "group", "aria-label": `Remove ${title}?` },
    h("span", {}, "Remove it from the library?"),
    yes,
    no,
  );
  ask.replaceWith(said);
  no.focus();
}

/** @param {HTMLElement} row @param {string} artifact @param {string} title */
async function gone(row, artifact, title) {
  try {
    await remove(`${place()}/papers/${artifact}`);
    const next = row.nextElementSibling ?? row.previousElementSibling;
    row.remove();
    say(`${title} was removed`);
    (next?.querySelector("button") ?? byId("query")).focus();
    await look(false);
  } catch (error) {
    fault(problemText(toldOf(error)));
  }
}

/** @param {string} title @param {string} artifact @param {import("./reader.js").Passage[]} passages */
async function read(title, artifact, passages) {
  const from = /** @type {HTMLElement} */ (document.activeElement);
  const pane = byId("evidence");
  const back = button(
    "Close",
    () => {
      closeReader();
      from.focus();
    },
    { class: "back" },
  );
  const head = h("h2", { tabindex: -1, dir: "auto" }, title);
  fill(
    pane,
    h("div", { class: "evidence-top" }, back, head),
    h("div", { class: "evidence-body" }, reader.element),
  );
  pane.classList.add("open");
  document.body.classList.add("reading");
  head.focus({ preventScroll: true });
  await reader.show(title, `${place()}/papers/${artifact}`, passages);
}

/** @returns {boolean} whether there was something to close */
export function closeReader() {
  const was = document.body.classList.contains("reading");
  document.body.classList.remove("reading");
  if (was) {
    byId("evidence").classList.remove("open");
    nothing(CHOOSE);
  }
  return was;
}

/** @param {File[]} files */
export async function add(files) {
  fault("");
  const library = name.value.trim();
  if (!library) return name.focus();
  const faults = await addTo(library, files, (says) => {
    adding.hidden = !says;
    adding.textContent = says;
  });
  fault(faults.join(" "));
  await look();
  if (libraries.some((it) => it.name === library) && select.value !== library) {
    select.value = library;
    tell();
    await list();
  }
  await showLibraries();
}

/** @param {string} text */
function fault(text) {
  trouble.textContent = text;
  trouble.hidden = !text;
}
