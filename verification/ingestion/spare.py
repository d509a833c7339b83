"""A process that waits for its file: started and confined before there is one (ADR 0061).

It belongs to the thread that started it: the kernel ends it with that thread.
"""

from __future__ import annotations

import os
import threading
from contextlib import suppress
from struct import pack
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    import subprocess

Wanted: TypeAlias = "tuple[str, dict[str, Any]]"
"""A program of the sandbox, and what it is asked, without the file."""


class _OfThread(threading.local):
    """What a thread read first since it last had a process started, and the one that waits."""

    wanted: Wanted | None = None
    waiting: tuple[Wanted, subprocess.Popen[bytes]] | None = None


_HERE = _OfThread()


def took(wanted: Wanted) -> subprocess.Popen[bytes] | None:
    """The process that waits to be asked this, if there is one; it waits no longer."""
    _HERE.wanted = _HERE.wanted or wanted
    if _HERE.waiting is None or _HERE.waiting[0] != wanted:
        return None
    process, _HERE.waiting = _HERE.waiting[1], None
    if process.poll() is None:
        return process
    _end(process)
    return None


def missing() -> Wanted | None:
    """What the next process is to be asked, if none waits for that."""
    wanted, _HERE.wanted = _HERE.wanted, None
    waiting = _HERE.waiting
    alive = waiting is not None and waiting[1].poll() is None
    if wanted is None or (alive and waiting is not None and waiting[0] == wanted):
        return None
    return wanted


def keep(wanted: Wanted, process: subprocess.Popen[bytes]) -> None:
    """Let a process wait, in the place of any other."""
    before, _HERE.waiting = _HERE.waiting, (wanted, process)
    if before is not None:
        _end(before[1], kill=before[0][1]["parent"] == os.getpid())


def _end(process: subprocess.Popen[bytes], kill: bool = True) -> None:
    """It is no longer needed; one of a process that this one is a copy of is not ours to kill."""
    if kill:
        process.kill()
        process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()


def give(process: subprocess.Popen[bytes], data: bytes) -> None:
    """Give its file to a process that waits for it; what it says tells whether it took it whole."""
    assert process.stdin is not None  # noqa: S101 - it is a pipe
    with process.stdin as pipe, suppress(BrokenPipeError):
        for part in (pack("<Q", len(data)), data):
            done = 0
            while done < len(part):
                done += os.write(pipe.fileno(), memoryview(part)[done:])
