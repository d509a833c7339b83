"""Runs that find the disk full, at any byte."""

from __future__ import annotations

import contextlib
import os
import random
import resource
import subprocess
import time
from typing import TYPE_CHECKING

from tests.attack.order import Order, Report
from tests.attack.running import Runs, adopt, faults, orphans, whole

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.attack.running import Ended

_UNWRITTEN = 3
_MOUNTED = 0.6
"""Of the runs: these get a file system, the others a limit on each file, which even memory has."""
_MOST = 2 << 20
"""Bytes; what the cache and the report of these runs come to."""


def full_disk(order: Order) -> Report:
    """Give runs a disk, or a largest file, of any size: where root may, a small file system."""
    adopt()
    chance = random.Random(order.seed)  # noqa: S311 - the same each time
    runs = Runs(order.folder / "runs")
    wanted = runs.run("--no-cache")
    end, count = time.monotonic() + order.seconds, 0
    findings, mounted = list(faults(wanted, (0, 1))), 0
    while time.monotonic() < end and not findings:
        size = int(_MOST ** chance.uniform(0.4, 1))
        output = chance.random() < 0.5
        room = size if chance.random() < _MOUNTED else 0
        with _small(order.folder / "disk", room) as disk:
            mounted += disk is not None
            said = f"{size} bytes, {disk or 'RLIMIT_FSIZE'}, {output=}"
            ran = _ran(runs, disk, size, wanted, output=output)
            findings += [f"{said}: {fault}" for fault in ran]
        count += 1
    return Report(count, tuple(findings), f"{mounted} on a file system of their own")


@contextlib.contextmanager
def _small(folder: Path, size: int) -> Iterator[Path | None]:
    """A file system in memory of about that size; None for 0, and where there may be none."""
    folder.mkdir(exist_ok=True)
    command = ["mount", "-t", "tmpfs", "-o", f"size={size}", "vera-attack", str(folder)]
    may = False
    if size and os.geteuid() == 0:
        may = not subprocess.run(command, capture_output=True, check=False).returncode
    try:
        yield folder if may else None
    finally:
        if may:
            subprocess.run(["umount", str(folder)], check=True)


def _ran(runs: Runs, disk: Path | None, size: int, wanted: Ended, *, output: bool) -> Iterator[str]:
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    report = (disk or runs.out) / "report.json"
    report.unlink(missing_ok=True)
    options = ("--output", str(report)) if output else ()
    run = runs.run(*options, cache=disk, before=None if disk else limit)
    may_fail = output or disk is None  # so small a limit that no paper can be handed on
    yield from faults(run, (wanted.code, _UNWRITTEN) if may_fail else (wanted.code,))
    if not output and run.code == wanted.code and run.out != wanted.out:
        yield "the report is another one"
    if output and (run.code == wanted.code) != report.exists():
        yield f"exit code {run.code}, and {'a' if report.exists() else 'no'} report is there"
    if report.exists() and not whole(report.read_bytes()):
        yield "half a report"
    yield from orphans()
    yield from runs.left()
    if disk is not None:
        yield from (f"left {path}" for path in disk.iterdir() if path.name.startswith(".report"))
