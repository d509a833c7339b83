"""How the page of chunks looks, and the script that lights a chunk up.

Nothing is told by hue alone: chunks are numbered where they begin and end, every other one is
dotted below, and what several of them share is hatched and underlined. The two colours are a light
yellow and a light blue, which every kind of colour blindness tells apart.
"""

STYLE = """
:root { color-scheme: light dark; --page: #fff; --ink: #1a1a1a; --faint: #595959; --line: #8a8a8a;
  --even: #fff3c9; --odd: #dcebff; --hatch: #0000001f; --mark: #1a1a1a; --on-mark: #fff; }
@media (prefers-color-scheme: dark) { :root { --page: #16181c; --ink: #ececec; --faint: #b4b4b4;
  --line: #8a8a8a; --even: #40381a; --odd: #1c3557; --hatch: #ffffff2e; --mark: #ececec;
  --on-mark: #16181c; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; background: var(--page);
  color: var(--ink); font: 1rem/1.7 system-ui, sans-serif; }
h1 { font-size: 1.4rem; line-height: 1.3; margin: 0; overflow-wrap: anywhere; }
header p { margin: .5rem 0; overflow-wrap: anywhere; }
.legend { font-size: .875rem; display: flex; flex-wrap: wrap; gap: .25rem .75rem;
  align-items: center; }
.legend span { padding: 0 .35rem; }
details { margin: .5rem 0 1rem; font-size: .875rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { text-align: start; vertical-align: top; padding: .15rem .75rem .15rem 0;
  border-bottom: 1px solid var(--line); }
a { color: inherit; }
main { position: relative; white-space: pre-wrap; overflow-wrap: anywhere;
  unicode-bidi: plaintext; padding-inline-start: 4.5rem;
  border-inline-start: 1px solid var(--line); tab-size: 4; }
.even, .odd, .shared { box-decoration-break: clone; -webkit-box-decoration-break: clone;
  padding: .1em 0; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
.even { background-color: var(--even); }
.odd { background-color: var(--odd); border-bottom: 1px dotted var(--line); }
.shared { background-image: repeating-linear-gradient(135deg, var(--hatch) 0 2px,
  transparent 2px 6px); text-decoration: underline; text-decoration-thickness: 1px;
  text-underline-offset: .2em; }
.legend .shared { background-color: var(--even); }
.none { color: var(--faint); outline: 1px dashed var(--line); }
.lit { outline: 2px solid var(--mark); }
.begin, .end { font: 700 .6875rem/1 ui-monospace, monospace; padding: .1rem .25rem;
  vertical-align: middle; unicode-bidi: isolate; user-select: none; }
.begin { background: var(--mark); color: var(--on-mark); border: 1px solid var(--mark);
  border-radius: .5rem 0 0 .5rem; }
.end { border: 1px solid var(--mark); color: var(--ink); border-radius: 0 .5rem .5rem 0; }
.begin:target { outline: 3px solid var(--mark); outline-offset: 2px; }
.label { position: absolute; inset-inline-start: .5rem; font: 700 .8125rem/1.7 ui-monospace,
  monospace; color: var(--faint); user-select: none; }
.control { font: .6875rem/1 ui-monospace, monospace; border: 1px dotted var(--ink);
  padding: 0 .15rem; unicode-bidi: isolate; direction: ltr; }
@media (max-width: 40rem) { body { padding: .75rem; } main { padding-inline-start: 2.75rem; }
  .label { inset-inline-start: .15rem; font-size: .6875rem; line-height: 2; } }
@media print { body { max-width: none; font-size: 10pt; } details { display: none; }
}
"""

SCRIPT = """
const parts = [...document.querySelectorAll("main [data-first]")];
const light = (chunk) => parts.forEach((part) => part.classList.toggle("lit",
  chunk !== null && +part.dataset.first <= chunk && chunk <= +part.dataset.last));
const chunkAt = (target) => {
  const mark = target.closest("main b, [data-last], a[href^='#c']");
  if (!mark) return null;
  return +(mark.dataset.last ?? mark.textContent);
};
document.addEventListener("click", (event) => light(chunkAt(event.target)));
addEventListener("keydown", (event) => { if (event.key === "Escape") light(null); });
"""
