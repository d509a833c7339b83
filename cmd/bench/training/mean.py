"""The mean of two adapters: one network of what two have learned (Wortsman et al. 2022, "soups").

It needs no further training, as long as both began at the same weights.
"""

from __future__ import annotations

import numpy as np

from verification.entailment.adapter import Adapter, Low

_HALF = np.float32(0.5)


def mean(one: Adapter, two: Adapter) -> Adapter:
    """The adapter whose every weight is halfway between those of two for the same encoder.

    The thin matrices stand beside each other: their rank is the sum of both.
    """
    low = tuple(
        Low(
            np.hstack([first.left, second.left]),
            np.vstack([first.right, second.right]) * _HALF,
            first.codes,
            first.scales,
        )
        for first, second in zip(one.low, two.low, strict=True)
    )
    vectors = tuple(
        (at, (first + second) * _HALF)
        for (at, first), (_, second) in zip(one.vectors, two.vectors, strict=True)
    )
    return Adapter(low, vectors, (one.head + two.head) * _HALF)
