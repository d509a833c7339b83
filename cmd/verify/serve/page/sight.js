// What is seen of a passage is seen again when its pane has another width: a window was made narrow,
// a phone was turned.

export class Sight {
  #width = 0;
  #seen = false;
  #eye = new IntersectionObserver((entries) => {
    this.#seen = entries[entries.length - 1].isIntersecting;
  });

  /** @param {HTMLElement} pane @param {string} mark what is looked for in it, its first
   * @param {() => void} go to it, in the pane */
  constructor(pane, mark, go) {
    this.pane = pane;
    this.mark = mark;
    this.go = go;
    new ResizeObserver(() => this.#again()).observe(pane);
  }

  get #first() {
    return this.pane.querySelector(this.mark);
  }

  /** Look after the mark that is there now. */
  watch() {
    this.#eye.disconnect();
    if (this.#first) this.#eye.observe(this.#first);
  }

  #again() {
    const [before, seen] = [this.#width, this.#seen];
    if (before === this.pane.clientWidth || !this.pane.clientWidth) return;
    this.#width = this.pane.clientWidth;
    if (!before || !this.#first) return;
    this.go();
    const places = [...this.pane.querySelectorAll(this.mark)].map((it) => it.getBoundingClientRect());
    const inside = places.every(({ top, bottom }) => top >= 0 && bottom <= innerHeight);
    if (seen && !inside) this.#first.scrollIntoView({ block: "center" }); // also in the window
  }
}
