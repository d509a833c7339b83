"""Hybrid search: chunks by meaning and by words, fused by reciprocal rank (seed 003)."""

from __future__ import annotations

from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from core.document import Span
from core.ports import Matrix
from core.result import Result, Success
from verification.library import chunks, places
from verification.library.seals import damaged
from verification.retrieval.dense import top_k
from verification.retrieval.fusion import fused
from verification.retrieval.query import Query

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from verification.library.generations import Generation
    from verification.library.store import Connection

DEPTH = 1000
"""How many of its best chunks each signal brings, as in the runs of TREC that the fusion was made
for."""
_WEIGHTS = 1.0, 2.0, 2.0, 2.0
"""Of a word in each of `FIELDS`: what names a paper says more of what it is about. Not tuned."""
MEANING, WORDS = "meaning", "words"


@frozen
class Signal:
    """How one signal sees a chunk: its rank, from 1, and its score.

    The score is a cosine in [-1, 1] for "meaning", BM25F for "words".
    """

    name: str
    rank: int
    score: float


@frozen
class Hit:
    """A chunk that was found; `paper` is its file as it is shown, `score` orders hits.

    `span` counts the characters of the paper's text; `pages` are numbers from 1.
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


@frozen
class Ranked:
    """A chunk as the signals see it, by its id and its document's."""

    chunk: int
    document: int
    score: float
    signals: tuple[Signal, ...]


@frozen(eq=False, slots=False)
class Index:
    """The vectors of all n chunks (n, dimension), their ids and documents (n,), in memory.

    `version` says which state of the library they are.
    """

    version: tuple[int, ...]
    ids: NDArray[np.int64] = field(repr=False)
    documents: NDArray[np.int64] = field(repr=False)
    rows: Matrix = field(repr=False)

    @cached_property
    def places(self) -> Mapping[int, int]:
        """The position of each chunk, by its id."""
        return {int(id_): at for at, id_ in enumerate(self.ids)}

    def of(self, documents: frozenset[int]) -> Index:
        """The chunks of these documents alone."""
        kept = np.isin(self.documents, np.fromiter(documents, np.int64, len(documents)))
        return Index(self.version, self.ids[kept], self.documents[kept], self.rows[kept])


def version_of(connection: Connection, generation: Generation) -> tuple[int, ...]:
    """Another tuple after each change of the library, by this process or by another."""
    return generation.id, *connection.version()


def load(connection: Connection, generation: Generation, name: str) -> Result[Index]:
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
    version = version_of(connection, generation)
    return Success(Index(version, owners[:, 0], owners[:, 1], matrix))


def rank(connection: Connection, index: Index, text: str, row: NDArray[np.float32]) -> list[Ranked]:
    """The chunks that speak to a text, whose vector is `row` (dimension,), best first."""
    ((near, cosines),) = top_k(row[None, :], index.rows, DEPTH)
    said = {MEANING: dict(zip(near.tolist(), cosines.tolist(), strict=True))}
    said[WORDS] = _by_words(connection, text, index.places)
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
        for at, score in fused(list(found) for found in said.values())
    ]


def _by_words(connection: Connection, text: str, places: Mapping[int, int]) -> dict[int, float]:
    """The positions of the chunks that share words with the text, best first, and their BM25F."""
    terms = Query(text).terms
    if not terms:
        return {}
    found = connection.by_words(terms, _WEIGHTS)
    # Chunks that are being made anew have words, too, and are searched when all are.
    ours = ((places[id_], score) for id_, score in found if id_ in places)
    return dict(islice(ours, DEPTH))


def papers_of(ranked: Sequence[Ranked], most: int) -> list[int]:
    """The documents of the best chunks, best first, each once."""
    return list(islice(dict.fromkeys(each.document for each in ranked), most))
