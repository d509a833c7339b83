"""What a library holds, as rows of its tables, and back. Each function runs in a transaction."""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from attrs import evolve, frozen

from core.document import Span
from core.errors import StorageFault
from core.result import Failure, Result
from verification.chunking.notes import aliases, tags
from verification.library.citing import stem
from verification.library.manifest import Manifest
from verification.library.npz import Record, from_bytes, to_bytes
from verification.retrieval.words import content, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from sqlite3 import Connection

    from numpy.typing import NDArray

    from core.chunk import Chunk
    from core.document import Document
    from core.ports import Matrix
    from verification.retrieval.passages import Passages


class DamagedRowError(sqlite3.DatabaseError):
    """A row is not as it was written. What runs transactions makes a `StorageFault` of it."""


Content: TypeAlias = tuple[str, str]
"""The SHA-256 of a file in hexadecimal, and the media type that it was read as."""
_PLACE = "path, digest, media_type, size, mtime_ns, vanished, seal"
_PLACES = f"SELECT {_PLACE} FROM place"  # noqa: S608 - ours
REMEDY = "remove the paper and add it again"


@frozen
class Generation:
    """Papers that were made with one manifest. Only those of the current one are searched."""

    id: int
    manifest: Manifest
    current: bool


@frozen
class Kept:
    """A file as it was when it was added; `mtime_ns` is -1 where it could change unseen."""

    path: str
    content: Content
    size: int
    mtime_ns: int
    vanished: bool = False


@frozen
class Entry:
    """A document of a library, without its text."""

    id: int
    content: Content
    reader: int
    title: str
    pages: int
    chunks: int


@frozen
class Piece:
    """A chunk as it is shown; [first, last) are characters of the document's text."""

    id: int
    document: int
    name: str
    span: Span
    pages: tuple[int, ...]
    section: str
    text: str


def generations(connection: Connection) -> tuple[Generation, ...]:
    """The current one first; the other, if there is one, is being made."""
    found = connection.execute(
        "SELECT id, current, manifest, seal FROM generation ORDER BY current DESC"
    )
    made = []
    for id_, current, *row in found:
        (manifest,) = _unsealed(row)
        made.append(Generation(id_, Manifest.from_json(_text(manifest)), current == 1))
    if [each.current for each in made] != [at == 0 for at in range(len(made))]:
        raise DamagedRowError("it is not known which papers are the current ones")
    return tuple(made)


def begin_generation(connection: Connection, manifest: Manifest) -> Generation:
    """Begin to make papers with another manifest, in the place of any others so begun."""
    known = generations(connection)
    for each in known:
        if not each.current:
            drop_generation(connection, each.id)
    text, first = _blob(manifest.to_json()), not known
    made = connection.execute(
        "INSERT INTO generation (manifest, current, seal) VALUES (?, ?, ?)",
        (text, int(first), _seal(text)),
    )
    return Generation(made.lastrowid or 0, manifest, first)


def make_current(connection: Connection, generation: int) -> None:
    """From now on this generation is searched; the others are dropped."""
    others = connection.execute("SELECT id FROM generation WHERE id <> ?", (generation,)).fetchall()
    for (id_,) in others:
        drop_generation(connection, id_)
    connection.execute("UPDATE generation SET current = 1 WHERE id = ?", (generation,))


def drop_generation(connection: Connection, generation: int) -> None:
    """Remove a generation with its documents."""
    found = connection.execute("SELECT id FROM document WHERE generation = ?", (generation,))
    for (id_,) in found.fetchall():
        drop_document(connection, id_)
    connection.execute("DELETE FROM generation WHERE id = ?", (generation,))


def entries(connection: Connection, generation: int) -> tuple[Entry, ...]:
    """The documents of a generation, in the order in which they were added."""
    found = connection.execute(
        "SELECT id, generation, digest, media_type, reader, title, pages, chunks, seal"
        " FROM document WHERE generation = ? ORDER BY id",
        (generation,),
    )
    made = []
    for id_, *row in found:
        _, digest, kind, reader, title, pages, chunks = _unsealed(row)
        content_ = _text(digest), _text(kind)
        made.append(Entry(id_, content_, reader, _text(title), pages, chunks))
    return tuple(made)


def places(connection: Connection) -> dict[str, Kept]:
    """All files that were added, by their absolute path, in order."""
    found = connection.execute(f"{_PLACES} ORDER BY path")
    return {kept.path: kept for kept in map(_kept, found)}


def place_of(connection: Connection, path: str) -> Kept | None:
    """What was known of the file at an absolute path."""
    found = connection.execute(f"{_PLACES} WHERE path = ?", (os.fsencode(path),)).fetchone()
    return None if found is None else _kept(found)


def unnamed(connection: Connection) -> tuple[Kept, ...]:
    """The files of which it is not kept what wikilinks call them."""
    found = connection.execute(f"{_PLACES} WHERE path NOT IN (SELECT path FROM stem)")  # noqa: S608 - ours
    return tuple(map(_kept, found.fetchall()))


def _kept(row: Sequence[Any]) -> Kept:
    path, digest, kind, size, mtime_ns, vanished = _unsealed(row)
    content_ = _text(digest), _text(kind)
    return Kept(os.fsdecode(path), content_, size, mtime_ns, bool(vanished))


def put_place(connection: Connection, kept: Kept) -> None:
    """Keep that a file lies there, in the place of what was known of its path."""
    path, content_ = os.fsencode(kept.path), map(_blob, kept.content)
    row = (path, *content_, kept.size, kept.mtime_ns, int(kept.vanished))
    connection.execute(
        f"INSERT OR REPLACE INTO place ({_PLACE}) VALUES (?, ?, ?, ?, ?, ?, ?)",  # noqa: S608 - ours
        (*row, _seal(*row)),
    )
    connection.execute(
        "INSERT INTO stem (path, key) VALUES (?, ?) ON CONFLICT (path) DO UPDATE"
        " SET key = excluded.key",
        (path, stem(kept.path)),
    )


def drop_places(connection: Connection, paths: Iterable[str]) -> None:
    """Forget these files."""
    gone = [(os.fsencode(it),) for it in paths]
    for table in ("place", "stem"):
        connection.executemany(f"DELETE FROM {table} WHERE path = ?", gone)  # noqa: S608 - ours


def drop_orphan(connection: Connection, content_: Content) -> None:
    """Remove the documents of that content, if it lies in no place any more."""
    key = tuple(map(_blob, content_))
    where = "WHERE digest = ? AND media_type = ?"
    if connection.execute(f"SELECT 1 FROM place {where}", key).fetchone() is None:  # noqa: S608 - only ?
        found = connection.execute(f"SELECT id FROM document {where}", key)  # noqa: S608 - only ?
        for (id_,) in found.fetchall():
            drop_document(connection, id_)


def drop_document(connection: Connection, document: int) -> None:
    """Remove a document with all that was made of it."""
    connection.execute(
        "DELETE FROM words WHERE rowid IN (SELECT id FROM chunk WHERE document = ?)", (document,)
    )
    connection.execute("DELETE FROM chunk WHERE document = ?", (document,))
    connection.execute("DELETE FROM matrix WHERE document = ?", (document,))
    for table in ("about", "link", "link_key", "linked"):
        connection.execute(f"DELETE FROM {table} WHERE document = ?", (document,))  # noqa: S608 - ours
    connection.execute("DELETE FROM document WHERE id = ?", (document,))


def document_of(connection: Connection, generation: int, content_: Content) -> int | None:
    """The document with that content, if the generation has it."""
    digest, kind = content_
    found = connection.execute(
        "SELECT id FROM document WHERE generation = ? AND digest = ? AND media_type = ?",
        (generation, _blob(digest), _blob(kind)),
    ).fetchone()
    return None if found is None else int(found[0])


def put_document(connection: Connection, generation: int, passages: Passages, reader: int) -> int:
    """Keep a paper with its vectors, chunks and words, if the generation does not have it."""
    document = passages.document
    content_ = document.digest, document.media_type
    known = document_of(connection, generation, content_)
    if known is not None:
        return known
    record = to_bytes(document, passages.sentences)
    units, vectors = _bytes(passages.rows), _bytes(passages.chunk_rows)
    title, count = _blob(document.title), len(passages.chunks)
    row = (generation, *map(_blob, content_), reader, title, len(document.pages), count)
    made = connection.execute(
        "INSERT INTO document (generation, digest, media_type, reader, title, pages, chunks, seal,"
        " checksum, record, units) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (*row, _seal(*row), _seal(record, units), record, units),
    )
    id_ = made.lastrowid or 0
    connection.execute("INSERT INTO matrix VALUES (?, ?, ?)", (id_, _seal(vectors), vectors))
    about = [_stems(field) for field in (document.title, *_named(document))]
    for chunk in passages.chunks:
        put_chunk(connection, id_, chunk, about)
    return id_


def put_chunk(connection: Connection, document: int, chunk: Chunk, about: Sequence[str]) -> None:
    """Keep a chunk, and its words beside those of its title, tags and aliases."""
    row = (
        document,
        chunk.index,
        _blob(chunk.id),
        chunk.span.start,
        chunk.span.end,
        _blob(json.dumps(chunk.pages)),
        _blob(chunk.section),
        _blob(chunk.text),
    )
    made = connection.execute(
        "INSERT INTO chunk (document, at, name, first, last, pages, section, text, seal)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (*row, _seal(*row)),
    )
    connection.execute(
        "INSERT INTO words (rowid, text, title, tags, aliases) VALUES (?, ?, ?, ?, ?)",
        (made.lastrowid, _stems(chunk.text), *about),
    )


def _named(document: Document) -> tuple[str, str]:
    return " ".join(tags(document)), " ".join(aliases(document))


def _stems(text: str) -> str:
    return " ".join(content(words(text)))


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
    if checksum != _seal(record, units) or len(units) % (4 * dimension):
        return damaged(name, "the record of this paper")
    rows = np.frombuffer(units, dtype="<f4").reshape(-1, dimension)
    return from_bytes(record, name).map(
        lambda told: (evolve(told, document=evolve(told.document, source=name)), rows)
    )


def matrices(connection: Connection, generation: int) -> Iterator[tuple[int, bool, bytes]]:
    """For each document that has chunks: its id, whether its vectors are sound, and they."""
    found = connection.execute(
        "SELECT m.document, m.checksum, m.vectors FROM matrix AS m JOIN document AS d"
        " ON d.id = m.document WHERE d.generation = ? ORDER BY m.document",
        (generation,),
    )
    for document, checksum, vectors in found:
        yield document, checksum == _seal(vectors), vectors


def chunk_ids(connection: Connection, generation: int) -> NDArray[np.int64]:
    """The ids and documents of all chunks (n, 2), in the order of `matrices`."""
    found = connection.execute(
        "SELECT c.id, c.document FROM chunk AS c JOIN document AS d ON d.id = c.document"
        " WHERE d.generation = ? ORDER BY c.document, c.at",
        (generation,),
    )
    pairs = found.fetchall()
    if not all(type(document) is int for _, document in pairs):
        raise DamagedRowError("a chunk has no document")
    return np.array(pairs, dtype=np.int64).reshape(-1, 2)


def pieces(connection: Connection, ids: Sequence[int]) -> list[Piece]:
    """The chunks of these ids, in their order."""
    made = []
    for id_ in ids:
        found = connection.execute(
            "SELECT document, at, name, first, last, pages, section, text, seal FROM chunk"
            " WHERE id = ?",
            (id_,),
        ).fetchone()
        document, _, name, first, last, pages, section, text = _unsealed(found or (b"",))
        span, numbers = Span(first, last), tuple(json.loads(pages))
        made.append(Piece(id_, document, _text(name), span, numbers, _text(section), _text(text)))
    return made


def paths_of(connection: Connection, document: int) -> list[str]:
    """Where the files of a document lie, or lay, those that are there first."""
    of_document = "(SELECT digest, media_type FROM document WHERE id = ?)"
    found = connection.execute(
        f"{_PLACES} WHERE (digest, media_type) = {of_document} ORDER BY vanished, path",
        (document,),
    )
    return [_kept(row).path for row in found]


def path_of(connection: Connection, document: int) -> str:
    """Where a document lies, the first place of `paths_of`."""
    paths = paths_of(connection, document)
    if not paths:
        raise DamagedRowError("a paper lies nowhere")
    return paths[0]


def damaged(name: str, what: str) -> Failure[StorageFault]:
    """What was kept is not what was written."""
    return Failure(StorageFault("read the library", name, f"{what} is damaged", REMEDY))


def _bytes(rows: NDArray[Any]) -> bytes:
    return rows.astype("<f4").tobytes()


def _seal(*parts: object) -> bytes:
    """Against damage; a library is the user's own, and lies where nobody else can write."""
    whole = hashlib.blake2b(digest_size=8)
    for part in parts:
        data = part if isinstance(part, bytes) else repr(part).encode()
        whole.update(len(data).to_bytes(8, "little") + data)
    return whole.digest()


def _unsealed(row: Sequence[Any]) -> Sequence[Any]:
    """The columns of a row whose last one is their seal."""
    *columns, seal = row
    if seal != _seal(*columns):
        raise DamagedRowError("a row is not as it was written")
    return columns


def _blob(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogatepass")
