"""The child process keeps its limits, and never outlives the one who asked."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.hostile import hostile
from tests.pdfs import Sheet, Words, pdf
from vera.core.errors import ReadFault, UnreadableDocument
from vera.core.result import Result, failed
from vera.verification.ingestion import child
from vera.verification.ingestion.child import Limits, Message
from vera.verification.ingestion.pdf import pdfium
from vera.verification.ingestion.pdf.pdfium import Pdf, read_pdf

PLAIN = pdf(*[Sheet(Words(f"Page {n} of words", 100, 700).content) for n in range(8)])
LIMITS = Limits(cpu=5, wall=30.0)


def _fault(result: Result[Pdf]) -> ReadFault:
    assert failed(result)
    error = result.failure()
    assert isinstance(error, UnreadableDocument)
    assert error.detail
    assert error.hint
    return error.fault


def _hostile(name: str) -> bytes:
    return next(data for found, data in hostile(b"%PDF-") if found == name)


def _gone(number: int) -> bool:
    """Whether the process ends; a process without a parent is reaped by another at some time."""
    for _ in range(600):
        try:
            os.kill(number, 0)
            if "\nState:\tZ" in Path(f"/proc/{number}/status").read_text("utf-8"):
                return True
        except (ProcessLookupError, FileNotFoundError):
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize(
    "limits",
    [
        evolve(LIMITS, pages=7),
        evolve(LIMITS, characters=40),
        evolve(LIMITS, of_a_page=10),
        evolve(LIMITS, output=1000),
    ],
)
def test_more_than_a_limit_is_too_large(limits: Limits) -> None:
    """A file with too many pages, characters or bytes of text says so."""
    assert _fault(read_pdf(PLAIN, "a.pdf", None, limits)) is ReadFault.TOO_LARGE
    assert len(read_pdf(PLAIN, "a.pdf", None, LIMITS).unwrap().pages) == 8


@pytest.mark.parametrize("limits", [evolve(LIMITS, cpu=1), evolve(LIMITS, cpu=60, wall=1.0)])
def test_time_is_limited(limits: Limits) -> None:
    """A page that is drawn 2^23 times ends by the clock of the work and by that of the wall."""
    result = read_pdf(_hostile("nested forms"), "a.pdf", None, limits)
    assert _fault(result) is ReadFault.TOO_LARGE


def test_memory_is_limited() -> None:
    """A file that needs more memory than the child may have is an error, whatever breaks first."""
    limits = evolve(LIMITS, memory=200 << 20)
    assert _fault(read_pdf(b"%PDF-1.7" + bytes(300 << 20), "a.pdf", None, limits)) in (
        ReadFault.TOO_LARGE,
        ReadFault.DAMAGED,
    )


def test_a_child_that_does_not_start_is_no_fault_of_the_file(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without an interpreter or the PDF library, the installation is what to look at."""
    with monkeypatch.context() as patch:
        patch.setattr(sys, "executable", "/nowhere/python")
        assert _fault(read_pdf(PLAIN, "a.pdf")) is ReadFault.BROKEN_IO
    with monkeypatch.context() as patch:
        patch.setattr(sys, "executable", "/bin/false")
        assert _fault(read_pdf(PLAIN, "a.pdf")) is ReadFault.BROKEN_IO
    monkeypatch.setattr(pdfium, "library", lambda: "")
    assert _fault(read_pdf(PLAIN, "a.pdf")) is ReadFault.BROKEN_IO


def test_a_caller_that_stops_leaves_no_child() -> None:
    """An exception in the midst of the answer ends the child, which waits on a full pipe."""
    request: dict[str, Any] = {"library": pdfium.library(), "password": None, "numbers": (1,) * 99}
    request |= {"dots": 300.0, "pixels": 40_000_000}
    before = _children()

    def stop() -> None:
        with child.answer("render_pages", request, PLAIN, LIMITS) as messages:
            assert next(messages).kind == b"I"
            assert len(_children()) == len(before) + 1
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stop()
    assert _children() == before


def _children() -> list[str]:
    """The process numbers of all that this process started and that are not gone."""
    told = [path.read_text("utf-8") for path in Path("/proc/self/task").glob("*/children")]
    return " ".join(told).split()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the child ends by its other limits")
def test_the_child_dies_with_its_parent() -> None:
    """A caller that is killed takes the child with it."""
    program = (
        "import sys\n"
        "from vera.verification.ingestion import child\n"
        "from vera.verification.ingestion.pdf import pdfium\n"
        "from tests.hostile import hostile\n"
        "data = next(data for name, data in hostile(b'%PDF-') if name == 'nested forms')\n"
        "start = child._start\n"
        "def told(*given):\n"
        "    process = start(*given)\n"
        "    print(process.pid, flush=True)\n"
        "    return process\n"
        "child._start = told\n"
        "pdfium.read_pdf(data, 'a.pdf')\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, cwd=Path(__file__).parents[2]
    ) as parent:
        assert parent.stdout is not None
        number = int(parent.stdout.readline())
        parent.kill()
    assert _gone(number)


PARTS = st.lists(st.binary(max_size=80), max_size=13).map(tuple)


@settings(max_examples=300)
@given(st.lists(st.builds(Message, st.sampled_from([b"D", b"P", b"F", b"L", b"?"]), PARTS)))
def test_rubbish_from_the_child_is_an_error(messages: list[Message]) -> None:
    """Whatever a child that was taken over says, it becomes a sound page or an error."""
    result = pdfium._collected(iter(messages), "a.pdf", None, LIMITS)
    if failed(result):
        assert isinstance(result.failure(), UnreadableDocument)


def test_answers_that_are_a_little_wrong_are_refused() -> None:
    """A page with an index out of range, or with parts of another length, is not taken."""
    request: dict[str, object] = {"library": pdfium.library(), "password": None, "pages": 9}
    request |= {"characters": 999, "of_a_page": 999, "doubted": ()}
    with child.answer("read_pages", request, PLAIN, LIMITS) as messages:
        good = list(messages)
    assert not failed(pdfium._collected(iter(good), "a.pdf", None, LIMITS))
    page = good[1].parts
    for at in range(9):
        for wrong in (page[at][:-1], page[at][:-8], b"\xff" * len(page[at])):
            if (at in (1, 6, 7) and len(wrong) == len(page[at])) or (at, len(wrong)) == (
                8,
                len(page[8]),
            ):
                continue  # any number is a code, an origin or a weight
            bad = Message(b"P", (*page[:at], wrong, *page[at + 1 :]))
            result = pdfium._collected(iter([good[0], bad, *good[2:]]), "a.pdf", None, LIMITS)
            if at in (3, 5) and len(wrong) == len(page[at]):
                continue  # not a number: a box or a size of nothing
            assert _fault(result) is ReadFault.DAMAGED, (at, wrong)


def test_a_file_that_cannot_be_handed_over_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is no room for what the child is to read, the fault is typed."""

    def full() -> Any:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(child, "_in_memory", full)
    assert _fault(read_pdf(PLAIN, "a.pdf")) is ReadFault.BROKEN_IO
