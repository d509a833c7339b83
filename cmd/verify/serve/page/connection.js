// Whether verify serve answers. Where it does not, the page says so, keeps what it has, and asks
// again after a while that grows.
import { byId, button, fill, h } from "./dom.js";

const SOONEST = 1;
const LATEST = 30;
const FOREIGN = 401;

class Connection extends EventTarget {
  away = false;
  #pause = SOONEST;
  #timer = 0;

  /** Something was not answered. */
  lost() {
    if (this.away) return;
    this.away = true;
    this.#pause = SOONEST;
    void this.#ask();
  }

  /** Something was answered. @param {number} status */
  found(status) {
    if (status === FOREIGN) return this.#anew();
    if (!this.away) return;
    this.away = false;
    clearTimeout(this.#timer);
    byId("notice").hidden = true;
    this.dispatchEvent(new Event("back"));
  }

  async #ask() {
    clearTimeout(this.#timer);
    try {
      this.found((await fetch("/api", { signal: AbortSignal.timeout(5000) })).status);
    } catch {
      this.#tell();
      this.#timer = setTimeout(() => void this.#ask(), this.#pause * 1000);
      this.#pause = Math.min(LATEST, this.#pause * 2);
    }
  }

  #tell() {
    const notice = byId("notice");
    if (!notice.hidden) return;
    fill(
      notice,
      h("strong", {}, "verify serve does not answer."),
      " What is on this page stays. If it was ended, start it again in the terminal; the page asks for it now and then.",
      button("Try now", () => void this.#ask()),
    );
    notice.hidden = false;
  }

  /** It is another one now, with another token. */
  #anew() {
    clearTimeout(this.#timer);
    this.away = true;
    const notice = byId("notice");
    fill(
      notice,
      h("strong", {}, "verify serve was started anew."),
      " Open the address that it printed now. What is on this page stays until you do.",
    );
    notice.hidden = false;
  }
}

export const connection = new Connection();
