"""The cache on disk beside bare SQLite: 10,000 vectors of 384 put and got, and opening.

Run: `pytest benchmarks/bench_cache.py`. Read each time as a ratio to the others of its group. The
reference keeps the same bytes under the same keys in a file of the same modes, and checks nothing.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from vera.verification.index.sqlite import open_store

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytest_benchmark.fixture import BenchmarkFixture

    from vera.verification.index.sqlite import SqliteStore

PUT, GET, OPEN = "put 10,000 vectors", "get 10,000 vectors", "open"
_VECTORS = {os.urandom(32).hex(): os.urandom(1536) for _ in range(10_000)}


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the file lies; its secret is not the user's own."""
    monkeypatch.setenv("VERA_KEY_DIR", str(tmp_path / "key"))
    return tmp_path / "cache" / "cache.sqlite"


@pytest.fixture
def store(path: Path) -> Iterator[SqliteStore]:
    """A store with all vectors."""
    with closing(open_store(path).unwrap()) as opened:
        opened.put(_VECTORS).unwrap()
        yield opened


@pytest.fixture
def plain(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """Bare SQLite with all vectors."""
    with closing(_plain(tmp_path / "plain.sqlite")) as connection:
        _insert(connection)
        yield connection


def _plain(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("CREATE TABLE IF NOT EXISTS entry (key BLOB PRIMARY KEY, value BLOB)")
    return connection


def _insert(connection: sqlite3.Connection) -> None:
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        pairs = [(key.encode(), value) for key, value in _VECTORS.items()]
        connection.executemany("REPLACE INTO entry VALUES (?, ?)", pairs)


def _select(connection: sqlite3.Connection) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    keys = [key.encode() for key in _VECTORS]
    for at in range(0, len(keys), 900):
        some = keys[at : at + 900]
        marks = ", ".join("?" * len(some))
        rows = connection.execute(f"SELECT * FROM entry WHERE key IN ({marks})", some)  # noqa: S608 - only ?
        found.update((key.decode(), value) for key, value in rows)
    return found


@pytest.mark.benchmark(group=PUT)
def test_put(benchmark: BenchmarkFixture, store: SqliteStore) -> None:
    """Ours, over rows that are there."""
    benchmark(lambda: store.put(_VECTORS).unwrap())


@pytest.mark.benchmark(group=PUT)
def test_plain_insert(benchmark: BenchmarkFixture, plain: sqlite3.Connection) -> None:
    """The reference, over rows that are there."""
    benchmark(_insert, plain)


@pytest.mark.benchmark(group=GET)
def test_get(benchmark: BenchmarkFixture, store: SqliteStore) -> None:
    """Ours, every row checked by its keyed checksum."""
    assert benchmark(lambda: store.get(list(_VECTORS)).unwrap()) == _VECTORS


@pytest.mark.benchmark(group=GET)
def test_plain_select(benchmark: BenchmarkFixture, plain: sqlite3.Connection) -> None:
    """The reference."""
    assert benchmark(_select, plain) == _VECTORS


@pytest.mark.benchmark(group=OPEN)
def test_open(benchmark: BenchmarkFixture, store: SqliteStore, path: Path) -> None:
    """Ours: folder, files, secret and schema looked at; nobody else has it open."""
    store.close()
    benchmark(lambda: open_store(path).unwrap().close())


@pytest.mark.benchmark(group=OPEN)
def test_plain_open(benchmark: BenchmarkFixture, plain: sqlite3.Connection, tmp_path: Path) -> None:
    """The reference."""
    plain.close()
    benchmark(lambda: _plain(tmp_path / "plain.sqlite").close())
