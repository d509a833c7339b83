"""What goes wrong on the disk is told, and loses nothing."""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from shutil import rmtree

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fakes import FakeEmbedder
from tests.library.shelves import TEXTS, put, shelf, write
from vera.core.errors import InvalidInput, StorageFault
from vera.core.result import failed
from vera.verification.library import Library, sqlite, take_in

_MANY = {f"{at:03}": f"Report {at}. " + "It tells of item after item. " * 300 for at in range(60)}


def _remount(folder: Path, options: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{options}", str(folder)], check=True)


def _sql(*statements: str, name: str = "insects") -> None:
    """Change a library's file behind its back."""
    path = Path(os.environ["VERA_LIBRARY_DIR"]) / f"{name}.sqlite"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def test_a_library_that_is_not_there() -> None:
    """It is an error that says how to make one; a name that is no name is another."""
    missing = Library.open("bees").failure()
    assert isinstance(missing, StorageFault)
    assert "verify library add bees" in missing.hint
    for name in ("", "../bees", ".bees", "a/b", "x" * 65):
        assert isinstance(Library.open(name, create=True).failure(), InvalidInput)


def test_the_file_is_the_users_alone(papers: Path, libraries: Path) -> None:
    """Folder and file can be read by nobody else."""
    shelf().add([papers])
    assert libraries.stat().st_mode & 0o777 == 0o700
    assert (libraries / "insects.sqlite").stat().st_mode & 0o777 == 0o600


def test_a_full_disk(small_disk: Path, tmp_path: Path) -> None:
    """It is told; what was added before is whole, and with more room the next add goes on."""
    papers = write(tmp_path / "papers", _MANY)
    library = shelf()
    full = library.add([papers]).failure()
    assert isinstance(full, StorageFault)
    assert "no room" in full.detail
    assert "make room" in full.hint
    library.close()
    library = shelf()
    held = library.condition().unwrap().papers
    assert 0 < held < len(_MANY)
    assert library.search("item", 3).unwrap()
    _remount(small_disk, "size=50m")
    assert library.check().unwrap() == ()
    added = library.add([papers]).unwrap()
    assert (len(added.added), added.unchanged) == (len(_MANY) - held, held)
    assert library.check().unwrap() == ()


def test_a_read_only_disk(small_disk: Path, papers: Path) -> None:
    """Nothing can be added or made there, and the error names the file."""
    library = shelf()
    library.add([papers / "bees.txt"])
    library.close()
    _remount(small_disk, "ro")
    refused = Library.open("others", create=True).failure()
    assert isinstance(refused, StorageFault)
    assert str(small_disk) in str(refused)
    assert "VERA_LIBRARY_DIR" in refused.hint
    opened = Library.open("insects")
    told = opened.failure() if failed(opened) else opened.unwrap().add([papers]).failure()
    assert isinstance(told, StorageFault)
    _remount(small_disk, "rw")
    assert shelf().check().unwrap() == ()


def test_a_folder_that_others_can_write(libraries: Path) -> None:
    """No library is made or opened where others could put another in its place."""
    libraries.mkdir(mode=0o777)
    libraries.chmod(0o777)
    refused = Library.open("insects", create=True).failure()
    assert isinstance(refused, StorageFault)
    assert "can be written by others" in refused.detail
    assert "--no-cache" not in refused.hint


def test_a_locked_file(papers: Path, libraries: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While another program keeps on writing it is told, and nothing is lost; reading goes on."""
    monkeypatch.setattr(sqlite, "WAIT", 0.05)
    library = shelf()
    library.add([papers / "bees.txt"])
    with closing(sqlite3.connect(libraries / "insects.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        locked = library.add([papers]).failure()
        assert isinstance(locked, StorageFault)
        assert "another program is writing" in locked.detail
        assert len(library.search("bees").unwrap()) == 1
    assert len(library.add([papers]).unwrap().added) == len(TEXTS) - 1


_ROWS = {
    "record": "UPDATE document SET record = zeroblob(100) WHERE id = 2",
    "units": "UPDATE document SET units = substr(units, 5) WHERE id = 2",
    "vectors": "UPDATE matrix SET vectors = zeroblob(length(vectors)) WHERE document = 2",
    "vectors gone": "DELETE FROM matrix WHERE document = 2",
    "chunk gone": "DELETE FROM chunk WHERE document = 2",
    "chunk changed": "UPDATE chunk SET text = CAST('Bees dance.' AS BLOB) WHERE document = 2",
    "words gone": "DELETE FROM words WHERE rowid = (SELECT id FROM chunk WHERE document = 2)",
    "document gone": "DELETE FROM document WHERE id = 2",
    "title changed": "UPDATE document SET title = CAST('Wasps' AS BLOB) WHERE id = 2",
    "place moved": "UPDATE place SET path = CAST('/bees.txt' AS BLOB)"
    " WHERE CAST(path AS TEXT) LIKE '%bees%'",
    "manifest": "UPDATE generation SET manifest = CAST('{}' AS BLOB)",
    "link gone": "DELETE FROM link WHERE document = 5",
    "link changed": "UPDATE link SET text = CAST('wasps' AS BLOB) WHERE document = 5",
    "key gone": "DELETE FROM link_key WHERE document = 5 AND field = 'stem'",
    "key changed": "UPDATE link_key SET key = 'wasps' WHERE document = 5 AND field = 'stem'",
    "name changed": "UPDATE stem SET key = 'wasps' WHERE key = 'bees'",
    "no generation": "UPDATE generation SET current = 0",
}


@pytest.mark.parametrize("statement", _ROWS.values(), ids=_ROWS)
def test_a_damaged_row_is_found(papers: Path, statement: str) -> None:
    """Check names it, and no search or verdict makes use of it in silence."""
    library = shelf()
    library.add([papers])
    put(papers / "links.md", "Read the [[bees]].")
    library.add([papers])
    library.close()
    _sql(statement)
    checked = Library.open("insects").bind(lambda it: it.check())
    assert failed(checked) or checked.unwrap()


def test_damaged_vectors_are_not_searched(papers: Path, libraries: Path) -> None:
    """A search is right or an error that names the paper; to add that again makes it whole."""
    library = shelf()
    library.add([papers])
    before = library.search("bees").unwrap()
    library.close()
    _sql(_ROWS["vectors"])
    assert shelf().search("bees").unwrap() == before  # the files beside it are sound
    rmtree(libraries / "insects.made")
    library = shelf()
    damaged = library.search("bees").failure()
    assert isinstance(damaged, StorageFault)
    assert "papers/bees.txt" in str(damaged)
    library.remove(["papers/bees.txt"]).unwrap()
    library.add([papers]).unwrap()
    assert library.search("bees", 1).unwrap()[0].paper == "papers/bees.txt"
    assert library.check().unwrap() == ()


@given(st.integers(0, 10_000))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
def test_a_damaged_page_is_told(papers: Path, libraries: Path, seed: int) -> None:
    """Whatever bytes are overwritten: an error, or what was there; check is silent for no loss."""
    path = libraries / "insects.sqlite"
    path.unlink(missing_ok=True)
    library = shelf()
    library.add([papers])
    library.close()
    data, chance = bytearray(path.read_bytes()), random.Random(seed)  # noqa: S311 - no secret
    at = chance.randrange(len(data))
    data[at : at + chance.choice([1, 20, 4096])] = chance.randbytes(chance.choice([1, 20, 4096]))
    path.write_bytes(data)
    opened = Library.open("insects", embedder=FakeEmbedder())
    if failed(opened):
        assert isinstance(opened.failure(), StorageFault)
        return
    library = opened.unwrap()
    verdict, found, checked = (
        library.verify("Bees sleep at night."),
        library.search("workers"),
        library.check(),
    )
    for result in (verdict, found, checked, library.papers(), library.condition()):
        assert not failed(result) or isinstance(result.failure(), StorageFault)
    if not failed(checked) and not checked.unwrap():
        assert {hit.text for hit in found.unwrap()} == set(TEXTS.values())
        assert verdict.unwrap().evidence[0].text == "Bees sleep at night."
    library.close()


def test_a_file_that_is_something_else(libraries: Path) -> None:
    """It is refused and stays as it is: another database, a text, a newer version's library."""
    shelf().close()
    shelf("newer").close()
    _sql("PRAGMA user_version = 99", name="newer")
    shelf("changed").close()
    _sql("CREATE TABLE more (x)", name="changed")
    put(libraries / "text.sqlite", "not a database " * 500)
    with closing(sqlite3.connect(libraries / "other.sqlite")) as other:
        other.execute("CREATE TABLE bees (x)")
    told = {
        "newer": "newer version",
        "changed": "changed by others",
        "text": "damaged",
        "other": "no library",
    }
    for name, words in told.items():
        before = (libraries / f"{name}.sqlite").read_bytes()
        refused = Library.open(name, create=True).failure()
        assert isinstance(refused, StorageFault)
        assert words in refused.detail
        assert (libraries / f"{name}.sqlite").read_bytes() == before


def test_a_journal_beside_the_file_is_not_played_back(papers: Path, libraries: Path) -> None:
    """A rollback journal is never ours, and is refused."""
    library = shelf()
    library.add([papers])
    library.close()
    (libraries / "insects.sqlite-journal").write_bytes(b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" * 99)
    assert "none of ours" in str(Library.open("insects").failure())


@pytest.mark.parametrize("how", ["made", "imported"])
def test_a_log_that_an_older_library_left(
    papers: Path, libraries: Path, tmp_path: Path, how: str
) -> None:
    """Who removes a library's file and not the log beside it gets nothing of it into a new one."""
    shelf("other").export(tmp_path / "empty.vera").unwrap()
    old = shelf()
    old.add([papers]).unwrap()
    log = (libraries / "insects.sqlite-wal").read_bytes()
    assert log
    old.close()
    (libraries / "insects.sqlite").unlink()
    (libraries / "insects.sqlite-wal").write_bytes(log)
    (libraries / "insects.sqlite-wal").chmod(0o600)
    if how == "imported":
        take_in(tmp_path / "empty.vera", "insects").unwrap()
    library = shelf()
    assert library.papers().unwrap() == ()
    assert library.check().unwrap() == ()
