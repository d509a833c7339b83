"""Vectors pooled from those of parts."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vera.core.errors import EmbeddingFault
from vera.verification.embedding.pooling import pool, unit_rows


@given(seed=st.integers(0, 2**32 - 1), n=st.integers(1, 80), m=st.integers(0, 40))
def test_pool_is_the_weighted_mean(seed: int, n: int, m: int) -> None:
    """A pooled row is the weighted mean of its range, scaled to length 1, to within 1e-6."""
    random = np.random.default_rng(seed)
    rows = unit_rows(random.normal(size=(n, 16)), "x").unwrap()
    weights = random.integers(1, 5000, n).astype(np.float32)
    first = random.integers(0, n, m)
    last = random.integers(first + 1, n + 1)
    pooled = pool(rows, weights, np.stack([first, last], axis=1), "x").unwrap()
    for row, a, b in zip(pooled, first, last, strict=True):
        mean = np.average(rows[a:b].astype(np.float64), axis=0, weights=weights[a:b])
        assert np.allclose(row, mean / np.linalg.norm(mean), atol=1e-6)
    assert pooled.dtype == np.float32
    assert not pooled.flags.writeable


@given(seed=st.integers(0, 2**32 - 1), n=st.integers(2, 60))
def test_a_part_alone_is_itself(seed: int, n: int) -> None:
    """The vector of a text in one part is that of the part, to the bit."""
    random = np.random.default_rng(seed)
    rows = unit_rows(random.normal(size=(n, 16)), "x").unwrap()
    weights = random.integers(1, 5000, n).astype(np.float32)
    ranges = np.array([*((at, at + 1) for at in range(n)), (0, n)])
    pooled = pool(rows, weights, ranges, "x").unwrap()
    assert np.array_equal(pooled[:n], rows)


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ([np.nan, 1.0], "a vector holds NaN or infinity"),
        ([np.inf, 1.0], "a vector holds NaN or infinity"),
        ([0.0, 0.0], "a vector has no length"),
    ],
)
def test_a_row_without_direction(row: list[float], said: str) -> None:
    """A row that is not finite or has no length is a fault that names the embedder."""
    error = unit_rows(np.array([[1.0, 0.0], row]), "minilm").failure()
    assert error == EmbeddingFault("embed", "minilm", said)


def test_opposite_parts() -> None:
    """Parts that cancel each other have no mean direction, which is a fault."""
    rows = unit_rows(np.array([[1.0, 0.0], [-1.0, 0.0]]), "x").unwrap()
    weights = np.ones(2, dtype=np.float32)
    assert isinstance(pool(rows, weights, np.array([[0, 2]]), "x").failure(), EmbeddingFault)
