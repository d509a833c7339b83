"""Search in an index that the store brings: it proposes chunks, and their cosines are exact."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from vera.core.result import Result, Success
from vera.verification.library import chunks, places
from vera.verification.library.seals import damaged
from vera.verification.library.store import DamagedRowError, Near
from vera.verification.library.vector_index import Index
from vera.verification.retrieval.dense import Indexes, Scores, top_k

if TYPE_CHECKING:
    from vera.core.ports import Matrix
    from vera.verification.library.generations import Generation
    from vera.verification.library.store import Connection

_EXACT = 20_000
"""Chunks that a filter leaves of which all are looked at; beyond, the index is asked for more."""
_MORE = 1.5
_GROWTH = 4


@frozen(eq=False, slots=False, kw_only=True)
class ServedIndex(Index):
    """As an `Index`, but that `rows` are only of the chunks at `tail`, which came after `near`."""

    near: Near
    tail: NDArray[np.int64] = field(repr=False)

    def nearest(
        self, connection: Connection, row: NDArray[np.float32], k: int
    ) -> tuple[Indexes, Scores]:
        """About the k chunks nearest to a vector (dimension,), best first, and exact cosines."""
        if len(self.gone) and self.count <= _EXACT:
            at = np.delete(np.arange(len(self.ids)), self.gone)
            return _best(row, at, self.vectors(connection, at), k)
        last = np.setdiff1d(self.tail, self.gone)
        rows = self.rows[np.searchsorted(self.tail, last)]
        held, wanted = len(self.ids) - len(self.tail), min(k, self.count)
        asked = int(_MORE * k * len(self.ids) / max(self.count, 1)) if len(self.gone) else k
        while True:
            ids, vectors = self.near.nearest(connection, row, asked)
            known = [self.positions.get(int(id_)) for id_ in ids]
            kept = [number for number, at in enumerate(known) if at is not None]
            if len(kept) + len(last) >= wanted or len(ids) < asked or asked >= _GROWTH * held:
                break
            asked *= _GROWTH
        found = np.array([known[number] for number in kept], dtype=np.int64)
        return _best(row, np.concatenate([found, last]), np.concatenate([vectors[kept], rows]), k)

    def vectors(self, connection: Connection, at: NDArray[np.int64]) -> Matrix:
        """The vectors (n, dimension) of the chunks at these positions."""
        known = self.near.vectors(connection, self.ids[at].tolist())
        later = dict(zip(self.tail.tolist(), self.rows, strict=True))
        made = np.empty((len(at), self.rows.shape[1]), dtype=np.float32)
        for number, position in enumerate(at.tolist()):
            row = later.get(position)
            if row is None:
                row = known.get(int(self.ids[position]))
            if row is None:
                raise DamagedRowError("the index of vectors lacks a chunk: make it anew")
            made[number] = row
        return made


def load(
    connection: Connection,
    generation: Generation,
    name: str,
    version: tuple[int, ...],
    near: Near,
) -> Result[Index]:
    """The ids of all chunks, and the vectors of those that are not in the index of the store."""
    owners = chunks.ids(connection, generation.id)
    tail = np.flatnonzero(owners[:, 0] > near.last)
    rows = np.empty((len(tail), generation.manifest.dimension), dtype=np.float32)
    at = 0
    for document in dict.fromkeys(owners[tail, 1].tolist()):
        vectors = chunks.vectors_of(connection, document)
        own = np.frombuffer(vectors or b"", dtype="<f4").reshape(-1, rows.shape[1])
        if not len(own) or not (owners[tail[at : at + len(own)], 1] == document).all():
            paths = places.of_document(connection, document)
            return damaged(next(iter(paths), name), "what is kept of its chunks")
        rows[at : at + len(own)] = own
        at += len(own)
    if at < len(tail):
        return damaged(name, "the list of chunks")
    return Success(ServedIndex(version, owners[:, 0], owners[:, 1], rows, near=near, tail=tail))


def _best(
    row: NDArray[np.float32], at: NDArray[np.int64], rows: Matrix, k: int
) -> tuple[Indexes, Scores]:
    order = np.argsort(at)
    ((found, cosines),) = top_k(row[None, :], np.ascontiguousarray(rows[order]), k)
    return at[order][found], cosines
