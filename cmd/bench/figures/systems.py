"""What each system says of a set: the engine, and what needs no model of truth beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from attrs import frozen

from vera.bench.figures.folds import BARE, grounded_by_folds, labels_by_folds
from vera.bench.figures.metrics import Bools, Floats, Labels, best_threshold
from vera.bench.figures.rows import Pairs
from vera.bench.sets.known import Label
from vera.core.verdict import Status

if TYPE_CHECKING:
    from vera.bench.figures.rows import Row

_DEEPEST = 5
FIXED, FITTED, HINDSIGHT = f"cosine at {BARE}", "engine, fitted threshold", "cosine, best threshold"
"""Systems beside the engine: the bare rule; the engine with a threshold of its own for the set,
fitted on other folds; and what a peer could pick in hindsight."""
_SPEAKS = 0.5
"""The probability of evidence from which a document speaks of the claim."""
_LOWEST = -1.0
_SAID = {
    Status.GROUNDED.value: Label.SUPPORTED.value,
    Status.CONTRADICTED.value: Label.CONTRADICTED.value,
    Status.UNSUPPORTED.value: Label.NONE.value,
}


@frozen(eq=False)
class Predictions:
    """What one system says of n examples.

    `score` orders claims by support (n,) and `grounded` decides it; `spoken` and `evident` are the
    same of evidence; `found` are places, best first; `depth` is how many are known at most; `said`
    are labels (n,), of a system that tells a denied claim from one of which nothing is said.
    """

    score: Floats
    grounded: Bools
    spoken: Floats
    evident: Bools
    found: Sequence[Pairs]
    depth: int
    said: Labels | None = None


def systems(rows: Sequence[Row]) -> dict[str, Predictions]:
    """The engine and, beside it, what needs no model of truth: the cosine, and words alone."""
    supported = labelled(rows, Label.SUPPORTED)
    score = floats([row.score for row in rows])
    spoken = floats([row.score if row.evidence is None else row.evidence for row in rows])
    grounded = np.array([row.status == Status.GROUNDED.value for row in rows])
    calibrated = any(row.evidence is not None for row in rows)
    found = [row.found for row in rows]
    depth = max(map(len, found), default=0)
    there = spoken >= _SPEAKS if calibrated else grounded
    cosine = floats([row.cosine for row in rows])
    near = [row.cosine_found for row in rows]
    near_depth = max(map(len, near), default=0)
    bm25 = np.array([row.bm25 for row in rows])
    groups = [row.group for row in rows]
    said = np.array([_SAID.get(row.status, "") for row in rows])
    made = {"engine": Predictions(score, grounded, spoken, there, found, depth, said)}
    accused = np.array([row.status == Status.CONTRADICTED.value for row in rows])
    freely = grounded_by_folds(supported, score, groups) & ~accused
    labels = np.array([row.label for row in rows])
    three = labels_by_folds(labels, score, spoken - score, groups) if calibrated else None
    made[FITTED] = Predictions(score, freely, spoken, there, found, depth, three)
    fixed = cosine >= BARE
    made[FIXED] = Predictions(cosine, fixed, cosine, fixed, near, near_depth)
    for name, values, places, deep in (
        (HINDSIGHT, cosine, near, near_depth),
        ("BM25, best threshold", bm25, [row.bm25_found for row in rows], _DEEPEST),
    ):
        above = values >= best_threshold(supported, values)
        made[name] = Predictions(values, above, values, above, places, deep)
    return made


def floats(values: Sequence[float | None]) -> Floats:
    """Scores (n,), that of an unchecked claim below all others."""
    return np.array([_LOWEST if value is None else value for value in values], np.float64)


def labelled(rows: Sequence[Row], label: Label) -> Bools:
    """Which rows have the label (n,)."""
    return np.array([row.label == label.value for row in rows], np.bool_)
