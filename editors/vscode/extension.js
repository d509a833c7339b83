"use strict";

// Starts `verify lsp` in the folder that is open, once the settings name the papers. What is shown
// of a text is the server's; what is here follows the settings.

const path = require("path");
const vscode = require("vscode");
const { LanguageClient, State } = require("vscode-languageclient/node");

/** What the server takes for a manuscript. */
const TEXTS = [{ scheme: "file", pattern: "**/*.{tex,md,markdown,qmd,rmd,Rmd,typ,org,rst,txt,text}" }];
const OPEN = "workbench.action.openSettings";
const INSTALL = "pip install 'vera-verify[lsp]' installs it, and vera.command says where it is";

let client; // while the server runs, or should
let names; // the settings that are the server's
let status;
let turn = Promise.resolve(); // starts and stops come one after the other

function activate(context) {
  const { properties } = context.extension.packageJSON.contributes.configuration;
  names = Object.keys(properties)
    .map((name) => name.replace("vera.", ""))
    .filter((name) => name !== "command");
  status = vscode.languages.createLanguageStatusItem("vera", TEXTS);
  status.name = "VERA";
  context.subscriptions.push(
    status,
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("vera")) {
        follow(change.affectsConfiguration("vera.command"));
      }
    }),
  );
  return follow(false);
}

function deactivate() {
  turn = turn.then(stop);
  return turn;
}

/** The settings for the server; what is empty is not set. */
function settings() {
  const all = vscode.workspace.getConfiguration("vera");
  const set = names.map((name) => [name, all.get(name)]).filter(([, value]) => given(value));
  return Object.fromEntries(set);
}

function given(value) {
  return value !== null && value !== "" && !(Array.isArray(value) && value.length === 0);
}

/** Do what the settings say, after what they said before. */
function follow(restart) {
  turn = turn.then(() => apply(restart));
  return turn;
}

async function apply(restart) {
  const said = settings();
  const wanted = "papers" in said || "library" in said;
  if (client && (restart || !wanted || !client.isRunning())) {
    await stop();
  }
  if (!wanted) {
    show("no papers", "Nothing is checked: vera.papers names none", "Warning", "vera.papers");
  } else if (client) {
    await client.sendNotification("workspace/didChangeConfiguration", { settings: { vera: said } });
  } else {
    await start();
  }
}

async function start() {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const root = folder?.uri.fsPath;
  const named = vscode.workspace.getConfiguration("vera").get("command") || "verify";
  const command = root && /[\\/]/.test(named) ? path.resolve(root, named) : named;
  const made = new LanguageClient(
    "vera",
    "VERA",
    { command, args: ["lsp"], options: { cwd: root } },
    {
      documentSelector: TEXTS,
      initializationOptions: () => ({ vera: settings() }),
      middleware: {
        workspace: { configuration: ({ items }) => items.map(() => settings()) },
      },
    },
  );
  client = made;
  made.onDidChangeState(({ newState }) => {
    if (newState === State.Running) {
      show("", "Sentences that cite are checked", "Information");
    } else if (newState === State.Stopped && client === made) {
      show("stopped", "Nothing is checked: verify lsp has ended", "Error", "vera.command");
    }
  });
  try {
    await made.start();
  } catch (error) {
    show("not started", `${error.message ?? error}: ${INSTALL}`, "Error", "vera.command");
    ask(`VERA: "${command} lsp" did not start. ${INSTALL}.`);
  }
}

async function stop() {
  const gone = client;
  client = undefined;
  if (gone) {
    await gone.dispose().catch(() => {}); // one that did not start shows nothing, and cannot stop
  }
}

/** In the status of the editor; where something is amiss, beside the setting that mends it. */
function show(text, detail, severity, setting) {
  status.text = text ? `VERA: ${text}` : "VERA";
  status.detail = detail;
  status.command = setting && { title: "Open the settings", command: OPEN, arguments: [setting] };
  status.severity = vscode.LanguageStatusSeverity[severity];
}

/** A message that stays until somebody answers. */
async function ask(message) {
  const answer = "Open the settings";
  if ((await vscode.window.showErrorMessage(message, answer)) === answer) {
    await vscode.commands.executeCommand(OPEN, "vera.command");
  }
}

module.exports = { activate, deactivate };
