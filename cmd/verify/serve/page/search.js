// Passages of a library that speak to a question.
import { get } from "./api.js";
import { button, fill, h } from "./dom.js";
import { toldOf } from "./session.js";
import { count, pagesOf, problemText } from "./words.js";

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
      const head = hits.length ? count(hits.length, "passage") : "Nothing was found";
      const all = hits.map((/** @type {any} */ it) => hit(it, open));
      fill(found, h("h3", {}, head), h("ol", { class: "hits" }, all));
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

/** @param {any} it @param {Open} open */
function hit(it, open) {
  const file = it.document.split(/[/\\]/).at(-1);
  const title = it.title || file;
  const where = [it.title && file, pagesOf(it.pages), it.section].filter(Boolean).join(", ");
  const show = () => open(title, it.artifact_id, [{ span: it.span, style: "unchecked" }]);
  return h(
    "li",
    {},
    button(title, show, { class: "link name", dir: "auto" }),
    h("p", { class: "start", dir: "auto" }, it.text),
    h("p", { class: "faint", dir: "auto" }, where),
  );
}
