"""Packing into chunks, and tokens, each beside a reference in the same run.

Run: `pytest benchmarks/bench_chunking.py`. Read each time as a ratio to the others of its group.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from benchmarks.references import pack_plainly
from tests.data import data_folder
from vera.core.document import Document, Span
from vera.verification.chunking.pysbd import PysbdSplitter
from vera.verification.chunking.sentence import SentenceChunker
from vera.verification.chunking.strategy import PackingChunker
from vera.verification.chunking.tiktoken import load
from vera.verification.chunking.tokens import TOKENS

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture


@pytest.fixture(scope="module")
def document() -> Document:
    """A million characters of papers."""
    folder = data_folder("evidence_inference", "txt")
    papers = [path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.txt"))[:60]]
    text = "\n\n".join(papers)[:1_000_000]
    assert len(text) == 1_000_000
    return Document(text, "papers", "")


@pytest.fixture(scope="module")
def sentences(document: Document) -> list[Span]:
    """The sentences, found once."""
    return list(PysbdSplitter().split(document))


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


@pytest.mark.benchmark(group="windows of 512 tokens of 1,000,000 characters")
def test_ours_in_tokens(benchmark: BenchmarkFixture, document: Document) -> None:
    """The token strategy: offsets, whole words, overlap, exact sizes and ids."""
    chunker = PackingChunker(TOKENS, TOKENS.config, load().unwrap())
    assert len(benchmark(lambda: list(chunker.chunk(document, [])))) > 300


@pytest.mark.benchmark(group="windows of 512 tokens of 1,000,000 characters")
def test_reference_tiktoken_alone(benchmark: BenchmarkFixture, document: Document) -> None:
    """Reference: the numbers of the tokens, without offsets or chunks."""
    encoding = load().unwrap()._encoding
    assert len(benchmark(lambda: encoding.encode_ordinary(document.text))) > 200_000
