"""The cache on disk: small values by key in one SQLite file. ADR 0007.

Any number of processes and threads may use it at once, and any may be killed at any time. It may
forget; it does not give a wrong value, since each row carries a checksum of its key and value that
nobody can make without the user's own secret (ADR 0027).
"""

from __future__ import annotations

import hashlib
import os
import threading
import time
import weakref
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from attrs import evolve

from vera.core.result import Result, Success, failed
from vera.verification.index.key_file import user_key
from vera.verification.index.permissions import Place
from vera.verification.index.sqlite_connection import (
    FOREIGN,
    LARGEST,
    is_damage,
    limit_time,
    number,
)
from vera.verification.index.sqlite_file import NAME, Opened, open_file

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterator, Mapping, Sequence

T = TypeVar("T")

GIBIBYTE = 2**30
_DAY = 86_400
"""A row that is read is marked as used at most once in so many seconds."""
_AT_ONCE = 900
"""Keys in one statement; every SQLite takes 999."""
_ROOM = 0.9
"""What is left of the limit after the least recently used rows were dropped."""
_DROPPED = 100
"""Rows that are dropped together."""
_SLACK = 2**26
"""Bytes that a file may have beyond twice its limit: it grows before rows are dropped."""


def open_store(
    path: Path | None = None,
    max_bytes: int = GIBIBYTE,
    clock: Callable[[], float] = time.time,
) -> Result[SqliteStore]:
    """The store in the file `path`, made if it is not there, with private modes.

    Without a path it is the file that all runs of one user share, in the platform's cache folder
    or in the folder VERA_CACHE_DIR. A file that is damaged, or no store of this version, is set
    aside (`.damaged`) and begun anew; what was written with another key than the user's is not
    known. A `StorageFault` says why there can be no store: also where others could write to it.
    `clock` gives seconds.
    """
    key = user_key()
    if failed(key):
        return key
    place = Place(path or _shared_path(), "open the cache", "VERA_CACHE_DIR")
    opened = open_file(place, 2 * max_bytes + _SLACK)
    return opened.map(lambda found: SqliteStore(place, found, key.unwrap(), max_bytes, clock))


class SqliteStore:
    """Satisfies `core.ports.Store`. Made by `open_store`; `close` is called at the latest on exit.

    It holds about `max_bytes` on disk: when there is more, the rows that were not used for the
    longest time go, until a tenth is free.
    """

    def __init__(
        self,
        place: Place,
        opened: Opened,
        key: bytes,
        max_bytes: int,
        clock: Callable[[], float],
    ) -> None:
        self.path = place.path
        self._place = place
        self._keyed = hashlib.blake2b(key=key, digest_size=16)
        self._max_bytes = max_bytes
        self._clock = clock
        self._lock = threading.Lock()
        self._use(opened)

    def get(self, keys: Sequence[str]) -> Result[Mapping[str, bytes]]:
        """The values of those keys that are known; a damaged row is not."""
        return self._run("read the cache", lambda connection: self._get(connection, keys), {})

    def put(self, values: Mapping[str, bytes]) -> Result[None]:
        """Keep the values; all of them, or none on an error."""
        return self._run("write the cache", lambda connection: self._put(connection, values), None)

    def close(self) -> None:
        """Let go of the file."""
        self._close()

    def _use(self, opened: Opened) -> None:
        self._opened = opened
        self._close = weakref.finalize(self, opened.connection.close)

    def _run(self, op: str, work: Callable[[sqlite3.Connection], T], lost: T) -> Result[T]:
        """What `work` gives; `lost` when the file turns out to be damaged and was begun anew."""
        place = evolve(self._place, op=op)
        with self._lock:
            try:
                limit_time(self._opened.connection)
                return Success(work(self._opened.connection))
            except FOREIGN as error:
                if not is_damage(error):
                    return place.broken(error)
            self._close()
            opened = open_file(place, 2 * self._max_bytes + _SLACK, self._opened.file)
            if failed(opened):
                return opened
            self._use(opened.unwrap())
            return Success(lost)

    def _get(self, connection: sqlite3.Connection, keys: Sequence[str]) -> dict[str, bytes]:
        now = int(self._clock())
        found: dict[str, bytes] = {}
        stale: list[bytes] = []
        for some in _groups([data for key in keys if len(data := key.encode()) <= LARGEST]):
            wanted = f"SELECT key, value, checksum, used FROM entry WHERE {_one_of(some)}"  # noqa: S608 - only ?
            for key, value, checksum, used in connection.execute(wanted, some):
                sound = isinstance(key, bytes) and isinstance(value, bytes)
                if sound and checksum == self._checksum(key, value):
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
                [
                    (key, value, self._checksum(key, value), now)
                    for key, value in pairs
                    if len(key) + len(value) <= LARGEST
                ],
            )
            if _used_bytes(connection) > self._max_bytes:
                _evict(connection, int(self._max_bytes * _ROOM))

    def _checksum(self, key: bytes, value: bytes) -> bytes:
        """Who has not the user's key cannot give it, nor for another key than the row's."""
        whole = self._keyed.copy()
        whole.update(len(key).to_bytes(4, "little") + key)
        whole.update(value)
        return whole.digest()


def _shared_path() -> Path:
    from platformdirs import user_cache_dir

    folder = os.environ.get("VERA_CACHE_DIR") or user_cache_dir("vera", appauthor=False)
    return Path(folder).absolute() / f"{NAME}.sqlite"


def _used_bytes(connection: sqlite3.Connection) -> int:
    pages = number(connection, "page_count") - number(connection, "freelist_count")
    return pages * number(connection, "page_size")


def _evict(connection: sqlite3.Connection, goal: int) -> None:
    """Drop rows, the least recently used first, until `goal` bytes are used or none is left."""
    oldest = "SELECT rowid FROM entry ORDER BY used, rowid LIMIT ?"
    while _used_bytes(connection) > goal:
        drop = f"DELETE FROM entry WHERE rowid IN ({oldest})"  # noqa: S608 - only ?
        if connection.execute(drop, [_DROPPED]).rowcount < 1:
            return


def _groups(keys: Sequence[bytes]) -> Iterator[Sequence[bytes]]:
    return (keys[at : at + _AT_ONCE] for at in range(0, len(keys), _AT_ONCE))


def _one_of(keys: Sequence[bytes]) -> str:
    return f"key IN ({', '.join('?' * len(keys))})"
