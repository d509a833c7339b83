// A paper opened at a passage: its pages, or its text where it has none.
import { Away, get } from "./api.js";
import { fill, h } from "./dom.js";
import { Prose } from "./prose.js";
import { toldOf } from "./session.js";
import { Sheets } from "./sheets.js";
import { problemText } from "./words.js";

/** @type {Map<string, any>} */
const known = new Map();

/**
 * @typedef {{span: [number, number], style: string, boxes?: import("./api.js").Box[]}} Passage
 * a span of a paper's text that is marked; what has no boxes is asked for them
 */

export class Reader {
  element = h("div", { class: "reader" });
  #sheets = new Sheets();
  #prose = new Prose();
  #turn = 0;

  /** @param {string} name what the paper is called @param {string | undefined} base its address
   * @param {Passage[]} passages the first is gone to */
  async show(name, base, passages) {
    const turn = (this.#turn += 1);
    if (!base) return this.#say("The paper is no more at hand; the quote is what it said.");
    try {
      if (!known.has(base)) known.set(base, await get(base));
      const paper = known.get(base);
      if (turn !== this.#turn) return;
      const title = paper.title || name;
      if (!paper.pages.length) {
        this.#put(this.#prose.element);
        return await this.#prose.show(title, base, passages);
      }
      const there = passages.flatMap(({ boxes, style }) =>
        (boxes ?? []).map((box) => ({ box, style })),
      );
      const lacking = passages.filter((it) => !it.boxes);
      const first = there.length ? [] : await marks(base, lacking.splice(0, 1));
      if (turn !== this.#turn) return;
      this.#put(this.#sheets.element);
      this.#sheets.show(title, base, paper.pages, [...there, ...first]);
      const more = await marks(base, lacking);
      if (turn === this.#turn && more.length) this.#sheets.add(more);
    } catch (error) {
      if (turn !== this.#turn) return;
      this.#say(problemText(toldOf(error)));
      if (error instanceof Away) known.delete(base);
    }
  }

  /** @param {HTMLElement} element */
  #put(element) {
    if (this.element.firstChild !== element) fill(this.element, element);
  }

  /** @param {string} text */
  #say(text) {
    fill(this.element, h("p", { class: "warn" }, text));
  }
}

/** Where passages stand on the pages. @param {string} base @param {Passage[]} passages */
async function marks(base, passages) {
  const found = await Promise.all(
    passages.map(async ({ span, style }) => {
      const { boxes } = await get(`${base}/boxes?start=${span[0]}&end=${span[1]}`);
      return boxes.map((/** @type {import("./api.js").Box} */ box) => ({ box, style }));
    }),
  );
  return found.flat();
}
