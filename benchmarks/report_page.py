"""How large the report for a browser is, and how soon it is seen.

    python -m benchmarks.report_page [--plot FILE.svg] PDF...

Claims are sentences of the papers, in turn, each with three passages as evidence: itself and two
others of its paper. Prints for 10, 100 and 500 of them the size of the file in MB, the pages in it,
the seconds to make it, and the milliseconds, the median of five times, from the start of loading to
the first paint, to the loaded page, and to the last claim seen after a jump to the page's end; and
plots the size and the first two.
"""

from __future__ import annotations

import json
import random
import statistics
import tempfile
import time
from itertools import chain, zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tests.devtools import Page
from tests.report.verdicts import evidence, report, verdict
from vera.core.verdict import Status, Verdict
from vera.verification import wiring
from vera.verification.report.verdicts_html import HtmlForm

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.core.document import Document

_COUNTS = (10, 100, 500)
_TIMES = 5
_GOAL = 2.0
"""Seconds in which a page of 500 claims is to be open."""
_SHORTEST = 40
"""Characters of a sentence that is taken for a claim."""
_PAINTED = """new Promise((done) => new PerformanceObserver((list) => {
  const first = list.getEntries().find((it) => it.name === "first-contentful-paint");
  if (first) done(JSON.stringify([first.startTime,
    performance.getEntriesByType("navigation")[0].loadEventEnd]));
}).observe({ type: "paint", buffered: true }))"""
_JUMP = """new Promise((done) => { const begun = performance.now();
  document.querySelector(".claim:last-of-type").scrollIntoView();
  requestAnimationFrame(() => setTimeout(() => done(performance.now() - begun))); })"""


def _verdicts(documents: list[Document]) -> list[Verdict]:
    chance, by_paper = random.Random(0), []  # noqa: S311 - a sample, the same each time
    for document in documents:
        sentences = [span.of(document.text) for span in wiring.sentences_of(document)]
        sentences = [it for it in sentences if len(it) >= _SHORTEST]
        by_paper.append(
            [
                verdict(
                    " ".join(it.split()),
                    chance.choice(tuple(Status)[:3]),
                    *(evidence(document, text) for text in (it, *chance.sample(sentences, 2))),
                )
                for it in sentences
            ]
        )
    in_turn = chain.from_iterable(zip_longest(*by_paper))
    return [it for it in in_turn if it is not None]


def _plot(rows: Sequence[tuple[int, float, float, float]], path: Path) -> None:
    """Claims, MB, and milliseconds to the first paint and to the loaded page, as a picture."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context({"svg.hashsalt": "report_page", "font.size": 9}):
        figure = Figure(figsize=(8, 3), layout="constrained")
        sizes, times = figure.subplots(1, 2)
        counts = [row[0] for row in rows]
        sizes.plot(counts, [row[1] for row in rows], "o-")
        sizes.set(ylabel="size of the page, MB")
        times.plot(counts, [row[2] / 1000 for row in rows], "o-", label="first paint")
        times.plot(counts, [row[3] / 1000 for row in rows], "s--", label="loaded")
        times.axhline(_GOAL, color="grey", linestyle=":", label="goal for 500 claims")
        times.set(ylabel="from the start of loading, s")
        times.legend()
        for axes in (sizes, times):
            axes.set(xscale="log", xlabel="claims", ylim=(0, None))
            axes.set_xticks(counts, labels=map(str, counts), minor=False)
            axes.minorticks_off()
            axes.grid(alpha=0.3)
        figure.savefig(path, metadata={"Date": None})


def _opened(path: Path, profile: Path) -> list[float]:
    """Milliseconds to the first paint, to the loaded page and of a jump: medians."""
    rounds = []
    for _ in range(_TIMES):
        with Page(profile) as page:
            page.open(path)
            page.picture()
            rounds.append([*json.loads(page.ask(_PAINTED)), page.ask(_JUMP)])
    return [statistics.median(it) for it in zip(*rounds, strict=True)]


@click.command()
@click.option("--plot", type=click.Path(path_type=Path), help="A picture of it; needs matplotlib.")
@click.argument("papers", type=click.Path(path_type=Path), nargs=-1, required=True)
def main(plot: Path | None, papers: tuple[Path, ...]) -> None:
    """A line for each number of claims."""
    documents = [wiring.read_document(path).unwrap() for path in papers]
    verdicts, rows = _verdicts(documents), []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "report.html")
        for count in _COUNTS:
            begun = time.perf_counter()
            text = report(HtmlForm(wiring.Again()), documents, verdicts[:count])
            made = time.perf_counter() - begun
            path.write_text(text, "utf-8")
            first, loaded, jump = _opened(path, Path(folder, "profile"))
            size, pages = len(text.encode()) / 1e6, text.count("data:image/webp;")
            rows.append((count, size, first, loaded))
            click.echo(
                f"{count:4} claims: {size:.1f} MB, {pages} pages, made in {made:.1f} s;"
                f" first paint {first:.0f} ms, loaded {loaded:.0f} ms,"
                f" jump to the end {jump:.0f} ms"
            )
    if plot is not None:
        _plot(rows, plot)


if __name__ == "__main__":
    main()
