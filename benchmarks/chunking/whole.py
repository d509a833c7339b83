"""Finding the sentences of whole texts, beside pysbd's rules on the same."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pysbd
from attrs import frozen

from vera.core.document import Document
from vera.verification.chunking.pysbd import PysbdSplitter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

_LENGTHS = (34_000, 100_000)


@frozen
class Times:
    """CPU seconds for one text of so many characters, ours the least of five runs."""

    name: str
    length: int
    ours: float
    pysbd: float


def _seconds(run: Callable[[], object]) -> float:
    start = time.process_time()
    run()
    return time.process_time() - start


def texts(data: Path) -> Iterator[tuple[str, str]]:
    """The paper nearest to 34,000 characters, whole, then with its lines joined; several papers."""
    folder = data / "evidence_inference" / "txt"
    papers = [path.read_text("utf-8") for path in sorted(folder.glob("*.txt"))]
    paper = min(papers, key=lambda text: abs(len(text) - _LENGTHS[0]))
    yield "a paper", paper
    yield "its lines joined", " ".join(paper.split())
    yield "papers", "\n\n".join(papers)[: _LENGTHS[1]]


def measure(name: str, text: str) -> Times:
    """The times for one text."""
    document, ours = Document(text, name, ""), PysbdSplitter()
    theirs = pysbd.Segmenter(language="en", clean=False).processor(text)
    list(ours.split(Document(text[:1000], name, "")))
    return Times(
        name,
        len(text),
        min(_seconds(lambda: list(ours.split(document))) for _ in range(5)),
        _seconds(theirs.process),
    )
