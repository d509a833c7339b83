"""The graph as a signal: what the best papers lead to, and what leads to them."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import numpy as np

from vera.verification.library import graph

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vera.verification.library.store import Connection
    from vera.verification.library.vector_index import Index

BEST = 5
"""Papers whose neighbours are looked at."""
_SMOOTHING = 5
"""The k of 1 / (k + rank), which says how much less the neighbours of the last of them count."""
_MOST_CITING = 400
"""Links to them that are looked at; a paper may be cited ten thousand times."""


def by_links(
    connection: Connection, index: Index, best: Sequence[int], row: NDArray[np.float32]
) -> dict[int, float]:
    """The nearest chunk of each neighbour of the best papers, by position, best first.

    Scored by the sum of 1 / (k + rank) over the papers, from the best on, that it is a neighbour
    of; chunks with the same score are in the order of their cosines to `row` (dimension,).
    """
    ranks = {document: rank for rank, document in enumerate(best[:BEST], 1)}
    near = graph.around(connection, index.version[0], list(ranks), _MOST_CITING)
    neighbours = {(it.source, it.target) for it in near.out}
    neighbours |= {(it.target, it.source) for it in near.back}
    scores: defaultdict[int, float] = defaultdict(float)
    for document, other in sorted(neighbours):
        scores[other] += 1 / (_SMOOTHING + ranks[document])
    asked = np.fromiter(scores, np.int64, len(scores))
    # Not of a paper that a filter left out, nor of one that was removed.
    rows = np.setdiff1d(np.flatnonzero(np.isin(index.documents, asked)), index.gone)
    nearest: dict[int, tuple[float, int]] = {}
    cosines = index.vectors(connection, rows) @ row
    for at, cosine in zip(rows.tolist(), cosines.tolist(), strict=True):
        document = int(index.documents[at])
        nearest[document] = max(nearest.get(document, (-2.0, 0)), (cosine, -at))
    found = [(-scores[it], -cosine, -at) for it, (cosine, at) in nearest.items()]
    return {at: -score for score, _, at in sorted(found)}
