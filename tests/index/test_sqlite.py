"""The cache on disk."""

from __future__ import annotations

import os
import signal
import sqlite3
import stat
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from vera.core.errors import StorageFault
from vera.core.result import failed
from vera.verification.index.sqlite import SqliteStore, open_store

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the store of a test lies."""
    return tmp_path / "cache" / "cache.sqlite"


@pytest.fixture
def store(path: Path) -> Iterator[SqliteStore]:
    """An empty store."""
    opened = open_store(path).unwrap()
    yield opened
    opened.close()


def kept(path: Path, keys: list[str]) -> dict[str, bytes]:
    """What a new store finds in the file."""
    opened = open_store(path).unwrap()
    found = opened.get(keys)
    opened.close()
    return dict(found.unwrap())


def start(program: str, path: Path) -> subprocess.Popen[str]:
    """Another process with `store` open on `path`, running `program`."""
    head = (
        "import sys\n"
        "from pathlib import Path\n"
        "from vera.verification.index.sqlite import open_store\n"
        "store = open_store(Path(sys.argv[1])).unwrap()\n"
    )
    return subprocess.Popen(
        [sys.executable, "-c", head + program, str(path)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )


def told_by(count: int, program: str, path: Path) -> list[str]:
    """What so many such processes print that run at once, and end well."""
    processes = [start(program, path) for _ in range(count)]
    told = [process.communicate()[0].strip() for process in processes]
    assert [process.returncode for process in processes] == [0] * count
    return told


class TestKeeping:
    """What is put can be got."""

    @given(
        puts=st.lists(
            st.dictionaries(st.text(st.characters(codec="utf-8")), st.binary()), max_size=5
        )
    )
    @settings(
        max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
    )
    def test_last_value(self, store: SqliteStore, puts: list[dict[str, bytes]]) -> None:
        """A key has the value that was put last; an unknown key has none."""
        expected: dict[str, bytes] = {}
        for values in puts:
            assert not failed(store.put(values))
            expected |= values
        found = store.get([*expected, "\x00never\x00put"]).unwrap()
        assert found == expected

    def test_between_runs(self, store: SqliteStore, path: Path) -> None:
        """A value is there in the next run."""
        store.put({"a": b"1"})
        store.close()
        assert kept(path, ["a", "b"]) == {"a": b"1"}

    def test_thousands(self, store: SqliteStore) -> None:
        """Thousands of keys are got at once, more than a statement may have."""
        values = {str(n): str(n).encode() for n in range(5000)}
        store.put(values)
        assert store.get([*values, "no"]).unwrap() == values

    def test_private(self, store: SqliteStore, path: Path) -> None:
        """Nobody else may read the folder or a file in it."""
        store.put({"a": b"1"})
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
        assert {stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()} == {0o600}

    def test_shared_folder(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Without a path the file lies in VERA_CACHE_DIR, or else in the platform's folder."""
        monkeypatch.setenv("VERA_CACHE_DIR", str(tmp_path / "own"))
        opened = open_store().unwrap()
        opened.close()
        assert opened.path.parent == tmp_path / "own"
        monkeypatch.delenv("VERA_CACHE_DIR")
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
        monkeypatch.setenv("HOME", str(tmp_path))
        opened = open_store().unwrap()
        opened.close()
        assert tmp_path in opened.path.parents


class TestBound:
    """The store does not grow without end."""

    @pytest.fixture
    def now(self) -> list[float]:
        """The clock of a test; its one item is the time."""
        return [1e9]

    @pytest.fixture
    def small(self, path: Path, now: list[float]) -> Iterator[SqliteStore]:
        """A store of about 1 MB."""
        opened = open_store(path, 1_000_000, lambda: now[0]).unwrap()
        yield opened
        opened.close()

    def test_bounded(self, small: SqliteStore, path: Path) -> None:
        """However much is put, the file stays near the limit and the newest values are there."""
        for n in range(50):
            small.put({f"{n}-{m}": os.urandom(1000) for m in range(100)})
        assert len(small.get([f"49-{m}" for m in range(100)]).unwrap()) == 100
        assert small.get([f"0-{m}" for m in range(100)]).unwrap() == {}
        small.close()
        assert 700_000 < path.stat().st_size < 1_300_000

    def test_least_recently_used(self, small: SqliteStore, now: list[float]) -> None:
        """What was read lately outlives what was only written lately."""
        first = {f"first-{n}": os.urandom(1000) for n in range(300)}
        second = {f"second-{n}": os.urandom(1000) for n in range(300)}
        small.put(first)
        now[0] += 10
        small.put(second)
        now[0] += 100_000
        small.get(list(first))
        small.put({f"third-{n}": os.urandom(1000) for n in range(150)})
        assert len(small.get(list(first)).unwrap()) == 300
        assert len(small.get(list(second)).unwrap()) < 250

    def test_reading_seldom_writes(self, small: SqliteStore, path: Path, now: list[float]) -> None:
        """Reading what was used today changes no byte of the file."""
        small.put({"a": b"1"})
        log = path.with_name(path.name + "-wal")
        before = log.read_bytes()
        now[0] += 80_000
        assert small.get(["a"]).unwrap() == {"a": b"1"}
        assert log.read_bytes() == before
        now[0] += 80_000
        assert small.get(["a"]).unwrap() == {"a": b"1"}
        assert log.read_bytes() != before

    def test_larger_than_the_limit(self, small: SqliteStore) -> None:
        """A value that is larger than the store may be is forgotten, not refused."""
        assert not failed(small.put({"huge": bytes(3_000_000)}))
        assert small.get(["huge"]).unwrap() == {}


class TestDamage:
    """A damaged cache forgets; it is never wrong."""

    @pytest.mark.parametrize(
        ("change", "left"),
        [
            ("UPDATE entry SET value = x'ff' WHERE key = x'61'", {"b": b"2"}),
            ("UPDATE entry SET value = 'text' WHERE key = x'61'", {"b": b"2"}),
            ("UPDATE entry SET checksum = x'00' WHERE key = x'61'", {"b": b"2"}),
            ("UPDATE OR REPLACE entry SET key = x'61' WHERE key = x'62'", {}),
        ],
    )
    def test_damaged_row(
        self, store: SqliteStore, path: Path, change: str, left: dict[str, bytes]
    ) -> None:
        """A row with another value or key than was put is forgotten, the others are not."""
        store.put({"a": b"1", "b": b"2"})
        with closing(sqlite3.connect(path)) as connection:
            connection.execute(change)
            connection.commit()
        assert store.get(["a", "b"]).unwrap() == left
        store.put({"a": b"3"})
        assert store.get(["a"]).unwrap() == {"a": b"3"}

    @pytest.mark.parametrize(
        "content", [b"no database " * 1000, b"SQLite format 3\0" + b"\xff" * 5000]
    )
    def test_damaged_file(
        self, path: Path, content: bytes, caplog: pytest.LogCaptureFixture
    ) -> None:
        """A file that is no database is set aside, with a warning, and a new one begun."""
        path.parent.mkdir()
        path.write_bytes(content)
        opened = open_store(path).unwrap()
        assert not failed(opened.put({"a": b"1"}))
        opened.close()
        assert kept(path, ["a"]) == {"a": b"1"}
        assert path.with_suffix(".damaged").read_bytes() == content
        assert "begun anew" in caplog.text

    def test_damaged_schema(self, store: SqliteStore, path: Path) -> None:
        """A file whose schema is no SQL, and no text even, is begun anew."""
        store.put({"a": b"1"})
        store.close()
        path.write_bytes(path.read_bytes().replace(b"NOT NULL", b"NOT \xc8ULL"))
        assert kept(path, ["a"]) == {}
        assert path.with_suffix(".damaged").exists()

    def test_set_aside_while_open(self, store: SqliteStore, path: Path) -> None:
        """A run whose file another one set aside goes on, and does the new file no harm."""
        store.put({"a": b"1"})
        for part in ("-wal", "-shm"):
            path.with_name(path.name + part).unlink()
        path.rename(path.with_suffix(".damaged"))
        new = open_store(path).unwrap()
        new.put({"b": b"2"})
        assert not failed(store.put({"c": b"3"}))
        store.close()
        new.put({"d": b"4"})
        assert new.get(["b", "d"]).unwrap() == {"b": b"2", "d": b"4"}
        new.close()
        assert kept(path, ["b", "d"]) == {"b": b"2", "d": b"4"}

    def test_foreign_database(self, path: Path) -> None:
        """Another program's database is set aside whole."""
        path.parent.mkdir()
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("CREATE TABLE entry (other)")
            connection.commit()
        assert kept(path, ["a"]) == {}
        with closing(sqlite3.connect(path.with_suffix(".damaged"))) as connection:
            assert connection.execute("SELECT * FROM entry").fetchall() == []

    def test_another_version(self, store: SqliteStore, path: Path) -> None:
        """A store of another schema is not read."""
        store.put({"a": b"1"})
        store.close()
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA user_version = 99")
        assert kept(path, ["a"]) == {}

    @given(at=st.integers(0, 200_000), junk=st.binary(min_size=1, max_size=5000))
    @example(
        at=13599, junk=b"\xc2,\xf4"
    )  # of the index: rows are there and not found by their keys
    @settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
    def test_overwritten_anywhere(self, tmp_path: Path, at: int, junk: bytes) -> None:
        """Whatever bytes of the file are overwritten, every value is right or unknown.

        Nothing is a fault; what is written into a damaged part may be forgotten again.
        """
        path = tmp_path / f"{at}-{len(junk)}.sqlite"
        values = {str(n): str(n).encode() * 100 for n in range(300)}
        opened = open_store(path).unwrap()
        opened.put(values)
        opened.close()
        data = bytearray(path.read_bytes())
        at %= len(data)
        data[at : at + len(junk)] = junk
        path.write_bytes(data)
        opened = open_store(path).unwrap()
        found = opened.get(list(values)).unwrap()
        assert all(values[key] == value for key, value in found.items())
        for _ in range(2):
            opened.put({"new": b"1"}).unwrap()
            assert opened.get(["new"]).unwrap() in ({}, {"new": b"1"})
        opened.close()

    def test_damaged_while_open(self, store: SqliteStore, path: Path) -> None:
        """A file that is damaged while a run uses it is begun anew in the same run."""
        store.put({str(n): os.urandom(2000) for n in range(500)})
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        size = path.stat().st_size
        with path.open("r+b") as file:
            file.seek(4096)
            file.write(b"\xff" * (size - 4096))
        assert store.get([str(n) for n in range(500)]).unwrap() == {}
        assert not failed(store.put({"a": b"1"}))
        assert kept(path, ["a"]) == {"a": b"1"}


class TestOld:
    """What is not needed any more does not stay for ever."""

    @pytest.mark.parametrize("own_name", [True, False])
    def test_schema_before(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, own_name: bool
    ) -> None:
        """The store of the version before is removed, unless this one has a name of its own."""
        monkeypatch.setenv("VERA_CACHE_DIR", str(tmp_path))
        for ending in ("sqlite", "sqlite-wal", "sqlite-shm", "lock", "damaged"):
            (tmp_path / f"cache-1.{ending}").write_bytes(b"old")
        open_store(tmp_path / "mine.sqlite" if own_name else None).unwrap().close()
        assert len(list(tmp_path.glob("cache-1.*"))) == (5 if own_name else 0)

    @pytest.mark.parametrize(("days", "there"), [(6, True), (8, False)])
    def test_set_aside(
        self, path: Path, monkeypatch: pytest.MonkeyPatch, days: int, there: bool
    ) -> None:
        """A damaged file that was set aside is removed after a week."""
        path.parent.mkdir()
        path.write_bytes(b"no database")
        open_store(path).unwrap().close()
        now = time.time()
        monkeypatch.setattr(
            "vera.verification.index.sqlite_file.time.time", lambda: now + days * 86_400
        )
        open_store(path).unwrap().close()
        assert path.with_suffix(".damaged").exists() == there


class TestFaults:
    """Where there can be no store."""

    def fault(self, path: Path) -> StorageFault:
        """What is said about it."""
        error = open_store(path).failure()
        assert isinstance(error, StorageFault)
        assert "--no-cache" in error.hint
        assert error.path == str(path)
        return error

    def test_no_folder(self, tmp_path: Path) -> None:
        """A path inside a file is a fault."""
        (tmp_path / "file").write_text("")
        self.fault(tmp_path / "file" / "cache.sqlite")

    def test_a_folder_in_the_way(self, path: Path) -> None:
        """A folder where the file should be is a fault."""
        path.mkdir(parents=True)
        self.fault(path)

    @pytest.mark.skipif(not hasattr(os, "geteuid"), reason="needs POSIX permissions")
    def test_read_only(self, tmp_path: Path) -> None:
        """A folder that one may not write is a fault."""
        tmp_path.chmod(0o555)
        program = (
            "import os, sys\n"
            "from pathlib import Path\n"
            "import vera.verification.verifier\n"  # loads what nobody may not read later
            "from vera.verification.index.sqlite import open_store\n"
            "os.geteuid() or os.seteuid(65534)\n"
            "print(open_store(Path(sys.argv[1])).failure())\n"
        )
        ran = subprocess.run(
            [sys.executable, "-c", program, str(tmp_path / "new" / "cache.sqlite")],
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        tmp_path.chmod(0o755)
        assert "ermission denied" in ran.stdout

    def test_full_disk(self, path: Path) -> None:
        """On a full disk nothing of a put is kept, what was there stays, and the fault says so."""
        pytest.importorskip("resource", reason="needs limits on the size of files")
        program = (
            "import os, resource\n"
            "store.put({'a': b'1'})\n"
            "resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))\n"
            "print(type(store.put({str(n): os.urandom(9000) for n in range(99)}).failure()))\n"
        )
        with start(program, path) as process:
            assert "StorageFault" in process.communicate()[0]
        assert kept(path, ["a", *map(str, range(99))]) == {"a": b"1"}

    def test_busy(self, store: SqliteStore, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A store that another process does not let go of is a fault, and reading still works."""
        store.put({"a": b"1"})
        monkeypatch.setattr("vera.verification.index.sqlite_connection._WAIT", 0.05)
        impatient = open_store(path).unwrap()
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            assert isinstance(impatient.put({"b": b"2"}).failure(), StorageFault)
            assert impatient.get(["a", "b"]).unwrap() == {"a": b"1"}
        impatient.close()


class TestTogether:
    """Several threads and processes."""

    def test_threads(self, store: SqliteStore) -> None:
        """Threads that put and get at once lose nothing."""

        def work(thread: int) -> bool:
            values = {f"{thread}-{n}": bytes([thread]) * n for n in range(100)}
            for key, value in values.items():
                store.put({key: value})
            return store.get(list(values)).unwrap() == values

        with ThreadPoolExecutor(8) as pool:
            assert all(pool.map(work, range(8)))

    def test_two_stores_in_a_process_and_another_that_ends(self, path: Path) -> None:
        """A process that ends is not the last one while another has the file open twice."""
        with closing(open_store(path).unwrap()) as first, closing(open_store(path).unwrap()):
            first.put({"a": b"1"}).unwrap()
            start("store.put({'b': b'2'}).unwrap()\nstore.close()\n", path).communicate()
            assert path.with_name(f"{path.name}-wal").exists()
            assert first.put({"c": b"3"}).unwrap() is None
            assert first.get(["a", "b", "c"]).unwrap() == {"a": b"1", "b": b"2", "c": b"3"}
        assert kept(path, ["a", "b", "c"]) == {"a": b"1", "b": b"2", "c": b"3"}

    def test_processes(self, path: Path) -> None:
        """Processes that open a new store at once, put and get, lose nothing."""
        program = (
            "import os\n"
            "mine = {f'{os.getpid()}-{n}': bytes(n) for n in range(60)}\n"
            "for key, value in mine.items():\n"
            "    store.put({key: value}).unwrap()\n"
            "assert store.get(list(mine)).unwrap() == mine\n"
            "print(os.getpid())\n"
        )
        numbers = told_by(6, program, path)
        keys = [f"{number}-{n}" for number in numbers for n in range(60)]
        assert len(kept(path, keys)) == 360

    def test_damaged_for_several(self, path: Path) -> None:
        """Processes that find the file damaged at once begin one new file and share it."""
        path.parent.mkdir()
        path.write_bytes(b"no database " * 1000)
        program = (
            "import os\n"
            "for n in range(30):\n"
            "    store.put({f'{os.getpid()}-{n}': bytes(n)}).unwrap()\n"
            "print(os.getpid())\n"
        )
        numbers = told_by(5, program, path)
        keys = [f"{number}-{n}" for number in numbers for n in range(30)]
        assert len(kept(path, keys)) == 150

    def test_killed(self, path: Path) -> None:
        """A writer that is killed leaves whole batches, and a store that works."""
        program = (
            "import os\n"
            "for batch in range(10_000):\n"
            "    store.put({f'{batch}-{n}': os.urandom(2000) for n in range(50)}).unwrap()\n"
            "    print(batch, flush=True)\n"
        )
        for wanted in (1, 4, 9):
            with start(program, path) as process:
                assert process.stdout is not None
                for line in process.stdout:
                    if int(line) >= wanted:
                        break
                process.send_signal(signal.SIGKILL)
            for batch in range(30):
                found = kept(path, [f"{batch}-{n}" for n in range(50)])
                assert len(found) in (0, 50)
                assert found or batch > wanted
        assert not path.with_suffix(".damaged").exists()
