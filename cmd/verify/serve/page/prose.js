// A paper without pages: its text as it was read, with passages marked in it.
import { get } from "./api.js";
import { fill, h } from "./dom.js";
import { marked } from "./marks.js";
import { Sight } from "./sight.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** @typedef {{kind: string, form: string, span: [number, number], text: string}} Paragraph */

export class Prose {
  #scroll = h("div", {
    class: "prose",
    tabindex: 0,
    role: "region",
    "aria-label": "Text of the paper",
  });
  #title = h("p", { class: "of", dir: "auto" });
  #base = "";
  /** @type {Paragraph[]} */
  #paragraphs = [];
  #sight = new Sight(this.#scroll, "mark", () => this.#toMark());

  constructor() {
    this.element = h("div", { class: "paper-pages" }, this.#title, this.#scroll);
  }

  /** @param {string} name @param {string} base @param {{span: [number, number], style: string}[]} marks */
  async show(name, base, marks) {
    this.#title.textContent = name;
    if (base !== this.#base) {
      fill(this.#scroll, h("p", { class: "faint" }, "Opening the text"));
      this.#paragraphs = (await get(`${base}/document`)).paragraphs;
      this.#base = base;
    }
    fill(
      this.#scroll,
      this.#paragraphs.map((it) => paragraph(it, marks)),
    );
    this.#toMark();
    this.#sight.watch();
  }

  #toMark() {
    const mark = this.#scroll.querySelector("mark");
    if (!mark) return;
    const top = mark.getBoundingClientRect().top - this.#scroll.getBoundingClientRect().top;
    this.#scroll.scrollBy({
      top: top - this.#scroll.clientHeight / 3,
      behavior: calm.matches ? "instant" : "auto",
    });
  }
}

const HEADS = new Set(["title", "heading"]);

/** @param {Paragraph} it @param {{span: [number, number], style: string}[]} marks */
function paragraph({ kind, form, span, text }, marks) {
  const tag = HEADS.has(kind)
    ? "h3"
    : form === "code"
      ? "pre"
      : form === "quote"
        ? "blockquote"
        : "p";
  const here = marks.filter((it) => it.span[0] < span[1] && span[0] < it.span[1]);
  /** @type {[number, number][]} */
  const spans = here.map((it) => [it.span[0] - span[0], it.span[1] - span[0]]);
  return h(
    tag,
    { dir: "auto" },
    ...(spans.length ? marked(text, spans, here[0].style) : [text]),
  );
}
