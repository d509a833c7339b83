"""The SQLite file of the cache: opened, looked over, and begun anew where it is not as we make it.

What is in the file is not trusted: it may come from a backup, or from someone else. ADR 0007, 0027.
"""

from __future__ import annotations

import logging
import sqlite3
import time
from contextlib import ExitStack, closing
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import frozen

from vera.core.result import Result, Success, failed, traverse
from vera.verification.index.permissions import Place, private_file, private_folder
from vera.verification.index.sqlite_connection import (
    FOREIGN,
    connect,
    create,
    is_damage,
    number,
    said,
)

if TYPE_CHECKING:
    import os
    from collections.abc import Callable
    from pathlib import Path

T = TypeVar("T")
_log = logging.getLogger(__name__)

NAME = "cache-2"
"""Of the store that all runs of a user share; the number is the schema's."""
_OLD = "cache-1"
_MARKS = 0x56455241, 2
"""SQLite's application_id, "VERA" in ASCII, and user_version, the schema's number."""
_TABLES = (
    """CREATE TABLE entry (
        key BLOB PRIMARY KEY, value BLOB NOT NULL, checksum BLOB NOT NULL, used INTEGER NOT NULL
    )""",
    "CREATE INDEX entry_used ON entry (used)",
)
BESIDE = ("-wal", "-shm", "-journal")
"""What the names of SQLite's own files beside a database end in."""
_WEEK = 7 * 86_400


@frozen
class Opened:
    """A connection to a store, and which file it is."""

    connection: sqlite3.Connection
    file: tuple[int, int]


def open_file(place: Place, most: int, damaged: tuple[int, int] | None = None) -> Result[Opened]:
    """The store, made if it is not there, one process at a time.

    A file of more than `most` bytes, one that is not as we make it, and the one that is known to be
    `damaged` are set aside and begun anew.
    """
    return locked(place, lambda: _opened(place, most, damaged))


def locked(place: Place, work: Callable[[], Result[T]]) -> Result[T]:
    """Do the work while no other process does any that is locked so, in a folder that is safe.

    The lock is SQLite's, on an empty database beside the file: it works on every system.
    """
    safe = private_folder(place)
    if failed(safe):
        return safe
    path = place.path.with_suffix(".lock")
    try:
        found = private_file(place, path)
        if failed(found):
            return found
        stat = found.unwrap()
        if stat is not None and stat.st_size:  # SQLite plays no journal back into an empty one
            return place.fault(f"{path.name} is not empty", f"remove {path}")
        create(path)
        with closing(connect(path)) as lock:
            lock.execute("BEGIN EXCLUSIVE")
            return work()
    except (*FOREIGN, OSError) as error:
        return place.broken(error)


def _opened(place: Place, most: int, damaged: tuple[int, int] | None) -> Result[Opened]:
    path = place.path
    looked = traverse(lambda part: private_file(place, beside(path, part)), ("", *BESIDE))
    if failed(looked):
        return looked
    there, log, _, journal = looked.unwrap()
    _forget_old(path)
    if there is not None:
        written = log.st_size if log else 0
        # A journal is never ours, since we write ahead, and SQLite would play it back.
        fits = journal is None and max(there.st_size, written) <= most
        usable = fits and _identity(there) != damaged
        connection = _sound(path, closed=not written) if usable else None
        if connection is not None:
            return Success(Opened(connection, _identity(there)))
        _set_aside(path)
    begun = _begin(place)
    if failed(begun):
        return begun
    connection = _sound(path, closed=True)
    if connection is None:
        return place.fault("it was made just now, and is damaged")
    return Success(Opened(connection, _identity(path.stat())))


def _identity(stat: os.stat_result) -> tuple[int, int]:
    return stat.st_dev, stat.st_ino


def _sound(path: Path, *, closed: bool) -> sqlite3.Connection | None:
    """A connection to a store that is as we make it, else None."""
    with ExitStack() as stack:
        try:
            if closed or _whole(path):
                connection = stack.enter_context(closing(connect(path)))
                if _as_made(connection):
                    connection.execute("PRAGMA synchronous = NORMAL")
                    connection.execute(f"PRAGMA journal_size_limit = {2**24}")
                    stack.pop_all()
                    return connection
        except FOREIGN as error:
            if not is_damage(error):
                raise
    return None


def _whole(path: Path) -> bool:
    """Whether a store that was not closed has sound pages; one that is in use is taken to have."""
    with closing(connect(path, wait=0)) as alone:
        alone.execute("PRAGMA locking_mode = EXCLUSIVE")
        try:
            return _as_made(alone) and said(alone, "quick_check(1)") == b"ok"
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
                return True
            raise


def _as_made(connection: sqlite3.Connection) -> bool:
    """Whether marks, journal and schema are those of a new store, to the letter."""
    marks = number(connection, "application_id"), number(connection, "user_version")
    ahead = marks == _MARKS and said(connection, "journal_mode") == b"wal"
    return ahead and _schema(connection) == _our_schema()


def _schema(connection: sqlite3.Connection) -> list[tuple[Any, ...]]:
    rows = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY rowid LIMIT 9"
    return connection.execute(rows).fetchall()


@cache
def _our_schema() -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.text_factory = bytes
        for table in _TABLES:
            connection.execute(table)
        return _schema(connection)


def _begin(place: Place) -> Result[None]:
    """Make an empty store; it has its name only when it is whole, so no journal is ever left."""
    path, new = place.path, place.path.with_suffix(".new")
    for part in ("", *BESIDE):
        beside(new, part).unlink(missing_ok=True)
    for part in BESIDE:
        beside(path, part).unlink(missing_ok=True)
    create(new)
    with closing(connect(new)) as connection:
        if said(connection, "journal_mode = WAL") != b"wal":
            return place.fault("the file system shares no memory between processes")
        with connection:
            connection.execute("BEGIN IMMEDIATE")
            for table in _TABLES:
                connection.execute(table)
            connection.execute(f"PRAGMA application_id = {_MARKS[0]}")
            connection.execute(f"PRAGMA user_version = {_MARKS[1]}")
        said(connection, "wal_checkpoint(TRUNCATE)")  # to close it would hide that the disk is full
    new.replace(path)
    return Success(None)


def _set_aside(path: Path) -> None:
    aside = path.with_suffix(".damaged")
    _log.warning("the cache is damaged or not ours: moved to %s and begun anew", aside)
    for part in BESIDE:
        beside(path, part).unlink(missing_ok=True)
    path.replace(aside)


def _forget_old(path: Path) -> None:
    """Remove what was set aside a week ago, and the store of the schema before this one."""
    aside = path.with_suffix(".damaged")
    if aside.is_file() and aside.lstat().st_ctime < time.time() - _WEEK:
        aside.unlink(missing_ok=True)
    if path.stem == NAME:
        for ending in (".sqlite", *(f".sqlite{part}" for part in BESIDE), ".lock", ".damaged"):
            path.with_name(_OLD + ending).unlink(missing_ok=True)


def beside(path: Path, part: str) -> Path:
    """The file beside a database whose name ends in one of `BESIDE`."""
    return path.with_name(path.name + part)
