"""The documents of a library: each one content, in one generation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from attrs import evolve, frozen

from vera.core.errors import StorageFault
from vera.core.result import Failure, Result
from vera.verification.library import chunks
from vera.verification.library.npz import Record, from_bytes, to_bytes
from vera.verification.library.places import Content
from vera.verification.library.seals import blob, damaged, seal, text_of, unsealed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.core.ports import Matrix
    from vera.verification.library.store import Connection
    from vera.verification.retrieval.passages import Passages


@frozen
class Entry:
    """A document of a library, without its text."""

    id: int
    content: Content
    reader: int
    title: str
    pages: int
    chunks: int


_ENTRY = (
    "SELECT id, generation, digest, media_type, reader, title, pages, chunks, seal FROM document"
)


def entries(connection: Connection, generation: int) -> tuple[Entry, ...]:
    """The documents of a generation, in the order in which they were added."""
    found = connection.execute(f"{_ENTRY} WHERE generation = ? ORDER BY id", (generation,))
    return tuple(map(_entry, found))


def count(connection: Connection, generation: int) -> int:
    """How many documents a generation has."""
    found = connection.execute("SELECT count(*) FROM document WHERE generation = ?", (generation,))
    return int(found.fetchone()[0])


def entry(connection: Connection, document: int) -> Entry:
    """One document."""
    found = connection.execute(f"{_ENTRY} WHERE id = ?", (document,)).fetchone()
    return _entry(found or (document, b""))


def _entry(row: Sequence[Any]) -> Entry:
    id_, *columns = row
    _, digest, kind, reader, title, pages, chunks_ = unsealed(columns)
    return Entry(id_, (text_of(digest), text_of(kind)), reader, text_of(title), pages, chunks_)


def of_content(connection: Connection, generation: int, content: Content) -> int | None:
    """The document with that content, if the generation has it."""
    digest, kind = content
    found = connection.execute(
        "SELECT id FROM document WHERE generation = ? AND digest = ? AND media_type = ?",
        (generation, blob(digest), blob(kind)),
    ).fetchone()
    return None if found is None else int(found[0])


def put(connection: Connection, generation: int, passages: Passages, reader: int) -> int:
    """Keep a paper with its vectors, chunks and words, if the generation does not have it."""
    document = passages.document
    content = document.digest, document.media_type
    known = of_content(connection, generation, content)
    if known is not None:
        return known
    record = to_bytes(document, passages.sentences)
    units = passages.rows.astype("<f4").tobytes()
    title, count = blob(document.title), len(passages.chunks)
    row = (generation, *map(blob, content), reader, title, len(document.pages), count)
    (id_,) = connection.execute(
        "INSERT INTO document (generation, digest, media_type, reader, title, pages, chunks, seal,"
        " checksum, record, units) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
        (*row, seal(*row), seal(record, units), record, units),
    ).fetchone()
    chunks.put(connection, id_, passages)
    return int(id_)


def record_of(
    connection: Connection, document: int, dimension: int, name: str
) -> Result[tuple[Record, Matrix]]:
    """A document with its sentences, and the vectors (n, dimension) of its units.

    Its source is `name`. A `StorageFault` says that what was kept is not what was written.
    """
    found = connection.execute(
        "SELECT checksum, record, units FROM document WHERE id = ?", (document,)
    ).fetchone()
    if found is None:
        return Failure(StorageFault("read the library", name, "it is not in the library"))
    checksum, record, units = found
    if checksum != seal(record, units) or len(units) % (4 * dimension):
        return damaged(name, "the record of this paper")
    rows = np.frombuffer(units, dtype="<f4").reshape(-1, dimension)
    return from_bytes(record, name).map(
        lambda told: (evolve(told, document=evolve(told.document, source=name)), rows)
    )


def units_of(connection: Connection, document: int) -> bytes | None:
    """The vectors of a document's units; None where they are not as they were written."""
    found = connection.execute(
        "SELECT checksum, record, units FROM document WHERE id = ?", (document,)
    ).fetchone()
    return found[2] if found and found[0] == seal(found[1], found[2]) else None


def drop(connection: Connection, document: int) -> None:
    """Remove a document with all that was made of it."""
    chunks.drop(connection, document)
    for table in ("about", "link", "link_key", "linked"):
        connection.execute(f"DELETE FROM {table} WHERE document = ?", (document,))  # noqa: S608 - ours
    connection.execute("DELETE FROM document WHERE id = ?", (document,))


def drop_orphan(connection: Connection, content: Content) -> None:
    """Remove the documents of that content, if it lies in no place any more."""
    key = tuple(map(blob, content))
    where = "WHERE digest = ? AND media_type = ?"
    if connection.execute(f"SELECT 1 FROM place {where}", key).fetchone() is None:  # noqa: S608 - only ?
        found = connection.execute(f"SELECT id FROM document {where}", key)  # noqa: S608 - only ?
        for (id_,) in found.fetchall():
            drop(connection, id_)
