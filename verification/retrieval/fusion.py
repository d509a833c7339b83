"""Several rankings become one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

SMOOTHING = 60
"""The constant k of Cormack, Clarke and Buettcher, Reciprocal Rank Fusion (SIGIR 2009)."""


def ranks(scores: NDArray[np.float64]) -> NDArray[np.int64]:
    """The rank of each of n scores (n,), from 1 for the highest; ties go to the earlier.

    >>> ranks(np.array([0.2, 0.9, 0.2])).tolist()
    [2, 1, 3]
    """
    places = np.empty(len(scores), dtype=np.int64)
    places[np.argsort(-scores, kind="stable")] = np.arange(1, len(scores) + 1)
    return places


def reciprocal_rank_fusion(signals: Iterable[NDArray[np.float64]]) -> NDArray[np.float64]:
    """The sum of 1 / (k + rank) over the signals (n,).

    A signal that is the same for all says nothing and is left out.
    """
    kept = [signal for signal in signals if len(signal) and signal.min() < signal.max()]
    if not kept:
        return np.zeros(0)
    shares = np.stack([1 / (SMOOTHING + ranks(signal)) for signal in kept])
    return np.asarray(shares.sum(axis=0), dtype=np.float64)
