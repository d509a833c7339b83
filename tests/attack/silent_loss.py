"""Is any damaged PDF read short without a word?

Sound papers are damaged (`mutants.py`) and read. A mutant is lost in silence where less than 98% of
the words of its paper are read, and neither an error nor the document says that anything is wrong.

As a program, `python -m tests.attack.silent_loss [FOLDER ...]`, it also takes the PDFs of folders,
makes so many mutants whatever time that takes, and counts them by the kind of damage. With
`--sound` it makes none, and counts the files that are said to be damaged as they are.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import count, islice
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, TypeAlias

from attrs import define, frozen

from tests.attack.mutants import KINDS, mutant
from tests.attack.order import Order, Report
from vera.core.result import failed
from vera.verification.ingestion.reading import parse

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

KEPT = 0.98
"""Of the words of a paper: issue 15."""
_PAPERS = Path(__file__).parents[2] / "testdata" / "papers"
_LARGEST = 2 << 20
"""Bytes of a paper: larger ones take the time of many small ones."""
_WORD = re.compile(r"\w+")

Papers: TypeAlias = "Mapping[str, tuple[bytes, Counter[str]]]"


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


def papers_of(folders: Iterable[Path]) -> Papers:
    """The sound PDFs with their words, by path; what cannot be read whole is no measure."""
    found = {}
    for path in sorted(path for folder in folders for path in folder.rglob("*.pdf")):
        data = path.read_bytes()
        document = parse(data, str(path)).value_or(None) if 0 < len(data) < _LARGEST else None
        if document is not None and document.complete and not document.notes:
            found[str(path)] = data, words(document.text)
    return found


@frozen
class Tried:
    """A mutant, by what makes it again, and what became of it."""

    paper: str
    kind: str
    seed: int
    read: Read

    def __str__(self) -> str:
        return f"{self.paper} {self.kind} {self.seed}: {self.read.share:.3f} of the words, untold"


def tried(
    papers: Papers,
    seeds: Iterable[int],
    end: float = float("inf"),
    kinds: Sequence[str] = KINDS,
) -> Iterator[Tried]:
    """Each seed's mutant, read, in the order of the seeds, until `end` of the monotonic clock."""
    names = sorted(papers)

    def one(seed: int) -> Tried:
        chance = Random(seed)  # noqa: S311 - the same each time
        name, kind = chance.choice(names), chance.choice(kinds)
        data, whole = papers[name]
        return Tried(name, kind, seed, read(mutant(data, kind, seed), whole))

    waiting = iter(seeds)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        while time.monotonic() < end and (some := list(islice(waiting, 8))):
            yield from pool.map(one, some)


def silent_loss(order: Order) -> Report:
    """Damage the project's own papers, and look for text that is lost and not told of."""
    os.environ["VERA_OCR"] = "off"
    end = time.monotonic() + order.seconds
    found = list(tried(papers_of([_PAPERS]), count(order.seed), end))
    short = sum(one.read.share < KEPT for one in found)
    findings = tuple(str(one) for one in found if one.read.silent)
    return Report(len(found), findings, f"{short} of them lost text")


@define
class _Row:
    """Counts of one kind of damage, in the order of the table's columns."""

    tried: int = 0
    short: int = 0
    told: int = 0
    silent: int = 0
    whole_but_told: int = 0

    def add(self, found: Read) -> None:
        short = found.share < KEPT
        self.tried += 1
        self.short += short
        self.told += short and found.told
        self.silent += found.silent
        self.whole_but_told += not short and found.told


def _flagged(folders: Iterable[Path]) -> int:
    """Print the PDFs that are said to be damaged, and how many of how many; 1 where one is."""
    paths = sorted(path for folder in folders for path in folder.rglob("*.pdf"))
    read_at_all, flagged = 0, 0
    for path in paths:
        document = parse(path.read_bytes(), str(path)).value_or(None)
        read_at_all += document is not None
        if document is not None and document.damaged:
            flagged += 1
            print(f"{path}: {'; '.join(document.notes)}")
    print(f"{flagged} of {read_at_all} files that were read are flagged; {len(paths)} in all")
    return 1 if flagged else 0


def main() -> int:
    """Make the mutants, print the table, and give 1 where one is lost in silence."""
    os.environ["VERA_OCR"] = "off"
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("folders", nargs="*", type=Path, default=[])
    asked.add_argument("--mutants", type=int, default=2000)
    asked.add_argument("--seed", type=int, default=int(time.time()))
    asked.add_argument("--kinds", nargs="+", choices=KINDS, default=KINDS)
    asked.add_argument("--sound", action="store_true", help="count the files that are flagged")
    given = asked.parse_args()
    if given.sound:
        return _flagged(given.folders)
    papers = papers_of([_PAPERS, *given.folders])
    print(f"{len(papers)} sound papers, seed {given.seed}")
    rows = {kind: _Row() for kind in (*given.kinds, "all")}
    silent = []
    seeds = range(given.seed, given.seed + given.mutants)
    for one in tried(papers, seeds, kinds=given.kinds):
        rows[one.kind].add(one.read)
        rows["all"].add(one.read)
        silent += [one] * one.read.silent
    print(f"{'damage':12}{'tried':>7}{'short':>7}{'told':>7}{'silent':>8}{'whole but told':>16}")
    for kind, row in rows.items():
        counts = f"{row.tried:7}{row.short:7}{row.told:7}{row.silent:8}{row.whole_but_told:16}"
        print(f"{kind:12}{counts}")
    print(*silent, sep="\n")
    return 1 if silent else 0


if __name__ == "__main__":
    sys.exit(main())
