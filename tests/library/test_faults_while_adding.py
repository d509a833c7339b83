"""What goes wrong while papers are added is told, and loses nothing."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from tests.library.shelves import TEXTS, put, shelf, write
from tests.ollama.process import ServerProcess
from vera.core.errors import ServiceUnavailable
from vera.verification import wiring
from vera.verification.library import Library, Watching

if TYPE_CHECKING:
    from pathlib import Path

    from tests.ollama.build import Build
    from vera.core.document import Document
    from vera.core.result import Result


def test_one_paper_of_a_thousand(tmp_path: Path) -> None:
    """One that cannot be read is named, the others go in, and to mend it costs one paper."""
    texts = {f"{at:04}": f"Report {at} tells of item {at}." for at in range(1000)}
    papers = write(tmp_path / "papers", texts)
    (papers / "0500.txt").unlink()
    broken = put(papers / "0500.pdf", "This is no PDF.")
    library = shelf()
    added = library.add([papers]).unwrap()
    assert len(added.added) == 999
    assert [error.source for error in added.unread] == [str(broken)]
    assert library.condition().unwrap().papers == 999
    broken.rename(papers / "0500.txt")
    mended = library.add([papers]).unwrap()
    assert (mended.unchanged, len(mended.added), mended.unread) == (999, 1, [])
    assert library.check().unwrap() == ()


def test_a_server_that_goes_away(
    ollama_build: Build, papers: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Papers before it are whole, the error is told, and with the server the next add goes on."""
    with ServerProcess(ollama_build.run, ollama_build.models) as server:
        monkeypatch.setenv("OLLAMA_HOST", server.host)
        name = f"ollama:{ollama_build.model}"
        library = Library.open("insects", embedder=name, cache=False, create=True).unwrap()

        def killed(done: int, _total: int) -> None:
            if done == 2:
                server.kill()

        gone = library.add([papers], watching=Watching(progress=killed)).failure()
        assert isinstance(gone, ServiceUnavailable)
        assert library.condition().unwrap().papers == 2
        assert library.check().unwrap() == ()
        server.start()
        added = library.add([papers]).unwrap()
        assert (len(added.added), added.unchanged) == (len(TEXTS) - 2, 2)
        assert library.search("trails of scent", 1).unwrap()[0].paper == "papers/ants.txt"


def _changes(monkeypatch: pytest.MonkeyPatch, path: Path, text: str, *, before: bool) -> None:
    """Change a file when it is read, just before or after that."""
    read = wiring.read_document

    def changing(named: Path, password: str | None = None) -> Result[Document]:
        if named == path and before:
            put(path, text, when=1_710_000_000)
        found = read(named, password)
        if named == path and not before:
            put(path, text, when=1_710_000_000)
        return found

    monkeypatch.setattr(wiring, "read_document", changing)


@pytest.mark.parametrize("before", [True, False], ids=["before it is read", "after"])
def test_a_file_that_changes_meanwhile(
    papers: Path, libraries: Path, monkeypatch: pytest.MonkeyPatch, before: bool
) -> None:
    """The library has what was read, whole, and the next add sees what the file says then."""
    library = shelf()
    _changes(monkeypatch, papers / "bees.txt", "Bees dance at noon.", before=before)
    library.add([papers]).unwrap()
    assert library.check().unwrap() == ()
    read = "Bees dance at noon." if before else TEXTS["bees"]
    assert read in {hit.text for hit in library.search("bees", 9).unwrap()}
    monkeypatch.undo()
    monkeypatch.setenv("VERA_LIBRARY_DIR", str(libraries))
    library.add([papers]).unwrap()
    texts = {hit.text for hit in library.search("bees", 9).unwrap()}
    assert "Bees dance at noon." in texts
    assert TEXTS["bees"] not in texts
    assert library.check().unwrap() == ()


def test_a_copy_of_a_file_that_changes_meanwhile(
    papers: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was read of one file is never taken for what another one says."""
    library, copy = shelf(), papers / "copy.txt"
    shutil.copy2(papers / "bees.txt", copy)
    _changes(monkeypatch, papers / "bees.txt", "Bees dance at noon.", before=True)
    added = library.add([papers]).unwrap()
    assert [error.source for error in added.unread] == ["papers/copy.txt"]
    assert "changed" in str(added.unread[0])
    assert library.add([papers]).unwrap().added == ["papers/copy.txt"]
    said = {hit.paper: hit.text for hit in library.search("bees", 9).unwrap()}
    assert said["papers/copy.txt"] == TEXTS["bees"]
    assert said["papers/bees.txt"] == "Bees dance at noon."
    assert library.check().unwrap() == ()
