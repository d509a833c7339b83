"""One self-contained page of runs: figures, plots, and the errors worth reading."""

from __future__ import annotations

import base64
import html
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from attrs import frozen

from vera.bench.figures.measured import right
from vera.bench.figures.tables import table, text_of
from vera.bench.report import plots
from vera.bench.sets.known import Label
from vera.bench.tune.selection import ACCURACY, CHUNKS, SHOWN
from vera.core.verdict import Status, shown
from vera.verification.report.printable import printable, printable_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from vera.bench.figures.rows import Row, Run

_MOST = 8
"""Errors of a sort that are shown of a set."""

_STYLE = """
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:76rem;margin:0 auto;padding:1rem 1.2rem 4rem}
h1{font-size:1.5rem}
h2{font-size:1.2rem;margin-top:2.2rem;border-top:1px solid #8886;padding-top:1rem}
h3{font-size:1rem;margin:1.4rem 0 .4rem}p{max-width:60rem}
img{max-width:100%;height:auto;background:#fff;border-radius:4px}
pre{overflow-x:auto;font:12.5px/1.45 ui-monospace,monospace;padding:.6rem .8rem;background:#8881;
border-radius:4px}
.error{border-left:3px solid #b2182b;padding:.1rem .8rem;margin:.8rem 0}
.error.missed{border-color:#d95f02}.error p{margin:.2rem 0}
.said{opacity:.75;font-size:.9rem}blockquote{margin:.3rem 0;padding:.3rem .8rem;background:#8881}
"""


@frozen(eq=False)
class Plot:
    """A picture with its file name, without a suffix, and what it shows."""

    name: str
    caption: str
    png: bytes


@frozen(eq=False)
class Section:
    """A part of the page: a heading, text before the plots, plots, and HTML after them."""

    title: str
    text: str
    plots: Sequence[Plot]
    after: str = ""


def section_of_run(name: str, run: Run) -> Section:
    """What a run of `evaluate` found; `name` tells its plots from those of other runs."""
    sets: dict[str, list[Row]] = {}
    for row in run.rows:
        sets.setdefault(row.set, []).append(row)
    pictures = [
        Plot(f"{name}-precision-recall", "Precision against recall", plots.curves(sets)),
        Plot(f"{name}-scores", "Scores by label", plots.distributions(sets)),
    ]
    if (diagram := plots.reliability(sets)) is not None:
        caption = "Reliability: the larger a dot, the more claims it stands for"
        pictures.append(Plot(f"{name}-reliability", caption, diagram))
    text = "\n\n".join(text_of(each, found) for each, found in run.figures.items())
    about = ", ".join(f"{key} {value}" for key, value in run.about.items() if key != "sets")
    return Section(f"Evaluated: {', '.join(sets)}", f"{about}\n\n{text}", pictures, _errors(sets))


def section_of_tuning(name: str, tuned: Mapping[str, Any]) -> Section:
    """What a run of `vera-bench tune` found."""
    pictures = []
    which = sorted({(each["embedder"], each["chunker"], each["top_k"]) for each in tuned["cells"]})
    for measure in (ACCURACY, SHOWN, CHUNKS):
        for embedder, chunker, depth in which:
            picture = plots.heat_map(tuned, measure, (embedder, chunker, depth))
            if picture is not None:
                caption = f"{measure}, by size and overlap: {embedder}, {chunker}, top-k {depth}"
                file = f"{name}-{measure}-{embedder}-{chunker}-{depth}"
                pictures.append(Plot(_plain(file), caption, picture))
    cost = plots.time_against_quality(tuned, ACCURACY)
    pictures.append(Plot(f"{name}-time", "Time against quality", cost))
    sets = tuned["about"]["sets"]
    return Section(f"Tuned: {', '.join(sets)}", _tuned_text(tuned), pictures)


def _tuned_text(tuned: Mapping[str, Any]) -> str:
    best = _settings(tuned["best"])
    lines = [f"best: {best}", f"chosen: {_settings(tuned['chosen'])}"]
    for title, cells in (
        ("Best against the default, on what was tuned on", tuned["cells"]),
        ("The same on the sealed part", (tuned["sealed"] or {}).get("cells", [])),
    ):
        found = [
            (
                each["set"],
                each["measure"],
                f"{each['first']:.3f}",
                f"{each['second']:.3f}",
                f"{each['low']:+.3f} to {each['high']:+.3f}",
                each["verdict"],
            )
            for cell in cells
            if _settings(cell) == best
            for each in cell["against the default"]
        ]
        head = ("set", "measure", "default", "best", "difference", "")
        lines += ["", title, table([head, *found]) if found else "nothing to compare"]
    return "\n".join(lines)


def _settings(cell: Mapping[str, Any]) -> str:
    names = ("embedder", "chunker", "size", "overlap", "top_k")
    return ", ".join(f"{name} {cell[name]}" for name in names)


def _plain(name: str) -> str:
    return "".join(letter if letter.isalnum() or letter in "-." else "-" for letter in name)


def _errors(sets: Mapping[str, Sequence[Row]]) -> str:
    return "".join(
        f"<h3>{html.escape(printable(name))}: {html.escape(title)}</h3>"
        + "".join(map(_error, found[:_MOST]))
        for name, rows in sets.items()
        for title, found in _sorts(rows)
        if found
    )


def _sorts(rows: Sequence[Row]) -> Iterator[tuple[str, list[Row]]]:
    """Wrong verdicts, the surest first."""
    wrong = [row for row in rows if not right(row)]
    false = [row for row in wrong if row.status == Status.GROUNDED.value]
    accused = [
        row
        for row in wrong
        if row.label == Label.SUPPORTED.value and row.status == Status.CONTRADICTED.value
    ]
    missed = [
        row
        for row in wrong
        if row.label == Label.SUPPORTED.value and row.status == Status.UNSUPPORTED.value
    ]
    yield f"{len(false)} false claims passed", sorted(false, key=lambda row: -(row.score or 0))
    yield f"{len(accused)} true claims accused", sorted(accused, key=lambda row: -(row.score or 0))
    yield f"{len(missed)} true claims missed", sorted(missed, key=lambda row: row.score or 0)


def _error(row: Row) -> str:
    sort = "error" if row.status == Status.GROUNDED.value else "error missed"
    score = "-" if row.score is None else shown(row.score)
    said = f"{row.label}; the verdict: {row.status}, {score}. {row.reason}"
    place = f"{row.id} {row.kind}".strip()
    texts = [html.escape(printable(each)) for each in (row.claim, row.passage, said, place)]
    claim, passage, why, where = texts
    return (
        f'<div class="{sort}"><p><b>{claim}</b></p><blockquote>{passage}</blockquote>'
        f'<p class="said">It is {why} <i>({where})</i></p></div>\n'
    )


def page(sections: Sequence[Section]) -> str:
    """The page; it needs no network and runs no script."""
    body = "".join(map(_section, sections))
    policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>How well claims are verified</title>
<style>{_STYLE}</style>
</head>
<body>
<h1>How well claims are verified</h1>
<p>Values are followed by intervals of 95%, from resampled groups (documents).</p>
{body}</body>
</html>
"""


def _section(section: Section) -> str:
    pictures = "".join(
        f'<h3>{html.escape(plot.caption)}</h3><img alt="{html.escape(plot.caption)}" '
        f'src="data:image/png;base64,{base64.b64encode(plot.png).decode()}">\n'
        for plot in section.plots
    )
    after = f"<h2>Errors worth reading</h2>\n{section.after}" if section.after else ""
    text = html.escape(printable_text(section.text))
    return (
        f"<h2>{html.escape(printable(section.title))}</h2>\n<pre>{text}</pre>\n{pictures}{after}\n"
    )
