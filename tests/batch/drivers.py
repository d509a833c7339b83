"""Processes that run batches, and those that work for them."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from tests.batch.batches import parts

if TYPE_CHECKING:
    from collections.abc import Callable

STARTED: list[subprocess.Popen[str]] = []
"""Drivers that a test has started; what it leaves is ended behind it."""
_ROOT = Path(__file__).parents[2]
_PATIENCE = 300.0
"""Seconds after which what should happen is not going to."""


def drive(
    papers: Path, out: Path, told: Path, *, engine: str = "pool", pause: int = 20
) -> subprocess.Popen[str]:
    """A process that runs a batch by two workers, which tell in a folder which they are."""
    told.mkdir(exist_ok=True)
    arguments = [engine, "2", str(pause), *map(str, (told, papers, out))]
    command = [sys.executable, "-m", "tests.batch.driver", *arguments]
    pipe = subprocess.PIPE
    driver = subprocess.Popen(command, cwd=_ROOT, stdout=pipe, stderr=pipe, text=True)
    STARTED.append(driver)
    return driver


def wait_for(what: Callable[[], bool]) -> None:
    """Wait until it is so."""
    end = time.monotonic() + _PATIENCE
    while not what():
        assert time.monotonic() < end
        time.sleep(0.01)


def wait_for_parts(out: Path, count: int) -> None:
    """Wait until so many papers are done."""
    wait_for(lambda: len(parts(out)) >= count)


def names(told: Path) -> list[int]:
    """The numbers of all processes that told of themselves."""
    return [int(path.name) for path in told.iterdir()]


def alive(told: Path) -> list[int]:
    """The workers that told of themselves and are still there, the first that started first.

    Whoever kills the last again and again kills one paper's workers, and three times give it up.
    """
    return sorted(filter(_runs, names(told)))


def _runs(pid: int) -> bool:
    """Whether it is there, and no zombie that its parent has still to hear of (Linux: proc(5))."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return stat.rpartition(")")[2].split()[0] not in "ZX"
