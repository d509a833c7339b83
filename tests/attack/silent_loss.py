"""Is any damaged PDF read short without a word? `python -m tests.attack.silent_loss`.

Sound papers are damaged (`mutants.py`) and read. A mutant is lost in silence where less than 98% of
the words of its paper are read, and neither an error nor the document says that anything is wrong.
Papers are those of testdata, and of the folders that are named. Exit 1 where one is lost.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from attrs import define, field, frozen

from core.result import failed
from tests.attack.mutants import KINDS, mutant
from verification.ingestion.reading import parse

KEPT = 0.98
"""Of the words of a paper: issue 15."""
_PAPERS = Path(__file__).parents[2] / "testdata" / "papers"
_LARGEST = 2 << 20
"""Bytes of a paper: larger ones take the time of many small ones."""
_WORD = re.compile(r"\w+")


def words(text: str) -> Counter[str]:
    """How often each word of a text stands in it."""
    return Counter(_WORD.findall(text))


@frozen
class Read:
    """What became of a mutant: the share of the words that was read, and whether that is told."""

    share: float
    told: bool

    @property
    def silent(self) -> bool:
        """Whether text is lost and nobody is told."""
        return self.share < KEPT and not self.told


def read(data: bytes, whole: Counter[str]) -> Read:
    """Read a mutant of a paper whose words are `whole`."""
    result = parse(data, "mutant.pdf")
    if failed(result):
        return Read(0.0, told=True)
    document = result.unwrap()
    kept = (words(document.text) & whole).total() / max(1, whole.total())
    return Read(kept, told=not document.complete)


@define
class _Row:
    """Counts of one kind of damage."""

    tried: int = 0
    short: int = 0
    told_short: int = 0
    told_whole: int = 0
    silent: list[str] = field(factory=list)

    def add(self, found: Read, name: str) -> None:
        self.tried += 1
        short = found.share < KEPT
        self.short += short
        self.told_short += short and found.told
        self.told_whole += not short and found.told
        if found.silent:
            self.silent.append(f"{name}: {found.share:.3f}")


def _papers(folders: list[Path]) -> dict[str, tuple[bytes, Counter[str]]]:
    """The sound papers, with their words; what cannot be read whole is no measure."""
    found = {}
    for path in sorted(path for folder in folders for path in folder.rglob("*.pdf")):
        data = path.read_bytes()
        document = parse(data, str(path)).value_or(None) if 0 < len(data) < _LARGEST else None
        if document is not None and document.complete and not document.notes:
            found[str(path)] = data, words(document.text)
    return found


def main() -> int:
    """Damage and read papers until the number, or the time, is up."""
    os.environ["VERA_OCR"] = "off"
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("folders", nargs="*", type=Path, default=[])
    asked.add_argument("--mutants", type=int, default=2000)
    asked.add_argument("--seconds", type=float, default=float("inf"))
    asked.add_argument("--seed", type=int, default=int(time.time()))
    given = asked.parse_args()
    papers = _papers([_PAPERS, *given.folders])
    names = sorted(papers)
    print(f"{len(names)} sound papers, seed {given.seed}")
    rows = {kind: _Row() for kind in KINDS}
    end = time.monotonic() + given.seconds

    def one(seed: int) -> tuple[str, str, Read] | None:
        if time.monotonic() > end:
            return None
        name, kind = names[seed % len(names)], KINDS[seed % len(KINDS)]
        data, whole = papers[name]
        return name, kind, read(mutant(data, kind, seed), whole)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        seeds = range(given.seed, given.seed + given.mutants)
        for seed, done in zip(seeds, pool.map(one, seeds), strict=True):
            if done is not None:
                rows[done[1]].add(done[2], f"{done[0]} {done[1]} {seed}")
    total = _Row()
    print(f"{'damage':12}{'tried':>7}{'short':>7}{'told':>7}{'silent':>8}{'told though whole':>19}")
    for kind, row in [*rows.items(), ("all", total)]:
        if row is not total:
            for each in ("tried", "short", "told_short", "told_whole", "silent"):
                setattr(total, each, getattr(total, each) + getattr(row, each))
        counts = f"{row.tried:7}{row.short:7}{row.told_short:7}{len(row.silent):8}"
        print(f"{kind:12}{counts}{row.told_whole:19}")
    print(*total.silent, sep="\n")
    return 1 if total.silent or not total.tried else 0


if __name__ == "__main__":
    sys.exit(main())
