"""Splitting into sentences, against pysbd alone and against one regular expression.

Run: `pytest benchmarks/bench_sentences.py`. Read each time as a ratio to the others of its group.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from benchmarks.references import ENDS, sentences_of_pysbd
from tests.data import data_folder
from vera.core.document import Document
from vera.verification.chunking.pysbd import PysbdSplitter

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture


@pytest.fixture(scope="module")
def text() -> str:
    """Twenty thousand characters of a real paper, its lines joined."""
    paper = data_folder("evidence_inference", "txt", "PMC1087200.txt").read_text(encoding="utf-8")
    return " ".join(paper.split())[:20_000]


@pytest.mark.benchmark(group="sentences of 20,000 characters")
def test_ours(benchmark: BenchmarkFixture, text: str) -> None:
    """The splitter of this project."""
    document, splitter = Document(text, "a paper", ""), PysbdSplitter()
    assert len(benchmark(lambda: list(splitter.split(document)))) > 100


@pytest.mark.benchmark(group="sentences of 20,000 characters")
def test_reference_pysbd_alone(benchmark: BenchmarkFixture, text: str) -> None:
    """Reference: pysbd's rules on the whole text, without offsets."""
    assert len(benchmark(sentences_of_pysbd, text)) > 100


@pytest.mark.benchmark(group="sentences of 20,000 characters")
def test_reference_one_regular_expression(benchmark: BenchmarkFixture, text: str) -> None:
    """Reference: the least work that finds most ends."""
    assert len(benchmark(lambda: [end.end() for end in ENDS.finditer(text)])) > 100
