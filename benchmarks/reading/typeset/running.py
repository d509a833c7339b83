"""Have every reader read the typeset papers, each in a process of its own, and judge it."""

from __future__ import annotations

from functools import reduce
from operator import add
from typing import TYPE_CHECKING, Any

from attrs import frozen

from benchmarks.reading.process import run
from benchmarks.reading.typeset.finding import Seen, of_json
from benchmarks.reading.typeset.readers import READERS
from benchmarks.reading.typeset.report import Told
from benchmarks.reading.typeset.scoring import Scores, judge
from benchmarks.reading.typeset.truth import Truth, from_json

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


_NOT_INSTALLED = "not installed"


@frozen
class Judged:
    """A paper as a reader read it; `error` is why it did not."""

    truth: Truth
    seen: Seen
    scores: Scores
    error: str = ""

    @classmethod
    def of(cls, truth: Truth, said: dict[str, Any], told: Seen | None) -> Judged:
        """Judge what a process said; what failed told nothing of all that others are told."""
        if "error" in said:
            empty = told and Seen(*(None if it is None else type(it)() for it in _parts(told)))
            seen = empty or Seen()
            return cls(truth, seen, judge(truth, seen), said["error"])
        seen = of_json(said)
        return cls(truth, seen, judge(truth, seen))


def _parts(seen: Seen) -> tuple[Any, ...]:
    return (seen.text, seen.sections, seen.marks, seen.statements, seen.tables)


def _told(name: str, papers: Sequence[Judged]) -> Told:
    sound = [one for one in papers if not one.truth.losing]
    losing = [one for one in papers if one.truth.losing]
    first = next((one.seen for one in papers if not one.error), Seen())
    return Told(
        name,
        "",
        reduce(add, (one.scores for one in sound), Scores()),
        reduce(add, (one.scores for one in losing), Scores()),
        first.text is not None,
        first.marks is not None,
        first.sections is not None,
        first.statements is not None,
        first.tables is not None,
        tuple(f"{one.truth.name}: {one.error}" for one in papers if one.error),
    )


def judged(name: str, folder: Path) -> list[Judged]:
    """Every paper of a folder as an installed reader reads it."""
    paths = sorted(folder.glob("*.pdf"))
    truths = [from_json(path.with_suffix(".json")) for path in paths]
    said: list[dict[str, Any]] = run(name, paths, "typeset")["papers"]
    first = next((of_json(one) for one in said if "error" not in one), None)
    return [Judged.of(*each, first) for each in zip(truths, said, strict=True)]


def score(folder: Path, names: Sequence[str]) -> list[Told]:
    """The rows of the readers over the papers of a folder."""
    return [
        _told(name, judged(name, folder)) if READERS[name].version else Told(name, _NOT_INSTALLED)
        for name in names
    ]
