"""How the page of verdicts looks, and the script of its keys.

A verdict is told by a sign and a word, not by its colour alone. Filtering needs no script: a box
that is not ticked hides its claims by a rule. Pages of papers keep their light ground in the dark.
"""

from __future__ import annotations

from vera.core.verdict import Status
from vera.verification.report.highlights import COLOURS

SIGNS = {
    Status.GROUNDED: "✓",
    Status.CONTRADICTED: "✗",
    Status.UNSUPPORTED: "○",
    Status.UNCHECKED: "?",
}

_LOOKS = """
:root { color-scheme: light dark; --page: #fff; --ink: #1a1a1a; --faint: #595959; --line: #c4c4c4;
  --raised: #f6f6f4; --mark: #1f4fb4; --dim: 1; --grounded: #0b5a1d; --contradicted: #8f0f5c;
  --unsupported: #7a4300; --unchecked: #454545; }
@media (prefers-color-scheme: dark) { :root { --page: #16181c; --ink: #ececec; --faint: #b4b4b4;
  --line: #4a4d54; --raised: #1f2228; --mark: #9dbcff; --dim: .82; --grounded: #8fdc9b;
  --contradicted: #ff9fd8; --unsupported: #ffc46b; --unchecked: #cfcfcf; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 6rem; }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; background: var(--page);
  color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.3; margin: .5rem 0; }
h2 { font-size: 1.15rem; margin: 1.5rem 0 .5rem; }
h3 { font-size: 1.0625rem; line-height: 1.45; margin: 0; font-weight: 600; }
a { color: inherit; }
:focus-visible, .claim:focus { outline: 3px solid var(--mark); outline-offset: 3px; }
.skip { position: absolute; left: -99rem; }
.skip:focus { position: static; }
.facts, .reason, .faint, figcaption, .papers, footer { color: var(--faint); font-size: .9375rem; }
.facts, .reason { margin: .25rem 0; }
.filter { position: sticky; top: 0; z-index: 1; margin: 0; padding: .5rem 0; border: 0;
  border-bottom: 1px solid var(--line); background: var(--page); min-width: 0; }
.filter fieldset { border: 0; margin: 0; padding: 0; display: flex; flex-wrap: wrap;
  gap: .25rem 1.25rem; align-items: center; min-width: 0; }
.filter legend { float: left; padding: 0; margin-inline-end: 1.25rem; }
.filter input { inline-size: 1rem; block-size: 1rem; accent-color: var(--mark); }
.filter p { margin: .25rem 0 0; font-size: .875rem; color: var(--faint); }
kbd { font: .8125rem ui-monospace, monospace; border: 1px solid var(--line); border-radius: .2rem;
  padding: 0 .3rem; color: var(--ink); }
.claim { border: 1px solid var(--line); border-inline-start-width: .4rem; border-radius: .3rem;
  padding: .75rem 1rem; margin: 1rem 0; content-visibility: auto;
  contain-intrinsic-size: auto 30rem; }
.badge { font-size: .9375rem; white-space: nowrap; border: 1px solid; border-radius: 1rem;
  padding: .05rem .6rem; margin-inline-end: .35rem; }
.number { color: var(--faint); font-weight: 400; margin-inline-end: .35rem; }
figure { margin: .75rem 0; }
figcaption b { color: var(--ink); }
blockquote { margin: .25rem 0; padding: .25rem .75rem; border-inline-start: 3px solid var(--line);
  background: var(--raised); white-space: pre-line; }
mark { background: #fff0a8; color: #1a1a1a; }
.shot { position: relative; overflow: hidden; margin: .5rem 0; border: 1px solid var(--line);
  background: #fff; filter: brightness(var(--dim)); }
.sheet { position: absolute; left: 0; width: 100%; background-size: 100% 100%;
  print-color-adjust: exact; -webkit-print-color-adjust: exact; }
.sheet i { position: absolute; background: #fff0a8; mix-blend-mode: multiply;
  outline: 1px solid #1a1a1a66; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
.warn { border-inline-start: 3px solid var(--unsupported); padding-inline-start: .5rem; }
details { margin: .5rem 0; }
summary { cursor: pointer; font-size: .9375rem; }
ul { margin: .25rem 0; padding-inline-start: 1.25rem; }
.parts > li { margin: .5rem 0; }
table { border-collapse: collapse; font-size: .9375rem; }
.wide { overflow-x: auto; }
th, td { text-align: start; vertical-align: top; padding: .15rem .75rem .15rem 0;
  border-bottom: 1px solid var(--line); }
.control { font: .6875rem/1 ui-monospace, monospace; border: 1px dotted var(--ink);
  padding: 0 .15rem; unicode-bidi: isolate; direction: ltr; }
.hidden-claims { display: none; }
body:has(.filter input[name="show"]:not(:checked)) .hidden-claims { display: block; }
@media print { html { font-size: 9.5pt; } body { max-width: none; padding: 0; }
  .filter, .skip, details { display: none; }
  .claim { content-visibility: visible; break-inside: avoid; } .shot { max-width: 44rem; } }
"""


def _of(status: Status) -> str:
    name = status.value
    rules = f".{name} .badge.{name}, .badge.{name} {{ color: var(--{name}); }}\n"
    rules += f".claim.{name} {{ border-inline-start-color: var(--{name}); }}\n"
    rules += f"body:has(#show-{name}:not(:checked)) .claim.{name} {{ display: none; }}\n"
    if status in COLOURS:
        colour = " ".join(f"{part:.0%}" for part in COLOURS[status])
        rules += f".sheet i.{name} {{ background: rgb({colour}); }}\n"
    return rules


STYLE = _LOOKS + "".join(map(_of, Status))

SCRIPT = """
const claims = [...document.querySelectorAll(".claim")];
const boxes = [...document.querySelectorAll(".filter input[name='show']")];
const told = document.getElementById("told"), keys = document.getElementById("keys");
const ticked = (claim) => boxes.some((box) => box.checked && box.value === claim.dataset.status);
const tell = () => {
  told.textContent = `${claims.filter(ticked).length} of ${claims.length} claims shown`;
};
let last = -1;
document.addEventListener("focusin", (event) => {
  const claim = event.target.closest(".claim");
  if (claim) last = claims.indexOf(claim);
});
const step = (by) => {
  let at = last < 0 && by < 0 ? claims.length : last;
  do at += by; while (claims[at] && !ticked(claims[at]));
  if (!claims[at]) return;
  claims[at].focus({ preventScroll: true });
  claims[at].scrollIntoView({ block: "start" });
};
const only = (at) => {
  boxes.forEach((box, index) => { box.checked = at === 0 || index === at - 1; });
  tell();
};
addEventListener("keydown", (event) => {
  if (!keys.checked || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === "j") step(1);
  else if (event.key === "k") step(-1);
  else if (/^[0-4]$/.test(event.key)) only(+event.key);
});
boxes.forEach((box) => box.addEventListener("change", tell));
document.getElementById("help").hidden = false;
"""
