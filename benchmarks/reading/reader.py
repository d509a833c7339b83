"""The process in which one library reads all papers.

python -m benchmarks.reading.reader NAME OUT OF: OF is "papers" or "typeset"; of the latter, a
library is asked for all that it can tell. The papers' paths are read from standard input, one a
line. OUT becomes JSON: for each paper what was found in it, the CPU seconds or the error, and for
all the peak memory in bytes.
"""

from __future__ import annotations

import ctypes
import json
import logging
import os
import resource
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from benchmarks.reading.libraries import LIBRARIES
from benchmarks.reading.typeset.readers import READERS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from benchmarks.reading.libraries import Found, Library
    from benchmarks.reading.typeset.finding import Seen
    from benchmarks.reading.typeset.readers import Reader

TABLES: dict[str, Mapping[str, Library | Reader]] = {"papers": LIBRARIES, "typeset": READERS}
_SET_CHILD_SUBREAPER = 36
"""Of Linux's prctl."""
_WHO = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)


def _keep_orphans() -> None:
    """Let processes whose parent ends be this one's children, so that their work is counted.

    The one that reads for us is the child of a child that is killed when the answer is whole.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def _cpu_seconds() -> float:
    """Of this process and of all that it has started; it waits for their end."""
    with suppress(ChildProcessError):
        while True:
            os.waitpid(-1, 0)
    used = [resource.getrusage(who) for who in _WHO]
    return sum(one.ru_utime + one.ru_stime for one in used)


def _read(read: Callable[[Path], Found | Seen], path: Path) -> dict[str, Any]:
    before = _cpu_seconds()
    try:
        found = read(path)
    except Exception as error:  # noqa: BLE001 - whatever a library raises is its result
        return {"error": f"{type(error).__name__}: {error}"}
    seconds = _cpu_seconds() - before
    return {**attrs.asdict(found), "seconds": seconds}


def main(name: str, out: Path, of: str, paths: list[Path]) -> None:
    """Read every paper; the first one a second time, so that nothing is paid for being first."""
    logging.disable(logging.ERROR)
    _keep_orphans()
    read = TABLES[of][name].load()
    _read(read, paths[0])
    papers = [_read(read, path) for path in paths]
    peak = max(resource.getrusage(who).ru_maxrss for who in _WHO) * 1024
    out.write_text(json.dumps({"papers": papers, "peak": peak}), "utf-8")


if __name__ == "__main__":
    name, out, of = sys.argv[1:]
    main(name, Path(out), of, [Path(line) for line in sys.stdin.read().splitlines()])
