"""The nearest rows are exact, ordered and independent of how they are asked for."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vera.core.ports import Matrix
from vera.verification.retrieval import dense
from vera.verification.retrieval.dense import top_k


def _unit(rows: int, dimension: int, seed: int) -> Matrix:
    made = np.random.default_rng(seed).standard_normal((rows, dimension), dtype=np.float32)
    made /= np.linalg.norm(made, axis=1, keepdims=True)
    return made


@given(st.integers(1, 700), st.integers(1, 5), st.integers(1, 12), st.integers(0, 9), st.booleans())
@settings(deadline=None)
def test_equals_sorting_everything(n: int, m: int, k: int, seed: int, repeated: bool) -> None:
    """The answer is that of a full sort by cosine, then by position, ties included."""
    rows, queries = _unit(n, 8, seed), _unit(m, 8, seed + 100)
    if repeated:
        rows = rows[np.random.default_rng(seed).integers(0, max(n // 4, 1), n)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dense, "_BLOCK", 64)
        patch.setattr(dense, "_GROUP", 16)
        patch.setattr(dense, "_SLICE", 8)
        answers = top_k(queries, rows, k)
    for query, (indexes, scores) in zip(queries, answers, strict=True):
        exact = (rows.astype(np.float64) * query.astype(np.float64)).sum(axis=1)
        order = np.lexsort((np.arange(n), -exact))[:k]
        assert indexes.tolist() == order.tolist()
        np.testing.assert_array_equal(scores, np.clip(exact[order], -1, 1))


def test_a_query_does_not_depend_on_its_neighbours() -> None:
    """A claim asked alone gets bit for bit the answer that it gets in a batch."""
    rows, queries = _unit(3000, 384, 1), _unit(50, 384, 2)
    together = top_k(queries, rows, 5)
    for at, (indexes, scores) in enumerate(together):
        alone_indexes, alone_scores = top_k(queries[at : at + 1], rows, 5)[0]
        assert indexes.tolist() == alone_indexes.tolist()
        assert scores.tolist() == alone_scores.tolist()


@given(st.integers(1, 300), st.integers(1, 9), st.sets(st.integers(0, 299)), st.integers(1, 4))
@settings(deadline=None)
def test_rows_that_are_gone_are_not_found(n: int, k: int, gone: set[int], m: int) -> None:
    """The answer is that of the rows that are there, alone, with their own positions."""
    rows, queries = _unit(n, 8, n), _unit(m, 8, k)
    dead = np.array(sorted(at for at in gone if at < n), dtype=np.intp)
    there = np.delete(np.arange(n), dead)
    expected = top_k(queries, rows[there], k)
    for (indexes, scores), (few, theirs) in zip(
        top_k(queries, rows, k, dead), expected, strict=True
    ):
        assert indexes.tolist() == there[few].tolist()
        assert scores.tolist() == theirs.tolist()


def test_no_rows() -> None:
    """Without rows there is nothing near."""
    indexes, scores = top_k(_unit(1, 4, 0), np.empty((0, 4), dtype=np.float32), 3)[0]
    assert indexes.shape == scores.shape == (0,)
