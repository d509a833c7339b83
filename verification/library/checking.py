"""Whether a library is as it was written, and its files as they were added."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from attrs import frozen

from core.result import Result, Success, failed
from verification.library import rows
from verification.library.files import File, look, shown
from verification.library.manifest import Manifest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from sqlite3 import Connection

    from verification.library.rows import Generation
    from verification.library.sqlite import Database

_OP = "check a library"


@frozen
class Condition:
    """How a library is.

    `vanished` and `changed` are files, as they are shown, that are no more there, or not as they
    were added. `older` counts the papers that an older reader read and that could not be read
    again, `anew` those that were already made anew by a run that did not end.
    """

    papers: int
    files: int
    pages: int
    chunks: int
    size: int
    manifest: Manifest | None
    vanished: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    older: int = 0
    anew: int = 0


def condition(connection: Connection) -> Condition:
    """The condition of a library; looks at each file, and opens none."""
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    size = pages * connection.execute("PRAGMA page_size").fetchone()[0]
    known = rows.generations(connection)
    if not known:
        return Condition(0, 0, 0, 0, size, None)
    current, *begun = known
    papers = rows.entries(connection, current.id)
    files = rows.places(connection).values()
    now = {kept.path: look(kept.path) for kept in files}
    return Condition(
        len(papers),
        len(files),
        sum(entry.pages for entry in papers),
        sum(entry.chunks for entry in papers),
        size,
        current.manifest,
        tuple(shown(kept.path) for kept in files if not now[kept.path].there),
        tuple(
            shown(kept.path)
            for kept in files
            if now[kept.path].there and _differs(kept, now[kept.path])
        ),
        sum(entry.reader != current.manifest.reader for entry in papers),
        sum(len(rows.entries(connection, each.id)) for each in begun),
    )


def checked(database: Database) -> Result[tuple[str, ...]]:
    """Every fault that is found; SQLite's own check first, and where that fails no other.

    A row that is not as it was written is a `StorageFault`.
    """
    whole = database.whole()
    if failed(whole):
        return whole
    if whole.unwrap() != "ok":
        return Success(tuple(whole.unwrap().splitlines()))
    return database.read(_OP, lambda it: Success(tuple(_faults(it))))


def _faults(connection: Connection) -> Iterator[str]:
    for generation in rows.generations(connection):
        yield from _of_papers(connection, generation)
    chunks = connection.execute("SELECT count(*) FROM chunk").fetchone()[0]
    words = connection.execute("SELECT count(*) FROM words").fetchone()[0]
    if chunks != words:
        yield f"there are {chunks} chunks, and words of {words}"
    lost = connection.execute(
        "SELECT count(*) FROM chunk WHERE NOT EXISTS (SELECT 1 FROM words WHERE rowid = chunk.id)"
    ).fetchone()[0]
    if lost:
        yield f"the words of {lost} chunks are missing"
    current = {entry.content for each in rows.generations(connection)[:1]
               for entry in rows.entries(connection, each.id)}  # fmt: skip
    for kept in rows.places(connection).values():
        if kept.content not in current:
            yield f"{shown(kept.path)} has no paper"


def _of_papers(connection: Connection, generation: Generation) -> Iterator[str]:
    dimension = generation.manifest.dimension
    sound = {
        document: len(vectors) // (4 * dimension) if good else -1
        for document, good, vectors in rows.matrices(connection, generation.id)
    }
    ids = rows.chunk_ids(connection, generation.id)
    owners = Counter(ids[:, 1].tolist())
    for chunk in ids[:, 0].tolist():
        rows.pieces(connection, [chunk])
    for entry in rows.entries(connection, generation.id):
        paths = rows.paths_of(connection, entry.id)
        name = shown(paths[0]) if paths else entry.title
        if not paths:
            yield f"{name}: it lies nowhere"
        record = rows.record_of(connection, entry.id, dimension, name)
        if failed(record):
            yield str(record.failure())
        vectors, chunks = sound.get(entry.id), owners[entry.id]
        if vectors == -1:
            yield f"{name}: the vectors of its chunks are damaged"
        elif not vectors == chunks == entry.chunks:
            yield f"{name}: of {entry.chunks} chunks, {chunks} and {vectors or 0} vectors are there"


def _differs(kept: rows.Kept, now: File) -> bool:
    unsure = kept.mtime_ns == -1 or now.mtime_ns == -1
    return kept.size != now.size or (not unsure and kept.mtime_ns != now.mtime_ns)
