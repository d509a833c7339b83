"""Runs of the program for the attacks on it: what they are given, and what must be left of them."""

from __future__ import annotations

import ctypes
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_DATA = Path(__file__).parents[2] / "testdata"
CLAIMS = _DATA / "claims" / "plain.txt"
_PAPERS = (_DATA / "papers" / "plain.txt", _DATA / "papers" / "notes.docx")
_PDF = _DATA / "papers" / "vera" / "vera.pdf"
_SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER, linux/prctl.h
_GONE = 10.0
"""Seconds within which the children of a run that was killed are gone."""
DEFECT = 70


@frozen
class Ended:
    """How a run ended: its exit code, below 0 for a signal, and what it printed."""

    code: int
    out: bytes
    err: bytes


class Runs:
    """Runs in a folder: `cache`, `tmp` and `out` are in it, and all that a run may write."""

    def __init__(self, folder: Path, *, pdf: bool = False) -> None:
        shutil.rmtree(folder, ignore_errors=True)
        self.cache, self.tmp, self.out = (folder / part for part in ("cache", "tmp", "out"))
        for part in (self.cache, self.tmp, self.out):
            part.mkdir(parents=True, mode=0o700)
        self._papers = (_PDF,) if pdf else _PAPERS

    def start(
        self, *options: str, cache: Path | None = None, before: Callable[[], None] | None = None
    ) -> subprocess.Popen[bytes]:
        """Begin a run that prints JSON; `before` is called in its process, before it is one."""
        said = [str(CLAIMS), *map(str, self._papers), "--embedder", "minilm", "--format", "json"]
        own = {"VERA_CACHE_DIR": str(cache or self.cache), "TMPDIR": str(self.tmp)}
        return subprocess.Popen(
            [sys.executable, "-m", "vera.verify", *said, *options],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=os.environ | own,
            preexec_fn=before,  # noqa: PLW1509 - one thread
        )

    def run(self, *options: str, **more: Any) -> Ended:
        """A run to its end."""
        return ended(self.start(*options, **more))

    def left(self) -> Iterator[str]:
        """What a run left behind and should not have: temporary files, a damaged cache."""
        yield from (f"left {path}" for path in sorted(self.tmp.iterdir()))
        for path in sorted(self.cache.iterdir()):
            if path.suffix == ".damaged":
                yield f"the cache was set aside: {path.name}"
        yield from (f"left {path}" for path in sorted(self.out.iterdir()) if path.name[0] == ".")
        yield from unsound(self.cache)


def ended(process: subprocess.Popen[bytes], patience: float = 120) -> Ended:
    """Wait for a run, so many seconds."""
    try:
        out, err = process.communicate(timeout=patience)
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = process.communicate()
        return Ended(process.returncode, out, err + b"\nhung: more than %d s" % patience)
    return Ended(process.returncode, out, err)


def unsound(cache: Path) -> Iterator[str]:
    """What SQLite finds wrong with the stores in a folder."""
    for path in sorted(cache.glob("*.sqlite")):
        with closing(sqlite3.connect(path)) as connection:
            try:
                said = connection.execute("PRAGMA integrity_check").fetchone()[0]
            except sqlite3.Error as error:
                said = str(error)
        if said != "ok":
            yield f"{path.name}: {said}"


def adopt() -> bool:
    """Become the parent of children whose parent dies, so that none can hide; Linux alone knows."""
    if sys.platform != "linux":
        return False
    return bool(ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0) == 0)


def orphans() -> list[str]:
    """The children of this process that have not gone in time, after the dead ones were buried."""
    end = time.monotonic() + _GONE
    while True:
        living = list(_children())
        if not living or time.monotonic() > end:
            return living
        time.sleep(0.05)


def _children() -> Iterator[str]:
    for task in Path("/proc/self/task").glob("*/children"):
        for pid in map(int, task.read_text().split()):
            try:
                done, _ = os.waitpid(pid, os.WNOHANG)
            except ChildProcessError:
                continue
            if not done:
                yield f"child {pid} is left"


def faults(run: Ended, codes: Sequence[int]) -> Iterator[str]:
    """What is wrong with how a run ended; the right ones of its exit codes are `codes`."""
    if run.code not in codes:
        yield f"exit code {run.code}, not one of {list(codes)}: {run.err[-300:]!r}"
    if b"Traceback" in run.err or b"hung" in run.err:
        yield f"it says {run.err[-300:]!r}"


def whole(report: bytes) -> bool:
    """Whether it is a whole report."""
    try:
        return "summary" in json.loads(report)
    except ValueError:
        return False
