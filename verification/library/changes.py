"""Which documents came into a library and went, in order: by it, what is made of them keeps up.

Only SQLite's libraries have it. Each change has a random mark, so that a copy of a library that
went another way is never taken for the same.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from attrs import frozen

from vera.verification.library.seals import seal
from vera.verification.library.store import DamagedRowError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vera.verification.library.store import Connection


@frozen
class Change:
    """The number of a change, from 1, and its mark in hexadecimal."""

    number: int
    mark: str


_ROWS = "SELECT id, document, gone, mark, seal FROM change"


def note(connection: Connection, document: int, *, gone: bool) -> None:
    """Keep that a document came, or went."""
    row = document, int(gone), os.urandom(8)
    connection.execute(
        "INSERT INTO change (document, gone, mark, seal) VALUES (?, ?, ?, ?)", (*row, seal(*row))
    )


def last(connection: Connection) -> Change:
    """The last change that was made."""
    found = connection.execute(f"{_ROWS} ORDER BY id DESC LIMIT 1").fetchone()
    return _change(found or (None,) * 5)


def holds(connection: Connection, change: Change) -> bool:
    """Whether this was one of its changes."""
    found = connection.execute(f"{_ROWS} WHERE id = ?", (change.number,)).fetchone()
    return found is not None and _change(found) == change


def since(connection: Connection, number: int) -> Iterator[tuple[int, bool]]:
    """The documents that came and went after that change, in order, and whether each went."""
    found = connection.execute(f"{_ROWS} WHERE id > ? ORDER BY id", (number,))
    for expected, row in enumerate(found, number + 1):
        if _change(row).number != expected:
            raise DamagedRowError("a change is missing")
        yield row[1], bool(row[2])


def _change(row: Sequence[Any]) -> Change:
    id_, document, gone, mark, sealed = row
    # The first row was made with the table, and SQLite knows no such seal.
    first = id_ == 1 and type(mark) is bytes
    if not first and sealed != seal(document, gone, mark):
        raise DamagedRowError("a change is not as it was written")
    return Change(id_, mark.hex())
