"""pgvector's index of a library's vectors: it is asked for, and what it finds is what is there."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from attrs import evolve

from tests.fakes import FakeEmbedder
from tests.library.shelves import PREFIX, named, put, shelf, write
from tests.library.test_postgres import _as, _fake
from vera.core.errors import InvalidInput, StorageFault
from vera.verification.library import postgres_near

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.library.server import PostgresServer
    from vera.verification.library import Hit, Library

_MANY = {
    f"{at:03}": f"# Report {at}\n\nItem {at} weighs {at * 7 % 50} grams, in shade {at % 9}."
    for at in range(60)
}
_QUERIES = ["item 17 weighs 19 grams", "what is in shade 3?", "report 44", "grams"]
pytestmark = pytest.mark.parametrize("store", ["postgres"], indirect=True)


@pytest.fixture
def library(server: PostgresServer, tmp_path: Path, store: str) -> Library:  # noqa: ARG001
    """A library of sixty papers on a server with pgvector."""
    server.sql("CREATE EXTENSION IF NOT EXISTS vector")
    made = shelf()
    made.add([write(tmp_path / "papers", _MANY)]).unwrap()
    return made


@pytest.fixture
def plain(server: PostgresServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A database without pgvector."""
    server.sql("CREATE DATABASE plain")
    monkeypatch.setenv(PREFIX, server.url(database="plain") + "#p_")
    yield "plain"
    server.sql("DROP DATABASE plain WITH (FORCE)")


def _told(library: Library, where: str = "") -> list[list[Hit]]:
    found = [library.search(it, 20, where=(where,) if where else ()) for it in _QUERIES]
    return [[evolve(hit, score=round(hit.score, 9)) for hit in hits.unwrap()] for hits in found]


def test_what_is_found_is_what_is_there(library: Library, tmp_path: Path) -> None:
    """With the index, after papers came and went, with a filter: as without it."""
    papers = tmp_path / "papers"
    exact = _told(library)
    recall = library.make_near().unwrap()
    assert (recall.chunks, recall.queries, recall.ten) == (60, 60, 1.0)
    assert _told(library) == exact
    put(papers / "017.txt", "# Report 17\n\nItem 17 was lost.", when=1_710_000_000)
    put(papers / "new.txt", "# Report 61\n\nItem 17 weighs 19 grams again.")
    library.add([papers]).unwrap()
    library.remove([papers / "003.txt", papers / "044.txt"]).unwrap()
    indexed, filtered = _told(library), _told(library, 'path ~ "02"')
    assert indexed[0][0].text.endswith("grams again.")
    assert all("017.txt" not in hit.paper or "lost" in hit.text for hit in indexed[0])
    assert library.check().unwrap() == ()
    assert library.drop_near().unwrap() == 1
    assert (_told(library), _told(library, 'path ~ "02"')) == (indexed, filtered)


def test_another_process_sees_the_index_come_and_go(library: Library) -> None:
    """One that has searched before goes on as before, with it and without."""
    other = shelf()
    exact = _told(other)
    library.make_near().unwrap()
    assert _told(other) == exact
    library.make_near().unwrap()
    assert _told(other) == exact
    assert library.drop_near().unwrap() == 1
    assert _told(other) == exact


def test_who_searches_does_not_wait_for_the_next_index(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While it is made and measured, others have the one of before."""
    library.make_near().unwrap()
    measured, exact, seen = postgres_near._measured, _told(library), list[object]()

    def meanwhile(*given: Any) -> Any:
        seen.append(_told(shelf()))
        return measured(*given)

    monkeypatch.setattr(postgres_near, "_measured", meanwhile)
    library.make_near().unwrap()
    assert seen == [exact]
    assert library.drop_near().unwrap() == 1


def test_an_index_outlives_no_generation(library: Library, tmp_path: Path) -> None:
    """Papers that are made anew are searched exactly until they are indexed."""
    library.make_near().unwrap()
    other = shelf(embedder=FakeEmbedder(32))
    other.add([tmp_path / "papers"]).unwrap()
    assert other.search("report 44", 1).unwrap()[0].paper.endswith("044.txt")
    assert other.make_near().unwrap().chunks == 60
    assert other.drop_near().unwrap() == 1


def test_without_pgvector_search_is_exact(plain: str, tmp_path: Path) -> None:  # noqa: ARG001
    """The library works, and the error of making an index says what is missing."""
    library = shelf()
    library.add([write(tmp_path / "papers", _MANY)]).unwrap()
    assert library.search("report 44", 1).unwrap()[0].paper.endswith("044.txt")
    error = library.make_near().failure()
    assert isinstance(error, StorageFault)
    assert "pgvector" in error.detail
    assert "CREATE EXTENSION vector" in error.hint
    library.close()


def test_who_may_not_read_the_index_searches_without(
    library: Library, server: PostgresServer
) -> None:
    """Rights on the library's tables are enough; to make an index takes its owner."""
    exact = _told(library)
    name = _as(server, "late", "SELECT, INSERT, UPDATE, DELETE")
    library.make_near().unwrap()
    late = _fake(name)
    assert _told(late) == exact
    assert "no right" in str(late.make_near().failure())
    assert "no right" in str(late.drop_near().failure())
    assert _told(library) == exact


def test_a_library_in_a_file_has_no_such_index(
    papers: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is told, and nothing is made."""
    monkeypatch.setenv(PREFIX, "")
    library = shelf()
    library.add([papers]).unwrap()
    assert isinstance(library.make_near().failure(), InvalidInput)


def test_the_command_tells_what_the_index_finds(library: Library, server: PostgresServer) -> None:
    """Recall against exact search, and times; --drop removes it."""
    library.close()
    for options, words in (([], "recall@10 1.000"), (["--drop"], "1 removed")):
        command = [
            sys.executable,
            "-m",
            "vera.verify",
            "library",
            "index",
            named("insects"),
            *options,
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        assert words in done.stdout
        assert server.password not in done.stdout + done.stderr
