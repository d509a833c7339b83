"""Thresholds for each fold, fitted on the others, so that no claim chooses its own."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING
from zlib import crc32

import numpy as np

from vera.bench.figures.metrics import best_threshold, macro_f1
from vera.bench.sets.known import Label

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vera.bench.figures.metrics import Bools, Floats, Labels

FOLDS = 5
BARE = 0.7
"""The threshold of the bare rule, and of a fold for which none can be fitted."""


_STEPS = tuple(np.arange(0.02, 1.0, 0.02).tolist())
"""The thresholds among which those of three labels are sought."""


def grounded_by_folds(true: Bools, score: Floats, group: Sequence[str]) -> Bools:
    """Whether each score (n,) reaches the best threshold of the folds that its group is not in.

    >>> true, score = np.array([True, False] * 4), np.array([0.4, 0.2] * 4)
    >>> bool((grounded_by_folds(true, score, list("aabbccdd")) == true).all())
    True
    """
    grounded = np.zeros(len(true), np.bool_)
    for inside in _folds(group):
        limit = best_threshold(true[~inside], score[~inside]) if (~inside).any() else math.nan
        grounded[inside] = score[inside] >= (BARE if math.isnan(limit) else limit)
    return grounded


def labels_by_folds(
    label: Labels, supported: Floats, denied: Floats, group: Sequence[str]
) -> Labels:
    """The three labels by two thresholds, one each for the scores (n,) of support and denial.

    For each fold they are those with the highest macro F1 on the folds that its group is not in.
    What reaches both is supported.
    """
    said = np.full(len(label), Label.NONE.value, dtype="<U12")
    for inside in _folds(group):
        outside = ~inside
        if not outside.any():
            continue
        _, high, low = max(
            (macro_f1(label[outside], _three(supported[outside], denied[outside], s, d)), s, d)
            for s in _STEPS
            for d in _STEPS
        )
        said[inside] = _three(supported[inside], denied[inside], high, low)
    return said


def _three(supported: Floats, denied: Floats, high: float, low: float) -> Labels:
    other = np.where(denied >= low, Label.CONTRADICTED.value, Label.NONE.value)
    return np.where(supported >= high, Label.SUPPORTED.value, other)


def _folds(group: Sequence[str]) -> Iterator[Bools]:
    """Which examples (n,) are in each fold; a group is in one."""
    folds = np.array([crc32(name.encode()) % FOLDS for name in group])
    return (folds == fold for fold in range(FOLDS))
