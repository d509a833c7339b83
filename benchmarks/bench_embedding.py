"""Embedding 300 sentences with minilm, and a pool of chunks, against the bare work.

Run: `pytest benchmarks/bench_embedding.py`. Read each time as a ratio to the others of its group.
The references are the forward passes of onnxruntime alone over the same tokens in the same sorted
batches, once with one thread at a time and once as onnxruntime runs by default.
"""

from __future__ import annotations

import json
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from benchmarks.references import summed_plainly
from tests.data import data_folder
from vera.bench.speed.passes import bare, feeds_of, passes
from vera.core.ports import Matrix, Role
from vera.verification.embedding.minilm import load_minilm
from vera.verification.embedding.pooling import pool, unit_rows
from vera.verification.index.cached import CachedEmbedder
from vera.verification.index.sqlite import open_store

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from pytest_benchmark.fixture import BenchmarkFixture

    from vera.verification.embedding.onnx import OnnxEmbedder

EMBEDDING = "300 sentences"


@pytest.fixture(scope="module")
def sentences() -> list[str]:
    """Sentences of abstracts, 160 characters on average."""
    with data_folder("scifact", "corpus.jsonl").open(encoding="utf-8") as lines:
        found = [text for line in islice(lines, 60) for text in json.loads(line)["abstract"]]
    return found[:300]


@pytest.fixture(scope="module")
def mini() -> OnnxEmbedder:
    """The embedder, with its model open."""
    embedder = load_minilm().unwrap()
    embedder.embed(["warm"], Role.PASSAGE).unwrap()
    return embedder


@pytest.fixture(scope="module")
def feeds(sentences: list[str], mini: OnnxEmbedder) -> list[Mapping[str, Any]]:
    """The inputs of each batch."""
    return feeds_of(mini, sentences).unwrap()


@pytest.mark.benchmark(group=EMBEDDING)
def test_minilm(benchmark: BenchmarkFixture, mini: OnnxEmbedder, sentences: list[str]) -> None:
    """Ours: tokens, batches, forward passes, pooling."""
    rows = benchmark(lambda: mini.embed(sentences, Role.PASSAGE).unwrap())
    assert rows.shape == (300, 384)


@pytest.mark.benchmark(group=EMBEDDING)
@pytest.mark.parametrize("threads", [1, 0], ids=["one thread", "default threads"])
def test_bare_passes(
    benchmark: BenchmarkFixture, mini: OnnxEmbedder, feeds: list[Mapping[str, Any]], threads: int
) -> None:
    """The reference: nothing but the forward passes, one after another."""
    benchmark(passes(bare(mini, threads), feeds))


@pytest.mark.benchmark(group=EMBEDDING)
def test_cached(
    benchmark: BenchmarkFixture, mini: OnnxEmbedder, sentences: list[str], tmp_path: Path
) -> None:
    """Every vector is in the cache."""
    store = open_store(tmp_path / "cache.sqlite").unwrap()
    cached = CachedEmbedder(mini, store)
    cached.embed(sentences, Role.PASSAGE).unwrap()
    benchmark(lambda: cached.embed(sentences, Role.PASSAGE).unwrap())
    store.close()


@pytest.mark.benchmark(group="one claim")
def test_claim(benchmark: BenchmarkFixture, mini: OnnxEmbedder) -> None:
    """A claim of twenty words."""
    claim = (
        "The proposed model outperforms all baselines by 3.2 points of F1 on the test set of SQuAD"
    )
    benchmark(lambda: mini.embed([claim], Role.QUERY).unwrap())


@pytest.fixture(scope="module")
def rows() -> Matrix:
    """Vectors of 12,000 sentences."""
    return unit_rows(np.random.default_rng(1).normal(size=(12_000, 384)), "x").unwrap()


@pytest.mark.benchmark(group="10,000 chunks of 40 sentences")
def test_pool(benchmark: BenchmarkFixture, rows: Matrix) -> None:
    """Ours."""
    first = np.arange(10_000)
    ranges = np.stack([first, first + 40], axis=1)
    weights = np.full(len(rows), 150, dtype=np.float32)
    benchmark(lambda: pool(rows, weights, ranges, "x").unwrap())


@pytest.mark.benchmark(group="10,000 chunks of 40 sentences")
def test_reduceat(benchmark: BenchmarkFixture, rows: Matrix) -> None:
    """The reference: NumPy's own sums over ranges, without weights."""
    first = np.arange(10_000)
    benchmark(summed_plainly, rows, np.stack([first, first + 40], axis=1))
