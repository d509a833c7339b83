// How numbers, places and verdicts are told.

/** Signs and words of verdicts, so that none is told by its colour alone; those of the report. */
export const SIGNS = { grounded: "✓", contradicted: "✗", unsupported: "○", unchecked: "?" };
export const STATUSES = /** @type {(keyof typeof SIGNS)[]} */ (Object.keys(SIGNS));

/** A score as reports have it: rounded down, so that none below a threshold looks equal to it.
 * @param {number | null} score */
export const score = (score) =>
  score === null ? "" : (Math.floor(score * 1000 + 1e-6) / 1000).toFixed(3);

/** @param {number} number @param {string} one @param {string} [many] */
export const count = (number, one, many = `${one}s`) =>
  `${number.toLocaleString("en")} ${number === 1 ? one : many}`;

/** @param {number} bytes */
export function size(bytes) {
  if (bytes < 1e3) return `${bytes} B`;
  return bytes < 1e6 ? `${Math.round(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** @param {number[]} pages */
export function pagesOf(pages) {
  if (!pages.length) return "";
  return pages.length === 1 ? `p. ${pages[0]}` : `pp. ${pages[0]}–${pages[pages.length - 1]}`;
}

/** The engine's reasons begin without a capital; a name that one begins with stays as it is.
 * @param {string} text */
export const sentence = (text) =>
  text &&
  (/^\p{L}+\s/u.test(text) ? text[0].toUpperCase() + text.slice(1) : text) +
    (/[.!?…]$/.test(text) ? "" : ".");

/** What an error says, and what to do. @param {import("./api.js").Told} problem */
export const problemText = (problem) => {
  const fields = problem.problems?.map((it) => `${it.field} ${it.problem}`).join("; ");
  return [sentence(fields || problem.detail), problem.hint ? sentence(problem.hint) : ""]
    .filter(Boolean)
    .join(" ");
};

/** Characters as Python counts them: an offset of the engine is one of code points. */
export class Points {
  /** @param {string} text */
  constructor(text) {
    this.points = Array.from(text);
  }
  /** @param {number} start @param {number} end */
  slice(start, end) {
    return this.points.slice(Math.max(0, start), Math.max(0, end)).join("");
  }
  get length() {
    return this.points.length;
  }
}
