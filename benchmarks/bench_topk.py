"""Exact nearest rows, next to the matrix product alone.

Run: `pytest benchmarks/bench_topk.py`. Read each time as a ratio to the other of its group.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from benchmarks.references import nearest_plainly
from vera.verification.retrieval.dense import top_k

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

    from vera.core.ports import Matrix

_DIMENSION = 384
_K = 3


def _unit(rows: int, seed: int) -> Matrix:
    made = np.random.default_rng(seed).standard_normal((rows, _DIMENSION), dtype=np.float32)
    made /= np.linalg.norm(made, axis=1, keepdims=True)
    return made


@pytest.fixture(scope="module", params=[10_000, 100_000, 1_000_000], ids="{:.0e} rows".format)
def rows(request: pytest.FixtureRequest) -> Matrix:
    """Random unit rows; chance is the hard case, since no row stands out."""
    return _unit(request.param, 0)


@pytest.fixture(scope="module", params=[1, 100], ids="{} claims".format)
def claims(request: pytest.FixtureRequest) -> Matrix:
    """Random unit rows to search for."""
    return _unit(request.param, 1)


@pytest.mark.benchmark(group="nearest 3")
def test_top_k(benchmark: BenchmarkFixture, rows: Matrix, claims: Matrix) -> None:
    """The search of this project."""
    found = benchmark.pedantic(top_k, (claims, rows, _K), rounds=5, warmup_rounds=1)
    assert len(found) == len(claims)


@pytest.mark.benchmark(group="nearest 3")
def test_reference_product_and_argpartition(
    benchmark: BenchmarkFixture, rows: Matrix, claims: Matrix
) -> None:
    """Reference: all products at once and `argpartition`, unordered and without ties."""
    benchmark.pedantic(nearest_plainly, (claims, rows, _K), rounds=5, warmup_rounds=1)
