"""The chunks of a library's documents: their texts, vectors and words."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np
from attrs import frozen

from vera.core.document import Span
from vera.verification.chunking.notes import aliases, tags
from vera.verification.language.words import content, words
from vera.verification.library.seals import blob, seal, text_of, unsealed
from vera.verification.library.store import DamagedRowError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from vera.core.chunk import Chunk
    from vera.verification.library.store import Connection
    from vera.verification.retrieval.passages import Passages


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


def put(connection: Connection, document: int, passages: Passages) -> None:
    """Keep the chunks of a document, each with its words beside those that name the document."""
    vectors = passages.chunk_rows.astype("<f4").tobytes()
    connection.execute(
        "INSERT INTO matrix (document, checksum, vectors) VALUES (?, ?, ?)",
        (document, seal(vectors), vectors),
    )
    connection.changed(document, gone=False)
    of = passages.document
    about = [_stems(field) for field in (of.title, " ".join(tags(of)), " ".join(aliases(of)))]
    made = [_put(connection, document, chunk) for chunk in passages.chunks]
    # One after another: FTS5 writes what it has gathered before a row of another table is inserted.
    for id_, chunk in zip(made, passages.chunks, strict=True):
        connection.put_words(id_, (_stems(chunk.text), *about))


def drop(connection: Connection, document: int) -> None:
    """Remove the chunks of a document."""
    connection.drop_words(document)
    connection.changed(document, gone=True)
    connection.execute("DELETE FROM chunk WHERE document = ?", (document,))
    connection.execute("DELETE FROM matrix WHERE document = ?", (document,))


def matrices(connection: Connection, generation: int) -> Iterator[tuple[int, bool, bytes]]:
    """For each document that has chunks: its id, whether its vectors are sound, and they."""
    found = connection.each(
        "SELECT m.document, m.checksum, m.vectors FROM matrix AS m JOIN document AS d"
        " ON d.id = m.document WHERE d.generation = ? ORDER BY m.document",
        (generation,),
    )
    for document, checksum, vectors in found:
        yield document, checksum == seal(vectors), vectors


def vectors_of(connection: Connection, document: int) -> bytes | None:
    """The vectors of a document's chunks; None where they are not as they were written."""
    found = connection.execute(
        "SELECT checksum, vectors FROM matrix WHERE document = ?", (document,)
    ).fetchone()
    return found[1] if found and found[0] == seal(found[1]) else None


def ids(connection: Connection, generation: int) -> NDArray[np.int64]:
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


def pieces(connection: Connection, of: Sequence[int]) -> list[Piece]:
    """The chunks of these ids, in their order."""
    made = []
    for id_ in of:
        found = connection.execute(
            "SELECT document, at, name, first, last, pages, section, text, seal FROM chunk"
            " WHERE id = ?",
            (id_,),
        ).fetchone()
        document, _, *rest = unsealed(found or (b"",))
        name, first, last, pages, section, text = rest
        span, numbers = Span(first, last), tuple(json.loads(pages))
        where = text_of(name), span, numbers, text_of(section)
        made.append(Piece(id_, document, *where, text_of(text)))
    return made


def near(connection: Connection, chunk: int, reach: int) -> list[int]:
    """The chunk, and as many of its document on each side, in their order."""
    found = connection.execute(
        "SELECT other.id FROM chunk AS own JOIN chunk AS other ON other.document = own.document"
        " WHERE own.id = ? AND other.at BETWEEN own.at - ? AND own.at + ? ORDER BY other.at",
        (chunk, reach, reach),
    )
    return [int(id_) for (id_,) in found.fetchall()]


def _put(connection: Connection, document: int, chunk: Chunk) -> int:
    row = (
        document,
        chunk.index,
        blob(chunk.id),
        chunk.span.start,
        chunk.span.end,
        blob(json.dumps(chunk.pages)),
        blob(chunk.section),
        blob(chunk.text),
    )
    (id_,) = connection.execute(
        "INSERT INTO chunk (document, at, name, first, last, pages, section, text, seal)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
        (*row, seal(*row)),
    ).fetchone()
    return int(id_)


def _stems(text: str) -> str:
    return " ".join(content(words(text)))
