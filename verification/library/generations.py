"""Generations of a library's papers: those of the current manifest, and those that are being made.

Each function runs in a transaction, as in `places`, `documents` and `chunks`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from vera.verification.library import documents
from vera.verification.library.manifest import Manifest
from vera.verification.library.seals import blob, seal, text_of, unsealed
from vera.verification.library.store import DamagedRowError

if TYPE_CHECKING:
    from vera.verification.library.store import Connection


@frozen
class Generation:
    """Papers that were made with one manifest. Only those of the current one are searched."""

    id: int
    manifest: Manifest
    current: bool


def known(connection: Connection) -> tuple[Generation, ...]:
    """The current one first; the other, if there is one, is being made."""
    found = connection.execute(
        "SELECT id, current, manifest, seal FROM generation ORDER BY current DESC"
    )
    made = []
    for id_, current, *row in found:
        (manifest,) = unsealed(row)
        made.append(Generation(id_, Manifest.from_json(text_of(manifest)), current == 1))
    if [each.current for each in made] != [at == 0 for at in range(len(made))]:
        raise DamagedRowError("it is not known which papers are the current ones")
    return tuple(made)


def begin(connection: Connection, manifest: Manifest) -> Generation:
    """Begin to make papers with another manifest, in the place of any others so begun."""
    before = known(connection)
    for each in before:
        if not each.current:
            drop(connection, each.id)
    text, first = blob(manifest.to_json()), not before
    (id_,) = connection.execute(
        "INSERT INTO generation (manifest, current, seal) VALUES (?, ?, ?) RETURNING id",
        (text, int(first), seal(text)),
    ).fetchone()
    return Generation(id_, manifest, first)


def make_current(connection: Connection, generation: int) -> None:
    """From now on this generation is searched; the others are dropped."""
    others = connection.execute("SELECT id FROM generation WHERE id <> ?", (generation,)).fetchall()
    for (id_,) in others:
        drop(connection, id_)
    connection.execute("UPDATE generation SET current = 1 WHERE id = ?", (generation,))


def drop(connection: Connection, generation: int) -> None:
    """Remove a generation with its documents."""
    found = connection.execute("SELECT id FROM document WHERE generation = ?", (generation,))
    for (id_,) in found.fetchall():
        documents.drop(connection, id_)
    connection.execute("DELETE FROM generation WHERE id = ?", (generation,))
