"""Exact nearest neighbours by cosine, with NumPy."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from core.ports import Matrix

Indexes: TypeAlias = NDArray[np.intp]
Scores: TypeAlias = NDArray[np.float64]

_BLOCK = 16_384
"""Rows that are compared with all queries at once; bounds the memory of a call."""
_GROUP = 256
"""Scores whose maximum is taken before any of them is looked at (SERVERS: 18 times faster)."""
_NOISE = np.float32(1e-5)
"""More than float32 products of unit vectors differ by the order of their sums."""
_SLICE = 4_096


def _exact(query: NDArray[np.float64], rows: Matrix, at: Indexes) -> Scores:
    """The cosines of `query` (d,) with the rows `at`; each depends on its own row alone."""
    scores = np.empty(len(at), dtype=np.float64)
    for start in range(0, len(at), _SLICE):
        part = rows[at[start : start + _SLICE]].astype(np.float64)
        scores[start : start + _SLICE] = (part * query).sum(axis=1)
    return scores


def _candidates(scores: NDArray[np.float32], k: int) -> Indexes:
    """The positions in `scores` (n,) that may be among the k best, in order."""
    groups = np.maximum.reduceat(scores, np.arange(0, len(scores), _GROUP))
    if len(groups) > k:
        floor = np.partition(groups, len(groups) - k)[len(groups) - k]
    elif len(scores) > k:
        floor = np.partition(scores, len(scores) - k)[len(scores) - k]
    else:
        return np.arange(len(scores))
    return np.flatnonzero(scores >= floor - _NOISE)


def _ranked(indexes: Indexes, scores: Scores, k: int) -> tuple[Indexes, Scores]:
    order = np.lexsort((indexes, -scores))[:k]
    return indexes[order], scores[order]


def top_k(queries: Matrix, rows: Matrix, k: int) -> list[tuple[Indexes, Scores]]:
    """The k best rows (n, d) for each of the queries (m, d), best first; all unit vectors.

    Gives, for each query, the indexes and cosines in [-1, 1], min(k, n) of each. Ties go to the
    earlier row. The answer to a query does not depend on the other queries: float32 products
    choose the candidates, and the cosines are those of float64 products row by row.
    """
    wide = queries.astype(np.float64)
    nothing = np.empty(0, dtype=np.intp), np.empty(0, dtype=np.float64)
    best = [nothing] * len(queries)
    for start in range(0, len(rows), _BLOCK):
        products = queries @ rows[start : start + _BLOCK].T
        for at, (indexes, scores) in enumerate(best):
            new = start + _candidates(products[at], k)
            exact = np.clip(_exact(wide[at], rows, new), -1.0, 1.0)
            best[at] = _ranked(np.append(indexes, new), np.append(scores, exact), k)
    return best
