"""What is known of the papers of a library, as rows, and back. Each function runs in a transaction.

The statements are in what SQLite and PostgreSQL share.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from vera.verification.library.metadata import FIELDS, LONGEST, Fact, Metadata, Source, key
from vera.verification.library.seals import blob, seal, text_of, unsealed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vera.verification.library.store import Connection


def put(connection: Connection, document: int, facts: Iterable[Fact]) -> None:
    """Keep what is known of a document, in the place of what was known."""
    drop(connection, document)
    counts: dict[tuple[str, str], int] = {}
    for fact in facts:
        value = fact.value[:LONGEST]
        at = counts[fact.source.value, fact.field] = (
            counts.get((fact.source.value, fact.field), -1) + 1
        )
        row = (document, fact.source.value, clean(fact.field), at, int(fact.used))
        said = (blob(value), blob(fact.origin))
        connection.execute(
            "INSERT INTO about (document, source, field, at, used, key, fold, number, value,"
            " origin, seal) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                *row,
                clean(fact.key),
                clean(fact.fold),
                fact.number,
                *said,
                seal(*_sealed(row), *said),
            ),
        )


def drop(connection: Connection, document: int) -> None:
    """Forget what is known of a document."""
    connection.execute("DELETE FROM about WHERE document = ?", (document,))


def of_document(connection: Connection, document: int) -> Metadata:
    """What is known of a document."""
    found = connection.execute(
        "SELECT document, source, field, at, used, value, origin, seal FROM about"
        " WHERE document = ? ORDER BY source, field, at",
        (document,),
    )
    facts = []
    for id_, source, field, at, used, value, origin, sealed in found:
        row = (id_, string(source), string(field), at, used)
        unsealed((*_sealed(row), value, origin, sealed))
        facts.append(Fact(row[2], text_of(value), Source(row[1]), text_of(origin), used=bool(used)))
    order = list(FIELDS)
    place = {name: at for at, name in enumerate(order)}
    return Metadata(tuple(sorted(facts, key=lambda it: place.get(it.field, len(order)))))


def with_value(connection: Connection, generation: int, field: str, value: str) -> tuple[int, ...]:
    """The documents whose field has that value, however it is spelt: DOI, arXiv, title, ...

    A title is compared by its letters and digits, an author by the family name.
    """
    wanted = key(field, value)
    if not wanted:
        return ()
    found = connection.execute(
        "SELECT DISTINCT a.document FROM about AS a JOIN document AS d ON d.id = a.document"
        " WHERE a.field = ? AND a.key = ? AND a.used = 1 AND d.generation = ? ORDER BY a.document",
        (field, wanted, generation),
    )
    return tuple(int(document) for (document,) in found.fetchall())


def by_doi(connection: Connection, generation: int, doi: str) -> tuple[int, ...]:
    """The documents that have this DOI."""
    return with_value(connection, generation, "doi", doi)


def by_arxiv(connection: Connection, generation: int, identifier: str) -> tuple[int, ...]:
    """The documents that have this arXiv identifier, of whatever version."""
    return with_value(connection, generation, "arxiv", identifier)


def by_title(connection: Connection, generation: int, title: str) -> tuple[int, ...]:
    """The documents that have this title."""
    return with_value(connection, generation, "title", title)


def give(connection: Connection, path: str, field: str, value: str, *, anew: bool) -> None:
    """Keep what was said of a file when it was added; with `anew`, in the place of what was."""
    row = (os.fsencode(path), field, blob(value))
    sealed = seal(row[0], field.encode(), row[2])
    put = "INSERT INTO given (path, field, value, seal) VALUES (?, ?, ?, ?)"
    put += " ON CONFLICT (path, field) DO "
    put += "UPDATE SET value = excluded.value, seal = excluded.seal" if anew else "NOTHING"
    connection.execute(put, (*row, sealed))


def given(connection: Connection, paths: Iterable[str]) -> list[tuple[str, str]]:
    """Fields and values that were given with any of these files."""
    said = []
    for path in paths:
        found = connection.execute(
            "SELECT path, field, value, seal FROM given WHERE path = ? ORDER BY field",
            (os.fsencode(path),),
        )
        for where, field, value, sealed in found.fetchall():
            unsealed((where, string(field).encode(), value, sealed))
            said.append((string(field), text_of(value)))
    return said


def _sealed(row: tuple[int, str, str, int, int]) -> tuple[object, ...]:
    document, source, field, at, used = row
    return document, source.encode(), field.encode(), at, used


def string(said: str | bytes) -> str:
    """Text as SQLite (bytes) or PostgreSQL gives it."""
    return said.decode("utf-8", "replace") if isinstance(said, bytes) else said


def clean(said: str) -> str:
    """Text that every store takes: no NUL, no half of a pair."""
    return said.replace("\0", "").encode("utf-8", "replace").decode()
