"""The cache on disk: small values by key in one SQLite file. ADR 0007.

Any number of processes and threads may use it at once, and any may be killed at any time. It may
forget; it does not give a wrong value, since each row carries a checksum of its key and value.
"""

from __future__ import annotations

import hashlib
import logging
import os
import sqlite3
import threading
import time
import weakref
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from core.errors import StorageFault
from core.result import Failure, Result, Success

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

T = TypeVar("T")
_log = logging.getLogger(__name__)

GIBIBYTE = 2**30
_APPLICATION = 0x56455241
"""SQLite's application_id: "VERA" in ASCII."""
_SCHEMA = 1
_DAMAGE = {
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_ERROR,  # our statements are sound, so the schema is not
    sqlite3.SQLITE_INTERNAL,
    sqlite3.SQLITE_CONSTRAINT,
    sqlite3.SQLITE_MISMATCH,
    sqlite3.SQLITE_READONLY,  # a file that opened for writing, yet says that it is not
    sqlite3.SQLITE_READONLY_DBMOVED,  # another process found it damaged and began anew
}
_FOREIGN = (sqlite3.Error, UnicodeDecodeError)
"""What sqlite3 raises; the second while it words a complaint about a damaged schema."""
_WAIT = 10.0
"""Seconds that one process waits for another's write."""
_DAY = 86_400
"""A row that is read is marked as used at most once in so many seconds."""
_AT_ONCE = 900
"""Keys in one statement; every SQLite takes 999."""
_ROOM = 0.9
"""What is left of the limit after the least recently used rows were dropped."""
_ROW_BYTES = 200
"""What a row takes beside its value, roughly."""
_HINT = "set VERA_CACHE_DIR to a folder with space that you may write, or use --no-cache"


def open_store(path: Path | None = None, max_bytes: int = GIBIBYTE) -> Result[SqliteStore]:
    """The store in the file `path`, made if it is not there, with private modes.

    Without a path it is the file that all runs of one user share, in the platform's cache folder
    or in the folder VERA_CACHE_DIR. A file that is damaged, or no store of this version, is set
    aside (`.damaged`) and begun anew. A `StorageFault` says why there can be no store.
    """
    path = path or _shared_path()
    try:
        return Success(SqliteStore(path, _open(path), max_bytes))
    except (*_FOREIGN, OSError) as error:
        return Failure(_fault("open the cache", path, error))


class SqliteStore:
    """Satisfies `core.ports.Store`. Made by `open_store`; `close` is called at the latest on exit.

    It holds about `max_bytes` on disk: when there is more, the rows that were not used for the
    longest time go, until a tenth is free. `clock` gives seconds.
    """

    def __init__(
        self,
        path: Path,
        connection: sqlite3.Connection,
        max_bytes: int,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.path = path
        self._max_bytes = max_bytes
        self._clock = clock
        self._lock = threading.Lock()
        self._use(connection)

    def get(self, keys: Sequence[str]) -> Result[Mapping[str, bytes]]:
        """The values of those keys that are known; a damaged row is not."""
        return self._run("read the cache", lambda connection: self._get(connection, keys), {})

    def put(self, values: Mapping[str, bytes]) -> Result[None]:
        """Keep the values; all of them, or none on an error."""
        return self._run("write the cache", lambda connection: self._put(connection, values), None)

    def close(self) -> None:
        """Let go of the file."""
        self._close()

    def _use(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._close = weakref.finalize(self, connection.close)
        self._file = _identity(self.path)

    def _run(self, op: str, work: Callable[[sqlite3.Connection], T], lost: T) -> Result[T]:
        """What `work` gives; `lost` when the file turns out to be damaged and was begun anew."""
        with self._lock:
            try:
                return Success(work(self._connection))
            except _FOREIGN as error:
                if not _damaged(error):
                    return Failure(_fault(op, self.path, error))
            self._close()
            try:
                self._use(_open(self.path, damaged=self._file))
            except (*_FOREIGN, OSError) as error:
                return Failure(_fault(op, self.path, error))
            return Success(lost)

    def _get(self, connection: sqlite3.Connection, keys: Sequence[str]) -> dict[str, bytes]:
        now = int(self._clock())
        found: dict[str, bytes] = {}
        stale: list[bytes] = []
        for some in _groups([key.encode() for key in keys]):
            wanted = f"SELECT key, value, checksum, used FROM entry WHERE {_one_of(some)}"  # noqa: S608 - only ?
            for key, value, checksum, used in connection.execute(wanted, some):
                sound = isinstance(key, bytes) and isinstance(value, bytes)
                if sound and checksum == _checksum(key, value):
                    found[key.decode()] = value
                    if not isinstance(used, int) or not now - _DAY < used <= now:
                        stale.append(key)
        if stale:
            with connection:
                connection.execute("BEGIN IMMEDIATE")
                for some in _groups(stale):
                    touch = f"UPDATE entry SET used = ? WHERE {_one_of(some)}"  # noqa: S608 - only ?
                    connection.execute(touch, [now, *some])
        return found

    def _put(self, connection: sqlite3.Connection, values: Mapping[str, bytes]) -> None:
        now = int(self._clock())
        pairs = [(key.encode(), value) for key, value in values.items()]
        with connection:
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany(
                "INSERT OR REPLACE INTO entry (key, value, checksum, used) VALUES (?, ?, ?, ?)",
                [(key, value, _checksum(key, value), now) for key, value in pairs],
            )
            excess = _used_bytes(connection) - self._max_bytes
            if excess > 0:
                _evict(connection, excess + int(self._max_bytes * (1 - _ROOM)))


def _shared_path() -> Path:
    from platformdirs import user_cache_dir

    folder = os.environ.get("VERA_CACHE_DIR") or user_cache_dir("vera", appauthor=False)
    return Path(folder).absolute() / f"cache-{_SCHEMA}.sqlite"


def _open(path: Path, damaged: tuple[int, int] | None = None) -> sqlite3.Connection:
    """Open or make the store, one process at a time; `damaged` is a file that is to be replaced."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with closing(_connect(path.with_suffix(".lock"))) as lock:
        lock.execute("BEGIN EXCLUSIVE")
        if damaged is not None and _identity(path) == damaged:
            _set_aside(path)
        connection = _connect(path)
        try:
            if _prepared(connection):
                return connection
        except _FOREIGN as error:
            if not _damaged(error):
                connection.close()
                raise
        connection.close()
        _set_aside(path)
        connection = _connect(path)
        _prepared(connection)
        return connection


def _connect(path: Path) -> sqlite3.Connection:
    with suppress(FileExistsError):  # closing an open one would drop this process's locks on it
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    connection = sqlite3.connect(path, timeout=_WAIT, isolation_level=None, check_same_thread=False)
    connection.text_factory = bytes  # all we keep is bytes; damaged text need not be decodable
    return connection


def _prepared(connection: sqlite3.Connection) -> bool:
    """Whether this is a store of this version, made just now if the file was empty."""
    marks = _number(connection, "application_id"), _number(connection, "user_version")
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if marks != (_APPLICATION, _SCHEMA) and (marks != (0, 0) or tables):
        return False
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute(f"PRAGMA journal_size_limit = {2**24}")
    if not tables:
        with connection:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute(
                "CREATE TABLE entry (key BLOB PRIMARY KEY, value BLOB NOT NULL,"
                " checksum BLOB NOT NULL, used INTEGER NOT NULL)"
            )
            connection.execute("CREATE INDEX entry_used ON entry (used)")
            connection.execute(f"PRAGMA application_id = {_APPLICATION}")
            connection.execute(f"PRAGMA user_version = {_SCHEMA}")
    return True


def _set_aside(path: Path) -> None:
    aside = path.with_suffix(".damaged")
    _log.warning("the cache is damaged or not ours: moved to %s and begun anew", aside)
    for part in ("-wal", "-shm"):
        path.with_name(path.name + part).unlink(missing_ok=True)
    path.replace(aside)


def _identity(path: Path) -> tuple[int, int]:
    stat = path.stat()
    return stat.st_dev, stat.st_ino


def _damaged(error: Exception) -> bool:
    """Whether the file itself is broken; the low byte of a code is its class."""
    if isinstance(error, UnicodeDecodeError):
        return True
    code = getattr(error, "sqlite_errorcode", 0)
    readonly = code & 0xFF == sqlite3.SQLITE_READONLY
    return (code if readonly else code & 0xFF) in _DAMAGE


def _fault(op: str, path: Path, error: Exception) -> StorageFault:
    said = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return StorageFault(op, str(path), said, _HINT)


def _checksum(key: bytes, value: bytes) -> bytes:
    whole = hashlib.blake2b(len(key).to_bytes(4, "little") + key, digest_size=8)
    whole.update(value)
    return whole.digest()


def _number(connection: sqlite3.Connection, pragma: str) -> int:
    return int(connection.execute(f"PRAGMA {pragma}").fetchone()[0])


def _used_bytes(connection: sqlite3.Connection) -> int:
    pages = _number(connection, "page_count") - _number(connection, "freelist_count")
    return pages * _number(connection, "page_size")


def _evict(connection: sqlite3.Connection, excess: int) -> None:
    """Drop rows, the least recently used first, until about `excess` bytes are free."""
    oldest = connection.execute("SELECT rowid, length(value) FROM entry ORDER BY used, rowid")
    doomed: list[tuple[int]] = []
    for row, size in oldest:
        if excess <= 0:
            break
        doomed.append((row,))
        excess -= (size or 0) + _ROW_BYTES
    oldest.close()
    connection.executemany("DELETE FROM entry WHERE rowid = ?", doomed)


def _groups(keys: Sequence[bytes]) -> Iterator[Sequence[bytes]]:
    return (keys[at : at + _AT_ONCE] for at in range(0, len(keys), _AT_ONCE))


def _one_of(keys: Sequence[bytes]) -> str:
    return f"key IN ({', '.join('?' * len(keys))})"
