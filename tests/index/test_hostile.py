"""What others put in the place of the cache, or beside it, is never believed and never hangs."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fakes import FakeEmbedder
from tests.index import attacks
from vera.core.errors import StorageFault
from vera.verification import wiring
from vera.verification.index import sqlite_connection, sqlite_file
from vera.verification.index.sqlite import open_store

if TYPE_CHECKING:
    from tests.index.attacks import Attack

TRUE = {"a": b"1", "b": b"2"}
MANY = {f"{n:02}": bytes([n]) * 400 for n in range(60)}

only_root = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give a file away"
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A sound store that was closed, with `TRUE` in it."""
    file = tmp_path / "cache" / "cache.sqlite"
    kept(file, TRUE)
    return file


def kept(path: Path, values: dict[str, bytes]) -> None:
    """Put values in a run of its own."""
    with closing(open_store(path).unwrap()) as store:
        store.put(values).unwrap()


def found(path: Path) -> dict[str, bytes]:
    """What a new run finds of `TRUE`; it can also write and read what it wrote."""
    with closing(open_store(path).unwrap()) as store:
        got = dict(store.get(list(TRUE)).unwrap())
        store.put({"new": b"3"}).unwrap()
        assert store.get(["new"]).unwrap() == {"new": b"3"}
    return got


def ran(program: str, *arguments: str) -> str:
    """What another process of ours prints."""
    run = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        stdout=subprocess.PIPE,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )
    return run.stdout


def params(*several: dict[str, Attack]) -> pytest.MarkDecorator:
    """One test for each attack."""
    every = [pytest.param(each, id=name) for some in several for name, each in some.items()]
    return pytest.mark.parametrize("attack", every)


@pytest.fixture(scope="module")
def left_open(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a store with `MANY` whose run was killed: half is in the log only."""
    path = tmp_path_factory.mktemp("killed") / "cache.sqlite"
    half = dict(list(MANY.items())[:30])
    kept(path, half)
    program = (
        "import os, signal, sys\n"
        "from pathlib import Path\n"
        "from vera.verification.index.sqlite import open_store\n"
        "store = open_store(Path(sys.argv[1])).unwrap()\n"
        "store.put({f'{n:02}': bytes([n]) * 400 for n in range(30, 60)}).unwrap()\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    ran(program, str(path))
    assert path.with_name("cache.sqlite-wal").stat().st_size > 30 * 400
    return path.parent


class TestRows:
    """A row counts only if the user wrote it, under this key."""

    @params(attacks.ROWS)
    def test_changed_rows(self, path: Path, attack: Attack) -> None:
        """A row that the user did not write so is unknown, whatever else is in it."""
        attack(path)
        assert found(path).items() <= {"b": b"2"}.items()

    def test_rows_of_another_user(
        self, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A sound store that was written with another key is unknown, and written over."""
        monkeypatch.setenv("VERA_KEY_DIR", str(tmp_path / "another"))
        with closing(open_store(path).unwrap()) as store:
            assert store.get(list(TRUE)).unwrap() == {}
            store.put({"a": b"mine"}).unwrap()
            assert store.get(list(TRUE)).unwrap() == {"a": b"mine"}
        assert not path.with_suffix(".damaged").exists()
        monkeypatch.undo()
        assert found(path) == {"b": b"2"}

    def test_a_row_of_another_user(
        self, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """One row of another user's in a store of one's own is unknown, the others are known."""
        other = tmp_path / "other" / "cache.sqlite"
        with monkeypatch.context() as patch:
            patch.setenv("VERA_KEY_DIR", str(tmp_path / "another"))
            kept(other, {"a": attacks.EVIL})
        attacks.changed(
            path,
            f"ATTACH '{other}' AS other",
            "REPLACE INTO main.entry SELECT * FROM other.entry",
        )
        assert found(path) == {"b": b"2"}


class TestDatabase:
    """A database is used only if it is as we make it."""

    @params(attacks.SCHEMAS)
    def test_another_schema(self, path: Path, attack: Attack) -> None:
        """A schema that is not ours to the letter is set aside; nothing in it is run."""
        attack(path)
        assert found(path) == {}
        assert path.with_suffix(".damaged").exists()

    @params(attacks.FILES)
    def test_files_beside(self, path: Path, attack: Attack) -> None:
        """Whatever lies beside the database, values are right or unknown, and no file is lost."""
        attack(path)
        precious = attacks.precious(path)
        before = precious.exists()
        assert found(path).items() <= TRUE.items()
        assert precious.exists() == before

    @pytest.mark.parametrize("part", ["-wal", "-shm", "-journal"])
    def test_fifo_beside_the_lock(self, path: Path, part: str) -> None:
        """A FIFO for a file that SQLite would have beside the lock does not hang."""
        os.mkfifo(path.with_name(f"{path.stem}.lock{part}"))
        assert found(path) == TRUE

    def test_too_large(self, path: Path) -> None:
        """A file larger than a store can become is not looked into."""
        with path.open("r+b") as file:
            file.truncate(2**40)
        assert found(path) == {}
        assert path.with_suffix(".damaged").stat().st_size == 2**40

    def test_lock_with_content(self, path: Path) -> None:
        """A lock that is not empty is none of ours: a fault says to remove it."""
        path.with_suffix(".lock").write_bytes(path.read_bytes())
        error = open_store(path).failure()
        assert isinstance(error, StorageFault)
        assert "not empty" in error.detail
        assert f"remove {path.with_suffix('.lock')}" in error.hint

    def test_left_by_a_killed_maker(self, path: Path) -> None:
        """What a run left that was killed while it made a store does no harm."""
        attacks.log_with_a_view(path)
        path.unlink()
        attacks.deletes_a_file(path, f"{path.stem}.new-journal")
        path.with_suffix(".new").write_bytes(b"half a database")
        assert found(path) == {}
        assert attacks.precious(path).exists()
        assert not path.with_suffix(".damaged").exists()

    @given(
        seed=st.integers(0, 2**32),
        changes=st.integers(1, 40),
        part=st.sampled_from(["", "-wal", "-shm"]),
        low=st.floats(0, 0.99),
    )
    @settings(
        max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
    )
    def test_random_bytes(
        self, tmp_path: Path, left_open: Path, seed: int, changes: int, part: str, low: float
    ) -> None:
        """Whatever bytes of a store's files are others, a value is right or unknown, always."""
        folder = tmp_path / f"{seed}-{changes}-{part}-{low}"
        shutil.copytree(left_open, folder)
        path = folder / "cache.sqlite"
        file = path.with_name(path.name + part)
        data = bytearray(file.read_bytes())
        attacks.scatter(data, seed, changes, low)
        file.write_bytes(data)
        with closing(open_store(path).unwrap()) as store:
            for _ in range(2):
                assert store.get(list(MANY)).unwrap().items() <= MANY.items()
                store.put(MANY).unwrap()
        shutil.rmtree(folder)


class TestNotClosed:
    """A store whose last run was killed is looked through before it is used."""

    def test_sound(self, left_open: Path, tmp_path: Path) -> None:
        """What was put before the kill is there."""
        path = Path(shutil.copytree(left_open, tmp_path / "copy")) / "cache.sqlite"
        with closing(open_store(path).unwrap()) as store:
            assert store.get(list(MANY)).unwrap() == MANY
        assert not path.with_suffix(".damaged").exists()

    def test_damaged(self, left_open: Path, tmp_path: Path) -> None:
        """Damage that no statement of ours would meet is found, and the store set aside."""
        path = Path(shutil.copytree(left_open, tmp_path / "copy")) / "cache.sqlite"
        data = bytearray(path.read_bytes())
        data[36:40] = (5).to_bytes(4, "big")  # pages on the list of free ones, of which it has none
        path.write_bytes(data)
        path.with_name("cache.sqlite-wal").write_bytes(b"\0" * 99)  # so that no page hides this one
        with closing(open_store(path).unwrap()) as store:
            assert store.get(list(MANY)).unwrap() == {}
        assert path.with_suffix(".damaged").exists()

    def test_in_use(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A store that another run has open is not looked through, nor waited for."""
        monkeypatch.setattr(sqlite_connection, "_WAIT", 0.0)
        with closing(open_store(path).unwrap()) as store:
            store.put({"c": b"3"}).unwrap()
            assert path.with_name(f"{path.name}-wal").stat().st_size
            with closing(open_store(path).unwrap()) as second:
                assert second.get(["a", "c"]).unwrap() == {"a": b"1", "c": b"3"}
                second.put({"d": b"4"}).unwrap()
            assert store.get(["d"]).unwrap() == {"d": b"4"}


class TestTime:
    """No file makes a run wait without end."""

    def test_too_slow(
        self, path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        """A store that takes too much time is set aside as damaged, and the run goes on."""
        keys = [str(n) for n in range(2000)]
        with closing(open_store(path).unwrap()) as store:
            store.put(dict.fromkeys(keys, b"x")).unwrap()
            monkeypatch.setattr(sqlite_connection, "_PATIENCE", 0.0)
            assert store.get(keys).unwrap() == {}
            assert "begun anew" in caplog.text
            monkeypatch.undo()
            store.put({"a": b"1"}).unwrap()
            assert store.get(["a", *keys]).unwrap() == {"a": b"1"}

    def test_interrupt(self) -> None:
        """Ctrl-C in the midst of a long statement is not taken for a damaged file."""
        program = (
            "import os, signal, sqlite3, threading\n"
            "from vera.verification.index.sqlite_connection import limit_time\n"
            "count = 'WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r LIMIT ?)'\n"
            "connection = sqlite3.connect(':memory:')\n"
            "limit_time(connection)\n"
            "threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
            "try:\n"
            "    while True:\n"
            "        connection.execute(count + ' SELECT count(*) FROM r', [10**6]).fetchall()\n"
            "except KeyboardInterrupt:\n"
            "    print('heard')\n"
        )
        assert ran(program) == "heard\n"


class TestPlaces:
    """Where others could write, nothing is kept."""

    def refused(self, path: Path) -> str:
        """What is said about it."""
        error = open_store(path).failure()
        assert isinstance(error, StorageFault)
        assert "VERA_CACHE_DIR" in error.hint
        assert "--no-cache" in error.hint
        return f"{error.detail}; {error.hint}"

    @params(attacks.FOLDERS)
    def test_folders(self, path: Path, attack: Attack) -> None:
        """A folder in which others could put a file is a fault, which says how to close it."""
        attack(path)
        said = self.refused(path)
        assert "can be written by others; chmod go-w " in said

    def test_a_run_goes_on(
        self, path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        """A run works without a cache that is refused, with one line that says what to do."""
        path.parent.chmod(0o777)
        monkeypatch.setenv("VERA_CACHE_DIR", str(path.parent))
        embedder = FakeEmbedder()
        engine = wiring.start(embedder, wiring.settings().unwrap(), cache=True).unwrap()
        assert engine.embedder is embedder
        assert f"without the cache: {path.parent}" in caplog.text
        assert f"chmod go-w {path.parent}" in caplog.text

    @only_root
    @params(attacks.FOLDERS_OF_OTHERS)
    def test_folders_of_others(self, path: Path, attack: Attack) -> None:
        """A folder or link that another user can exchange is a fault."""
        attack(path)
        self.refused(path)

    @params(attacks.IN_PLACE)
    @pytest.mark.parametrize("part", [".sqlite", ".sqlite-wal", ".sqlite-shm", ".lock"])
    def test_files(self, path: Path, attack: Attack, part: str) -> None:
        """A file that is not the user's alone, or is none, is a fault that names it."""
        file = path.with_name(path.stem + part)
        file.touch(0o600)
        attack(file)
        assert f"remove {file}" in self.refused(path)

    @only_root
    def test_file_of_another_user(self, path: Path) -> None:
        """A file that belongs to another user is a fault, also where the folder is one's own."""
        attacks.somebodys(path)
        assert "cache.sqlite belongs to another user" in self.refused(path)

    @pytest.mark.skipif(not hasattr(os, "geteuid"), reason="needs POSIX permissions")
    def test_folder_that_may_not_be_written(self) -> None:
        """A store in a folder that one may not write is a fault, also where it was made before."""
        with tempfile.TemporaryDirectory() as folder:
            program = (
                "import os, sys, urllib.parse\n"  # what pathlib loads late, and nobody may not read
                "from pathlib import Path\n"
                "import vera.verification.verifier\n"  # and what all else loads
                "from vera.verification.index.sqlite import open_store\n"
                "folder = Path(sys.argv[1])\n"
                "os.environ['VERA_KEY_DIR'] = str(folder / 'key')\n"
                "if not os.geteuid():\n"  # root may write everywhere
                "    os.chown(folder, 65534, 65534)\n"
                "    os.seteuid(65534)\n"
                "path = folder / 'cache' / 'cache.sqlite'\n"
                "open_store(path).unwrap().close()\n"
                "path.parent.chmod(0o500)\n"
                "print(open_store(path).failure())\n"
                "path.parent.chmod(0o700)\n"
                "print(open_store(path).unwrap().get([]))\n"
            )
            said = ran(program, folder).splitlines()
            assert said[0].startswith(f"{folder}/cache/cache.sqlite: ")
            assert said[1] == "<Success: {}>"

    def test_no_room_to_begin(self, tmp_path: Path) -> None:
        """On a disk without room for a new store there is a fault, and no half store."""
        pytest.importorskip("resource", reason="needs limits on the size of files")
        program = (
            "import resource, sys\n"
            "from pathlib import Path\n"
            "from vera.verification.index.key_file import user_key\n"
            "from vera.verification.index.sqlite import open_store\n"
            "user_key().unwrap()\n"
            "resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))\n"
            "print(type(open_store(Path(sys.argv[1])).failure()).__name__)\n"
        )
        path = tmp_path / "cache" / "cache.sqlite"
        assert ran(program, str(path)) == "StorageFault\n"
        assert not path.exists()
        kept(path, TRUE)
        assert found(path) == TRUE

    def test_no_room_to_finish(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A new store that cannot be written out of its log does not get its name."""
        path = tmp_path / "cache" / "cache.sqlite"

        def full(connection: sqlite3.Connection, pragma: str) -> object:
            if pragma.startswith("wal_checkpoint"):
                raise sqlite3.OperationalError("database or disk is full")
            return sqlite_connection.said(connection, pragma)

        with monkeypatch.context() as patch:
            patch.setattr(sqlite_file, "said", full)
            assert "disk is full" in str(open_store(path).failure())
        assert not path.exists()
        assert found(path) == {}
        assert not path.with_suffix(".damaged").exists()
