"""The mean of two adapters."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("scipy", reason="the extra bench is not installed")

from bench.training.mean import mean
from verification.entailment.adapter import Adapter, Low


def _adapter(seed: int) -> Adapter:
    chance = np.random.default_rng(seed)

    def some(*shape: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
        return chance.normal(size=shape).astype(np.float32)

    return Adapter((Low(some(6, 2), some(2, 4), 5, 40),), ((60, some(3)),), some(9, 3))


def test_every_weight_is_halfway() -> None:
    """Of matrices what is added is, and of vectors and the head each number."""
    one, two = _adapter(1), _adapter(2)
    made = mean(one, two)
    (low,), (first,), (second,) = made.low, one.low, two.low
    halfway = (first.left @ first.right + second.left @ second.right) / 2
    assert low.left @ low.right == pytest.approx(halfway, abs=1e-6)
    assert (low.codes, low.scales) == (5, 40)
    ((at, vector),) = made.vectors
    assert at == 60
    assert vector == pytest.approx((one.vectors[0][1] + two.vectors[0][1]) / 2)
    assert made.head == pytest.approx((one.head + two.head) / 2)


def test_the_mean_of_one_and_itself_is_it() -> None:
    """It changes the encoder's file as the one does."""
    one = _adapter(1)
    file = bytes(range(80))
    assert mean(one, one).applied(file) == one.applied(file)
