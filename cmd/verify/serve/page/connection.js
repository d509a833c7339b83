// Whether verify serve answers: asked now and then while somebody looks at the page, whatever it
// shows. Where it does not, the page says so, keeps what it has, and asks again after a while that
// grows.
import { byId, button, fill, h } from "./dom.js";

const SOONEST = 1; // seconds
const LATEST = 30;
const CALM = 5;
const PATIENCE = 20; // a server with much to do is not away
const FOREIGN = 401;

class Connection extends EventTarget {
  away = false;
  #pause = SOONEST;
  #timer = 0;
  #over = false;

  /** Look after it from here on. */
  watch() {
    document.addEventListener("visibilitychange", () => void this.#ask());
    this.#after(CALM);
  }

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
    this.#after(CALM);
    byId("notice").hidden = true;
    this.dispatchEvent(new Event("back"));
  }

  async #ask() {
    clearTimeout(this.#timer);
    if (document.hidden || this.#over) return;
    try {
      const answer = await fetch("/api", { signal: AbortSignal.timeout(PATIENCE * 1000) });
      this.#after(CALM);
      this.found(answer.status);
    } catch {
      if (!this.away) this.#pause = SOONEST;
      this.away = true;
      this.#tell();
      this.#after(this.#pause);
      this.#pause = Math.min(LATEST, this.#pause * 2);
    }
  }

  /** @param {number} seconds */
  #after(seconds) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(), seconds * 1000);
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
    this.away = this.#over = true;
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
