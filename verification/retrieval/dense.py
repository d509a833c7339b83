"""Exact nearest neighbours by cosine, with NumPy."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from vera.core.ports import Matrix

Indexes: TypeAlias = NDArray[np.intp]
Scores: TypeAlias = NDArray[np.float64]

_BLOCK = 16_384
"""Rows that are compared at once: few enough that threads share the work, and that a batch's
products with them stay in the processor's cache. By hand."""
_GROUP = 256
"""Scores whose maximum is taken before any of them is looked at: no result depends on it (18 times
faster than argpartition alone, as noted before this was written)."""
_NOISE = np.float32(1e-5)
"""More than float32 products of unit vectors differ by the order of their sums: by hand."""
_SLICE = 4_096
"""Rows whose cosines are computed at once, a bound on memory: by hand."""
_FEW = 2
"""Queries for which a pass of their own is faster than one product of matrices: BLAS gives a
product with one vector to threads that wait for each other (on two loaded cores it took ten times
the processor time of `einsum`, which reads the rows as fast as memory gives them; ADR 38)."""
_SHARE = 8
"""The part of the rows' own memory that products may take, as a divisor: by hand."""


def _exact(query: NDArray[np.float64], rows: Matrix, at: Indexes) -> Scores:
    """The cosines of `query` (d,) with the rows `at`; each depends on its own row alone."""
    scores = np.empty(len(at), dtype=np.float64)
    for start in range(0, len(at), _SLICE):
        part = rows[at[start : start + _SLICE]].astype(np.float64)
        scores[start : start + _SLICE] = (part * query).sum(axis=1)
    return scores


def _products(queries: Matrix, rows: Matrix) -> NDArray[np.float32]:
    """About the cosines (m, n)."""
    products = np.empty((len(queries), len(rows)), dtype=np.float32)

    def compare(start: int) -> None:
        block, stop = rows[start : start + _BLOCK], start + _BLOCK
        if len(queries) > _FEW:
            products[:, start:stop] = queries @ block.T
        else:
            for query, said in zip(queries, products, strict=True):
                np.einsum("ij,j->i", block, query, out=said[start:stop])

    starts = range(0, len(rows), _BLOCK)
    if len(starts) > 1 and len(queries) <= _FEW:
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(compare, starts))
    else:
        for start in starts:
            compare(start)
    return products


def candidates(scores: NDArray[np.floating], k: int) -> Indexes:
    """The positions in `scores` (n,) that may be among the k best, in order; NaN is none."""
    groups = np.maximum.reduceat(scores, np.arange(0, len(scores), _GROUP))
    if len(groups) > k:
        floor = np.partition(groups, len(groups) - k)[len(groups) - k]
    elif len(scores) > k:
        floor = np.partition(scores, len(scores) - k)[len(scores) - k]
    else:
        return np.arange(len(scores))
    return np.flatnonzero(scores >= floor - _NOISE)


def ranked(indexes: Indexes, scores: Scores, k: int) -> tuple[Indexes, Scores]:
    """The k best of `scores` (n,), best first, and which `indexes` (n,) they have."""
    order = np.lexsort((indexes, -scores))[:k]
    return indexes[order], scores[order]


def among(query: NDArray[np.float32], rows: Matrix, at: Indexes, k: int) -> tuple[Indexes, Scores]:
    """The k best of the rows `at` for a query (d,), best first, as `top_k` tells them."""
    exact = np.clip(_exact(query.astype(np.float64), rows, at), -1.0, 1.0)
    return ranked(at, exact, k)


def top_k(
    queries: Matrix, rows: Matrix, k: int, gone: Indexes | None = None
) -> list[tuple[Indexes, Scores]]:
    """The k best rows (n, d) for each of the queries (m, d), best first; all unit vectors.

    Gives, for each query, the indexes and cosines in [-1, 1], min(k, n) of each. Rows that are
    `gone` are none. Ties go to the earlier row. The answer to a query does not depend on the other
    queries: float32 products choose the candidates, and the cosines are those of float64 products
    row by row. Beside the rows no more than an eighth of their memory is needed.
    """
    if not len(rows):
        return [(np.empty(0, dtype=np.intp), np.empty(0, dtype=np.float64))] * len(queries)
    dead = np.empty(0, dtype=np.intp) if gone is None else gone
    best, many = [], max(rows.shape[1] // _SHARE, 1)
    for start in range(0, len(queries), many):
        part = queries[start : start + many]
        products = _products(part, rows)
        products[:, dead] = -np.inf
        for query, scores in zip(part, products, strict=True):
            found = candidates(scores, k)
            found = found[scores[found] > -np.inf]
            best.append(among(query, rows, found, k))
    return best
