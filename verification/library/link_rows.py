"""What the documents of a library lead to, as rows, and back. Each function runs in a transaction.

Links are kept as they are written. Which paper one means is asked anew each time, so that it can be
one that came later, and is none when that is gone. The statements are in what SQLite and PostgreSQL
share.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

from vera.verification.library.citing import OPENING, Link, Sort
from vera.verification.library.seals import blob, seal, text_of, unsealed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from vera.verification.library.store import Connection

VERSION = 1
"""Raised when the same document would lead elsewhere, or be looked up otherwise."""
_AT_ONCE = 400
"""Rows of values in one statement."""
_LAST = "\U0010ffff"
"""Sorts behind every letter, so that a key lies between an opening and the opening with this."""

_CANDIDATES = """
    WITH asked (document, at) AS (VALUES {places})
    SELECT k.document, k.at, a.field, d.id FROM asked
      JOIN link_key AS k ON k.document = asked.document AND k.at = asked.at
      JOIN about AS a ON a.field = k.field AND a.used = 1
        AND (a.key = k.key OR (k.field = 'title' AND a.key > k.key AND a.key < k.key || ?))
      JOIN document AS d ON d.id = a.document AND d.generation = ?
    UNION
    SELECT k.document, k.at, k.field, d.id FROM asked
      JOIN link_key AS k ON k.document = asked.document AND k.at = asked.at AND k.field = 'stem'
      JOIN stem AS s ON s.key = k.key
      JOIN place AS p ON p.path = s.path
      JOIN document AS d ON d.digest = p.digest AND d.media_type = p.media_type
        AND d.generation = ?
"""
_CITING = """
    WITH asked (document) AS (VALUES {documents})
    SELECT k.document, k.at FROM asked
      JOIN about AS a ON a.document = asked.document AND a.used = 1
        AND a.field IN ('doi', 'arxiv', 'title', 'alias')
      JOIN link_key AS k ON k.field = a.field AND k.key IN (a.key, substr(a.key, 1, {opening}))
      JOIN document AS d ON d.id = k.document AND d.generation = ?
    UNION
    SELECT k.document, k.at FROM asked
      JOIN document AS own ON own.id = asked.document
      JOIN place AS p ON p.digest = own.digest AND p.media_type = own.media_type
      JOIN stem AS s ON s.path = p.path
      JOIN link_key AS k ON k.field = 'stem' AND k.key = s.key
      JOIN document AS d ON d.id = k.document AND d.generation = ?
"""


def put(connection: Connection, document: int, links: Sequence[Link]) -> None:
    """Keep what a document leads to, in the place of what was known."""
    drop(connection, document)
    for at, link in enumerate(links):
        row = document, at, link.sort.value, blob(link.text)
        connection.execute(
            "INSERT INTO link (document, at, sort, text, seal, keys_seal)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            (*row, seal(document, at, link.sort.value.encode(), row[-1]), _seal_of(link.keys)),
        )
        connection.executemany(
            "INSERT INTO link_key (document, at, field, key) VALUES (?, ?, ?, ?)",
            [(document, at, *key) for key in link.keys],
        )
    connection.execute(
        "INSERT INTO linked (document, version, links) VALUES (?, ?, ?)",
        (document, VERSION, len(links)),
    )


def drop(connection: Connection, document: int) -> None:
    """Forget what a document leads to."""
    for table in ("link", "link_key", "linked"):
        connection.execute(f"DELETE FROM {table} WHERE document = ?", (document,))  # noqa: S608 - ours


def unlinked(connection: Connection, generation: int) -> tuple[int, ...]:
    """The documents that were not looked through, or by another version."""
    found = connection.execute(
        "SELECT id FROM document WHERE generation = ? AND NOT EXISTS (SELECT 1 FROM linked"
        " WHERE linked.document = document.id AND version = ?) ORDER BY id",
        (generation, VERSION),
    )
    return tuple(int(id_) for (id_,) in found.fetchall())


def links_from(connection: Connection, documents: Sequence[int]) -> Iterator[tuple[int, int, Link]]:
    """All links of these documents: the document, the number among its own from 0, the link."""
    for some in portions([(document,) for document in documents]):
        found = connection.execute(
            f"WITH asked (document) AS (VALUES {marks(some)})"  # noqa: S608 - only ?
            " SELECT link.document, at, sort, text, seal FROM asked"
            " JOIN link ON link.document = asked.document ORDER BY link.document, at",
            [value for row in some for value in row],
        )
        yield from map(_link, found.fetchall())


def links_at(
    connection: Connection, places: Sequence[tuple[int, int]]
) -> Iterator[tuple[int, int, Link]]:
    """The same for single links, each by its document and number."""
    for some in portions(places):
        found = connection.execute(
            f"WITH asked (document, at) AS (VALUES {marks(some)})"  # noqa: S608 - only ?
            " SELECT link.document, link.at, sort, text, seal FROM asked"
            " JOIN link ON link.document = asked.document AND link.at = asked.at",
            [value for row in some for value in row],
        )
        yield from map(_link, found.fetchall())


def sound(connection: Connection, document: int) -> bool:
    """Whether all links of a document are there, with what they are found by.

    One that is not as it was written is an error.
    """
    of = (document,)
    found = connection.execute("SELECT links FROM linked WHERE document = ?", of).fetchone()
    keys: defaultdict[int, list[tuple[str, str]]] = defaultdict(list)
    for at, field, key in connection.execute(
        "SELECT at, field, key FROM link_key WHERE document = ?", of
    ).fetchall():
        keys[at].append((_string(field), _string(key)))
    seals = connection.execute("SELECT at, keys_seal FROM link WHERE document = ?", of).fetchall()
    count = len(list(links_from(connection, [document])))
    counted = found is None or found[0] == count
    return counted and all(_seal_of(keys[at]) == sealed for at, sealed in seals)


def candidates(
    connection: Connection, generation: int, places: Sequence[tuple[int, int]]
) -> Iterator[tuple[int, int, str, int]]:
    """Which documents links may mean: document and number of the link, the field, the other.

    Of a title only the opening was compared, and of a path only the name.
    """
    for some in portions(places):
        values = [value for row in some for value in row]
        found = connection.execute(
            _CANDIDATES.format(places=marks(some)), (*values, _LAST, generation, generation)
        )
        for document, at, field, other in found.fetchall():
            yield document, at, _string(field), other


def citing(
    connection: Connection, generation: int, documents: Sequence[int], most: int
) -> set[tuple[int, int]]:
    """The links that may mean one of these documents, by document and number; `most` at once."""
    found: set[tuple[int, int]] = set()
    for some in portions([(document,) for document in documents]):
        statement = _CITING.format(documents=marks(some), opening=OPENING)
        values = [value for row in some for value in row]
        rows = connection.execute(f"{statement} LIMIT ?", (*values, generation, generation, most))
        found.update((document, at) for document, at in rows.fetchall())
    return found


def _link(row: Sequence[Any]) -> tuple[int, int, Link]:
    document, at, sort, text, sealed = row
    name = _string(sort)
    unsealed((document, at, name.encode(), text, sealed))
    return document, at, Link(Sort(name), text_of(text))


def _seal_of(keys: Iterable[tuple[str, str]]) -> bytes:
    return seal(*(part.encode() for key in sorted(keys) for part in key))


def _string(text: str | bytes) -> str:
    """Text as SQLite (bytes) or PostgreSQL gives it."""
    return text.decode("utf-8", "replace") if isinstance(text, bytes) else text


def portions(rows: Sequence[tuple[int, ...]]) -> Iterator[Sequence[tuple[int, ...]]]:
    """The rows of values, as many at once as a statement takes."""
    for start in range(0, len(rows), _AT_ONCE):
        yield rows[start : start + _AT_ONCE]


def marks(rows: Sequence[tuple[int, ...]]) -> str:
    """A "?" for each value of each row, as VALUES takes them."""
    return ", ".join(f"({', '.join('?' * len(row))})" for row in rows)
