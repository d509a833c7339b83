"""What the look for damage costs: papers read with it and without it, in turns.

A program: `python -m tests.attack.damage_cost FOLDER`. It takes the first PDFs of the folder by
name. For each it prints the processor time of reading it, and the time by the clock, as ratios to
those without the look: medians of some rounds.
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from vera.verification.ingestion.pdf import damage
from vera.verification.ingestion.reading import parse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from vera.verification.ingestion.child import Limits

_ROUNDS = 5


@contextmanager
def _no_look(
    data: bytes,  # noqa: ARG001
    password: str | None,  # noqa: ARG001
    limits: Limits,  # noqa: ARG001
) -> Iterator[Callable[[], damage.Damage]]:
    yield damage.Damage


def _taken(path: Path) -> tuple[float, float]:
    """Seconds of processor, children included, and by the clock."""
    work = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    before, start = sum(use.ru_utime + use.ru_stime for use in work), time.perf_counter()
    parse(path.read_bytes(), str(path))
    taken = time.perf_counter() - start
    work = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(use.ru_utime + use.ru_stime for use in work) - before, taken


def main() -> int:
    """Print the two ratios of each paper."""
    os.environ["VERA_OCR"] = "off"
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("folder", type=Path)
    asked.add_argument("--papers", type=int, default=5)
    given = asked.parse_args()
    look = damage.examination
    for path in sorted(given.folder.rglob("*.pdf"))[: given.papers]:
        _taken(path)  # what is loaded once
        ratios = []
        for _ in range(_ROUNDS):
            damage.examination = look
            work, clock = _taken(path)
            damage.examination = _no_look
            bare_work, bare_clock = _taken(path)
            ratios.append((work / bare_work, clock / bare_clock))
        works, clocks = zip(*ratios, strict=True)
        print(f"{path.name}: {median(works):.2f} of the work, {median(clocks):.2f} of the clock")
    return 0


if __name__ == "__main__":
    sys.exit(main())
