"""The chunks of a library's documents: their texts, vectors and words."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np
from attrs import frozen

from core.document import Span
from verification.chunking.notes import aliases, tags
from verification.library.seals import blob, seal, text_of, unsealed
from verification.library.store import DamagedRowError
from verification.retrieval.words import content, words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from core.chunk import Chunk
    from verification.library.store import Connection
    from verification.retrieval.passages import Passages


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
    of = passages.document
    about = [_stems(field) for field in (of.title, " ".join(tags(of)), " ".join(aliases(of)))]
    for chunk in passages.chunks:
        _put(connection, document, chunk, about)


def drop(connection: Connection, document: int) -> None:
    """Remove the chunks of a document."""
    connection.drop_words(document)
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


def _put(connection: Connection, document: int, chunk: Chunk, about: Sequence[str]) -> None:
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
    connection.put_words(id_, (_stems(chunk.text), *about))


def _stems(text: str) -> str:
    return " ".join(content(words(text)))
