// Passages of a library that speak to a question.
import { get } from "./api.js";
import { button, fill, h } from "./dom.js";
import { toldOf } from "./session.js";
import { count, pagesOf, problemText } from "./words.js";

const FEW = 3; // of what is not near

/** @typedef {(title: string, artifact: string, passages: import("./reader.js").Passage[]) => void} Open */

/**
 * The question, and what was found. What was found before stays until there is more.
 * @param {() => string} place the address of the library, or nothing @param {Open} open
 * @param {(text: string) => void} fault
 */
export function search(place, open, fault) {
  const query = h("input", { type: "search", id: "query", autocomplete: "off", dir: "auto" });
  const found = h("div", { class: "found", "aria-live": "polite" });
  const seek = async (/** @type {Event} */ event) => {
    event.preventDefault();
    fault("");
    const words = query.value.trim();
    if (!words || !place()) return query.focus();
    found.setAttribute("aria-busy", "true");
    try {
      const { hits } = await get(`${place()}/search?query=${encodeURIComponent(words)}&top=20`);
      fill(found, shown(words, hits, open));
    } catch (error) {
      fault(problemText(toldOf(error)));
    }
    found.removeAttribute("aria-busy");
  };
  const form = h(
    "form",
    { class: "search", role: "search", on: { submit: seek } },
    h("label", { for: "query" }, "Look for passages that speak to a question"),
    h("p", { class: "row" }, query, h("button", { type: "submit" }, "Search")),
  );
  return h("div", { class: "of-one" }, form, found);
}

/** What is near, and folded what only is nearer than all else.
 * @param {string} words @param {any[]} hits @param {Open} open */
function shown(words, hits, open) {
  const list = (/** @type {any[]} */ some, name = "hits") =>
    h(
      "ol",
      { class: name },
      some.map((it) => hit(it, open)),
    );
  const told = (/** @type {string} */ says) => h("h3", {}, `${says} for “${words}”`);
  if (!hits.length) return [told("Nothing was found")];
  const last = hits.reduce((found, it, at) => (it.near ? at + 1 : found), 0);
  const near = last || hits.length;
  const others = hits.slice(near);
  if (hits.every((it) => it.near === false))
    return [
      h("h3", {}, `No passage is near “${words}”`),
      h("p", { class: "faint" }, "The library seems to say nothing of it. The nearest are:"),
      list(hits.slice(0, FEW), "hits far"),
    ];
  const rest = h("details", {}, h("summary", {}, `${others.length} more, farther`), list(others));
  return [told(count(near, "passage")), list(hits.slice(0, near)), others.length > 0 && rest];
}

/** @param {any} it @param {Open} open */
function hit(it, open) {
  const file = it.document.split(/[/\\]/).at(-1);
  const title = it.title || file;
  const section = it.section === title ? "" : it.section;
  const where = [it.title && file, pagesOf(it.pages), section].filter(Boolean).join(", ");
  const show = () => open(title, it.artifact_id, [{ span: it.span, style: "unchecked" }]);
  return h(
    "li",
    {},
    button(title, show, { class: "link name", dir: "auto" }),
    h("p", { class: "start", dir: "auto" }, it.text),
    h("p", { class: "faint", dir: "auto" }, where),
  );
}
