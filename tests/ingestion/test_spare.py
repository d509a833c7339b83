"""A process that waits for its file reads it like any other, once, and never stays behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from attrs import evolve

from tests.ingestion.probes.run import started_with
from vera.core.errors import ReadFault, UnreadableDocument
from vera.verification.ingestion import child, confinement, spare
from vera.verification.ingestion.child import Limits
from vera.verification.ingestion.reading import parse

if TYPE_CHECKING:
    from collections.abc import Iterator

TEXT = b"---\ntitle: On bees\n---\n\n# Sleep\n\nBees sleep [@li].\n"
LATEX = rb"\section{Sleep} Bees sleep \cite{li}."
LIMITS = Limits(cpu=5, wall=30.0)


@pytest.fixture(autouse=True)
def nothing_waits() -> Iterator[None]:
    """Before and after each test."""
    _let_go()
    yield
    _let_go()


def _let_go() -> None:
    spare._HERE.wanted = None
    if spare._HERE.waiting is not None:
        spare._end(spare._HERE.waiting[1])
        spare._HERE.waiting = None


def _waiting() -> subprocess.Popen[bytes]:
    assert spare._HERE.waiting is not None
    return spare._HERE.waiting[1]


@pytest.mark.parametrize(("name", "data"), [("a.md", TEXT), ("a.tex", LATEX), ("b.md", b"words")])
def test_it_reads_the_same_and_is_gone(name: str, data: bytes) -> None:
    """The document is that of a process that was started for it; the one that waited has ended."""
    first = parse(data, name).unwrap()
    child.start_another()
    process = _waiting()
    second = parse(data, name).unwrap()
    assert (first.text, first.blocks, first.front) == (second.text, second.blocks, second.front)
    assert process.returncode is not None
    assert spare._HERE.waiting is None
    assert parse(data, name).unwrap().text == first.text


def test_nothing_waits_unless_it_is_asked_for() -> None:
    """To read a file starts one process; without any reading there is nothing to wait for."""
    parse(TEXT, "a.md").unwrap()
    assert spare._HERE.waiting is None
    _let_go()
    child.start_another()
    assert spare._HERE.waiting is None


def test_what_waits_for_another_format_goes_on_waiting() -> None:
    """It takes no file but of the kind that it has loaded a reader for."""
    parse(TEXT, "a.md").unwrap()
    child.start_another()
    process = _waiting()
    assert "Bees" in parse(LATEX, "a.tex").unwrap().text
    assert _waiting() is process
    assert process.poll() is None


def test_the_first_file_that_was_read_says_what_is_waited_for() -> None:
    """A manuscript comes before the papers that it cites; who waits for something else is ended."""
    parse(LATEX, "a.tex").unwrap()
    child.start_another()
    before = _waiting()
    for name, data in (("a.md", TEXT), ("a.tex", LATEX)):
        parse(data, name).unwrap()
    assert before.returncode is not None  # it had the LaTeX
    child.start_another()
    process = _waiting()
    parse(TEXT, "b.md").unwrap()
    assert process.returncode is not None
    parse(LATEX, "a.tex").unwrap()


def test_one_that_was_killed_is_not_missed() -> None:
    """Another reads the file."""
    parse(TEXT, "a.md").unwrap()
    child.start_another()
    os.kill(_waiting().pid, signal.SIGKILL)
    time.sleep(0.05)
    assert "Bees" in parse(TEXT, "a.md").unwrap().text


def test_one_that_ends_with_the_file_in_its_hands_is_an_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What could not be read is never an empty document."""
    parse(TEXT, "a.md").unwrap()
    child.start_another()
    took = spare.took

    def killed(wanted: spare.Wanted) -> subprocess.Popen[bytes] | None:
        process = took(wanted)
        assert process is not None
        os.kill(process.pid, signal.SIGSTOP)  # it takes no more than a pipe holds
        threading.Timer(0.3, process.kill).start()
        return process

    monkeypatch.setattr(spare, "took", killed)
    error = parse(TEXT + b"more words " * 100_000, "a.md").failure()
    assert isinstance(error, UnreadableDocument)
    assert error.fault in (ReadFault.TOO_LARGE, ReadFault.BROKEN_IO)


def _answers(work: str, folder: Path, limits: Limits = LIMITS) -> list[child.Message]:
    """What a program of the sandbox that does this work says, twice: the second one has waited."""
    source = (
        "import os\n"
        "from vera.verification.ingestion.sandbox.harness import serve\n"
        "def main():\n"
        f"    serve(lambda answer, request, data: {work}, lambda *_: ())\n"
    )
    (folder / "at_work.py").write_text(source, "utf-8")
    with started_with(f"room.__path__.append({str(folder)!r})"):
        with child.answer("at_work", {}, b"few", evolve(limits, wall=30.0), again=True):
            pass
        child.start_another()
        process = _waiting()
        with child.answer("at_work", {}, b"many" * 1_000_000, limits, again=True) as messages:
            found = list(messages)
        assert process.returncode is not None
        return found


def test_a_large_file_comes_whole(tmp_path: Path) -> None:
    """A pipe holds less of it than there is."""
    said = "answer.send(b'O', str(len(data)).encode())"
    assert [it.parts for it in _answers(said, tmp_path)] == [(b"4000000",)]


def test_it_is_limited_like_any_other(tmp_path: Path) -> None:
    """A file that leads its reader astray ends it by the clock."""
    with pytest.raises(child.TooMuchError):
        _answers("all(x == 0 for x in iter(int, 1))", tmp_path, evolve(LIMITS, wall=0.5))


def test_it_has_no_file_beside_its_own(tmp_path: Path) -> None:
    """A file that takes over its reader finds nothing there."""
    (tmp_path / "secret").write_text("the secret", "utf-8")
    with pytest.raises(child.BrokenOffError) as error:
        _answers(f"answer.send(b'O', open({str(tmp_path / 'secret')!r}).read())", tmp_path)
    assert "Error" in str(error.value)


def test_it_is_confined_like_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same is in force, and is told of, when it has a file."""
    parse(TEXT, "a.md").unwrap()
    child.start_another()
    process = _waiting()
    monkeypatch.setattr(confinement, "_CHILDREN", confinement._Log())
    parse(TEXT, "a.md").unwrap()
    assert process.returncode is not None
    assert confinement.in_force() == child.confined().unwrap()


def test_a_demand_holds_for_the_one_that_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that was started before more was demanded is not asked."""
    parse(TEXT, "a.md").unwrap()
    child.start_another()
    process = _waiting()
    monkeypatch.setenv("VERA_SANDBOX", "require")
    parse(TEXT, "a.md")
    assert process.poll() is None


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere it ends when its pipe is closed")
def test_it_belongs_to_its_thread() -> None:
    """Another thread does not take it, and it ends when its own does."""
    found: list[subprocess.Popen[bytes]] = []
    done, read = threading.Event(), threading.Event()

    def work() -> None:
        parse(TEXT, "a.md").unwrap()
        child.start_another()
        found.append(_waiting())
        done.set()
        read.wait()

    thread = threading.Thread(target=work)
    thread.start()
    done.wait()
    parse(TEXT, "a.md").unwrap()
    assert found[0].poll() is None
    read.set()
    thread.join()
    assert found[0].wait(timeout=60) is not None
    spare._end(found[0])


@pytest.mark.skipif(sys.platform != "linux", reason="children are counted by /proc")
def test_it_does_not_outlive_the_program() -> None:
    """Who is killed while it waits takes it with them."""
    program = (
        "from vera.verification.ingestion import child, spare\n"
        "from vera.verification.ingestion.reading import parse\n"
        "parse(b'Bees sleep.', 'a.md').unwrap()\n"
        "child.start_another()\n"
        "print(spare._HERE.waiting[1].pid, flush=True)\n"
        "input()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as parent:
        assert parent.stdout is not None
        number = int(parent.stdout.readline())
        parent.kill()
    for _ in range(600):
        if not Path(f"/proc/{number}").exists():
            return
        if "\nState:\tZ" in Path(f"/proc/{number}/status").read_text("utf-8"):
            return
        time.sleep(0.05)
    pytest.fail("it waits on")
