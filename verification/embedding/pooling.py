"""Unit vectors, and the vector of a text from the vectors of its parts.

The vector of a text in several parts is the mean of theirs, each weighted by its length in
characters, scaled to length 1 again (ADR 0006).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vera.core.errors import EmbeddingFault
from vera.core.result import Failure, Result, Success

if TYPE_CHECKING:
    from vera.core.ports import Matrix

Weights: TypeAlias = NDArray[np.float32]
Ranges: TypeAlias = NDArray[np.intp]

_SHORTEST = 1e-6


def unit_rows(rows: NDArray[np.floating], embedder: str) -> Result[Matrix]:
    """The rows (n, d) scaled to length 1, read-only float32.

    A row that is not finite or has no length is an `EmbeddingFault`: it has no direction, and a
    cosine with it would mean nothing.
    """
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    if not np.isfinite(lengths).all():
        return Failure(EmbeddingFault("embed", embedder, "a vector holds NaN or infinity"))
    if (lengths < _SHORTEST).any():
        return Failure(EmbeddingFault("embed", embedder, "a vector has no length"))
    unit = (rows / lengths).astype(np.float32)
    unit.flags.writeable = False
    return Success(unit)


def pool(
    rows: Matrix, weights: Weights, ranges: Ranges, embedder: str, outside: Weights | None = None
) -> Result[Matrix]:
    """One unit row (m, d) for each range [first, last) of `ranges` (m, 2) over the rows (n, d).

    `weights` (n,) are the lengths of the parts. No range is empty. `outside` (m, 2) is how much of
    the first part of each range and of its last one does not count, less than all of both. What has
    one part has its row, to the bit.
    """
    sums = np.empty((len(ranges), rows.shape[1]), dtype=np.float32)
    for at, (first, last) in enumerate(ranges.tolist()):
        np.matmul(weights[first:last], rows[first:last], out=sums[at])
    before = np.concatenate([[0.0], np.cumsum(weights, dtype=np.float64)])
    totals = before[ranges[:, 1]] - before[ranges[:, 0]]
    if outside is not None:
        sums -= outside[:, :1] * rows[ranges[:, 0]] + outside[:, 1:] * rows[ranges[:, 1] - 1]
        totals -= outside.sum(axis=1)
    pooled = unit_rows(sums / totals[:, None], embedder)
    alone = np.flatnonzero(ranges[:, 1] - ranges[:, 0] == 1)
    return pooled.map(lambda found: _with(found, alone, rows[ranges[alone, 0]]))


def _with(rows: Matrix, at: Ranges, others: Matrix) -> Matrix:
    """The rows with `others` in the places `at`: scaled again, they would lose their last bit."""
    made = rows.copy()
    made[at] = others
    made.flags.writeable = False
    return made
