"""The vectors of a library's chunks, in memory: which are the nearest, and of what document."""

from __future__ import annotations

from bisect import bisect_left
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from attrs import evolve, field, frozen
from numpy.typing import NDArray

from vera.core.ports import Matrix
from vera.core.result import Result, Success
from vera.verification.library import chunks, places
from vera.verification.library.faiss_index import Approximate
from vera.verification.library.seals import damaged
from vera.verification.retrieval.dense import Indexes, Scores, among, top_k
from vera.verification.retrieval.postings import Words

if TYPE_CHECKING:
    from vera.verification.library.generations import Generation
    from vera.verification.library.store import Connection


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
