"""`verify library add` on a terminal, and when it goes on."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import threading
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.verify.program import verify

if TYPE_CHECKING:
    from collections.abc import Iterator

_PAPERS = Path(__file__).parents[2] / "testdata" / "papers"


@pytest.fixture(autouse=True)
def _here(folder: Path) -> None:
    """A paper in a folder of the current one; libraries lie beside it."""
    (folder / "papers").mkdir()
    shutil.copy(_PAPERS / "vera" / "vera.pdf", folder / "papers")


_ADD = (sys.executable, "-m", "vera.verify", "library", "add", "own", "papers")


def test_watching_ends_with_an_interrupt() -> None:
    """What comes is told as it is added; Ctrl-C ends it with its code and a sound library."""
    with _watching() as run:
        assert run.stdout is not None
        assert run.stdout.readline() == "added: papers/vera.pdf\n"
        shutil.copy(_PAPERS / "plain.txt", "papers")
        assert run.stdout.readline() == "added: papers/plain.txt\n"
        run.send_signal(signal.SIGINT)
        out, err = run.communicate(timeout=60)
    assert (run.returncode, out, err) == (130, "", "verify: interrupted\n")
    assert verify("library", "check", "own").stdout == "own: sound\n"


@contextmanager
def _watching() -> Iterator[subprocess.Popen[str]]:
    """The program as it watches; it is killed where the whole takes more than two minutes."""
    pipe = subprocess.PIPE
    with subprocess.Popen([*_ADD, "--watch"], stdout=pipe, stderr=pipe, encoding="utf-8") as run:
        bound = threading.Timer(120, run.kill)
        bound.start()
        try:
            yield run
        finally:
            bound.cancel()
            run.kill()


def test_progress_on_a_terminal() -> None:
    """Papers done and of how many, pages a second and the time left; no escape goes to a pipe."""
    shutil.copy(_PAPERS / "plain.txt", "papers")
    main, other = os.openpty()
    with subprocess.Popen(_ADD, stdout=subprocess.PIPE, stderr=other, encoding="utf-8") as run:
        os.close(other)
        seen = b""
        while chunk := _read(main):
            seen += chunk
        out, _ = run.communicate()
    os.close(main)
    assert (run.returncode, out) == (0, "own: 2 added\n")
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", seen.decode("utf-8", "replace"))
    assert re.search(r"papers of own: [12] of 2, [\d.]+ pages/s.*\d:\d\d:\d\d", text), text


def _read(terminal: int) -> bytes:
    """What comes next; nothing when the program has closed its end, which Linux tells as EIO."""
    try:
        return os.read(terminal, 4096)
    except OSError:
        return b""
