// The papers: dropped, chosen, read, unlocked, removed.
import { byId, button, fill, h } from "./dom.js";
import { say } from "./live.js";
import { watch } from "./reading.js";
import { session, toldOf } from "./session.js";
import { count, problemText, sentence, size } from "./words.js";

/** @type {Map<string, HTMLLIElement>} */
const rows = new Map();
const list = h("ul", { class: "papers", "aria-label": "Papers" });
const summary = h("span", { class: "faint" });
const trouble = h("p", { class: "warn", hidden: true, role: "alert" });

/** @param {string[]} suffixes what files end in that are read */
export function showPapers(suffixes) {
  const accept = suffixes.join(",");
  const zone = dropZone(
    { what: "Drop papers here", id: "choose-papers", accept },
    "PDF, HTML, Word, Markdown, JATS, text. They stay on this machine.",
    (files) => void drop(files),
  );
  fill(
    byId("papers"),
    h("h2", { id: "papers-head" }, "Papers ", summary),
    trouble,
    list,
    zone,
  );
  session.addEventListener("papers", draw);
  session.addEventListener("progress-of", (event) =>
    drawRow(/** @type {CustomEvent} */ (event).detail),
  );
  draw();
}

/** @param {Iterable<File>} files */
async function drop(files) {
  const entries = await session.drop(files, "paper");
  say(`${count(entries.length, "file")} sent`);
  void watch();
}

/**
 * A place where files are dropped, with a button that chooses them.
 * @param {{what: string, id: string, choose?: string, accept?: string, multiple?: boolean}} of
 * @param {string} hint @param {(files: File[]) => void} take
 */
export function dropZone({ what, id, choose = "choose files", accept, multiple = true }, hint, take) {
  const input = h("input", {
    type: "file",
    id,
    accept,
    multiple,
    class: "unseen",
    "aria-describedby": `${id}-hint`,
    on: {
      change: () => {
        const files = Array.from(input.files ?? []);
        input.value = "";
        if (files.length) take(files);
      },
    },
  });
  const zone = h(
    "div",
    { class: "zone" },
    input,
    h("label", { for: id }, h("strong", {}, what), " or ", h("u", {}, choose)),
    h("p", { class: "faint", id: `${id}-hint` }, hint),
  );
  takeDrops(zone, take);
  return zone;
}

/** @param {HTMLElement} element @param {(files: File[]) => void} take */
export function takeDrops(element, take) {
  const over = (/** @type {DragEvent} */ event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    event.stopPropagation();
    element.classList.add("over");
  };
  element.addEventListener("dragenter", over);
  element.addEventListener("dragover", over);
  element.addEventListener("dragleave", (event) => {
    if (!element.contains(/** @type {Node} */ (event.relatedTarget))) element.classList.remove("over");
  });
  element.addEventListener("drop", (event) => {
    element.classList.remove("over");
    const files = Array.from(event.dataTransfer?.files ?? []);
    event.preventDefault();
    event.stopPropagation();
    if (files.length) take(files);
  });
}

function draw() {
  const papers = session.papers;
  byId("papers").classList.toggle("empty", !papers.length);
  summary.textContent = papers.length ? told(papers) : "";
  const keys = new Set(papers.map((it) => it.key));
  for (const [key, row] of rows)
    if (!keys.has(key)) {
      row.remove();
      rows.delete(key);
    }
  papers.forEach(drawRow);
}

/** @param {import("./session.js").Entry[]} papers */
function told(papers) {
  const read = papers.filter((it) => it.paper?.open).length;
  const wrong = papers.filter((it) => it.error).length;
  return [`${read} of ${count(papers.length, "paper")} read`, wrong && `${wrong} not readable`]
    .filter(Boolean)
    .join(", ");
}

/** @param {import("./session.js").Entry} entry */
function drawRow(entry) {
  if (entry.role !== "paper") return;
  let row = rows.get(entry.key);
  if (!row) {
    row = h("li", { class: "paper", id: entry.key });
    rows.set(entry.key, row);
    list.append(row);
  }
  const seen = JSON.stringify([entry.paper, entry.error, entry.sending, entry.stage, entry.done, entry.total, entry.position]);
  if (row.dataset.seen === seen) return;
  const asks = row.querySelector("input");
  if (asks && asks === document.activeElement && needsPassword(entry)) return; // not while one types
  row.dataset.seen = seen;
  const focused = row.contains(document.activeElement);
  const state = stateOf(entry);
  row.dataset.state = state;
  fill(
    row,
    h("span", { class: "sign", "aria-hidden": "true" }, MARKS[state]),
    h(
      "div",
      { class: "of" },
      h("p", { class: "name", dir: "auto" }, entry.paper?.title || entry.name),
      h("p", { class: "faint facts" }, facts(entry)),
      progress(entry),
      ...notes(entry),
      needsPassword(entry) ? password(entry) : null,
    ),
    button("Remove", () => void remove(entry), {
      class: "quiet",
      "aria-label": `Remove ${entry.name}`,
    }),
  );
  if (focused && !row.contains(document.activeElement)) row.querySelector("button")?.focus();
}

const MARKS = { read: "✓", doubtful: "!", wrong: "✗", locked: "!", busy: "…", later: "·" };

/** @param {import("./session.js").Entry} entry @returns {keyof typeof MARKS} */
function stateOf(entry) {
  if (needsPassword(entry)) return "locked";
  if (entry.error) return "wrong";
  if (entry.paper?.open) return notes(entry).length ? "doubtful" : "read";
  return entry.paper && !entry.paper.job ? "later" : "busy";
}

/** @param {import("./session.js").Entry} entry */
function facts(entry) {
  const paper = entry.paper;
  const of = paper?.title ? [entry.name, size(entry.bytes)] : [size(entry.bytes)];
  if (paper?.open) {
    if (paper.pages.length) of.push(count(paper.pages.length, "page"));
    of.push(count(paper.chunks, "passage"));
  }
  return of.join(" · ");
}

/** @param {import("./session.js").Entry} entry */
function progress(entry) {
  if (stateOf(entry) !== "busy") return null;
  let says = "waits to be read";
  if (entry.sending) says = "is taken in";
  else if (entry.stage === "embedding") says = `embedding, ${entry.done} of ${entry.total}`;
  else if (entry.stage) says = "reading";
  else if (entry.position) says = `waits, ${count(entry.position, "other")} before it`;
  const known = entry.stage === "embedding" && entry.total > 0;
  return h(
    "p",
    { class: "progress" },
    h("progress", {
      "aria-label": `Reading ${entry.name}`,
      ...(known ? { max: entry.total, value: entry.done } : {}),
    }),
    " ",
    says,
  );
}

/** @param {import("./session.js").Entry} entry */
function notes(entry) {
  if (needsPassword(entry)) return [];
  if (entry.error) return [h("p", { class: "warn" }, problemText(entry.error))];
  const paper = entry.paper;
  if (!paper) return [];
  const unread = paper.pages.filter((it) => it.unread);
  const told = [...paper.notes];
  if (paper.damaged && !told.length) told.push("the file is damaged, so that text may be missing");
  if (unread.length) told.push(`${count(unread.length, "page")} gave no text: ${unread[0].unread}`);
  return told.map((it) => h("p", { class: "warn" }, sentence(it)));
}

/** @param {import("./session.js").Entry} entry */
const needsPassword = (entry) =>
  entry.error?.fault === "encrypted" || entry.error?.fault === "wrong password";

/** @param {import("./session.js").Entry} entry */
function password(entry) {
  const id = `${entry.key}-password`;
  const wrong = entry.error?.fault === "wrong password";
  const says = wrong ? "That is not its password. Try another one." : "It is encrypted.";
  const input = h("input", {
    type: "password",
    id,
    autocomplete: "off",
    required: true,
    "aria-describedby": `${id}-says`,
    "aria-invalid": wrong ? "true" : undefined,
  });
  const open = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!input.value) return input.focus();
    input.blur();
    try {
      await session.unlock(entry, input.value);
      void watch();
    } catch (error) {
      entry.error = { ...toldOf(error), fault: entry.error?.fault };
      session.tell("papers");
    }
  };
  return h(
    "form",
    { class: "password", on: { submit: open } },
    h("p", { id: `${id}-says`, class: wrong ? "warn" : "faint" }, says),
    h("label", { for: id }, "Password"),
    input,
    h("button", { type: "submit" }, "Open"),
  );
}

/** @param {import("./session.js").Entry} entry */
async function remove(entry) {
  const next = rows.get(entry.key)?.nextElementSibling ?? rows.get(entry.key)?.previousElementSibling;
  trouble.hidden = true;
  try {
    await session.remove(entry);
  } catch (error) {
    trouble.textContent = problemText(toldOf(error));
    trouble.hidden = false;
    return;
  }
  say(`${entry.name} removed`);
  const at = next?.querySelector("button") ?? byId("choose-papers");
  at.focus();
}
