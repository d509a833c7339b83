"""Opinions that are remembered."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import pytest

from tests.fakes import FakeJudge
from tests.index.test_cached import FULL, MemoryStore
from vera.core.errors import ServiceUnavailable
from vera.core.ports import Asked, Opinion
from vera.core.result import Failure, Result
from vera.verification.index.cached_judge import CachedJudge

if TYPE_CHECKING:
    from collections.abc import Sequence

_YES = Asked("Bees sleep.", "Bees sleep at night.")
_NO = Asked("Ants sleep.", "Bees sleep at night.")
_UNCLEAR = Asked("Wasps?", "Bees sleep at night.")


def _judge(name: str = "fake") -> FakeJudge:
    return FakeJudge({_UNCLEAR.claim: Opinion.UNDETERMINED}, name)


def test_a_pair_is_asked_once() -> None:
    """A pair is asked about once, in one call or in several, whatever the opinion was."""
    judge = _judge()
    cached = CachedJudge(judge, MemoryStore())
    first = cached.judge([_YES, _NO, _YES, _UNCLEAR]).unwrap()
    assert list(first) == [Opinion.YES, Opinion.NO, Opinion.YES, Opinion.UNDETERMINED]
    assert list(cached.judge([_NO, _YES, _UNCLEAR]).unwrap()) == [first[1], first[0], first[3]]
    assert judge.asked == [[_YES, _NO, _UNCLEAR]]


@pytest.mark.parametrize(
    "other",
    [
        Asked("Bees sleep.", "Bees sleep at noon."),
        Asked("Bees sleep. ", "Bees sleep at night."),
        Asked("Bees sleep at night.", "Bees sleep."),
    ],
)
def test_another_pair_is_another(other: Asked) -> None:
    """Claim and evidence both count, each for itself."""
    judge = _judge()
    cached = CachedJudge(judge, MemoryStore())
    cached.judge([_YES]).unwrap()
    cached.judge([other]).unwrap()
    assert judge.asked == [[_YES], [other]]


def test_another_judge_is_another() -> None:
    """The opinion of one judge is not another's."""
    store, judge = MemoryStore(), _judge("other")
    CachedJudge(_judge(), store).judge([_YES]).unwrap()
    CachedJudge(judge, store).judge([_YES]).unwrap()
    assert judge.asked == [[_YES]]


def test_a_value_that_is_no_opinion_is_lost() -> None:
    """What cannot be understood is asked again."""
    store, judge = MemoryStore(), _judge()
    cached = CachedJudge(judge, store)
    cached.judge([_YES]).unwrap()
    store.values = dict.fromkeys(store.values, b"perhaps")
    assert list(cached.judge([_YES]).unwrap()) == [Opinion.YES]
    assert judge.asked == [[_YES], [_YES]]


def test_a_broken_store_costs_only_time(caplog: pytest.LogCaptureFixture) -> None:
    """A store that fails is told of once and done without."""
    cached = CachedJudge(_judge(), MemoryStore(FULL))
    with caplog.at_level(logging.WARNING):
        for _ in range(2):
            assert list(cached.judge([_YES, _NO]).unwrap()) == [Opinion.YES, Opinion.NO]
    assert len(caplog.records) == 1


class _Mortal(FakeJudge):
    """Judges once, then is gone."""

    def judge(self, pairs: Sequence[Asked]) -> Result[Sequence[Opinion]]:
        if self.asked:
            return Failure(ServiceUnavailable("judge", "fake", "gone"))
        return super().judge(pairs)


def test_what_was_said_before_an_error_is_kept() -> None:
    """A run that breaks loses little: the next one begins where it ended."""
    store = MemoryStore()
    pairs = [Asked(f"Bee {number} sleeps.", "Bees sleep.") for number in range(20)]
    assert isinstance(CachedJudge(_Mortal(), store).judge(pairs).failure(), ServiceUnavailable)
    judge = _judge()
    assert len(CachedJudge(judge, store).judge(pairs).unwrap()) == 20
    assert 0 < len(store.values) == 20
    assert sum(map(len, judge.asked)) < 20
