"""Both stores find the same, and keep the same promises to several at once."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from attrs import evolve
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.library.shelves import PREFIX, STORES, TEXTS, named, put, shelf
from vera.core.chunk import ChunkConfig
from vera.core.errors import InvalidInput, StorageFault
from vera.core.result import Failure, Result, Success, failed
from vera.core.settings import Settings
from vera.core.verdict import Claim
from vera.verification.library import Hit, Library, places, postgres, sqlite
from vera.verification.library.opening import open_store

if TYPE_CHECKING:
    from tests.library.server import PostgresServer
    from vera.verification.library.store import Connection, Store

_PAPERS = Path(__file__).parents[2] / "testdata" / "papers"
_NAMED = ["notes.md", "textbook.md", "notes.html", "notes.docx", "plain.txt"]
_QUERIES = [
    "sentences of a paper by meaning", "vectors that are kept", "3.5 percent of 1,000 notes",
    "co-operation, naïve and learned", "which sentence says that, and where?", "the of and",
]  # fmt: skip
_WORDS = st.sampled_from(["bee", "hive", "3.5", "naïv", "o'clock", "sleep", "larvæ", "night"])
_FIELDS = st.tuples(*[st.lists(_WORDS, max_size=9).map(" ".join) for _ in range(4)])
_ALIKE = [
    ("bee bee", "hive", "hive hive", "hive bee hive"),
    ("hive", "", "bee hive hive", "bee"),
    ("hive", "bee hive", "hive bee", "hive hive"),
    ("", "hive hive hive", "hive", "hive hive"),
    ("hive bee", "bee", "", "hive hive"),
    ("hive hive hive", "", "", "bee bee"),
]
"""Two of these change places where a division comes after a product and not before it."""


@pytest.fixture
def both(server: PostgresServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[Library]:
    """A library in a file, and one on a server."""
    made = []
    for prefix in ("", f"{server.url()}#both_{abs(hash(tmp_path))}_"):
        monkeypatch.setenv(PREFIX, prefix)
        made.append(shelf(settings=Settings(chunk=ChunkConfig(120, 0.2, 0, 240))))
    return made


def _told(hit: Hit) -> tuple[object, ...]:
    scores = [(it.name, it.rank, round(it.score, 4)) for it in hit.signals]
    return evolve(hit, signals=(), score=0.0), round(hit.score, 12), scores


def test_both_find_the_same(both: list[Library]) -> None:
    """Hits come in the same order with the same scores, after papers came, changed and went."""
    papers = [_PAPERS / name for name in _NAMED]
    for library in both:
        library.add(papers).unwrap()
        library.remove([papers[0]]).unwrap()
    found = [[library.search(query, 50).unwrap() for query in _QUERIES] for library in both]
    assert sum(map(len, found[0])) > 50
    for of_file, of_server in zip(*found, strict=True):
        assert list(map(_told, of_file)) == list(map(_told, of_server))
    one, other = (library.condition().unwrap() for library in both)
    assert evolve(one, size=0) == evolve(other, size=0)
    assert min(one.size, other.size) > 100_000


def test_both_judge_the_same(both: list[Library], papers: Path) -> None:
    """Verdicts are equal, all fields."""
    claims = [Claim(text) for text in [*TEXTS.values(), "Bees sleep at day.", "Bees.", ""]]
    said = []
    for library in both:
        library.add([papers]).unwrap()
        said.append([verdict.unwrap() for verdict in library.verify_all(claims)])
    assert said[0] == said[1]
    assert len({verdict.status for verdict in said[0]}) > 1


@given(st.lists(_FIELDS, min_size=1, max_size=12), st.lists(_WORDS, min_size=1, max_size=5))
@example(_ALIKE, ["hive"] * 5)
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_both_rank_words_the_same(
    both: list[Library], rows: list[tuple[str, ...]], terms: list[str]
) -> None:
    """BM25F of any words in any fields is that of FTS5, and so is the order of what is alike."""

    def ranked(connection: Connection) -> Result[list[tuple[int, float]]]:
        for chunk, stems in enumerate(rows):
            connection.put_words(chunk, stems)
        found = list(connection.by_words(terms, (1.0, 2.0, 2.0, 2.0)))
        assert connection.count_words() == (len(rows), 0)
        asked.append(found)
        return Failure(_UNDONE)

    asked: list[list[tuple[int, float]]] = []
    for library in both:
        assert library._database.write("try", ranked).failure() == _UNDONE
    of_file, of_server = asked
    assert [chunk for chunk, _ in of_file] == [chunk for chunk, _ in of_server]
    assert [score for _, score in of_file] == pytest.approx([it for _, it in of_server], rel=1e-12)


_UNDONE = InvalidInput("try", ())


def _store(name: str = "insects") -> Store:
    return open_store(named(name), create=False).unwrap()


def _forget_all(connection: Connection) -> Result[int]:
    places.drop(connection, list(places.known(connection)))
    return Success(len(places.known(connection)))


@STORES
def test_a_reader_is_never_kept_waiting(papers: Path) -> None:
    """While another writes it sees the library as it was, and after that as it is."""
    library = shelf()
    library.add([papers]).unwrap()
    writer = _store()
    begun, go_on = threading.Event(), threading.Event()

    def work(connection: Connection) -> Result[int]:
        left = _forget_all(connection)
        begun.set()
        assert go_on.wait(60)
        return left

    thread = threading.Thread(target=lambda: writer.write("write", work))
    thread.start()
    assert begun.wait(60)
    assert len(library.papers().unwrap()) == len(TEXTS)
    assert len(library.search("workers", 9).unwrap()) == len(TEXTS)
    assert len(shelf().papers().unwrap()) == len(TEXTS)
    go_on.set()
    thread.join()
    assert library.papers().unwrap() == ()


@STORES
def test_what_is_read_is_of_one_moment(papers: Path) -> None:
    """What is written while a reader looks it sees at the next look."""
    library = shelf()
    library.add([papers]).unwrap()
    reader, writer = _store(), _store()

    def work(connection: Connection) -> Result[tuple[int, int]]:
        before = len(places.known(connection))
        assert writer.write("write", _forget_all).unwrap() == 0
        return Success((before, len(places.known(connection))))

    assert reader.read("read", work).unwrap() == (len(TEXTS), len(TEXTS))
    assert reader.read("read", lambda it: Success(len(places.known(it)))).unwrap() == 0


@STORES
def test_writers_come_one_after_the_other(papers: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second writer sees all that the first wrote, or is told after a time that it must wait."""
    library = shelf()
    library.add([papers]).unwrap()
    for module in (sqlite, postgres):
        monkeypatch.setattr(module, "WAIT", 0.2)
    first, second = _store(), _store()
    told: list[Result[int]] = []

    def work(_connection: Connection) -> Result[int]:
        thread = threading.Thread(target=lambda: told.append(second.write("write", _forget_all)))
        thread.start()
        thread.join()
        return Success(0)

    assert first.write("write", work).unwrap() == 0
    refused = told[0].failure()
    assert isinstance(refused, StorageFault)
    assert "another program is writing" in refused.detail
    assert second.write("write", _forget_all).unwrap() == 0


@STORES
def test_what_fails_is_not_written(papers: Path) -> None:
    """After an error in the midst of writing all is as it was, to the version."""
    library = shelf()
    library.add([papers]).unwrap()
    store = _store()

    def work(connection: Connection) -> Result[int]:
        assert _forget_all(connection).unwrap() == 0
        return Failure(_UNDONE)

    before = store.read("read", lambda it: Success(it.version())).unwrap()
    assert store.write("write", work).failure() == _UNDONE
    assert len(library.papers().unwrap()) == len(TEXTS)
    assert _store().read("read", lambda it: Success(len(places.known(it)))).unwrap() == len(TEXTS)
    assert library.add([papers]).unwrap().unchanged == len(TEXTS)
    if "postgresql" in store.name:
        assert store.read("read", lambda it: Success(it.version())).unwrap() == before


@STORES
def test_threads_share_a_library(papers: Path) -> None:
    """Many search at once while one adds, and each finds what is there."""
    library = shelf()
    library.add([papers]).unwrap()
    put(papers / "owls.txt", "Owls hunt voles at dusk.")
    found: list[int] = []

    def search() -> None:
        found.extend(len(library.search("workers", 9).unwrap()) for _ in range(5))

    threads = [threading.Thread(target=search) for _ in range(12)]
    threads.append(threading.Thread(target=lambda: library.add([papers]).unwrap()))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 60
    assert set(found) <= {len(TEXTS), len(TEXTS) + 1}


_ROWS = {
    "record": "UPDATE document SET record = CAST('no' AS BYTEA)",
    "units": "UPDATE document SET units = substr(units, 5)",
    "vectors": "UPDATE matrix SET vectors = substr(vectors, 257)",
    "vectors gone": "DELETE FROM matrix",
    "chunk gone": "DELETE FROM chunk WHERE at = 0",
    "chunk changed": "UPDATE chunk SET text = CAST('Bees dance.' AS BYTEA)",
    "title changed": "UPDATE document SET title = CAST('Wasps' AS BYTEA)",
    "place moved": "UPDATE place SET path = CAST('/bees.txt' AS BYTEA)",
    "manifest": "UPDATE generation SET manifest = CAST('{}' AS BYTEA)",
    "no generation": "UPDATE generation SET current = 0",
}


@STORES
@pytest.mark.parametrize("statement", _ROWS.values(), ids=_ROWS)
def test_a_damaged_row_is_an_error(papers: Path, statement: str, store: str) -> None:
    """Check finds it on either store, in the same words."""
    library = shelf()
    library.add([papers / "bees.txt"]).unwrap()
    if store == "sqlite":
        statement = statement.replace("BYTEA", "BLOB")
    changed = _store().write("damage", lambda it: Success(it.execute(statement).rowcount))
    assert changed.unwrap() == 1
    checked = library.check()
    if failed(checked):
        assert "damaged" in str(checked.failure())
    else:
        assert checked.unwrap()
