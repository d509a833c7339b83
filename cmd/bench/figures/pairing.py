"""Two runs on the same examples, paired: what is better, what is worse, and what nobody can tell.

Every difference is of shares of right answers, so that it is a sum over examples; its p is of sign
flips of whole groups, corrected for all comparisons of a call (Holm). The interval is a bootstrap.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from attrs import evolve, frozen

from vera.bench.figures.measured import right
from vera.bench.figures.metrics import holm, paired_bootstrap, recall_at, sign_flip
from vera.bench.figures.rows import spans
from vera.bench.figures.tables import table
from vera.bench.sets.known import Label

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from vera.bench.figures.metrics import Bools, Floats, Places
    from vera.bench.figures.rows import Row

NO_DIFFERENCE = "no difference that this data can show"
SURE = 0.05


@frozen
class Comparison:
    """A measure of the first run and of the second, on the same `n` examples.

    `low` and `high` bound the difference, second minus first; `p` is corrected.
    """

    set: str
    of: str
    measure: str
    n: int
    first: float
    second: float
    low: float
    high: float
    p: float

    @property
    def verdict(self) -> str:
        """In plain words, what the second run is against the first."""
        if not self.p < SURE:
            return NO_DIFFERENCE
        return "better" if self.second > self.first else "worse"


def share(weight: Floats, right_answer: Floats) -> float:
    """The mean of the classes' shares of right answers: `weight` is 1 over the class's size."""
    total = weight.sum()
    return float((weight * right_answer).sum() / total) if total else math.nan


def class_weights(positive: Bools) -> Floats:
    """A weight for each example (n,), so that both classes count the same: balanced accuracy."""
    counts = np.array([np.count_nonzero(~positive), np.count_nonzero(positive)])
    sizes: Floats = np.maximum(counts, 1).astype(np.float64)[positive.astype(np.intp)]
    return np.reciprocal(sizes)


def compared(
    place: tuple[str, str, str],
    first: Floats,
    second: Floats,
    positive: Bools,
    groups: Sequence[str],
    times: int = 1000,
) -> Comparison:
    """Compare two systems' right answers (n,), 0 or 1, with equal weight for both classes.

    `place` names the set, the kind and the measure. The p is not corrected yet.
    """

    def measure(answers: Floats) -> Callable[[Places], float]:
        return lambda at: share(class_weights(positive[at]), answers[at])

    weight = class_weights(positive)
    difference = paired_bootstrap(measure(second), measure(first), groups, times=times)
    p = sign_flip(weight * (second - first), groups)
    found = share(weight, first), share(weight, second)
    return Comparison(*place, len(first), *found, difference.low, difference.high, p)


def corrected(comparisons: Sequence[Comparison]) -> list[Comparison]:
    """The comparisons with the p that counts how many there are."""
    if not comparisons:
        return []
    adjusted = holm([each.p for each in comparisons])
    return [evolve(each, p=p) for each, p in zip(comparisons, adjusted, strict=True)]


def compare_runs(first: Sequence[Row], second: Sequence[Row]) -> list[Comparison]:
    """Every set that both runs have, as a whole, by kind of claim and by evidence found."""
    others = {row.key: row for row in second}
    pairs = [(row, others[row.key]) for row in first if row.key in others]
    names = dict.fromkeys(row.set for row, _ in pairs)
    return corrected(
        [
            each
            for name in names
            for each in _of_set(name, [pair for pair in pairs if pair[0].set == name])
        ]
    )


def _of_set(name: str, pairs: Sequence[tuple[Row, Row]]) -> Iterator[Comparison]:
    groups = np.array([row.group for row, _ in pairs])
    positive = np.array([row.label == Label.SUPPORTED.value for row, _ in pairs])
    answers = np.array([[right(row), right(other)] for row, other in pairs], np.float64)
    every = np.arange(len(pairs))

    def of(place: tuple[str, str], values: Floats, classes: Bools, at: Places) -> Comparison:
        columns = values[at, 0], values[at, 1]
        return compared((name, *place), *columns, classes[at], groups[at].tolist())

    yield of(("all claims", "balanced accuracy"), answers, positive, every)
    kinds = np.array([f"{row.label}, {row.kind}" if row.kind else row.label for row, _ in pairs])
    same = np.ones(len(pairs), np.bool_)
    for kind in sorted(set(kinds.tolist())):
        yield of((kind, "right verdicts"), answers, same, np.flatnonzero(kinds == kind))
    for depth in (1, 3):
        hits = np.array(
            [
                [recall_at(depth, spans(row.gold), spans(row.found)) for row in pair]
                for pair in pairs
            ]
        )
        known = np.flatnonzero(~np.isnan(hits).any(axis=1))
        if len(known):
            yield of(("with gold", f"evidence recall at {depth}"), hits, same, known)


def shown(comparisons: Sequence[Comparison]) -> str:
    """A table of comparisons."""
    head = ("set", "of", "measure", "n", "first", "second", "difference (95%)", "p", "")
    rows = [
        (
            each.set,
            each.of,
            each.measure,
            str(each.n),
            f"{each.first:.3f}",
            f"{each.second:.3f}",
            f"{each.second - each.first:+.3f} ({each.low:+.3f} to {each.high:+.3f})",
            f"{each.p:.3f}",
            each.verdict,
        )
        for each in comparisons
    ]
    return table([head, *rows])
