"""A connection to SQLite that trusts nothing in the file, and for which no file can be too slow.

ADR 0027.
"""

from __future__ import annotations

import os
import sqlite3
import sys
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

LARGEST = 2**22
"""Bytes that a key and its value may have together; a vector of 4,096 has 16,384."""
FOREIGN = (sqlite3.Error, UnicodeDecodeError)
"""What sqlite3 raises; the second while it words a complaint about a damaged schema."""
_DAMAGE = {
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_ERROR,  # our statements are sound, so the schema is not
    sqlite3.SQLITE_INTERNAL,
    sqlite3.SQLITE_CONSTRAINT,
    sqlite3.SQLITE_MISMATCH,
    sqlite3.SQLITE_TOOBIG,  # we keep nothing so large
    sqlite3.SQLITE_INTERRUPT,  # it took longer than a sound file does: `limit_time`
    sqlite3.SQLITE_READONLY,  # a file that opened for writing, yet says that it is not
    sqlite3.SQLITE_READONLY_DBMOVED,  # another process found it damaged and began anew
}
_WAIT = 10.0
"""Seconds that one process waits for another's write."""
_PATIENCE = 20.0
"""Seconds of processor time that one call may take; checking a full store takes 1.2 (ADR 0027)."""
_STEPS = 1000
"""Instructions of SQLite's machine between two looks at the clock."""
_LIMITS = {
    sqlite3.SQLITE_LIMIT_SQL_LENGTH: 100_000,
    sqlite3.SQLITE_LIMIT_ATTACHED: 0,
    sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH: 0,
}


def create(path: Path) -> None:
    """Make an empty file for the user alone, if there is none."""
    with suppress(FileExistsError):  # closing an open one would drop this process's locks on it
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))


def connect(path: Path, wait: float | None = None, largest: int = LARGEST) -> sqlite3.Connection:
    """A connection to a file that is there, with no part of its schema trusted.

    It waits so many seconds for another process; `largest` is how many bytes a row may have.
    """
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode=rw",
        uri=True,
        timeout=_WAIT if wait is None else wait,
        isolation_level=None,
        check_same_thread=False,
    )
    connection.text_factory = bytes  # all we keep is bytes; damaged text need not be decodable
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, largest + 1000)
    for limit, value in _LIMITS.items():
        connection.setlimit(limit, value)
    if sys.version_info >= (3, 12):
        connection.setconfig(sqlite3.SQLITE_DBCONFIG_DEFENSIVE, True)
        connection.setconfig(sqlite3.SQLITE_DBCONFIG_ENABLE_TRIGGER, False)
        connection.setconfig(sqlite3.SQLITE_DBCONFIG_ENABLE_VIEW, False)
    limit_time(connection)
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA cell_size_check = ON")
    return connection


def is_damage(error: Exception) -> bool:
    """Whether the file itself is broken; the low byte of a code is its class."""
    if isinstance(error, UnicodeDecodeError):
        return True
    code = getattr(error, "sqlite_errorcode", 0)
    readonly = code & 0xFF == sqlite3.SQLITE_READONLY
    return (code if readonly else code & 0xFF) in _DAMAGE


def limit_time(connection: sqlite3.Connection) -> None:
    """Interrupt what this thread does next when it has taken too much of the processor's time.

    Waiting for a slow disk, or for another process, is not counted.
    """
    end = time.thread_time() + _PATIENCE
    # C alone, no bytecode: Ctrl-C in the midst of a handler would be taken for the handler's no.
    late = map(end.__lt__, iter(time.thread_time, None)).__next__
    connection.set_progress_handler(late, _STEPS)


def said(connection: sqlite3.Connection, pragma: str) -> Any:
    """What a pragma says."""
    return connection.execute(f"PRAGMA {pragma}").fetchone()[0]


def number(connection: sqlite3.Connection, pragma: str) -> int:
    """What a pragma says, where that is a number."""
    return int(said(connection, pragma))
