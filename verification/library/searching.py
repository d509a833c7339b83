"""Hybrid search: chunks by meaning, by words, by links and by age, fused."""

from __future__ import annotations

import time
from bisect import bisect_left
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np
from attrs import evolve, field, frozen
from numpy.typing import NDArray

from vera.core.document import Span
from vera.core.ports import Matrix
from vera.core.result import Result, Success
from vera.verification.library import chunks, places
from vera.verification.library.faiss_index import Approximate
from vera.verification.library.recency import recencies
from vera.verification.library.related import BEST, by_links
from vera.verification.library.seals import damaged
from vera.verification.library.signals import GRAPH, MEANING, RECENCY, WEIGHTS, WORDS, Signals
from vera.verification.library.stretches import Stretch
from vera.verification.retrieval.dense import Indexes, Scores, among, top_k
from vera.verification.retrieval.postings import Words
from vera.verification.retrieval.query import Query

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from vera.core.document import Document
    from vera.verification.library.generations import Generation
    from vera.verification.library.store import Connection

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
class Hit:
    """A chunk that was found; `paper` is its file as it is shown, `score` orders hits.

    `span` counts the characters of the paper's text; `pages` are numbers from 1. `around` is the
    chunk with its neighbours, where they were asked for.
    """

    paper: str
    title: str
    artifact: str
    chunk: str
    span: Span
    pages: tuple[int, ...]
    section: str
    text: str
    score: float
    signals: tuple[Signal, ...]
    authors: tuple[str, ...] = ()
    year: int | None = None
    around: tuple[Stretch, ...] = ()


@frozen
class Ranked:
    """A chunk as the signals see it, by its id and its document's."""

    chunk: int
    document: int
    score: float
    signals: tuple[Signal, ...]


@frozen(eq=False)
class Positions:
    """Where the chunk of each id is; `ids` (n,) are of all rows, those that are `gone` too."""

    ids: NDArray[np.int64] = field(repr=False)
    gone: Indexes = field(repr=False)
    _order: Indexes = field(init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        there = np.ones(len(self.ids), dtype=bool)
        there[self.gone] = False
        rows = np.flatnonzero(there)
        object.__setattr__(self, "_order", rows[np.argsort(self.ids[rows], kind="stable")])

    def get(self, id_: int) -> int | None:
        """The row of a chunk; None where there is no such chunk."""
        at = bisect_left(self._order, id_, key=lambda row: self.ids[row])
        found = at < len(self._order) and self.ids[self._order[at]] == id_
        return int(self._order[at]) if found else None


@frozen(eq=False, slots=False)
class Index:
    """The vectors of all n chunks (n, dimension), their ids and documents (n,).

    Rows that are `gone` are those of no chunk, or of one that is not to be found. `version` says
    which state of the library they are. `words` are those of the chunks; without them the store is
    asked. `proposing` spares comparing all vectors.
    """

    version: tuple[int, ...]
    ids: NDArray[np.int64] = field(repr=False)
    documents: NDArray[np.int64] = field(repr=False)
    rows: Matrix = field(repr=False)
    gone: Indexes = field(factory=lambda: np.empty(0, dtype=np.intp), repr=False)
    words: Words | None = field(default=None, repr=False)
    proposing: Approximate | None = field(default=None, repr=False)

    @cached_property
    def positions(self) -> Positions:
        """The row of each chunk, by its id."""
        return Positions(self.ids, self.gone)

    @property
    def count(self) -> int:
        """How many chunks there are."""
        return len(self.ids) - len(self.gone)

    def vectors(self, _connection: Connection, at: NDArray[np.int64]) -> Matrix:
        """The vectors (n, dimension) of the chunks at these positions."""
        return self.rows[at]

    def of(self, documents: frozenset[int]) -> Index:
        """The chunks of these documents alone."""
        kept = np.isin(self.documents, np.fromiter(documents, np.int64, len(documents)))
        kept[self.gone] = False
        return evolve(self, gone=np.flatnonzero(~kept), proposing=None)

    def nearest(
        self, _connection: Connection, row: NDArray[np.float32], k: int
    ) -> tuple[Indexes, Scores]:
        """The positions of the k chunks nearest to a vector (dimension,), best first, and cosines.

        Where an approximate index proposes chunks, of those and of all that came after it was made.
        """
        query, proposing = row[None, :], self.proposing
        if proposing is None:
            return top_k(query, self.rows, k, self.gone)[0]
        first = proposing.rows
        later = top_k(query, self.rows[first:], k, self.gone[self.gone >= first] - first)[0][0]
        # No more than a part of all rows are gone, so that enough are left.
        proposed = np.append(proposing.near(query, 2 * k), later + first)
        return among(row, self.rows, np.setdiff1d(proposed, self.gone), k)


def load(
    connection: Connection, generation: Generation, name: str, version: tuple[int, ...]
) -> Result[Index]:
    """Read the vectors; a `StorageFault` where some are damaged. `name` is the library's."""
    owners = chunks.ids(connection, generation.id)
    dimension, at = generation.manifest.dimension, 0
    matrix = np.empty((len(owners), dimension), dtype=np.float32)
    for document, sound, vectors in chunks.matrices(connection, generation.id):
        count = len(vectors) // (4 * dimension)
        own = owners[at : at + count, 1]
        if not sound or len(own) < count or not (own == document).all():
            paths = places.of_document(connection, document)
            return damaged(next(iter(paths), name), "what is kept of its chunks")
        matrix[at : at + count] = np.frombuffer(vectors, dtype="<f4").reshape(count, dimension)
        at += count
    if at < len(owners):
        return damaged(name, "the list of chunks")
    matrix.flags.writeable = False
    return Success(Index(version, owners[:, 0], owners[:, 1], matrix))


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


def widened(hit: Hit, document: Document) -> Hit:
    """The chunk and its neighbours as one passage of its paper; without neighbours as it is."""
    if not hit.around:
        return hit
    span = Span(hit.around[0].span.start, hit.around[-1].span.end)
    pages = tuple(sorted({page for it in hit.around for page in it.pages}))
    return evolve(hit, span=span, pages=pages, text=span.of(document.text), around=())
