"""A library goes into a file and comes back from it, here or on another machine."""

from __future__ import annotations

import hashlib
import json
import os
import random
import shutil
import sqlite3
import stat
import subprocess
import sys
import zlib
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.library.shelves import TEXTS, put, shelf, write
from vera.core.errors import InvalidInput, StorageFault
from vera.core.result import failed
from vera.verification.library import take_in
from vera.verification.library.seals import seal

if TYPE_CHECKING:
    from vera.core.errors import Error
    from vera.verification.library import Library

_ROOT = Path(__file__).parents[2]


@pytest.fixture
def exported(papers: Path, tmp_path: Path) -> Path:
    """The library of four papers in a file."""
    library = shelf()
    library.add([papers]).unwrap()
    path = tmp_path / "insects.vera"
    library.export(path).unwrap()
    library.close()
    return path


def _state(library: Library) -> object:
    hits = library.search("workers of a hive or nest").unwrap()
    verdict = library.verify("Bees sleep at night.").unwrap()
    return hits, verdict, library.papers().unwrap(), library.manifest().unwrap()


def _nothing_made(libraries: Path) -> bool:
    return not (libraries / "other.sqlite").exists() and not list(libraries.glob("*.import*"))


def _refused(path: Path, name: str | None = "other") -> Error:
    return take_in(path, name).failure()


def test_what_comes_back(papers: Path, exported: Path) -> None:
    """Every hit, verdict, place and setting; to add the same folder reads nothing."""
    assert take_in(exported, "other").unwrap() == "other"
    library, other = shelf(), shelf("other")
    assert _state(library) == _state(other)
    assert other.check().unwrap() == ()
    assert other.add([papers]).unwrap().unchanged == len(TEXTS)


def test_another_machine(papers: Path, exported: Path, libraries: Path) -> None:
    """Where the papers are not, they are shown as vanished, and speak all the same."""
    shutil.rmtree(papers)
    shutil.rmtree(libraries)
    assert take_in(exported).unwrap() == "insects"
    library = shelf()
    vanished = library.condition().unwrap().vanished
    assert vanished == tuple(f"papers/{name}.txt" for name in sorted(TEXTS))
    assert library.search("bees", 1).unwrap()[0].paper == "papers/bees.txt"
    moved = write(papers.parent / "elsewhere")
    assert len(library.add([moved]).unwrap().again) == len(TEXTS)


def test_what_was_removed_does_not_travel(papers: Path, tmp_path: Path) -> None:
    """Neither the text of a removed paper nor its words are in the file."""
    secret = put(papers / "secret.txt", "The password is xylophonist, said the beekeeper.")
    library = shelf()
    library.add([papers]).unwrap()
    library.remove([secret]).unwrap()
    library.export(tmp_path / "insects.vera").unwrap()
    data = (tmp_path / "insects.vera").read_bytes()
    assert b"xylophon" not in data
    assert b"thirty thousand workers" in data


def test_both_files_are_the_users_alone(exported: Path, libraries: Path) -> None:
    """Nobody else may read what is written, and nothing else is left."""
    take_in(exported, "other").unwrap()
    for path in (exported, libraries / "other.sqlite"):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert not {path.suffix for path in libraries.iterdir()} & {".import", ".export", ".new"}
    assert [path.name for path in exported.parent.glob(".*")] == []


def test_a_name_or_a_file_that_is_there(exported: Path, libraries: Path) -> None:
    """Both stay as they are."""
    before = (libraries / "insects.sqlite").read_bytes(), exported.read_bytes()
    assert isinstance(_refused(exported, None), InvalidInput)
    assert isinstance(_refused(exported, "../x"), InvalidInput)
    assert isinstance(shelf().export(exported).failure(), InvalidInput)
    assert isinstance(shelf().export(exported.parent / "no" / "x").failure(), StorageFault)
    shelf().close()
    assert before == ((libraries / "insects.sqlite").read_bytes(), exported.read_bytes())


@given(st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
def test_a_damaged_file(exported: Path, libraries: Path, data: st.DataObject) -> None:
    """Whatever byte is another, and wherever it is cut: it is told, and nothing is made."""
    whole = exported.read_bytes()
    at = data.draw(st.integers(0, len(whole) - 1))
    cut = data.draw(st.booleans())
    damaged = whole[:at] if cut else whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :]
    path = exported.with_name("damaged.vera")
    path.write_bytes(damaged)
    refused = _refused(path)
    assert isinstance(refused, StorageFault)
    assert str(refused).startswith(str(path))
    assert _nothing_made(libraries)


def _again(exported: Path, change: str | bytes) -> Path:
    """The file with a change in its library, and a checksum that fits."""
    head, _, data = exported.read_bytes().partition(b"\n")
    inner = exported.with_name("inner.sqlite")
    inner.write_bytes(data if isinstance(change, str) else change)
    if isinstance(change, str):
        with closing(sqlite3.connect(inner, isolation_level=None)) as connection:
            connection.executescript(change)
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    data = inner.read_bytes()
    said = json.loads(head) | {"size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    path = exported.with_name("changed.vera")
    path.write_bytes(json.dumps(said).encode() + b"\n" + data)
    return path


_SQL = {
    "a row": "UPDATE chunk SET text = CAST('Bees dance.' AS BLOB) WHERE id = 2",
    "a vector": "UPDATE matrix SET vectors = zeroblob(length(vectors)) WHERE document = 2",
    "a place": "UPDATE place SET path = CAST('/etc/passwd' AS BLOB) WHERE"
    " CAST(path AS TEXT) LIKE '%bees%'",
    "a manifest": "UPDATE generation SET manifest = CAST('{}' AS BLOB)",
    "a table": "CREATE TABLE more (x)",
    "a view": "CREATE VIEW more AS SELECT 1",
    "a trigger": "CREATE TRIGGER t AFTER INSERT ON place BEGIN DELETE FROM place; END",
    "its version": "PRAGMA user_version = 99",
    "its mark": "PRAGMA application_id = 1",
    "its journal": "PRAGMA journal_mode = DELETE",
    "words gone": "DELETE FROM words WHERE rowid = 2",
}


@pytest.mark.parametrize("change", _SQL.values(), ids=_SQL)
def test_a_file_that_someone_changed(exported: Path, libraries: Path, change: str) -> None:
    """Its checksum fits, and it is refused all the same: it is not as verify writes it."""
    path = _again(exported, change)
    refused = _refused(path)
    assert isinstance(refused, StorageFault)
    assert refused.path == str(path)
    assert _nothing_made(libraries)


@pytest.mark.parametrize(
    "data", [b"", b"SQLite format 3\0" + bytes(5000), b"x" * 4096, os.urandom(8192)],
    ids=["empty", "hollow", "text", "noise"],
)  # fmt: skip
def test_no_library_inside(exported: Path, libraries: Path, data: bytes) -> None:
    """Bytes that are none are told as what they are."""
    assert isinstance(_refused(_again(exported, data)), StorageFault)
    assert _nothing_made(libraries)


def test_a_record_that_swells(exported: Path, libraries: Path) -> None:
    """A small record that would fill the memory is refused, with a seal that fits."""
    bomb = zlib.compress(bytes(2**29), 9)
    head, _, data = exported.read_bytes().partition(b"\n")
    inner = exported.with_name("bomb.sqlite")
    inner.write_bytes(data)
    with closing(sqlite3.connect(inner, isolation_level=None)) as connection:
        (units,) = connection.execute("SELECT units FROM document WHERE id = 1").fetchone()
        connection.execute(
            "UPDATE document SET record = ?, checksum = ? WHERE id = 1", (bomb, seal(bomb, units))
        )
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    refused = _refused(_again(exported, inner.read_bytes()))
    assert isinstance(refused, StorageFault)
    assert "too large" in refused.detail
    assert _nothing_made(libraries)
    assert head


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (b'{"schema": "vera.library/2"}\n', "newer version"),
        (b'{"schema": "vera.report/1"}\n', "no library"),
        (b'{"schema": "vera.library/1"}\n', "damaged"),
        (b'{"schema": "vera.library/1", "name": 1, "size": 0, "sha256": ""}\n', "damaged"),
        (b"[]\n", "no library"),
        (b"", "no library"),
        (b"%PDF-1.7\n", "no library"),
        (b"[" * 4000 + b"\n", "no library"),
        (b"x" * 10_000, "no library"),
        (b"\xff\xfe\n", "no library"),
    ],
)
def test_a_file_that_is_something_else(
    tmp_path: Path, libraries: Path, line: bytes, told: str
) -> None:
    """It is told what it is not."""
    path = tmp_path / "file"
    path.write_bytes(line)
    refused = _refused(path)
    assert isinstance(refused, StorageFault)
    assert told in refused.detail
    assert _nothing_made(libraries)


def test_no_file(tmp_path: Path) -> None:
    """A file that is not there, and a folder, are named."""
    for path in (tmp_path / "none", tmp_path):
        assert str(path) in str(_refused(path))


def test_an_import_that_was_ended(exported: Path, libraries: Path) -> None:
    """What it left is no hindrance, and goes."""
    (libraries / "other.import").write_bytes(b"half")
    (libraries / "other.import").chmod(0o600)
    (libraries / "other.import-journal").write_bytes(b"half")
    take_in(exported, "other").unwrap()
    assert not list(libraries.glob("*.import*"))


def test_an_export_while_papers_are_added(tmp_path: Path) -> None:
    """It is the library at one moment, sound, and the add is not disturbed."""
    papers = write(tmp_path / "papers", {f"{at:02}": f"Report {at} is short." for at in range(30)})
    command = [sys.executable, "-m", "tests.library.adder", "busy", "20", str(papers)]
    with subprocess.Popen(command, cwd=_ROOT, stdout=subprocess.PIPE, text=True) as adder:
        assert adder.stdout is not None
        assert adder.stdout.readline() == "begun\n"
        held: list[int] = []
        while adder.poll() is None or not held:
            path = tmp_path / f"{len(held)}.vera"
            shelf("busy").export(path).unwrap()
            name = take_in(path, f"copy{len(held)}").unwrap()
            assert shelf(name).check().unwrap() == ()
            held.append(shelf(name).condition().unwrap().papers)
    assert held == sorted(held)
    assert shelf("busy").condition().unwrap().papers == 30


def test_a_full_disk(small_disk: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An import that finds no room makes nothing, and says so; an export, too."""
    chance = random.Random(0)  # noqa: S311 - no secret
    texts = {f"{at}": f"Report {at}: {chance.randbytes(20_000).hex()}." for at in range(8)}
    monkeypatch.setenv("VERA_LIBRARY_DIR", str(tmp_path / "large"))
    library = shelf()
    library.add([write(tmp_path / "papers", texts)]).unwrap()
    path = tmp_path / "insects.vera"
    library.export(path).unwrap()
    full = library.export(small_disk / "insects.vera").failure()
    assert isinstance(full, StorageFault)
    assert "space" in full.detail
    assert list(small_disk.iterdir()) == []
    monkeypatch.setenv("VERA_LIBRARY_DIR", str(small_disk))
    refused = take_in(path)
    assert failed(refused)
    assert str(refused.failure()) == f"{small_disk}: No space left on device"
    assert [each.suffix for each in small_disk.iterdir()] == [".lock"]
