"""What the files of vectors and words are made of: a library's own rows, in SQLite."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import numpy as np
from attrs import evolve

from vera.core.result import Result, Success, failed
from vera.verification.library import changes, chunks, documents, places
from vera.verification.library.matrix_files import Batch
from vera.verification.library.matrix_head import Head
from vera.verification.library.seals import damaged
from vera.verification.library.store import FIELDS
from vera.verification.retrieval.postings import MOST, Postings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from vera.core.ports import Matrix
    from vera.verification.library.generations import Generation
    from vera.verification.library.store import Connection

_ASKED = 100
"""Sentences that an approximate index is measured on."""
HOLES = 4
"""Rows of documents that are no more are a part of all of at most one in so many."""


def begun(connection: Connection, generation: Generation, weights: Sequence[float]) -> Head:
    """What is said of files that hold nothing yet, and will hold the library as it is."""
    series, last = os.urandom(4).hex(), changes.last(connection)
    return Head(series, generation.id, generation.manifest.dimension, tuple(weights), last)


def is_of(
    connection: Connection, head: Head, generation: Generation, weights: Sequence[float]
) -> bool:
    """Whether files hold an earlier state of this library, or this one."""
    same = head.generation == generation.id and head.weights == tuple(weights)
    return same and changes.holds(connection, head.last)


def brought_up(
    connection: Connection, head: Head, owners: Callable[[], Result[NDArray[np.int64]]]
) -> Result[tuple[Head, list[int]]]:
    """What is said of the files when they are up to date, and the documents to be added for that.

    `owners` are asked for only where documents went: the chunk and document of each row.
    """
    went, came = set[int](), dict[int, None]()
    for document, gone in changes.since(connection, head.last.number):
        if not gone:
            came[document] = None
        elif document in came:
            del came[document]
        else:
            went.add(document)
    if went:
        known = owners()
        if failed(known):
            return known
        head = evolve(head, gone=_holes(head, known.unwrap()[:, 1], went))
    ours = [it for it in came if _generation(connection, it) == head.generation]
    return Success((evolve(head, last=changes.last(connection)), ours))


def _holes(head: Head, owners: NDArray[np.int64], went: set[int]) -> tuple[tuple[int, int], ...]:
    """Which rows are of documents that went, as few stretches."""
    dead = np.isin(owners, list(went))
    for first, last in head.gone:
        dead[first:last] = True
    edges = np.flatnonzero(np.diff(dead, prepend=False, append=False))
    return tuple((int(first), int(last)) for first, last in edges.reshape(-1, 2))


def _generation(connection: Connection, document: int) -> int | None:
    found = connection.execute("SELECT generation FROM document WHERE id = ?", (document,))
    row = found.fetchone()
    return None if row is None else int(row[0])


def documents_of(connection: Connection, generation: int) -> list[int]:
    """All documents of a generation, in order."""
    found = connection.execute(
        "SELECT id FROM document WHERE generation = ? ORDER BY id", (generation,)
    )
    return [id_ for (id_,) in found]


def batches(
    connection: Connection, wanted: Sequence[int], dimension: int, weights: Sequence[float]
) -> Iterator[Result[Batch]]:
    """Their chunks, at most `MOST` at once; a `StorageFault` where some are damaged."""
    waiting: list[tuple[NDArray[np.int64], Matrix]] = []
    for document in wanted:
        read = _chunks(connection, document, dimension)
        if failed(read):
            yield read
            return
        owners, vectors = read.unwrap()
        for at in range(0, len(owners), MOST):
            part = owners[at : at + MOST], vectors[at : at + MOST]
            if sum(len(own) for own, _ in waiting) + len(part[0]) > MOST:
                yield _batch(connection, waiting, weights)
                waiting = []
            waiting.append(part)
    if waiting:
        yield _batch(connection, waiting, weights)


def _chunks(
    connection: Connection, document: int, dimension: int
) -> Result[tuple[NDArray[np.int64], Matrix]]:
    """The chunks of a document (n, 2), with its own id, and their vectors (n, dimension)."""
    found = connection.execute(
        "SELECT id FROM chunk WHERE document = ? ORDER BY at", (document,)
    ).fetchall()
    owners = np.array([(id_, document) for (id_,) in found], dtype=np.int64).reshape(-1, 2)
    vectors = chunks.vectors_of(connection, document)
    if vectors is None or len(vectors) != 4 * dimension * len(owners):
        name = next(iter(places.of_document(connection, document)), "a paper")
        return damaged(name, "what is kept of its chunks")
    return Success((owners, np.frombuffer(vectors, dtype="<f4").reshape(-1, dimension)))


def _batch(
    connection: Connection,
    waiting: Sequence[tuple[NDArray[np.int64], Matrix]],
    weights: Sequence[float],
) -> Result[Batch]:
    owners = np.concatenate([own for own, _ in waiting])
    texts = []
    for id_ in owners[:, 0].tolist():
        found = connection.execute(
            f"SELECT {', '.join(FIELDS)} FROM words WHERE rowid = ?",  # noqa: S608 - ours
            (id_,),
        ).fetchone()
        if found is None or not all(type(text) is bytes for text in found):
            return damaged("the library", "the list of words")
        texts.append([text.decode() for text in found])
    vectors = np.concatenate([rows for _, rows in waiting])
    return Success(Batch(owners, vectors, Postings.of(texts, weights)))


def sentences(connection: Connection, head: Head) -> Matrix:
    """Vectors of sentences (m, dimension), one of each of some papers: as claims would have."""
    ours = documents_of(connection, head.generation)
    found = []
    for document in ours[:: max(len(ours) // _ASKED, 1)][:_ASKED]:
        units = documents.units_of(connection, document)
        if units:
            rows = np.frombuffer(units, dtype="<f4").reshape(-1, head.dimension)
            found.append(rows[len(rows) // 2])
    return np.array(found, dtype=np.float32).reshape(-1, head.dimension)
