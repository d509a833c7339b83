"""A threshold for each fold, fitted on the others, so that no claim chooses its own."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING
from zlib import crc32

import numpy as np

from vera.bench.figures.metrics import best_threshold

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.bench.figures.metrics import Bools, Floats

FOLDS = 5
BARE = 0.7
"""The threshold of the bare rule, and of a fold for which none can be fitted."""


def grounded_by_folds(true: Bools, score: Floats, group: Sequence[str]) -> Bools:
    """Whether each score (n,) reaches the best threshold of the folds that its group is not in.

    >>> true, score = np.array([True, False] * 4), np.array([0.4, 0.2] * 4)
    >>> bool((grounded_by_folds(true, score, list("aabbccdd")) == true).all())
    True
    """
    folds = np.array([crc32(name.encode()) % FOLDS for name in group])
    grounded = np.zeros(len(true), np.bool_)
    for fold in range(FOLDS):
        inside = folds == fold
        limit = best_threshold(true[~inside], score[~inside]) if (~inside).any() else math.nan
        grounded[inside] = score[inside] >= (BARE if math.isnan(limit) else limit)
    return grounded
