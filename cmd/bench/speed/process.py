"""A program in a process of its own: how long it ran, and what it used."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

_MEASURED = """
import resource, subprocess, sys, time
start = time.perf_counter()
code = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode
seconds = time.perf_counter() - start
unit = 2**20 if sys.platform == "darwin" else 2**10
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(code, seconds, used.ru_utime + used.ru_stime, used.ru_maxrss // unit)
"""
"""A small interpreter starts the program, since a process begins with the peak of the one it came
from. `ru_maxrss` is in bytes on macOS, else in KiB (getrusage(2))."""


@frozen
class Ran:
    """`processor` are seconds of all processors; `peak` is in MiB, of the largest process.

    The processes that read papers count in both.
    """

    code: int
    seconds: float
    processor: float
    peak: int


def ran(module: str, arguments: Sequence[str], cache: Path) -> Ran:
    """Run a module of Python with the cache in the folder `cache`; its complaints are passed on."""
    program = [sys.executable, "-m", module, *arguments]
    run = subprocess.run(  # noqa: S603 - our own interpreter, and no shell
        [sys.executable, "-c", _MEASURED, *program],
        env=os.environ | {"VERA_CACHE_DIR": str(cache)},
        stdout=subprocess.PIPE,
        check=True,
    )
    code, seconds, processor, peak = run.stdout.split()
    return Ran(int(code), float(seconds), float(processor), int(peak))
