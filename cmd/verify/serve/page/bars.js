// How a score came about, as bars; each has its number beside it.
import { h } from "./dom.js";
import { score } from "./words.js";

const LITTLE = 0.05; // log-odds: as in the report for people (verdict_lines.py)

/** @param {import("./api.js").Verdict} verdict */
export function explained(verdict) {
  const made = verdict.explanation;
  if (!made)
    return verdict.score === null
      ? null
      : h("p", { class: "faint" }, "A bare cosine decides here: there is nothing more to explain.");
  return h(
    "div",
    { class: "bars" },
    h(
      "table",
      {},
      h("caption", {}, "What is how likely"),
      h("tbody", {}, [
        likely("the paper speaks of it", made.evidence),
        likely("it then says the same", made.support),
        likely("it says the contrary", made.denial),
      ]),
    ),
    h(
      "table",
      {},
      h("caption", {}, "What was measured, and what each added to the score (log-odds)"),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ["measured", "value", "added", ""].map((it) =>
            h(it ? "th" : "td", it ? { scope: "col" } : {}, it),
          ),
        ),
      ),
      h("tbody", {}, added(made.features)),
    ),
  );
}

/** @param {string} what @param {number} value */
const likely = (what, value) =>
  h(
    "tr",
    {},
    h("th", { scope: "row" }, what),
    h("td", { class: "number" }, score(value)),
    h("td", { class: "bar" }, bar(0, value)),
  );

/** @param {import("./api.js").Explanation["features"]} features */
function added(features) {
  const large = features.filter((it) => Math.abs(it.added) >= LITTLE);
  const small = features.filter((it) => Math.abs(it.added) < LITTLE);
  const most = Math.max(1, ...large.map((it) => Math.abs(it.added)));
  const rows = large.map((it) =>
    row(it.name, String(Number(it.value.toPrecision(4))), it.added, most),
  );
  if (small.length)
    rows.push(
      row(
        "all others together",
        "",
        small.reduce((sum, it) => sum + it.added, 0),
        most,
      ),
    );
  return rows;
}

/** @param {string} name @param {string} value @param {number} added @param {number} most */
function row(name, value, added, most) {
  const half = added / most / 2;
  return h(
    "tr",
    {},
    h("th", { scope: "row" }, name),
    h("td", { class: "number" }, value),
    h("td", { class: "number" }, (added < 0 ? "−" : "+") + Math.abs(added).toFixed(2)),
    h(
      "td",
      { class: "bar middle" },
      bar(half < 0 ? 0.5 + half : 0.5, Math.abs(half), half < 0 ? "less" : "more"),
    ),
  );
}

/** @param {number} from @param {number} length both parts of the whole @param {string} [style] */
function bar(from, length, style = "more") {
  const made = h("span", { class: `fill ${style}` });
  made.style.insetInlineStart = `${from * 100}%`;
  made.style.inlineSize = `${length * 100}%`;
  return h("span", { class: "track", "aria-hidden": "true" }, made);
}
