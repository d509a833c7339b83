"""The graph as a signal: what the best papers lead to, and what leads to them."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import numpy as np

from verification.library import graph
from verification.library.signals import SMOOTHING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from verification.library.searching import Index
    from verification.library.store import Connection

BEST = 5
"""Papers whose neighbours are looked at."""
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
        scores[other] += 1 / (SMOOTHING + ranks[document])
    found = []
    for document, score in scores.items():
        first, last = np.searchsorted(index.documents, [document, document + 1]).tolist()
        if first < last:  # not of a paper that a filter left out
            cosines = index.rows[first:last] @ row
            at = int(cosines.argmax())
            found.append((-score, -float(cosines[at]), first + at))
    return {at: -score for score, _, at in sorted(found)}
