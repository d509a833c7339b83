"""Packing sentences into chunks, against a packer of a few lines.

Run: `pytest benchmarks/bench_chunking.py`. Read each time as a ratio to the others of its group.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING

import pytest

from core.document import Document, Span
from verification.chunking.pysbd import PysbdSplitter
from verification.chunking.sentence import SentenceChunker

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

_PLAIN = re.compile(r"[.!?]\s+(?=[A-Z])")
_PARAGRAPH = "The cells were counted by hand. They were long, and there were many of them. " * 20


@pytest.fixture(scope="module")
def document() -> Document:
    """A million characters in paragraphs."""
    return Document((_PARAGRAPH + "\n\n") * 640, "a paper", "")


@pytest.fixture(scope="module")
def sentences(document: Document) -> list[Span]:
    """The sentences, found once."""
    return list(PysbdSplitter().split(document))


def pack_plainly(text: str) -> list[str]:
    """Chunks of at most 3000 characters, the next begun at the first end in the last 600."""
    ends = [0, *(found.end() for found in _PLAIN.finditer(text)), len(text)]
    chunks, start = [], 0
    while True:
        stop = ends[bisect_right(ends, start + 3000) - 1]
        chunks.append(text[start:stop])
        if stop == len(text):
            return chunks
        start = ends[bisect_right(ends, stop - 600)]


@pytest.mark.benchmark(group="chunks of 1,000,000 characters")
def test_ours_given_sentences(
    benchmark: BenchmarkFixture, document: Document, sentences: list[Span]
) -> None:
    """The chunker of this project, sentences given: with ids, flags and every rule."""
    chunker = SentenceChunker()
    assert len(benchmark(lambda: list(chunker.chunk(document, sentences)))) > 300


@pytest.mark.benchmark(group="chunks of 1,000,000 characters")
def test_reference_plain_packer(benchmark: BenchmarkFixture, document: Document) -> None:
    """Reference: a regular expression's ends and a bisection, texts only."""
    assert len(benchmark(lambda: pack_plainly(document.text))) > 300
