// What a verdict tells beside its passages: conflicts, parts, papers, the reason and the score.
import { badge } from "./card.js";
import { h } from "./dom.js";
import { inClaim, marked } from "./marks.js";
import { pagesOf, score, sentence } from "./words.js";

/** @param {import("./api.js").Verdict} verdict */
export function parts({ parts }) {
  if (!parts.length) return null;
  const told = parts.map((part) =>
    h(
      "li",
      {},
      badge(part.status),
      " ",
      h("span", { dir: "auto" }, ...marked(part.text, inClaim(part.text, part.conflicts))),
      h("p", { class: "faint" }, `${score(part.score)}: ${part.reason}`),
    ),
  );
  return h(
    "section",
    { "aria-label": "Parts of the claim" },
    h("h3", {}, "Its parts"),
    h("ul", { class: "parts" }, told),
  );
}

/** @param {import("./api.js").Verdict} verdict */
export function eachPaper({ papers }) {
  if (papers.length < 2) return null;
  const rows = papers.map((it) =>
    h(
      "tr",
      {},
      h("th", { scope: "row", dir: "auto" }, it.document),
      h("td", {}, badge(it.status)),
      h("td", { class: "number" }, score(it.score)),
    ),
  );
  return h("div", { class: "wide" }, h("table", {}, h("tbody", {}, rows)));
}

/** Why, beside what conflicts. @param {import("./api.js").Verdict} verdict */
export function reason({ reason, conflicts }) {
  const rest = conflicts.length ? reason.replace(said(conflicts), "").replace(/^; /, "") : reason;
  return rest ? h("p", { class: "reason", dir: "auto" }, sentence(rest)) : null;
}

/** Where in a table. @param {import("./api.js").Conflict} conflict */
const cell = ({ where }) => (where ? ` (${where})` : "");

/** Conflicts as a reason tells them. @param {import("./api.js").Conflict[]} conflicts */
const said = (conflicts) =>
  conflicts
    .map(
      (it) =>
        `claim says ${it.claim}, paper says ${it.paper}${cell(it)}${it.pages.length ? `, p. ${it.pages[0]}` : ""}`,
    )
    .join("; ");

/** @param {import("./api.js").Conflict[]} conflicts */
export const conflicts = (conflicts) =>
  conflicts.length
    ? h(
        "ul",
        { class: "conflicts" },
        conflicts.map((it) =>
          h(
            "li",
            {},
            "Claim says ",
            h("mark", { class: "differs" }, it.claim),
            ", paper says ",
            h("mark", { class: "differs" }, it.paper),
            cell(it),
            it.pages.length ? `, ${pagesOf(it.pages)}` : "",
            ".",
          ),
        ),
      )
    : null;

/** @param {import("./api.js").Verdict} verdict */
export function measured(verdict) {
  if (verdict.score === null) return "It was not asked.";
  const scale = verdict.calibrated ? "Probability" : "Cosine";
  const rule = `${scale} ${score(verdict.score)}, threshold ${verdict.threshold}`;
  const judge = ["calibration", "cosine", null].includes(verdict.decided)
    ? ""
    : `, decided by ${verdict.decided}`;
  const where = verdict.file
    ? `, ${verdict.file}:${verdict.line}`
    : verdict.line
      ? `, line ${verdict.line}`
      : "";
  return `${rule}${judge}${where}${verdict.cites.length ? `, cites ${verdict.cites.join(", ")}` : ""}`;
}
