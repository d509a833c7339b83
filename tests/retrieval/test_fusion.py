"""Rankings are fused by reciprocal rank."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vera.verification.retrieval.fusion import ranks, reciprocal_rank_fusion

if TYPE_CHECKING:
    from numpy.typing import NDArray

_SIGNALS = st.integers(1, 12).flatmap(
    lambda n: st.lists(
        st.lists(st.sampled_from([0.0, 0.25, 0.5, 1.0]), min_size=n, max_size=n).map(np.array),
        max_size=4,
    )
)


def test_by_hand() -> None:
    """Ranks 1, 2, 3 and 3, 1, 2 give sums of 1 / (60 + rank)."""
    fused = reciprocal_rank_fusion([np.array([9.0, 5.0, 1.0]), np.array([0.1, 0.3, 0.2])])
    assert fused == pytest.approx([1 / 61 + 1 / 63, 1 / 62 + 1 / 61, 1 / 63 + 1 / 62])
    assert int(np.argmax(fused)) == 1


def test_a_signal_that_tells_nothing_is_left_out() -> None:
    """A signal that is the same for all would only favour what stands first."""
    told, same = np.array([0.1, 0.7]), np.array([3.0, 3.0])
    assert reciprocal_rank_fusion([told, same]) == pytest.approx(reciprocal_rank_fusion([told]))
    assert reciprocal_rank_fusion([same]).shape == (0,)
    assert reciprocal_rank_fusion([]).shape == (0,)


@given(_SIGNALS)
def test_what_all_signals_prefer_comes_first(signals: list[NDArray[np.float64]]) -> None:
    """One that no signal puts below another is not below it in the end."""
    fused = reciprocal_rank_fusion(signals)
    places = [ranks(signal) for signal in signals if signal.min() < signal.max()]
    for one in range(len(fused)):
        for other in range(len(fused)):
            if all(place[one] <= place[other] for place in places):
                assert fused[one] >= fused[other]


@given(st.lists(st.floats(-1, 1), max_size=20).map(np.array))
def test_ranks_are_an_order(scores: NDArray[np.float64]) -> None:
    """Ranks are 1 to n, each once, and follow the scores; ties go to the earlier."""
    places = ranks(scores)
    assert sorted(places.tolist()) == list(range(1, len(scores) + 1))
    order = np.argsort(places)
    expected = sorted(range(len(scores)), key=lambda at: (-scores[at], at))
    assert order.tolist() == expected
