"""The files that were added to a library, by their absolute paths."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, TypeAlias

from attrs import frozen

from vera.verification.library.citing import stem
from vera.verification.library.seals import blob, seal, text_of, unsealed
from vera.verification.library.store import DamagedRowError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vera.verification.library.store import Connection

Content: TypeAlias = tuple[str, str]
"""The SHA-256 of a file in hexadecimal, and the media type that it was read as."""
_SELECT = "SELECT path, digest, media_type, size, mtime_ns, vanished, seal FROM place"


@frozen
class AddedFile:
    """A file as it was when it was added; `mtime_ns` is -1 where it could change unseen."""

    path: str
    content: Content
    size: int
    mtime_ns: int
    vanished: bool = False


def known(connection: Connection) -> dict[str, AddedFile]:
    """All files that were added, by their absolute path, in order."""
    found = connection.execute(f"{_SELECT} ORDER BY path")
    return {kept.path: kept for kept in map(_kept, found)}


def at(connection: Connection, path: str) -> AddedFile | None:
    """What was known of the file at an absolute path."""
    found = connection.execute(f"{_SELECT} WHERE path = ?", (os.fsencode(path),)).fetchone()
    return None if found is None else _kept(found)


def put(connection: Connection, kept: AddedFile) -> None:
    """Keep that a file lies there, in the place of what was known of its path."""
    path, content = os.fsencode(kept.path), map(blob, kept.content)
    row = (path, *content, kept.size, kept.mtime_ns, int(kept.vanished))
    connection.execute(
        "INSERT INTO place (path, digest, media_type, size, mtime_ns, vanished, seal)"
        " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (path) DO UPDATE SET digest = excluded.digest,"
        " media_type = excluded.media_type, size = excluded.size, mtime_ns = excluded.mtime_ns,"
        " vanished = excluded.vanished, seal = excluded.seal",
        (*row, seal(*row)),
    )
    connection.execute(
        "INSERT INTO stem (path, key) VALUES (?, ?) ON CONFLICT (path) DO UPDATE"
        " SET key = excluded.key",
        (path, stem(kept.path)),
    )


def drop(connection: Connection, paths: Iterable[str]) -> None:
    """Forget these files."""
    gone = [(os.fsencode(it),) for it in paths]
    for table in ("place", "stem", "given"):
        connection.executemany(f"DELETE FROM {table} WHERE path = ?", gone)  # noqa: S608 - ours


def of_document(connection: Connection, document: int) -> list[str]:
    """Where the files of a document lie, or lay, those that are there first."""
    content = "(SELECT digest, media_type FROM document WHERE id = ?)"
    found = connection.execute(
        f"{_SELECT} WHERE (digest, media_type) = {content} ORDER BY vanished, path", (document,)
    )
    return [_kept(row).path for row in found]


def first_of(connection: Connection, document: int) -> str:
    """Where a document lies, the first place of `of_document`."""
    paths = of_document(connection, document)
    if not paths:
        raise DamagedRowError("a paper lies nowhere")
    return paths[0]


def unnamed(connection: Connection) -> tuple[AddedFile, ...]:
    """The files of which it is not kept what wikilinks call them."""
    found = connection.execute(f"{_SELECT} WHERE path NOT IN (SELECT path FROM stem)")  # noqa: S608 - ours
    return tuple(map(_kept, found.fetchall()))


def misnamed(connection: Connection) -> tuple[str, ...]:
    """The files of which it is kept wrongly."""
    found = connection.execute("SELECT path, key FROM stem").fetchall()
    named = [(os.fsdecode(path), key) for path, key in found]
    return tuple(path for path, key in named if key not in {stem(path), stem(path).encode()})


def _kept(row: Sequence[Any]) -> AddedFile:
    path, digest, kind, size, mtime_ns, vanished = unsealed(row)
    content = text_of(digest), text_of(kind)
    return AddedFile(os.fsdecode(path), content, size, mtime_ns, bool(vanished))
