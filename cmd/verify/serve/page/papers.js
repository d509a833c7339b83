// The papers: dropped, chosen, read, unlocked, removed.
import { byId, button, fill, h } from "./dom.js";
import { say } from "./live.js";
import { watch } from "./reading.js";
import { facts, MARKS, needsPassword, notes, password, progress, stateOf } from "./row.js";
import { session, toldOf } from "./session.js";
import { count, problemText } from "./words.js";
import { dropZone } from "./zone.js";

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
  fill(byId("papers"), h("h2", { id: "papers-head" }, "Papers ", summary), trouble, list, zone);
  session.addEventListener("papers", draw);
  session.addEventListener("read", () => say(told(session.papers)));
  session.addEventListener("progress-of", (event) =>
    drawRow(/** @type {CustomEvent} */ (event).detail),
  );
  draw();
}

/** Take papers in. @param {Iterable<File>} files */
export async function drop(files) {
  const entries = await session.drop(files, "paper");
  say(`${count(entries.length, "file")} sent`);
  void watch();
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
  const seen = JSON.stringify([
    entry.paper,
    entry.error,
    entry.sending,
    entry.stage,
    entry.done,
    entry.total,
    entry.position,
  ]);
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

/** @param {import("./session.js").Entry} entry */
async function remove(entry) {
  const next =
    rows.get(entry.key)?.nextElementSibling ?? rows.get(entry.key)?.previousElementSibling;
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
