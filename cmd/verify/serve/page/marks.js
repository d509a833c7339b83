// Words that are marked in a text: where a claim and a paper differ.
import { h } from "./dom.js";
import { Points } from "./words.js";

/**
 * A text with some of its characters marked.
 * @param {string} text @param {[number, number][]} spans of code points, from 0
 * @param {string} [style] a class of the marks
 * @returns {(string | HTMLElement)[]}
 */
export function marked(text, spans, style = "differs") {
  const points = new Points(text);
  const parts = [];
  let at = 0;
  for (const [start, end] of joined(spans, points.length)) {
    parts.push(points.slice(at, start), h("mark", { class: style }, points.slice(start, end)));
    at = end;
  }
  parts.push(points.slice(at, points.length));
  return parts.filter((it) => it !== "");
}

/** In order, and what overlaps as one. @param {[number, number][]} spans @param {number} length */
function joined(spans, length) {
  /** @type {[number, number][]} */
  const found = [];
  for (const [start, end] of [...spans].sort((a, b) => a[0] - b[0])) {
    const [from, to] = [Math.max(0, start), Math.min(length, end)];
    const last = found[found.length - 1];
    if (from >= to) continue;
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else found.push([from, to]);
  }
  return found;
}

/** Where a claim's words stand in it: a conflict says which, but for those between, which it leaves
 * out as " ... ". @param {string} claim @param {import("./api.js").Conflict[]} conflicts */
export function inClaim(claim, conflicts) {
  /** @type {[number, number][]} */
  const spans = [];
  for (const { claim: words } of conflicts) {
    let from = 0;
    for (const part of words.split(" ... ")) {
      const at = whole(claim, part, from);
      if (at < 0) break;
      if (part.length >= claim.replace(/[.!?]*$/, "").length) break; // all of it: nothing stands out
      const start = Array.from(claim.slice(0, at)).length;
      spans.push([start, start + Array.from(part).length]);
      from = at + part.length;
    }
  }
  return spans;
}

/** Where words stand that are no part of longer ones: 67 is not in 167.
 * @param {string} text @param {string} words @param {number} from */
function whole(text, words, from) {
  const sign = /[\p{L}\p{N}]/u;
  for (let at = text.indexOf(words, from); at >= 0 && words; at = text.indexOf(words, at + 1)) {
    const [before, behind] = [text[at - 1] ?? "", text[at + words.length] ?? ""];
    const joins = (/** @type {string} */ a, /** @type {string} */ b) =>
      sign.test(a) && sign.test(b);
    if (!joins(before, words[0]) && !joins(words[words.length - 1], behind)) return at;
  }
  return -1;
}

/** Where the paper's words stand in a passage.
 * @param {import("./api.js").Evidence} passage @param {import("./api.js").Conflict[]} conflicts
 * @returns {[number, number][]} */
export const inPassage = (passage, conflicts) =>
  conflicts.map(({ span }) => [span[0] - passage.span[0], span[1] - passage.span[0]]);
