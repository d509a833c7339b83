"""Hybrid ranking: chunks by meaning, by words, by links and by age, fused."""

from __future__ import annotations

import time
from itertools import islice
from typing import TYPE_CHECKING

from attrs import frozen

from vera.verification.library.recency import recencies
from vera.verification.library.related import BEST, by_links
from vera.verification.library.signals import GRAPH, MEANING, RECENCY, WEIGHTS, WORDS, Signals
from vera.verification.retrieval.query import Query

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from vera.verification.library.store import Connection
    from vera.verification.library.vector_index import Index

DEPTH = 1000
"""How many of its best chunks each signal brings, as in the runs of TREC that the fusion was made
for."""
FIELD_WEIGHTS = 1.0, 2.0, 2.0, 2.0
"""Of a word in each of `FIELDS`: what names a paper says more of what it is about. Not tuned."""
EVERY = Signals()


@frozen
class Signal:
    """How one signal sees a chunk: its rank, from 1, and its score.

    The score is a cosine in [-1, 1] for "meaning", BM25F for "words", in (0, 1] for "recency", and
    for "graph" the sum of 1 / (5 + rank) over the papers that it is a neighbour of.
    """

    name: str
    rank: int
    score: float


@frozen
class Ranked:
    """A chunk as the signals see it, by its id and its document's."""

    chunk: int
    document: int
    score: float
    signals: tuple[Signal, ...]


def rank(
    connection: Connection,
    index: Index,
    text: str,
    row: NDArray[np.float32],
    signals: Signals = EVERY,
) -> list[Ranked]:
    """The chunks that speak to a text, whose vector is `row` (dimension,), best first."""
    said: dict[str, dict[int, float]] = {}
    if MEANING in signals:
        near, cosines = index.nearest(connection, row, DEPTH)
        said[MEANING] = dict(zip(near.tolist(), cosines.tolist(), strict=True))
    if WORDS in signals:
        said[WORDS] = _by_words(connection, text, index)
    if GRAPH in signals:
        found = (int(index.documents[at]) for at, _ in fused(said))
        best = list(islice(dict.fromkeys(found), BEST))
        said[GRAPH] = by_links(connection, index, best, row)
    if RECENCY in signals:
        said[RECENCY] = _by_age(connection, index, dict(fused(said)), signals)
    ranks = {
        name: {at: number for number, at in enumerate(found, 1)} for name, found in said.items()
    }
    return [
        Ranked(
            int(index.ids[at]),
            int(index.documents[at]),
            score,
            tuple(
                Signal(name, ranks[name][at], found[at])
                for name, found in said.items()
                if at in found
            ),
        )
        for at, score in fused(said)
    ]


def fused(said: Mapping[str, Mapping[int, float]]) -> list[tuple[int, float]]:
    """What stands in any of the signals, each best first, with the weighted sum of its scores.

    A score counts as a share of the best of its signal (Bruch, Gai and Ingber, An Analysis of
    Fusion Functions for Hybrid Retrieval, TOIS 2023), that of recency as it is. What is not among
    the nearest counts as the last of these; of another signal it gets nothing. Best first; ties go
    to the lower number.

    >>> [at for at, _ in fused({"meaning": {7: 0.9, 3: 0.8}, "words": {3: 5.0, 5: 4.0}})]
    [3, 5, 7]
    """
    shares = dict.fromkeys((at for found in said.values() for at in found), 0.0)
    for name, found in said.items():
        scores = list(found.values())
        best = scores[0] if name != RECENCY and scores and scores[0] > 0 else 1.0
        absent = scores[-1] if name == MEANING and scores else 0.0
        for at in shares:
            shares[at] += WEIGHTS[name] * found.get(at, absent) / best
    return sorted(shares.items(), key=lambda each: (-each[1], each[0]))


def _by_age(
    connection: Connection, index: Index, found: Iterable[int], signals: Signals
) -> dict[int, float]:
    """The recency of the chunks at these positions whose document has a time, best first."""
    documents = {at: int(index.documents[at]) for at in found}
    now = time.time() if signals.now is None else signals.now
    known = recencies(connection, sorted(set(documents.values())), signals.recent or 0.0, now)
    dated = {at: known[document] for at, document in documents.items() if document in known}
    return dict(sorted(dated.items(), key=lambda each: (-each[1], each[0])))


def _by_words(connection: Connection, text: str, index: Index) -> dict[int, float]:
    """The positions of the chunks that share words with the text, best first, and their BM25F."""
    terms = Query(text).terms
    if not terms:
        return {}
    if index.words is not None:
        near, scores = index.words.best(terms, DEPTH, index.gone)
        return dict(zip(near.tolist(), scores.tolist(), strict=True))
    found = connection.by_words(terms, FIELD_WEIGHTS)
    # Chunks that are being made anew have words, too, and are searched when all are.
    ours = ((index.positions.get(id_), score) for id_, score in found)
    return dict(islice(((at, score) for at, score in ours if at is not None), DEPTH))


def papers_of(ranked: Sequence[Ranked], most: int) -> list[int]:
    """The documents of the best chunks, best first, each once."""
    return list(islice(dict.fromkeys(each.document for each in ranked), most))
