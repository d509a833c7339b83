"""Several processes, some of which are killed."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

from tests.library.shelves import STORES, named, shelf, write
from vera.core.result import failed
from vera.verification.library import Library

pytestmark = STORES

_ROOT = Path(__file__).parents[2]
_MANY = {f"{at:03}": f"Report {at} tells of item {at}. It has a second part." for at in range(40)}


def _adder(name: str, pause: int, *paths: Path) -> subprocess.Popen[str]:
    """A process that adds papers, once it has begun."""
    command = [sys.executable, "-m", "tests.library.adder", name, str(pause), *map(str, paths)]
    return subprocess.Popen(command, cwd=_ROOT, stdout=subprocess.PIPE, text=True)


def _papers(name: str) -> int:
    """How many papers a library holds while another process adds to it."""
    opened = Library.open(named(name))
    if failed(opened):
        return 0
    library = opened.unwrap()
    papers = library.condition().unwrap().papers
    library.close()
    return papers


def test_a_kill_leaves_whole_papers(tmp_path: Path) -> None:
    """After kill -9 at any of twenty moments the library is sound, and the next add goes on."""
    papers = write(tmp_path / "papers", _MANY)
    chance = random.Random(0)  # noqa: S311 - no secret
    held, middle = 0, 0
    for at in range(20):
        name = "killed" if at % 4 else f"killed{at}"
        process = _adder(name, 5, papers)
        if at % 2:
            assert process.stdout is not None
            assert process.stdout.readline() == "begun\n"
            while process.poll() is None and _papers(name) <= (held if name == "killed" else 0):
                time.sleep(0.01)
            time.sleep(chance.random() * 0.1)
        else:
            time.sleep(chance.random())
        process.kill()
        process.communicate()
        opened = Library.open(named(name))
        if failed(opened):  # killed before it was made: then there is none at all
            assert "there is no such library" in str(opened.failure())
            continue
        assert opened.unwrap().check().unwrap() == ()
        papers_now = opened.unwrap().condition().unwrap().papers
        middle += 0 < papers_now < len(_MANY)
        if name == "killed":
            assert papers_now >= held
            held = papers_now
    assert middle
    library = shelf("killed")
    added = library.add([papers]).unwrap()
    assert (len(added.added), added.unchanged) == (len(_MANY) - held, held)
    assert library.check().unwrap() == ()
    assert library.search("Report 7 tells of item 7", 1).unwrap()[0].paper.endswith("007.txt")


def test_two_adders_at_once_lose_nothing(tmp_path: Path) -> None:
    """What either adds is there, what both add is there once, and reading goes on meanwhile."""
    one = write(tmp_path / "one", dict(list(_MANY.items())[:25]))
    two = write(tmp_path / "two", dict(list(_MANY.items())[15:]))
    adders = [_adder("shared", 3, one), _adder("shared", 3, two)]
    seen = [0]
    while any(adder.poll() is None for adder in adders):
        opened = Library.open(named("shared"))
        if not failed(opened):
            seen.append(opened.unwrap().condition().unwrap().papers)
            opened.unwrap().close()
        time.sleep(0.05)
    assert [adder.wait() for adder in adders] == [0, 0]
    for adder in adders:
        adder.communicate()
    assert seen == sorted(seen)
    library = Library.open(named("shared")).unwrap()
    condition = library.condition().unwrap()
    assert (condition.papers, condition.files) == (len(_MANY), 50)
    assert library.check().unwrap() == ()
