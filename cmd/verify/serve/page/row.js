// One paper in the list: how far it is read, what is doubtful, and its password where it needs one.
import { h } from "./dom.js";
import { watch } from "./reading.js";
import { session, toldOf } from "./session.js";
import { count, problemText, sentence, size } from "./words.js";

/** Signs of states, each with a word beside it. */
export const MARKS = { read: "✓", doubtful: "!", wrong: "✗", locked: "!", busy: "…", later: "·" };

/** @param {import("./session.js").Entry} entry @returns {keyof typeof MARKS} */
export function stateOf(entry) {
  if (needsPassword(entry)) return "locked";
  if (entry.error) return "wrong";
  if (entry.paper?.open) return notes(entry).length ? "doubtful" : "read";
  return entry.paper && !entry.paper.job ? "later" : "busy";
}

/** @param {import("./session.js").Entry} entry */
export function facts(entry) {
  const paper = entry.paper;
  const of = paper?.title ? [entry.name, size(entry.bytes)] : [size(entry.bytes)];
  if (paper?.open) {
    if (paper.pages.length) of.push(count(paper.pages.length, "page"));
    of.push(count(paper.chunks, "passage"));
  }
  return of.join(" · ");
}

/** @param {import("./session.js").Entry} entry */
export function progress(entry) {
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
export function notes(entry) {
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
export const needsPassword = (entry) =>
  entry.error?.fault === "encrypted" || entry.error?.fault === "wrong password";

/** @param {import("./session.js").Entry} entry */
export function password(entry) {
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
