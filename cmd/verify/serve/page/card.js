// One claim in the list: its verdict, its words, which can be edited, and why.
import { put } from "./api.js";
import { button, fill, h } from "./dom.js";
import { inClaim, marked } from "./marks.js";
import { session, toldOf } from "./session.js";
import { pagesOf, problemText, score, sentence, SIGNS } from "./words.js";

const PAUSE = 120; // milliseconds without a key after which the claim is asked anew

/** @param {import("./session.js").Status} status */
export const badge = (status) =>
  h(
    "span",
    { class: `badge ${status}` },
    h("span", { "aria-hidden": "true" }, SIGNS[status]),
    ` ${status}`,
  );

/** What there is to say in a line: what differs, or what the paper says.
 * @param {import("./api.js").Verdict} verdict */
function why({ status, conflicts, evidence, reason }) {
  const passage = evidence[0];
  if (conflicts.length || !passage) return sentence(reason);
  return `${status === "grounded" ? "Says" : "Nearest"}: “${passage.text}”`;
}

export class Card {
  #link = h("a", { class: "open" });
  #badge = h("span", { class: "verdict" });
  #score = h("span", { class: "faint score" });
  #reason = h("p", { class: "reason", dir: "auto" });
  #quote = h("blockquote", { class: "printed", dir: "auto" });
  #trouble = h("p", { class: "warn", role: "alert", hidden: true });
  #text = h("p", { class: "text", dir: "auto" }, this.#link);
  #edit = button("Edit", () => this.edit(), { class: "quiet edit" });
  /** @type {HTMLElement | null} */
  #editor = null;
  #before = "";
  #timer = 0;
  #asking = new AbortController();

  /** @param {number} at */
  constructor(at) {
    this.at = at;
    this.#link.href = `#/claims/${at + 1}`;
    this.element = h(
      "li",
      { class: "claim waiting", id: `c${at + 1}`, data: { at: String(at) } },
      h(
        "p",
        { class: "head" },
        h("span", { class: "number" }, at + 1),
        this.#badge,
        this.#score,
        this.#edit,
      ),
      this.#text,
      this.#reason,
      this.#quote,
      this.#trouble,
    );
  }

  get link() {
    return this.#link;
  }

  /** @param {import("./session.js").Claim} claim @param {boolean} waits whether a verdict will come */
  draw({ text, arrived }, waits) {
    const verdict = arrived?.verdict;
    this.status = verdict?.status ?? "waiting";
    this.element.className = `claim ${this.status}`;
    this.#edit.hidden = !verdict;
    this.#edit.setAttribute("aria-label", `Edit claim ${this.at + 1}`);
    if (!verdict) {
      fill(this.#badge, h("span", { class: "badge" }, waits ? "… waiting" : "– not asked"));
      fill(this.#link, text);
      return;
    }
    fill(this.#badge, badge(verdict.status));
    this.#score.textContent = score(verdict.score);
    fill(this.#link, ...marked(text, inClaim(text, verdict.conflicts)));
    const passage = verdict.evidence[0];
    this.#reason.textContent = why(verdict);
    this.#reason.classList.toggle("says", Boolean(passage) && !verdict.conflicts.length);
    this.#quote.hidden = !passage;
    if (passage) {
      const where = [passage.document, pagesOf(passage.pages)].filter(Boolean).join(", ");
      this.#quote.textContent = `“${passage.text}” ${where}`;
    }
  }

  /** Let the claim be put in other words, which are asked as they are typed. */
  edit() {
    const claim = session.claims[this.at];
    if (this.#editor || !claim.arrived) return;
    this.#before = claim.text;
    const id = `edit-${this.at + 1}`;
    const input = h("textarea", { id, rows: 3, dir: "auto", spellcheck: "true" });
    input.value = claim.text;
    input.addEventListener("input", () => this.#soon(input.value));
    input.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.#close(true);
      else if (event.key === "Enter" && !event.shiftKey) this.#close(false);
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    this.#editor = h(
      "div",
      { class: "editor" },
      h("label", { for: id, class: "unseen" }, `Claim ${this.at + 1} in other words`),
      input,
      h(
        "p",
        {},
        button("Keep", () => this.#close(false)),
        button("As it was", () => this.#close(true), { class: "quiet" }),
        h("span", { class: "faint" }, " The verdict follows what you type."),
      ),
    );
    this.#text.hidden = true;
    this.#edit.hidden = true;
    this.#text.after(this.#editor);
    input.focus();
  }

  /** @param {boolean} back whether the claim is to be as it was */
  #close(back) {
    if (!this.#editor) return;
    const typed = /** @type {HTMLTextAreaElement} */ (this.#editor.querySelector("textarea")).value;
    this.#editor.remove();
    this.#editor = null;
    this.#text.hidden = this.#edit.hidden = false;
    clearTimeout(this.#timer);
    const text = back ? this.#before : typed.trim() || this.#before;
    if (text !== session.claims[this.at].text) void this.#ask(text);
    this.#link.focus();
  }

  /** @param {string} text */
  #soon(text) {
    clearTimeout(this.#timer);
    if (!text.trim()) return;
    this.element.classList.add("asking");
    this.#timer = setTimeout(() => void this.#ask(text), PAUSE);
  }

  /** @param {string} text */
  async #ask(text) {
    const job = session.job;
    if (!job) return;
    this.#asking.abort();
    const asking = (this.#asking = new AbortController());
    this.element.classList.add("asking");
    try {
      const arrived = await put(`/api/jobs/${job.id}/claims/${this.at}`, { text }, asking.signal);
      if (asking.signal.aborted || session.job !== job) return;
      this.#trouble.hidden = true;
      session.take(arrived);
    } catch (error) {
      if (asking.signal.aborted) return;
      this.#trouble.textContent = problemText(toldOf(error));
      this.#trouble.hidden = false;
    }
    this.element.classList.remove("asking");
  }
}
