// The pages of a paper, with passages marked where they stand. A page is drawn by the server when it
// is looked at; its place is kept for it before.
import { told } from "./api.js";
import { button, fill, h } from "./dom.js";
import { Sight } from "./sight.js";
import { count, problemText } from "./words.js";

const NEAR = "300px";
const NARROW = 600; // pixels: below, a page would be too small to be read whole
const MOST = 3;
const ROOM = 0.75; // of a narrow pane that a passage takes: some of what stands around it is seen, too
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** @typedef {{box: import("./api.js").Box, style: string}} Mark */

export class Sheets {
  #scroll = h("div", {
    class: "sheets",
    tabindex: 0,
    role: "region",
    "aria-label": "Pages of the paper",
  });
  #told = h("span", { class: "where" });
  #title = h("p", { class: "of", dir: "auto" });
  #zoom = 1;
  /** @type {Mark[]} */
  #marks = [];
  /** @type {import("./api.js").Page[]} */
  #pages = [];
  #base = "";
  #sight = new Sight(this.#scroll, "i", () => {
    this.#fit();
    this.#toMark(true);
  });
  #near = new IntersectionObserver((seen) => this.#draw(seen), {
    root: this.#scroll,
    rootMargin: NEAR,
  });

  constructor() {
    const tools = h(
      "div",
      { class: "tools", role: "toolbar", "aria-label": "Pages" },
      button("‹", () => this.#turn(-1), { "aria-label": "Page before" }),
      this.#told,
      button("›", () => this.#turn(1), { "aria-label": "Next page" }),
      button("−", () => this.#enlarge(1 / 1.25), { "aria-label": "Smaller" }),
      button("+", () => this.#enlarge(1.25), { "aria-label": "Larger" }),
      button("To the passage", () => this.#toMark()),
      this.#title,
    );
    this.element = h("div", { class: "paper-pages" }, tools, this.#scroll);
    this.#scroll.addEventListener("scroll", () => this.#tell(), { passive: true });
  }

  /** @param {string} name @param {string} base address of the paper
   * @param {import("./api.js").Page[]} pages @param {Mark[]} marks */
  show(name, base, pages, marks) {
    this.#title.textContent = name;
    this.#marks = marks;
    if (base !== this.#base || pages.length !== this.#pages.length) {
      this.#base = base;
      this.#pages = pages;
      this.#near.disconnect();
      fill(
        this.#scroll,
        pages.map((page) => this.#sheet(page)),
      );
    }
    for (const sheet of this.#scroll.children) this.#mark(/** @type {HTMLElement} */ (sheet));
    this.#sight.watch();
    requestAnimationFrame(() => {
      this.#fit();
      this.#toMark(true);
      for (const sheet of this.#scroll.children) this.#near.observe(sheet);
      this.#tell();
    });
  }

  /** More marks, of the same paper. @param {Mark[]} marks */
  add(marks) {
    this.#marks = [...this.#marks, ...marks];
    for (const sheet of this.#scroll.children) this.#mark(/** @type {HTMLElement} */ (sheet));
    this.#sight.watch();
  }

  /** @param {import("./api.js").Page} page */
  #sheet(page) {
    const label = page.label && page.label !== String(page.number) ? `, printed ${page.label}` : "";
    const picture = h("img", {
      width: Math.round(page.width),
      height: Math.round(page.height),
      alt: `Page ${page.number} of ${this.#pages.length}${label}`,
      draggable: "false",
    });
    const sheet = h(
      "div",
      { class: "sheet", data: { page: String(page.number) } },
      picture,
      h("div", { class: "boxes" }),
    );
    picture.addEventListener("error", () => void this.#lacks(sheet, page.number));
    picture.addEventListener("load", () => sheet.classList.add("drawn"));
    return sheet;
  }

  /** @param {IntersectionObserverEntry[]} seen */
  #draw(seen) {
    for (const { isIntersecting, target } of seen) {
      const picture = target.querySelector("img");
      if (!isIntersecting || !picture || picture.hasAttribute("src")) continue;
      picture.src = `${this.#base}/pages/${/** @type {HTMLElement} */ (target).dataset.page}`;
    }
  }

  /** Say why there is no picture. @param {HTMLElement} sheet @param {number} number */
  async #lacks(sheet, number) {
    let why = "verify serve does not answer.";
    try {
      const answer = await fetch(`${this.#base}/pages/${number}`);
      if (!answer.ok) why = problemText(await told(answer));
    } catch {
      // it is away
    }
    sheet.classList.add("lacking");
    const again = button("Try again", () => {
      sheet.classList.remove("lacking");
      says.remove();
      const picture = /** @type {HTMLImageElement} */ (sheet.querySelector("img"));
      picture.src = `${this.#base}/pages/${number}?`;
    });
    const says = h(
      "div",
      { class: "why" },
      h("p", { class: "warn" }, `Page ${number} is not shown. ${why}`),
      again,
    );
    sheet.append(says);
  }

  /** @param {HTMLElement} sheet */
  #mark(sheet) {
    const page = this.#pages.find((it) => String(it.number) === sheet.dataset.page);
    const boxes = sheet.querySelector(".boxes");
    if (!page || !boxes) return;
    fill(
      boxes,
      this.#marks
        .filter(({ box }) => box.page === page.number)
        .map(({ box, style }) => {
          const made = h("i", { class: style });
          const percent = (/** @type {number} */ value, /** @type {number} */ of) =>
            `${(100 * value) / of}%`;
          made.style.left = percent(box.x0, page.width);
          made.style.top = percent(box.y0, page.height);
          made.style.width = percent(box.x1 - box.x0, page.width);
          made.style.height = percent(box.y1 - box.y0, page.height);
          return made;
        }),
    );
  }

  /** As large as the pane, and on a narrow one as large as the passage needs to be read. */
  #fit() {
    const page = this.#pages.find((it) => it.number === this.#marks[0]?.box.page);
    const own = this.#marks.map((it) => it.box).filter((it) => it.page === page?.number);
    this.#zoom = 1;
    if (page && own.length && this.#scroll.clientWidth < NARROW) {
      const wide = Math.max(...own.map((it) => it.x1)) - Math.min(...own.map((it) => it.x0));
      this.#zoom = Math.min(MOST, Math.max(1, (ROOM * page.width) / wide));
    }
    this.#size();
  }

  /** @param {number} by */
  #enlarge(by) {
    const { scrollTop, scrollHeight, clientHeight } = this.#scroll;
    const middle = (scrollTop + clientHeight / 2) / scrollHeight;
    this.#zoom = Math.min(MOST, Math.max(0.5, this.#zoom * by));
    this.#size();
    this.#scroll.scrollTop = middle * this.#scroll.scrollHeight - clientHeight / 2;
  }

  #size() {
    this.#scroll.style.setProperty("--zoom", String(this.#zoom));
  }

  /** @param {boolean} [at_once] */
  #toMark(at_once = false) {
    const mark = this.#scroll.querySelector("i");
    const sheet = mark?.closest(".sheet");
    if (!mark || !sheet) {
      this.#scroll.scrollTop = 0;
      return;
    }
    const [place, seen] = [mark.getBoundingClientRect(), this.#scroll.getBoundingClientRect()];
    const left = Math.min(
      ...Array.from(sheet.querySelectorAll("i"), (it) => it.getBoundingClientRect().left),
    );
    this.#scroll.scrollBy({
      top: place.top - seen.top - seen.height / 3,
      left: left - seen.left - ((1 - ROOM) / 2) * seen.width,
      behavior: at_once || calm.matches ? "instant" : "smooth",
    });
  }

  /** The page that is looked at, from 0. */
  get #seen() {
    const middle = this.#scroll.getBoundingClientRect().top + this.#scroll.clientHeight / 2;
    const found = [...this.#scroll.children].findIndex(
      (it) => it.getBoundingClientRect().bottom > middle,
    );
    return found < 0 ? this.#pages.length - 1 : found;
  }

  #tell() {
    this.#told.textContent = `${this.#seen + 1} of ${count(this.#pages.length, "page")}`;
  }

  /** @param {number} by */
  #turn(by) {
    const sheet =
      this.#scroll.children[Math.min(this.#pages.length - 1, Math.max(0, this.#seen + by))];
    const top = sheet.getBoundingClientRect().top - this.#scroll.getBoundingClientRect().top;
    this.#scroll.scrollBy({ top: top - 8, behavior: calm.matches ? "instant" : "smooth" });
  }
}
