"use strict";

// Makes dist/extension.js, one file of all that the extension needs, and beside it the licences of
// the packages that are in it.

const { readFileSync, readdirSync, writeFileSync } = require("fs");
const path = require("path");
const esbuild = require("esbuild");

const PACKAGE = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/** The folders of the packages that the bundle has something of. */
function packages(inputs) {
  const folders = inputs.map((file) => PACKAGE.exec(file)?.[1]).filter(Boolean);
  return [...new Set(folders)].sort();
}

function licence(folder) {
  const name = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
  if (!name) {
    throw new Error(`${folder} has no licence`);
  }
  const { name: title, version } = JSON.parse(readFileSync(path.join(folder, "package.json")));
  return `${title} ${version}\n\n${readFileSync(path.join(folder, name), "utf8").trim()}\n`;
}

process.chdir(__dirname);
const { metafile } = esbuild.buildSync({
  entryPoints: ["extension.js"],
  outfile: "dist/extension.js",
  bundle: true,
  platform: "node",
  target: "node20",
  external: ["vscode"],
  minify: true,
  metafile: true,
  logLevel: "warning",
});
const own = `VERA\n\n${readFileSync("../../LICENSE", "utf8").trim()}\n`;
const others = packages(Object.keys(metafile.inputs)).map(licence);
writeFileSync("dist/LICENSES.txt", [own, ...others].join(`\n${"-".repeat(72)}\n\n`));
