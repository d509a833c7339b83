"""`verify library add` is killed at any moment: the library is sound, and the next add goes on."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from tests.attack.order import Order, Report
from tests.attack.running import Ended, adopt, ended, faults, orphans
from vera.core.result import failed
from vera.verification.library import Library

if TYPE_CHECKING:
    from collections.abc import Iterator

_PAPERS = Path(__file__).parents[2] / "testdata" / "papers"
_COPIES = 3
"""Of each paper, each with another text: 18 in all."""
_MOST = 50
_NAME = "killed"
_PATIENCE = 900.0
"""Seconds for a whole add: on a machine that does much else, it embeds for minutes."""


def library_kills(order: Order) -> Report:
    """Kill adds, 50 at most; each goes on with what the one before it left, until all are in."""
    adopt()
    chance = random.Random(order.seed)  # noqa: S311 - the same each time
    runs = _Runs(order.folder / "runs")
    end = time.monotonic() + order.seconds
    findings = list(faults(runs.add(), (0,)))
    runs.forget()
    started = time.monotonic()
    findings += faults(runs.add(), (0,))
    length, count, partly, whole = time.monotonic() - started, 0, 0, 0
    runs.forget()
    held = 0
    while time.monotonic() < end and count < _MOST and not findings:
        after = length * chance.uniform(0.15, 0.85)
        said, now = runs.killed(after)
        findings += [f"SIGKILL after {after:.2f} s: {fault}" for fault in said]
        if now < held:
            findings.append(f"SIGKILL after {after:.2f} s: {held} papers before, {now} after it")
        count, held = count + 1, now
        partly += 0 < now < runs.count
        if now == runs.count:
            whole, held = whole + 1, 0
            runs.forget()
    findings += _finished(runs)
    return Report(count, tuple(findings), f"{partly} in the middle, {whole} when all were in")


def _finished(runs: _Runs) -> Iterator[str]:
    """What is wrong once an add is let come to its end."""
    yield from faults(runs.add(), (0,))
    said, papers = runs.looked()
    yield from said
    if papers != runs.count:
        yield f"{papers} papers of {runs.count} after an add to the end"


class _Runs:
    """Adds to one library, in a folder of their own; vectors are in the cache after the first."""

    def __init__(self, folder: Path) -> None:
        shutil.rmtree(folder, ignore_errors=True)
        parts = [folder / part for part in ("tmp", "libraries", "cache", "papers")]
        self.tmp, self.libraries, self.cache, self._papers = parts
        for part in parts:
            part.mkdir(parents=True, mode=0o700)
        texts = ("plain.txt", "notes.md", "notes.html", "notes.xml", "textbook.md")
        for at in range(_COPIES):
            for name in texts:
                text = (
                    (_PAPERS / name).read_text("utf-8").replace("pages per second", f"{at} a day")
                )
                (self._papers / f"{at}-{name}").write_text(f"{text}\n<!-- {at} -->\n", "utf-8")
            shutil.copy(_PAPERS / "vera" / "vera.pdf", self._papers / f"{at}.pdf")
            with (self._papers / f"{at}.pdf").open("ab") as file:
                file.write(b"\n%%%d\n" % at)
        self.count = _COPIES * (len(texts) + 1)

    def _start(self) -> subprocess.Popen[bytes]:
        own = {"VERA_LIBRARY_DIR": self.libraries, "VERA_CACHE_DIR": self.cache, "TMPDIR": self.tmp}
        said = ["library", "add", _NAME, str(self._papers), "--embedder", "minilm"]
        return subprocess.Popen(
            [sys.executable, "-m", "vera.verify", *said],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=os.environ | {name: str(path) for name, path in own.items()},
        )

    def add(self) -> Ended:
        """Add all papers."""
        return ended(self._start(), _PATIENCE)

    def killed(self, after: float) -> tuple[list[str], int]:
        """Begin to add, and kill it after some seconds; what is wrong then, and how many are in."""
        process = self._start()
        time.sleep(after)
        process.kill()
        wrong = list(faults(ended(process), (0, -signal.SIGKILL)))
        wrong += orphans()
        for path in self.tmp.iterdir():
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        said, papers = self.looked()
        return wrong + said, papers

    def looked(self) -> tuple[list[str], int]:
        """What `verify library check` finds, and how many papers there are."""
        before = os.environ.get("VERA_LIBRARY_DIR")
        os.environ["VERA_LIBRARY_DIR"] = str(self.libraries)
        try:
            return _looked()
        finally:
            if before is None:
                del os.environ["VERA_LIBRARY_DIR"]
            else:
                os.environ["VERA_LIBRARY_DIR"] = before

    def forget(self) -> None:
        """Begin anew."""
        shutil.rmtree(self.libraries)
        self.libraries.mkdir(mode=0o700)


def _looked() -> tuple[list[str], int]:
    opened = Library.open(_NAME)
    if failed(opened):
        said = str(opened.failure())
        return ([] if "there is no such library" in said else [said]), 0
    with closing(opened.unwrap()) as library:
        checked, condition = library.check(), library.condition()
    wrong = [str(each.failure()) for each in (checked, condition) if failed(each)]
    wrong += [] if failed(checked) else checked.unwrap()
    return wrong, 0 if failed(condition) else condition.unwrap().papers
