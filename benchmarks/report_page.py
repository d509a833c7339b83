"""How large the report for a browser is, and how soon it is seen.

    python -m benchmarks.report_page PDF...

Claims are sentences of the papers, in turn, each with three passages as evidence: itself and two
others of its paper. Prints for 10, 100 and 500 of them the size of the file in MB, the pages in it,
the seconds to make it, and the milliseconds, the median of five times, from the start of loading to
the first paint, to the loaded page, and to the last claim seen after a jump to the page's end.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import tempfile
import time
from itertools import chain, zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

from tests.devtools import Page
from tests.report.verdicts import evidence, report, verdict
from vera.core.verdict import Status, Verdict
from vera.verification import wiring
from vera.verification.report.verdicts_html import HtmlForm

if TYPE_CHECKING:
    from vera.core.document import Document

_COUNTS = (10, 100, 500)
_TIMES = 5
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


def main() -> None:
    """A line for each number of claims."""
    documents = [wiring.read_document(Path(name)).unwrap() for name in sys.argv[1:]]
    verdicts = _verdicts(documents)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "report.html")
        for count in _COUNTS:
            begun = time.perf_counter()
            text = report(HtmlForm(wiring.Again()), documents, verdicts[:count])
            made = time.perf_counter() - begun
            path.write_text(text, "utf-8")
            rounds = []
            for _ in range(_TIMES):
                with Page(Path(folder, "profile")) as page:
                    page.open(path)
                    page.picture()
                    rounds.append([*json.loads(page.ask(_PAINTED)), page.ask(_JUMP)])
            first, loaded, jump = (statistics.median(it) for it in zip(*rounds, strict=True))
            pages = text.count("data:image/webp;")
            print(  # noqa: T201 - a program that a person runs
                f"{count:4} claims: {len(text.encode()) / 1e6:.1f} MB, {pages} pages,"
                f" made in {made:.1f} s; first paint {first:.0f} ms, loaded {loaded:.0f} ms,"
                f" jump to the end {jump:.0f} ms"
            )


if __name__ == "__main__":
    main()
