"""Whether a library is as it was written, and its files as they were added."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from attrs import frozen

from vera.core.result import Result, Success, failed
from vera.verification.library import (
    chunks,
    documents,
    entries,
    generations,
    link_rows,
    metadata_rows,
    places,
)
from vera.verification.library.files import File, look, shown
from vera.verification.library.manifest import DESCRIBED, Manifest
from vera.verification.library.matrix_head import Near

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vera.verification.library.generations import Generation
    from vera.verification.library.store import Connection, Store

_OP = "check a library"


@frozen
class Condition:
    """How a library is.

    `vanished` and `changed` are files, as they are shown, that are no more there, or not as they
    were added. `older` counts the papers that an older reader read and that could not be read
    again, `anew` those that were already made anew by a run that did not end. `near` is what an
    approximate index of the first `near.rows` chunks was found to find, where there is one.
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
    near: Near | None = None


def condition(connection: Connection) -> Condition:
    """The condition of a library; looks at each file, and opens none."""
    size = connection.size()
    known = generations.known(connection)
    if not known:
        return Condition(0, 0, 0, 0, size, None)
    current, *begun = known
    papers = documents.entries(connection, current.id)
    files = places.known(connection).values()
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
        sum(len(documents.entries(connection, each.id)) for each in begun),
    )


def checked(database: Store) -> Result[tuple[str, ...]]:
    """Every fault that is found; the store's own check first, and where that fails no other.

    A row that is not as it was written is a `StorageFault`.
    """
    integrity = database.integrity()
    if failed(integrity):
        return integrity
    if integrity.unwrap() != "ok":
        return Success(tuple(integrity.unwrap().splitlines()))
    return database.read(_OP, lambda it: Success(tuple(_faults(it))))


def _faults(connection: Connection) -> Iterator[str]:
    for generation in generations.known(connection):
        yield from _of_papers(connection, generation)
    count = connection.execute("SELECT count(*) FROM chunk").fetchone()[0]
    words, lost = connection.count_words()
    if count != words:
        yield f"there are {count} chunks, and words of {words}"
    if lost:
        yield f"the words of {lost} chunks are missing"
    current = {entry.content for each in generations.known(connection)[:1]
               for entry in documents.entries(connection, each.id)}  # fmt: skip
    for path in entries.paths(connection):
        entries.of_bibliography(connection, path)
    for kept in places.known(connection).values():
        metadata_rows.given(connection, [kept.path])
        if kept.content not in current:
            yield f"{shown(kept.path)} has no paper"
    for path in places.misnamed(connection):
        yield f"{shown(path)}: what wikilinks call it is damaged"


def _of_papers(connection: Connection, generation: Generation) -> Iterator[str]:
    dimension = generation.manifest.dimension
    sound = {
        document: len(vectors) // (4 * dimension) if good else -1
        for document, good, vectors in chunks.matrices(connection, generation.id)
    }
    ids = chunks.ids(connection, generation.id)
    owners = Counter(ids[:, 1].tolist())
    for chunk in ids[:, 0].tolist():
        chunks.pieces(connection, [chunk])
    for entry in documents.entries(connection, generation.id):
        paths = places.of_document(connection, entry.id)
        name = shown(paths[0]) if paths else entry.title
        if not paths:
            yield f"{name}: it lies nowhere"
        described = metadata_rows.of_document(connection, entry.id).facts
        if not described and generation.manifest.reader >= DESCRIBED:
            yield f"{name}: what is known of it is missing"
        record = documents.record_of(connection, entry.id, dimension, name)
        if failed(record):
            yield str(record.failure())
        if not link_rows.sound(connection, entry.id):
            yield f"{name}: what is kept of its links is damaged"
        vectors, there = sound.get(entry.id), owners[entry.id]
        if vectors == -1:
            yield f"{name}: the vectors of its chunks are damaged"
        elif not vectors == there == entry.chunks:
            yield f"{name}: of {entry.chunks} chunks, {there} and {vectors or 0} vectors are there"


def _differs(kept: places.AddedFile, now: File) -> bool:
    unsure = kept.mtime_ns == -1 or now.mtime_ns == -1
    return kept.size != now.size or (not unsure and kept.mtime_ns != now.mtime_ns)
