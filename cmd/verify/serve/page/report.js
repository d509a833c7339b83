// What can be kept of the verdicts as a file.
import { h } from "./dom.js";
import { session } from "./session.js";

const FORMS = {
  html: "HTML, with the pages",
  csv: "CSV, a table",
  sarif: "SARIF",
  json: "JSON",
  markdown: "Markdown",
  text: "Text",
};

/** Links to the reports of the job, and to the marked copies of its PDFs. */
export function reports() {
  const job = session.job;
  if (!job || session.state !== "done") {
    const says =
      session.state === "running"
        ? "when all verdicts are there"
        : "of verdicts that are all there";
    return h("p", { class: "faint" }, `Reports can be downloaded ${says}.`);
  }
  const links = Object.entries(FORMS).map(([form, says]) =>
    h("li", {}, download(`/api/jobs/${job.id}/report?format=${form}`, says)),
  );
  const copies = pdfs().map(([name, id]) =>
    h("li", {}, download(`/api/jobs/${job.id}/copies/${id}`, `${name}, with the evidence marked`)),
  );
  return h(
    "div",
    { class: "reports" },
    h("h3", {}, "Reports"),
    h("ul", { class: "links" }, links),
    copies.length ? h("h3", {}, "Marked copies of the papers") : null,
    copies.length ? h("ul", { class: "links" }, copies) : null,
  );
}

/** @param {string} path @param {string} says */
const download = (path, says) => h("a", { href: path, download: "", class: "download" }, says);

/** The PDFs that there is evidence of: names and ids. @returns {[string, string][]} */
function pdfs() {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const { arrived } of session.claims)
    for (const [name, place] of Object.entries(arrived?.papers ?? {}))
      if (name.toLowerCase().endsWith(".pdf")) found.set(name, place.split("/").at(-1) ?? "");
  return [...found];
}
