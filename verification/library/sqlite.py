"""The SQLite file of a library: made whole or not at all, looked over, and its faults told.

What is in the file is the truth, so nothing is ever set aside or begun anew here. ADR 0031.
"""

from __future__ import annotations

import sqlite3
import threading
import weakref
from collections import deque
from contextlib import ExitStack, closing
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import evolve

from vera.core.result import Failure, Result, Success, failed, traverse
from vera.verification.index.permissions import Place, private_file, private_folder
from vera.verification.index.sqlite_connection import (
    FOREIGN,
    connect,
    create,
    is_damage,
    number,
    said,
)
from vera.verification.index.sqlite_file import BESIDE, beside, locked
from vera.verification.library import changes
from vera.verification.library.migrations import MARK, MIGRATIONS
from vera.verification.library.store import FIELDS, DamagedRowError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from vera.core.errors import StorageFault
    from vera.verification.library.store import Connection

T = TypeVar("T")

LARGEST = 2**30 - 2000
"""Bytes that a row may have, a GB: SQLite's own limit."""
WAIT = 60.0
"""Seconds that one process waits until another has written its paper."""
_NEWER = "it was written by a newer version of verify"


class Transaction:
    """What a library does in SQLite's own way (`store.Connection`)."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.execute = connection.execute
        self.executemany = connection.executemany

    def each(self, sql: str, parameters: Sequence[Any] = (), most: int = 0) -> Iterator[Any]:  # noqa: ARG002
        """The rows as SQLite finds them."""
        return self.execute(sql, parameters)

    def version(self) -> tuple[int, ...]:
        """What others changed is told by SQLite, what this connection did is counted."""
        return number(self._connection, "data_version"), self._connection.total_changes

    def changed(self, document: int, *, gone: bool) -> None:
        """In a list of its own, which `matrix_rows` follows."""
        changes.note(self, document, gone=gone)

    def size(self) -> int:
        """Bytes of the file."""
        return number(self._connection, "page_count") * number(self._connection, "page_size")

    def put_words(self, chunk: int, stems: Sequence[str]) -> None:
        """A row of FTS5 with the chunk's id."""
        self.execute(
            f"INSERT INTO words (rowid, {', '.join(FIELDS)}) VALUES (?, ?, ?, ?, ?)",  # noqa: S608
            (chunk, *stems),
        )

    def drop_words(self, document: int) -> None:
        """Those of a document's chunks."""
        self.execute(
            "DELETE FROM words WHERE rowid IN (SELECT id FROM chunk WHERE document = ?)",
            (document,),
        )

    def by_words(
        self, terms: Sequence[str], weights: Sequence[float]
    ) -> Iterable[tuple[int, float]]:
        """FTS5's own bm25(), which is less the better."""
        found = self.execute(
            "SELECT rowid, rank FROM words WHERE words MATCH ? AND rank MATCH ?"
            " ORDER BY rank, rowid",
            (" OR ".join(f'"{term}"' for term in terms), f"bm25({', '.join(map(str, weights))})"),
        )
        return ((id_, -score) for id_, score in found)

    def near(self, generation: int, dimension: int) -> None:
        """There is none in a file."""

    def count_words(self) -> tuple[int, int]:
        """How many chunks have words, and how many that are there have none."""
        (words,) = self.execute("SELECT count(*) FROM words").fetchone()
        (lost,) = self.execute(
            "SELECT count(*) FROM chunk WHERE NOT EXISTS"
            " (SELECT 1 FROM words WHERE rowid = chunk.id)"
        ).fetchone()
        return words, lost


class Database:
    """The open file of a library, for any thread; `close` is called at the latest on exit."""

    def __init__(self, place: Place, connection: sqlite3.Connection) -> None:
        self.place = place
        self.name = str(place.path)
        self._connection = connection
        self._lock = threading.RLock()
        self.close = weakref.finalize(self, connection.close)

    def read(self, op: str, work: Callable[[Connection], Result[T]]) -> Result[T]:
        """What the work finds, all of it as the file was at one moment."""
        return self._run(op, "BEGIN", work)

    def write(self, op: str, work: Callable[[Connection], Result[T]]) -> Result[T]:
        """Do the work whole or not at all, after what other processes are writing now."""
        return self._run(op, "BEGIN IMMEDIATE", work)

    def integrity(self) -> Result[str]:
        """What SQLite's own check of every page, row and index says; "ok" of a sound file."""

        def work(connection: Connection) -> Result[str]:
            connection.execute("INSERT INTO words (words) VALUES ('integrity-check')")
            found = connection.execute("PRAGMA integrity_check").fetchall()
            deque(changes.since(connection, 1), maxlen=0)
            return Success("\n".join(line.decode() for (line,) in found))

        return self.write("check a library", work)

    def _run(self, op: str, begin: str, work: Callable[[Connection], Result[T]]) -> Result[T]:
        with self._lock:
            try:
                with self._connection as connection:
                    connection.execute(begin)
                    done = work(Transaction(connection))
                    if failed(done):
                        connection.rollback()
                    return done
            except (*FOREIGN, DamagedRowError) as error:
                return _fault(evolve(self.place, op=op), error)


def exists(place: Place) -> Result[bool]:
    """Whether there is a file in the place, which is then the user's alone."""
    return private_file(place, place.path).map(lambda found: found is not None)


def make(place: Place) -> Result[None]:
    """Make an empty library if there is none; it has its name only when it is whole."""

    def begin() -> Result[None]:
        if place.path.exists():
            return Success(None)
        new = place.path.with_suffix(".new")
        begun = begin_empty(place, new)
        if failed(begun):
            return begun
        settle(new, place.path)
        return Success(None)

    return locked(place, begin)


def settle(new: Path, path: Path) -> None:
    """Give a whole library its name. A log that an older one left there would be played into it."""
    for part in BESIDE:
        beside(path, part).unlink(missing_ok=True)
    new.replace(path)


def begin_empty(place: Place, new: Path) -> Result[None]:
    """Write an empty library over whatever a run that was ended has left at `new`."""
    for part in ("", *BESIDE):
        beside(new, part).unlink(missing_ok=True)
    create(new)
    with closing(connect(new)) as connection:
        if said(connection, "journal_mode = WAL") != b"wal":
            return place.fault("the file system shares no memory between processes")
        _migrate(connection)
    return Success(None)


def open_file(place: Place) -> Result[Database]:
    """The library that is in the place, its schema brought up to date.

    A `StorageFault` says why it is none: others could write to it, it is damaged, it is something
    else, or of a newer version.
    """
    looked = private_folder(place).bind(
        lambda _: traverse(
            lambda part: private_file(place, beside(place.path, part)), ("", *BESIDE)
        )
    )
    if failed(looked):
        return looked
    if (
        looked.unwrap()[-1] is not None
    ):  # never ours, since we write ahead; SQLite would play it back
        journal = beside(place.path, BESIDE[-1])
        return place.fault(f"{journal.name} beside it is none of ours", f"remove {journal}")
    with ExitStack() as stack:
        try:
            connection = stack.enter_context(closing(connect(place.path, WAIT, LARGEST)))
            # A library may be large, so no time is too long; its schema is ours to the letter.
            wrong = _wrong(connection)
            connection.set_progress_handler(None, 0)
            if wrong:
                return place.fault(wrong, f"look what {place.path} is")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute(f"PRAGMA journal_size_limit = {2**24}")
        except FOREIGN as error:
            return _fault(place, error)
        stack.pop_all()
        return Success(Database(place, connection))


def _wrong(connection: sqlite3.Connection) -> str:
    """Why the file is no library that this version can use; one of an older version is migrated."""
    if number(connection, "application_id") != MARK or said(connection, "journal_mode") != b"wal":
        return "it is no library of verify"
    if number(connection, "user_version") > len(MIGRATIONS):
        return _NEWER
    _migrate(connection)
    return "" if _schema(connection) == _our_schema() else "its schema was changed by others"


def _migrate(connection: sqlite3.Connection) -> None:
    """Take the steps that the file has not taken, all or none of them."""
    if number(connection, "user_version") == len(MIGRATIONS):
        return
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        for step in MIGRATIONS[number(connection, "user_version") :]:
            for statement in step:
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {MARK}")
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")


def _schema(connection: sqlite3.Connection) -> list[tuple[Any, ...]]:
    rows = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY rowid LIMIT 99"
    return connection.execute(rows).fetchall()


@cache
def _our_schema() -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.text_factory = bytes
        _migrate(connection)
        return _schema(connection)


def _fault(place: Place, error: Exception) -> Failure[StorageFault]:
    """What SQLite said, and what to do."""
    match getattr(error, "sqlite_errorcode", 0) & 0xFF:
        case sqlite3.SQLITE_FULL:
            detail = "there is no room on its disk"
            return place.fault(detail, "make room and do it again: what was added before is kept")
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return place.fault("another program is writing to it", "try again when it is done")
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
            return place.fault(
                f"it cannot be written ({error})", f"look who may write {place.path}"
            )
    if is_damage(error) or isinstance(error, DamagedRowError):
        detail = f"it is damaged ({error})"
        return place.fault(detail, "restore it from a copy, or remove it and add the papers again")
    return place.broken(error)
