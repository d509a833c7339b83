"""The files beside a library are never more than what it holds, and never a reason to fail."""

from __future__ import annotations

import random
import shutil
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from attrs import evolve
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.library.shelves import TEXTS, put, shelf, write
from vera.core.errors import StorageFault
from vera.verification.library.matrix_head import Head, summed

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from vera.verification.library import Library
    from vera.verification.library.hits import Hit

_QUERIES = "workers", "Do moths hear the calls of bats?", "unheard"
_NAMES = [f"{at:02}" for at in range(12)]


def _asked(name: str = "insects") -> list[tuple[Hit, ...]]:
    """What a library answers that was just opened."""
    library = shelf(name)
    found = [library.search(query, 20).unwrap() for query in _QUERIES]
    library.close()
    return found


def _in_memory(libraries: Path, name: str = "insects") -> list[tuple[Hit, ...]]:
    """What it answers where no files can be made beside it."""
    made, aside = libraries / f"{name}.made", libraries / "aside"
    if made.exists():
        made.rename(aside)
    made.write_text("no folder")
    found = _asked(name)
    made.unlink()
    if aside.exists():
        aside.rename(made)
    return found


def _head(libraries: Path, name: str = "insects") -> Head:
    head = Head.from_bytes((libraries / f"{name}.made" / "head").read_bytes())
    assert head is not None
    return head


@given(
    st.lists(
        st.tuples(st.sampled_from(["add", "remove", "change", "ask"]), st.sampled_from(_NAMES)),
        max_size=12,
    )
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=20)
def test_files_and_memory_answer_alike(
    papers: Path, libraries: Path, steps: list[tuple[str, str]]
) -> None:
    """Whatever came and went, and whenever it was searched, the answers are those of the rows."""
    for path in (*libraries.glob("*"),):
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    shutil.rmtree(papers)
    write(papers)
    library = shelf()
    library.add([papers])
    for at, (step, name) in enumerate(steps):
        path = papers / f"{name}.txt"
        match step:
            case "remove":
                library.remove([path])
            case "ask":
                library.search("workers", 3).unwrap()
            case _:
                text = f"Report {name}" if step == "add" else f"Another report {at} of workers"
                library.add([put(path, text, 1_700_000_000 + at)]).unwrap()
    followed = _asked()
    library.close()
    assert followed == _in_memory(libraries)
    assert shelf().check().unwrap() == ()


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-7])


def _empty(path: Path) -> None:
    path.write_bytes(b"")


def _flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 4
    path.write_bytes(data)


def _noise(path: Path) -> None:
    path.write_bytes(random.Random(0).randbytes(path.stat().st_size))  # noqa: S311 - no secret


def _link(path: Path) -> None:
    path.replace(path.parent.parent / "elsewhere")
    path.symlink_to(path.parent.parent / "elsewhere")


def _folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize("spoil", [_cut, _empty, _flip, _noise, _link, _folder])
@pytest.mark.parametrize("which", ["head", "vectors", "owners", "words"])
@pytest.mark.parametrize("more", [False, True], ids=["as it was", "with a paper more"])
def test_spoilt_files_change_no_answer(
    papers: Path, libraries: Path, which: str, spoil: Callable[[Path], None], more: bool
) -> None:
    """A file that is cut short, damaged or another's gives no wrong answer, and no error."""
    library = shelf()
    library.add([papers])
    library.close()
    made = libraries / "insects.made"
    (path,) = (it for it in made.glob(f"{which}*") if it.suffix != ".lock")
    spoil(path)
    if more:
        put(papers / "owls.txt", "Owls hunt voles. No workers hear them.")
        shelf().add([papers]).unwrap()
    found = _asked()
    assert len(found[0]) == len(TEXTS) + more
    assert found == _in_memory(libraries)
    assert shelf().check().unwrap() == ()


def test_files_that_are_missing_are_made_anew(papers: Path, libraries: Path) -> None:
    """Each file can be thrown away, and so can all of them."""
    library = shelf()
    library.add([papers])
    before = _asked()
    made = libraries / "insects.made"
    for name in sorted(path.name for path in made.iterdir()):
        for path in made.glob(name.partition("-")[0] + "*"):
            path.unlink()
        assert _asked() == before, name
    shutil.rmtree(made)
    assert _asked() == before


def test_a_paper_more_is_only_added(papers: Path, libraries: Path) -> None:
    """The files grow by what came; what is gone stays in them until it is a quarter."""
    write(papers, {name: f"Report {name} tells of workers." for name in _NAMES})
    library = shelf()
    library.add([papers])
    series, size = _head(libraries).series, _head(libraries).rows
    vectors = libraries / "insects.made" / f"vectors-{series}"
    file, data = vectors.stat().st_ino, vectors.read_bytes()
    library.add([put(papers / "owls.txt", "Owls hunt voles.")])
    assert (_head(libraries).series, _head(libraries).rows) == (series, size + 1)
    assert (vectors.stat().st_ino, vectors.read_bytes()[: len(data)]) == (file, data)
    library.remove([papers / "owls.txt", papers / "bees.txt"])
    assert len(library.search("workers", 20).unwrap()) == size - 1
    assert (_head(libraries).series, len(_head(libraries).dead)) == (series, 2)
    library.remove([papers / f"{name}.txt" for name in _NAMES[:8]])
    assert len(library.search("workers", 20).unwrap()) == size - 9
    assert _head(libraries).series != series
    assert len(_head(libraries).dead) == 0
    assert {path.name for path in vectors.parent.iterdir()} == {
        *_head(libraries).names,
        "head.lock",
    }


def test_another_librarys_files_are_not_believed(papers: Path, libraries: Path) -> None:
    """Files of another library, of an older copy, and of one that went another way are replaced."""
    one, two = shelf("one"), shelf("two")
    one.add([papers / "bees.txt", papers / "ants.txt"])
    two.add([papers / "moths.txt", papers / "wasps.txt"])
    for library in (one, two):
        library.close()
    expected = _in_memory(libraries, "one")
    for each in ("one", "two"):
        shutil.copytree(libraries / f"{each}.made", libraries / f"{each}.kept")
    shutil.rmtree(libraries / "one.made")
    shutil.copytree(libraries / "two.kept", libraries / "one.made")
    assert _asked("one") == expected
    shutil.copy(libraries / "one.sqlite", libraries / "older.sqlite")
    one = shelf("one")
    one.add([papers / "moths.txt"])
    one.close()
    shutil.copy(libraries / "older.sqlite", libraries / "one.sqlite")
    assert _asked("one") == expected  # the files were ahead of it
    one = shelf("one")
    one.add([papers / "wasps.txt"])
    one.close()
    shutil.rmtree(libraries / "one.made")
    shutil.copytree(libraries / "one.kept", libraries / "one.made")
    assert _asked("one") == _in_memory(libraries, "one")


def test_what_a_killed_run_left_is_overwritten(papers: Path, libraries: Path) -> None:
    """Bytes behind the last row, and files that the head does not speak of, count for nothing."""
    library = shelf()
    library.add([papers])
    made, series = libraries / "insects.made", _head(libraries).series
    for name in (f"vectors-{series}", f"owners-{series}"):
        with (made / name).open("ab") as file:
            file.write(b"rubbish")
    for name in ("head.new", "vectors-0", f"words-{series}-{_head(libraries).next}"):
        (made / name).write_bytes(b"rubbish")
    library.add([put(papers / "owls.txt", "Owls hunt voles, not workers.")])
    library.close()
    assert _asked() == _in_memory(libraries)
    assert _head(libraries).series == series
    assert {path.name for path in made.iterdir()} == {*_head(libraries).names, "head.lock"}


def test_check_compares_them_with_the_library(papers: Path, libraries: Path) -> None:
    """Files that hold together and are not those of the library are told, and removed."""
    library = shelf()
    library.add([papers])
    head = _head(libraries)
    vectors = libraries / "insects.made" / f"vectors-{head.series}"
    data = bytearray(vectors.read_bytes())
    data[:256], data[256:512] = data[256:512], data[:256]
    vectors.write_bytes(data)
    sums = tuple(summed(memoryview(bytes(data)), 256))
    (libraries / "insects.made" / "head").write_bytes(evolve(head, vectors=sums).to_bytes())
    library.close()
    (fault,) = shelf().check().unwrap()
    assert "were not those of the library" in fault
    assert shelf().check().unwrap() == ()
    assert _asked() == _in_memory(libraries)


def test_a_library_from_before_is_followed(papers: Path, libraries: Path) -> None:
    """One whose changes were not kept yet is brought up to date, and searched as before."""
    library = shelf()
    library.add([papers])
    before = [library.search(query, 20).unwrap() for query in _QUERIES]
    library.close()
    shutil.rmtree(libraries / "insects.made")
    with closing(sqlite3.connect(libraries / "insects.sqlite", isolation_level=None)) as connection:
        connection.execute("DROP TABLE change")
        connection.execute("PRAGMA user_version = 3")
    assert _asked() == before
    library = shelf()
    library.add([put(papers / "owls.txt", "Owls hunt voles.")])
    assert library.search("owls hunt voles", 1).unwrap()[0].paper == "papers/owls.txt"
    library.close()
    assert _asked() == _in_memory(libraries)


def _many(papers: Path) -> Path:
    return write(papers, {f"{at:03}": f"Report {at} tells of {at % 7} hives." for at in range(300)})


def _cosines(library: Library) -> dict[str, float]:
    """Of each chunk that is found by its meaning."""
    hits = library.search("Report 8 tells of a hive", 400).unwrap()
    return {hit.paper: it.score for hit in hits for it in hit.signals if it.name == "meaning"}


def test_an_approximate_index_proposes(papers: Path) -> None:
    """What it proposes has exact cosines, what came later is found, and what is gone is not."""
    library = shelf()
    library.add([_many(papers)])
    before = _cosines(library)
    near = library.approximate().unwrap()
    assert (near.rows, near.recall.queries) == (300 + len(TEXTS), 100)
    assert near.recall.ten >= 0.99
    assert library.condition().unwrap().near == near
    found = _cosines(library)
    assert 10 < len(found) <= len(before) == 300 + len(TEXTS)
    assert found.items() <= before.items()
    assert _cosines(shelf()) == found
    library.add([put(papers / "owls.txt", "Owls hunt voles at dusk.")])
    library.remove([papers / "moths.txt"])
    hits = library.search("Owls hunt voles at dusk.", 400).unwrap()
    assert hits[0].paper == "papers/owls.txt"
    assert hits[0].signals[0].score == pytest.approx(1, abs=1e-6)
    assert "papers/moths.txt" not in {hit.paper for hit in hits}
    assert library.condition().unwrap().near == near
    assert library.check().unwrap() == ()


@pytest.mark.parametrize("spoil", [_cut, _empty, _flip, _noise, _folder])
def test_a_spoilt_approximate_index_is_not_asked(
    papers: Path, libraries: Path, spoil: Callable[[Path], None]
) -> None:
    """Then all vectors are searched."""
    library = shelf()
    library.add([_many(papers)])
    library.approximate().unwrap()
    library.close()
    (path,) = (libraries / "insects.made").glob("near-*")
    spoil(path)
    assert _asked() == _in_memory(libraries)


def test_an_empty_library_has_no_approximate_index() -> None:
    """It is an error that says so."""
    assert isinstance(shelf().approximate().failure(), StorageFault)
