"""What a sweep found: figures of each cell, each paired with the default, and the choice.

The bare rule's threshold is fitted for each cell on other folds than it is judged on, so that
every cell is given the threshold that suits it.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any
from zlib import crc32

import numpy as np
from attrs import asdict, field, frozen

from vera.bench.figures.folds import BARE, grounded_by_folds
from vera.bench.figures.measured import as_figure
from vera.bench.figures.metrics import Floats, auc, balanced_accuracy, bootstrap
from vera.bench.figures.pairing import Comparison, compared, corrected
from vera.bench.sets.known import Label

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vera.bench.figures.metrics import Bools
    from vera.bench.sets.known import Example
    from vera.bench.tune.grid import Cell
    from vera.bench.tune.sweep import Outcome

_SEALED = 4
"""One group in so many is sealed."""
ACCURACY, SHOWN, CHUNKS = "balanced accuracy", "evidence first", "evidence in chunks"
DECISIVE = (ACCURACY, SHOWN)
"""What the choice is made by. That larger or more chunks hold more text is no merit by itself."""


def sealed(group: str) -> bool:
    """Whether a group belongs to the sealed part, the same in every run."""
    return crc32(f"sealed {group}".encode()) % _SEALED == 0


@frozen(eq=False)
class Judged:
    """One cell on one set of n examples, as shares of right answers (n,); nan where there is none.

    `f1` is that of the fixed threshold BARE.
    """

    score: Floats
    accuracy: Floats = field(repr=False)
    shown: Floats = field(repr=False)
    chunks: Floats = field(repr=False)
    f1: float


def judged(examples: Sequence[Example], outcome: Outcome) -> Judged:
    """What a cell's outcome is worth."""
    supported = np.array([example.label is Label.SUPPORTED for example in examples])
    score = np.array([-1.0 if each is None else each for each in outcome.score])
    grounded = grounded_by_folds(supported, score, [example.group for example in examples])
    fixed = score >= BARE
    hits = np.count_nonzero(fixed & supported)
    said = np.count_nonzero(fixed) + np.count_nonzero(supported)
    return Judged(
        score,
        (grounded == supported).astype(np.float64),
        _shares(outcome.shown_hit),
        _shares(outcome.chunk_hit),
        2 * hits / said if said else math.nan,
    )


def _shares(hits: Sequence[int | None]) -> Floats:
    return np.array([math.nan if hit is None else hit for hit in hits], np.float64)


def figures(
    examples: Sequence[Example], outcome: Outcome, result: Judged, times: int
) -> dict[str, Any]:
    """The figures of a cell on a set, with intervals from so many resamples of groups."""
    supported = _supported(examples)
    groups = np.array([example.group for example in examples])
    right = np.where(result.accuracy > 0, supported, ~supported)
    both = [example.group for example in examples]
    accuracy = bootstrap(lambda at: balanced_accuracy(supported[at], right[at]), both, times=times)
    found: dict[str, Any] = {
        ACCURACY: as_figure(accuracy, len(examples)),
        "AUC": round(auc(supported, result.score), 4) if len(set(supported.tolist())) > 1 else None,
        f"F1 at {BARE}": None if math.isnan(result.f1) else round(result.f1, 4),
    }
    for name, hits in ((SHOWN, result.shown), (CHUNKS, result.chunks)):
        known = np.flatnonzero(~np.isnan(hits))
        if len(known):
            share = bootstrap(
                lambda at, hits=hits, known=known: float(hits[known[at]].mean()),  # type: ignore[misc]
                groups[known].tolist(),
                times=times,
            )
            found[name] = as_figure(share, len(known))
    cost = asdict(outcome, filter=lambda each, _: each.name in _COSTS)
    return {**found, **cost}


_COSTS = {"chunks", "read", "index_seconds", "ask_seconds"}


def _supported(examples: Sequence[Example]) -> Bools:
    return np.array([example.label is Label.SUPPORTED for example in examples], np.bool_)


def against_default(
    sets: Mapping[str, Sequence[Example]],
    results: Mapping[Cell, Mapping[str, Judged]],
    default: Cell,
    times: int,
) -> dict[Cell, list[Comparison]]:
    """Every cell paired with the default on every set, corrected for all that is tried."""
    made: list[tuple[Cell, Comparison]] = []
    for cell, by_set in results.items():
        if cell == default:
            continue
        for name, examples in sets.items():
            made += [
                (cell, each)
                for each in _compared(name, examples, results[default][name], by_set[name], times)
            ]
    found: dict[Cell, list[Comparison]] = {}
    for (cell, _), each in zip(made, corrected([each for _, each in made]), strict=True):
        found.setdefault(cell, []).append(each)
    return found


def _compared(
    name: str, examples: Sequence[Example], first: Judged, second: Judged, times: int
) -> list[Comparison]:
    groups = np.array([example.group for example in examples])
    same = np.ones(len(examples), np.bool_)
    columns = (
        (ACCURACY, first.accuracy, second.accuracy, _supported(examples)),
        (SHOWN, first.shown, second.shown, same),
        (CHUNKS, first.chunks, second.chunks, same),
    )
    made = []
    for measure, one, other, positive in columns:
        at = np.flatnonzero(~np.isnan(one) & ~np.isnan(other))
        if len(at):
            place = name, "all", measure
            names = groups[at].tolist()
            made.append(compared(place, one[at], other[at], positive[at], names, times))
    return made


def merit(by_set: Mapping[str, Mapping[str, Any]]) -> float:
    """What cells are ordered by: the mean over sets of the mean of the `DECISIVE` figures."""
    means = []
    for found in by_set.values():
        values = [found[name]["value"] for name in DECISIVE if name in found]
        means.append(float(np.mean([each for each in values if each is not None] or [0.0])))
    return float(np.mean(means))


def choose(
    default: Cell,
    figures: Mapping[Cell, Mapping[str, Mapping[str, Any]]],
    comparisons: Mapping[Cell, Sequence[Comparison]],
) -> tuple[Cell, Cell]:
    """The cell of the highest merit, and the one to use.

    The default stays unless the best is better in something decisive, and nowhere decisive worse.
    """
    best = max(figures, key=lambda cell: (merit(figures[cell]), cell == default))
    said = {each.verdict for each in comparisons.get(best, ()) if each.measure in DECISIVE}
    return best, best if "better" in said and "worse" not in said else default
