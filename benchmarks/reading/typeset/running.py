"""Have every reader read the typeset papers, each in a process of its own, and judge it."""

from __future__ import annotations

import tempfile
from collections import Counter
from functools import reduce
from operator import add
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import frozen

from benchmarks.reading.process import run
from benchmarks.reading.typeset.build import build
from benchmarks.reading.typeset.finding import Seen, of_json
from benchmarks.reading.typeset.layouts import PARTS
from benchmarks.reading.typeset.readers import READERS
from benchmarks.reading.typeset.report import Told, report
from benchmarks.reading.typeset.scoring import Scores, judge
from benchmarks.reading.typeset.truth import LOSSES, Truth, from_json

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


@frozen
class Judged:
    """A paper as a reader read it; `error` is why it did not."""

    truth: Truth
    seen: Seen
    scores: Scores
    error: str = ""

    @classmethod
    def of(cls, truth: Truth, said: dict[str, Any], told: Seen) -> Judged:
        """Judge what a process said; where it failed, it found nothing of what it else `told`."""
        seen = of_json(said) if "error" not in said else told.emptied()
        return cls(truth, seen, judge(truth, seen), said.get("error", ""))


def _told(name: str, papers: Sequence[Judged]) -> Told:
    right: Counter[str] = Counter()
    of: Counter[str] = Counter()
    for one in papers:
        right[one.truth.losing] += one.scores.right["ligature"]
        of[one.truth.losing] += one.scores.of["ligature"]
    sound = (one.scores for one in papers if not one.truth.losing)
    return Told(
        f"{name} {READERS[name].version}",
        "",
        papers[0].seen if papers else Seen(),
        reduce(add, sound, Scores()),
        {how: (right[how], of[how]) for how in LOSSES},
        tuple(f"{one.truth.name}: {one.error}" for one in papers if one.error),
    )


def judged(name: str, folder: Path) -> list[Judged]:
    """Every paper of a folder as an installed reader reads it."""
    paths = sorted(folder.glob("*.pdf"))
    truths = [from_json(path.with_suffix(".json")) for path in paths]
    said: list[dict[str, Any]] = run(name, paths, "typeset")["papers"]
    told = next((of_json(one) for one in said if "error" not in one), Seen())
    return [Judged.of(*each, told) for each in zip(truths, said, strict=True)]


def score(folder: Path, names: Sequence[str]) -> list[Told]:
    """The rows of the readers over the papers of a folder."""
    return [
        _told(name, judged(name, folder))
        if READERS[name].version
        else Told(name, READERS[name].absent)
        for name in names
    ]


def reports(names: Sequence[str]) -> Iterator[tuple[str, list[Told]]]:
    """Typeset the papers, have them read, and give the report and the rows of either part."""
    with tempfile.TemporaryDirectory() as folder:
        built = build(Path(folder))
        for part in PARTS:
            rows = score(Path(folder) / part, names)
            missing = [f"* {it.name} is not there: {it.missing}\n" for it in built if it.missing]
            yield report(f"Typeset papers, {part}", rows) + "".join(missing), rows
