"use strict";

// Runs the bundle of the extension in node, with as much of VS Code's interface as it asks for
// here, and tells on standard output, a line of JSON each, what VS Code would show. The client
// in the bundle, its connection and the server are the real ones.
//
//     node vscode_host.js EXTENSION_FOLDER FOLDER FILE SETTINGS
//
// What to do then comes on standard input, a line of JSON each: {"settings": {...}}, {"hover":
// [line, character]}, {"actions": [line, character]}, {"kill": true}, {"end": true}.

const processes = require("child_process");
const Module = require("module");
const fs = require("fs");
const path = require("path");
const readline = require("readline");
const url = require("url");

const [extension, folder, file, set] = process.argv.slice(2);
const tell = (said) => process.stdout.write(`${JSON.stringify(said)}\n`);
const manifest = JSON.parse(fs.readFileSync(path.join(extension, "package.json"), "utf8"));
const defaults = manifest.contributes.configuration.properties;
let settings = JSON.parse(set);

const nothing = () => ({ dispose() {} });

/** What is not given below: classes that hold nothing, enumerations whose values are their names. */
function lenient(given) {
  return new Proxy(given, {
    get(it, name) {
      if (name in it || typeof name === "symbol") return it[name];
      if (/^(on|register|create)/.test(name)) return nothing;
      if (/^[a-z]/.test(name)) return undefined;
      return new Proxy(class {}, { get: (made, value) => (value in made ? made[value] : value) });
    },
  });
}

class Uri {
  static parse = (text) => Object.assign(new Uri(), { text });
  static file = (name) => Uri.parse(url.pathToFileURL(name).href);
  get scheme() { return this.text.split(":")[0]; }
  get fsPath() { return url.fileURLToPath(this.text); }
  get path() { return new URL(this.text).pathname; }
  toString() { return this.text; }
}
class Position {
  constructor(line, character) { Object.assign(this, { line, character }); }
}
class Range {
  constructor(...at) {
    const [start, end] = at.length === 2 ? at : [new Position(at[0], at[1]), new Position(at[2], at[3])];
    Object.assign(this, { start, end });
  }
}
class Diagnostic {
  constructor(range, message, severity) { Object.assign(this, { range, message, severity }); }
}
class CodeAction {
  constructor(title, kind) { Object.assign(this, { title, kind }); }
}
class CodeActionKind {
  static Empty = new CodeActionKind("");
  constructor(value) { this.value = value; }
  append(more) { return new CodeActionKind(this.value ? `${this.value}.${more}` : more); }
}
class WorkspaceEdit {
  edits = [];
  set(uri, edits) { this.edits.push(...edits); }
  replace(uri, range, newText) { this.edits.push({ range, newText }); }
}
class TextEdit {
  constructor(range, newText) { Object.assign(this, { range, newText }); }
}
class Hover {
  constructor(contents) { this.contents = contents; }
}
class MarkdownString {
  value = "";
  appendText(text) { this.value += text; return this; }
}
class CancellationTokenSource {
  token = { isCancellationRequested: false, onCancellationRequested: nothing };
}
class EventEmitter {
  listeners = [];
  event = (listener) => { this.listeners.push(listener); return { dispose() {} }; };
  fire(it) { this.listeners.forEach((listener) => listener(it)); }
  dispose() {}
}

const uri = Uri.file(file);
const text = fs.readFileSync(file, "utf8");
const open = {
  uri, fileName: file, languageId: "markdown", version: 1, isClosed: false, getText: () => text,
};
const changed = new EventEmitter();
const providers = {};
const channel = lenient(
  Object.fromEntries(
    ["append", "appendLine", "clear", "show", "dispose", "trace", "debug", "info", "warn", "error"].map(
      (name) => [name, (...said) => tell({ log: said.map((it) => it?.stack ?? String(it)) })],
    ),
  ),
);
const vscode = lenient({
  version: "1.91.0",
  Uri, Position, Range, Diagnostic, CodeAction, CodeActionKind, WorkspaceEdit, TextEdit, Hover,
  MarkdownString, CancellationTokenSource, EventEmitter,
  env: { appName: "tests", language: "en" },
  commands: lenient({ registerCommand: (name) => (tell({ command: name }), nothing()) }),
  extensions: lenient({}),
  workspace: lenient({
    textDocuments: [open],
    notebookDocuments: [],
    workspaceFolders: [{ uri: Uri.file(folder), name: "folder", index: 0 }],
    onDidChangeConfiguration: changed.event,
    getConfiguration: (section) => ({
      get: (name) => settings[name] ?? defaults[`${section}.${name}`]?.default,
    }),
  }),
  window: lenient({
    visibleTextEditors: [{ document: open }],
    tabGroups: lenient({ all: [] }),
    createOutputChannel: () => channel,
    showErrorMessage: async (message) => tell({ message }),
    showWarningMessage: async (message) => tell({ message }),
    withProgress: (_, task) =>
      task({ report() {} }, new CancellationTokenSource().token),
  }),
  languages: lenient({
    match: () => 10,
    createLanguageStatusItem: () => {
      const item = {};
      return Object.defineProperty(item, "severity", {
        set: (severity) => tell({ status: item.text, detail: item.detail, severity }),
      });
    },
    createDiagnosticCollection: () =>
      lenient({
        set: (_, told) => tell({ diagnostics: told }),
        clear: () => tell({ diagnostics: [] }),
        dispose: () => tell({ diagnostics: [] }),
      }),
    registerHoverProvider: (_, it) => ((providers.hover = it), nothing()),
    registerCodeActionsProvider: (_, it) => ((providers.actions = it), nothing()),
  }),
});

const started = [];
const { spawn } = processes;
processes.spawn = (...how) => {
  started.push(spawn(...how));
  return started.at(-1);
};

const load = Module._load;
Module._load = (name, ...rest) => (name === "vscode" ? vscode : load(name, ...rest));

async function main() {
  const { activate, deactivate } = require(path.resolve(extension, manifest.main));
  await activate({ subscriptions: [], extension: { packageJSON: manifest } });
  const { token } = new CancellationTokenSource();
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const asked = JSON.parse(line);
    if (asked.settings) {
      const before = settings;
      settings = asked.settings;
      changed.fire({
        affectsConfiguration: (name) => name === "vera" || before.command !== settings.command,
      });
    } else if (asked.hover) {
      const said = await providers.hover.provideHover(open, new Position(...asked.hover), token);
      tell({ hover: said && [said.contents].flat().map((it) => it.value ?? it).join("\n") });
    } else if (asked.actions) {
      const range = new Range(...asked.actions, ...asked.actions);
      const context = { diagnostics: [], triggerKind: 1 };
      tell({ actions: await providers.actions.provideCodeActions(open, range, context, token) });
    } else if (asked.kill) {
      started.at(-1).kill("SIGKILL");
    } else {
      break;
    }
  }
  await deactivate();
  process.exit(0);
}

main().catch((error) => {
  tell({ failed: error.stack });
  process.exit(1);
});
