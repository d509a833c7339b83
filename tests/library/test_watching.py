"""A library keeps in step with folders."""

from __future__ import annotations

import os
import shutil
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from tests.library.shelves import TEXTS, put, shelf, write
from vera.core.errors import InvalidInput, Problem, ServiceUnavailable, StorageFault
from vera.core.result import Failure, Result, Success
from vera.verification.library.watching import PAUSE, Watcher

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from vera.core.errors import Error
    from vera.verification.library import Added, Library


class _Kept:
    """A library that is kept in step, and all that it told."""

    def __init__(self, library: Library, *names: Path | str) -> None:
        self.library = library
        self.added: list[Added] = []
        self.troubles: list[str] = []
        self.slept: list[float] = []
        self.faults: list[Error] = []
        self.names: list[list[str]] = []
        self.watcher = Watcher(
            library.papers,
            self._add,
            [os.fspath(name) for name in names],
            self._told,
            self.troubles.append,
            self.slept.append,
        )
        self.watcher.begin().unwrap()

    def _add(self, names: Sequence[str]) -> Result[Added]:
        self.names.append(list(names))
        return Failure(self.faults.pop()) if self.faults else self.library.add(names)

    def _told(self, added: Added) -> Result[None]:
        self.added.append(added)
        return Success(None)

    def looks(self, times: int = 2) -> Added | None:
        """What became of files in so many looks, the last of it."""
        before = len(self.added)
        for _ in range(times):
            self.watcher.look().unwrap()
        return self.added[-1] if len(self.added) > before else None


@pytest.fixture
def kept(papers: Path) -> _Kept:
    """A library that is in step with the folder of four papers."""
    made = _Kept(shelf(), papers)
    assert made.looks(1) is None
    added = made.looks(1)
    assert added is not None
    assert len(added.added) == len(TEXTS)
    return made


def test_nothing_changes_nothing(kept: _Kept) -> None:
    """Where no file changes, nothing is added, and nothing is told."""
    assert kept.looks(3) is None
    assert len(kept.names) == 1


def test_a_new_file(kept: _Kept, papers: Path) -> None:
    """It is added when it was the same in two looks, and it alone is looked into."""
    put(papers / "crickets.txt", "Crickets sing in the grass.")
    added = kept.looks()
    assert added is not None
    assert added.added == ["papers/crickets.txt"]
    assert kept.names[-1] == [str(papers / "crickets.txt")]


def test_a_file_that_is_being_written(kept: _Kept, papers: Path) -> None:
    """As long as it grows it is waited for; others are not held up by it."""
    put(papers / "crickets.txt", "Crickets sing in the grass.")
    for size in range(1, 5):
        (papers / "slow.txt").write_text("Beetles shine. " * size, "utf-8")
        kept.looks(1)
    assert [added.added for added in kept.added[1:]] == [["papers/crickets.txt"]]
    added = kept.looks(1)
    assert added is not None
    assert added.added == ["papers/slow.txt"]


def test_a_change(kept: _Kept, papers: Path) -> None:
    """A changed file replaces its document."""
    (papers / "bees.txt").write_text("Bees dance at noon.", "utf-8")
    added = kept.looks()
    assert added is not None
    assert added.replaced == ["papers/bees.txt"]


def test_a_deletion(kept: _Kept, papers: Path) -> None:
    """It is marked when the file was gone in two looks, once, and stays in the library."""
    (papers / "bees.txt").unlink()
    assert kept.looks(1) is None
    added = kept.looks(1)
    assert added is not None
    assert added.vanished == ["papers/bees.txt"]
    assert kept.looks() is None
    assert kept.library.condition().unwrap().vanished == ("papers/bees.txt",)


def test_a_file_that_is_put_in_its_place(kept: _Kept, papers: Path) -> None:
    """A program that takes a file away and puts a new one there has deleted nothing."""
    (papers / "bees.txt").unlink()
    kept.looks(1)
    put(papers / "bees.txt", "Bees dance at noon.")
    added = kept.looks()
    assert added is not None
    assert (added.vanished, added.replaced) == ([], ["papers/bees.txt"])


def test_a_renamed_file(kept: _Kept, papers: Path) -> None:
    """It is the same document in another place: nothing is read again."""
    (papers / "bees.txt").rename(papers / "honey bees.txt")
    added = kept.looks()
    assert added is not None
    assert added.again == ["papers/honey bees.txt"]
    assert added.vanished == ["papers/bees.txt"]
    assert kept.library.condition().unwrap().papers == len(TEXTS)


def test_what_happened_before(papers: Path) -> None:
    """What has gone since the last run is marked, what is as it was is not read."""
    library = shelf()
    library.add([papers]).unwrap()
    (papers / "ants.txt").unlink()
    added = _Kept(library, papers).looks()
    assert added is not None
    assert (added.unchanged, added.added, added.vanished) == (3, [], ["papers/ants.txt"])


def test_a_file_that_cannot_be_read(kept: _Kept, papers: Path) -> None:
    """It is told once, the others go in, and when it changes it is tried again."""
    put(papers / "broken.pdf", "no PDF")
    put(papers / "crickets.txt", "Crickets sing in the grass.")
    added = kept.looks()
    assert added is not None
    assert added.added == ["papers/crickets.txt"]
    assert [error.source for error in added.unread] == ["papers/broken.pdf"]
    assert kept.looks() is None
    put(papers / "broken.pdf", "still no PDF")
    again = kept.looks()
    assert again is not None
    assert len(again.unread) == 1
    (papers / "broken.pdf").unlink()
    gone = kept.looks()
    assert gone is not None
    assert (gone.unread, gone.vanished) == ([], [])


def test_a_folder_that_goes_away(kept: _Kept, papers: Path) -> None:
    """It is told, no paper counts as vanished, and when it is back all goes on."""
    papers.rename(papers.with_name("away"))
    assert kept.looks(3) is None
    assert kept.troubles == ["papers is not there; waiting for it"]
    papers.with_name("away").rename(papers)
    put(papers / "crickets.txt", "Crickets sing in the grass.")
    added = kept.looks(3)
    assert added is not None
    assert (added.added, added.vanished) == (["papers/crickets.txt"], [])
    assert kept.troubles[1:] == ["papers is there again"]


def test_a_folder_that_is_not_there_yet(tmp_path: Path) -> None:
    """It is waited for."""
    kept = _Kept(shelf(), tmp_path / "papers")
    assert kept.looks() is None
    assert "is not there; waiting for it" in kept.troubles[0]
    write(tmp_path / "papers")
    added = kept.looks()
    assert added is not None
    assert len(added.added) == len(TEXTS)


def test_a_folder_in_the_folder(kept: _Kept, papers: Path) -> None:
    """One that comes is read, one that goes takes its papers along."""
    write(papers / "more", {"crickets": "Crickets sing in the grass."})
    added = kept.looks()
    assert added is not None
    assert added.added == ["papers/more/crickets.txt"]
    shutil.rmtree(papers / "more")
    gone = kept.looks()
    assert gone is not None
    assert gone.vanished == ["papers/more/crickets.txt"]


def test_a_pattern(papers: Path) -> None:
    """Files that come to fit it are added."""
    kept = _Kept(shelf(), "papers/*s.txt")
    kept.looks()
    put(papers / "crickets.txt", "Crickets sing in the grass.")
    put(papers / "other.md", "Beetles shine.")
    added = kept.looks()
    assert added is not None
    assert added.added == ["papers/crickets.txt"]
    assert kept.troubles == []


_PASSING: list[Error] = [
    ServiceUnavailable("embed", "Ollama", "does not answer"),
    StorageFault("add papers", "insects.sqlite", "there is no room on its disk"),
]


@pytest.mark.parametrize("error", _PASSING, ids=["server", "disk"])
def test_an_error_that_may_pass(kept: _Kept, papers: Path, error: Error) -> None:
    """It is told once, and the same files are tried again until they are in."""
    put(papers / "crickets.txt", "Crickets sing in the grass.")
    kept.looks(1)
    kept.faults = [error, error]
    assert kept.looks() is None
    assert kept.troubles == [f"{error}; it is tried again"]
    added = kept.looks(1)
    assert added is not None
    assert added.added == ["papers/crickets.txt"]


def test_an_error_that_does_not_pass(papers: Path) -> None:
    """It ends the run, which waits longer and longer for one that may."""
    kept = _Kept(shelf(), papers)
    last = InvalidInput("add papers", (Problem("manifest", "x", "is no more"),))
    kept.faults = [last, *([_PASSING[0]] * 6)]
    assert kept.watcher.run().failure() == last
    assert kept.slept[0] >= PAUSE
    assert all(later == min(2 * wait, 60.0) for wait, later in pairwise(kept.slept))
    assert len(kept.slept) == 7
