"""Papers come into a library, and go."""

from __future__ import annotations

import os
import shutil
from itertools import count
from typing import TYPE_CHECKING

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.library.shelves import STORES, TEXTS, Counting, put, shelf, write
from vera.core.errors import InvalidInput, ReadFault

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = STORES


def test_papers_are_added(papers: Path) -> None:
    """Every readable file of a folder is in the library, by its path as the user sees it."""
    (papers / "figure.png").write_bytes(b"\x89PNG")
    put(papers / ".hidden.txt", "Not to be read.")
    library = shelf()
    added = library.add([papers]).unwrap()
    assert added.added == [f"papers/{name}.txt" for name in sorted(TEXTS)]
    assert [it.name for it in library.papers().unwrap()] == added.added
    assert library.check().unwrap() == ()


def test_what_is_named_twice_is_one_paper(papers: Path) -> None:
    """A folder, a pattern and a file that are the same are added once."""
    added = shelf().add([papers, f"{papers}/b*.txt", papers / "bees.txt"]).unwrap()
    assert len(added.added) == len(TEXTS)
    assert not added.unchanged


def test_a_file_that_is_as_it_was_is_not_opened(papers: Path) -> None:
    """What has its size and time is neither opened nor embedded again."""
    embedder = Counting()
    shelf(embedder=embedder).add([papers])
    embedded = embedder.count
    for path in papers.iterdir():
        stat = path.stat()
        path.write_bytes(bytes(stat.st_size))
        os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    again = shelf(embedder=embedder).add([papers]).unwrap()
    assert (again.unchanged, again.added, again.unread) == (len(TEXTS), [], [])
    assert embedder.count == embedded


def test_a_touched_file_is_not_embedded_again(papers: Path) -> None:
    """The content decides, not the time."""
    embedder = Counting()
    library = shelf(embedder=embedder)
    library.add([papers])
    embedded = embedder.count
    os.utime(papers / "bees.txt")
    assert library.add([papers]).unwrap().unchanged == len(TEXTS)
    assert embedder.count == embedded


def test_a_changed_file_replaces_its_document(papers: Path) -> None:
    """What it said is found no more, and what it says is."""
    library = shelf()
    library.add([papers])
    put(papers / "bees.txt", "Bees never sleep at all.", when=1_710_000_000)
    assert library.condition().unwrap().changed == ("papers/bees.txt",)
    assert library.add([papers]).unwrap().replaced == ["papers/bees.txt"]
    assert len(library.papers().unwrap()) == library.condition().unwrap().papers == len(TEXTS)
    assert not any("thirty thousand" in hit.text for hit in library.search("thirty", 9).unwrap())
    assert library.search("never sleep", 1).unwrap()[0].text == "Bees never sleep at all."


def test_the_same_content_is_one_document_in_two_places(papers: Path) -> None:
    """A copy costs nothing, and the document stays as long as one of the two does."""
    embedder = Counting()
    library = shelf(embedder=embedder)
    library.add([papers])
    embedded = embedder.count
    shutil.copytree(papers, papers.parent / "copies")
    again = library.add(["copies"]).unwrap()
    assert len(again.again) == len(TEXTS)
    assert embedder.count == embedded
    condition = library.condition().unwrap()
    assert (condition.papers, condition.files) == (len(TEXTS), 2 * len(TEXTS))
    put(papers / "bees.txt", "Something else entirely.", when=1_710_000_000)
    library.add([papers])
    assert library.condition().unwrap().papers == len(TEXTS) + 1
    library.remove(["copies"])
    assert library.condition().unwrap().papers == len(TEXTS)
    assert library.check().unwrap() == ()


def test_copies_that_are_added_together_are_read_once(papers: Path) -> None:
    """One of them is added, the other is in another place."""
    embedder = Counting()
    shutil.copy(papers / "ants.txt", papers / "zz.txt")
    added = shelf(embedder=embedder).add([papers]).unwrap()
    assert (len(added.added), added.again) == (len(TEXTS), ["papers/zz.txt"])
    assert embedder.count == 2 * len(TEXTS)


def test_a_vanished_file_is_marked_and_stays(papers: Path) -> None:
    """It is told by add, list and status, is still searched, and comes back when the file does."""
    library = shelf()
    library.add([papers])
    (papers / "ants.txt").rename(papers.parent / "away.txt")
    assert library.condition().unwrap().vanished == ("papers/ants.txt",)
    assert library.add([papers]).unwrap().vanished == ["papers/ants.txt"]
    assert [it.name for it in library.papers().unwrap() if it.vanished] == ["papers/ants.txt"]
    assert library.search("aphids honeydew", 1).unwrap()[0].paper == "papers/ants.txt"
    (papers.parent / "away.txt").rename(papers / "ants.txt")
    assert library.add([papers]).unwrap().unchanged == len(TEXTS)
    assert not any(it.vanished for it in library.papers().unwrap())


def test_a_paper_that_cannot_be_read_is_named_and_the_rest_goes_in(papers: Path) -> None:
    """Each with its reason; what was known of a paper stays when its new form cannot be read."""
    library = shelf()
    library.add([papers])
    put(papers / "bees.txt", "", when=1_710_000_000)
    (papers / "broken.pdf").write_bytes(b"no PDF at all")
    put(papers / "new.txt", "Dragonflies hunt over ponds.")
    added = library.add([papers, "nowhere.txt"]).unwrap()
    assert added.added == ["papers/new.txt"]
    told = {error.source: error.fault for error in added.unread}
    assert told == {
        "nowhere.txt": ReadFault.MISSING,
        "papers/bees.txt": ReadFault.EMPTY,
        "papers/broken.pdf": ReadFault.UNSUPPORTED,
    }
    assert library.search("thirty thousand workers", 1).unwrap()[0].paper == "papers/bees.txt"


def test_what_is_not_in_the_library_cannot_be_removed(papers: Path) -> None:
    """The name is told, and nothing else is removed with it."""
    library = shelf()
    library.add([papers])
    removed = library.remove(["papers/ants.txt", "papers/owls.txt"])
    assert isinstance(removed.failure(), InvalidInput)
    assert "papers/owls.txt" in str(removed.failure())
    assert len(library.papers().unwrap()) == len(TEXTS)


def test_an_empty_library_is_told(papers: Path) -> None:
    """Nothing can be asked of it, and the error says what to do."""
    library = shelf()
    assert "holds no papers" in str(library.search("bees").failure())
    library.add([papers])
    library.remove([papers])
    assert "holds no papers" in str(library.search("bees").failure())
    assert "holds no papers" in str(library.verify("Bees sleep.").failure())


_NUMBERS = count()
_STEPS = st.lists(
    st.tuples(
        st.sampled_from(["write", "delete", "add", "remove"]), st.integers(0, 3), st.integers(0, 2)
    ),
    max_size=12,
)


@given(_STEPS)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
def test_a_library_holds_what_its_files_said(
    tmp_path: Path, steps: list[tuple[str, int, int]]
) -> None:
    """Whatever is written, deleted, added and removed, it is sound and holds each file as added."""
    folder = tmp_path / "folder"
    shutil.rmtree(folder, ignore_errors=True)
    write(folder, {})
    library, expected, clock = shelf(f"l{next(_NUMBERS)}"), dict[str, str](), 1_700_000_000
    texts = list(TEXTS.values())
    for step, at, which in steps:
        clock += 10
        path = folder / f"{at}.txt"
        if step == "write":
            put(path, texts[which], clock)
        elif step == "delete":
            path.unlink(missing_ok=True)
        elif step == "add":
            library.add([folder]).unwrap()
            expected |= {str(it): it.read_text("utf-8") for it in folder.iterdir()}
        elif str(path) in expected:
            library.remove([path]).unwrap()
            del expected[str(path)]
    assert library.check().unwrap() == ()
    condition = library.condition().unwrap()
    assert condition.files == len(expected)
    assert condition.papers == len(set(expected.values()))
    if expected:
        found = {hit.text for hit in library.search("workers", 100).unwrap()}
        assert found == set(expected.values())
    library.close()


def test_a_file_that_changes_within_the_clocks_grain_is_looked_at_again(
    papers: Path,
) -> None:
    """A file that was just written is known by its content, not its time."""
    library, path = shelf(), papers / "bees.txt"
    path.write_text("Bees sleep at night.", "utf-8")
    stat = path.stat()
    library.add([papers])
    path.write_text("Bees dance at night.", "utf-8")
    os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    assert library.add([papers]).unwrap().replaced == ["papers/bees.txt"]
