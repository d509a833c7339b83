"""Which verdicts a judge is asked about, and what its word changes."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from tests.fakes import FakeJudge
from vera.core.document import Span
from vera.core.errors import ServiceUnavailable
from vera.core.ports import Asked, Opinion
from vera.core.result import Failure, Result, Success, failed
from vera.core.settings import Settings
from vera.core.verdict import Claim, Conflict, Evidence, Part, Status, Verdict
from vera.verification.judging.uncertain import GROUP, MOST_BYTES, RIGHT, band, question, settled

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_CLAIM = "Bees sleep."
_CONFLICT = Conflict("number", "two", "three", Span(0, 3))


def _evidence(text: str, start: int = 0, document: str = "bees.txt") -> Evidence:
    return Evidence(document, text, 0.6, Span(start, start + len(text)))


def _verdict(
    status: Status = Status.UNSUPPORTED,
    score: float | None = 0.6,
    claim: str = _CLAIM,
    threshold: float = 0.7,
) -> Verdict:
    settings = Settings(threshold=threshold)
    evidence = (_evidence("Bees sleep at night."),)
    return Verdict(Claim(claim), status, score, "the score says so", "fake", settings, evidence)


def _settled(verdict: Verdict, opinion: Opinion) -> Verdict:
    judge = FakeJudge({verdict.claim.text: opinion}, "ollama:judge")
    (result,) = settled([(Success(verdict), "not read: page 2")], judge)
    return result.unwrap()


class TestBand:
    """The scores at which a judge is asked."""

    @given(st.floats(0.01, 0.99))
    def test_a_word_reaches_the_threshold(self, threshold: float) -> None:
        """At its ends a yes, or a no, of a judge that is right so often moves the odds to it."""
        low, high = band(threshold)
        odds, weight = threshold / (1 - threshold), RIGHT / (1 - RIGHT)
        assert low / (1 - low) * weight == pytest.approx(odds)
        assert high / (1 - high) / weight == pytest.approx(odds)

    @given(st.floats(-1, 1))
    def test_it_holds_the_threshold(self, threshold: float) -> None:
        """Whatever the threshold, it is a band of probabilities around it."""
        low, high = band(threshold)
        bar = pytest.approx(max(threshold, 0))
        assert 0 <= low <= high <= 1
        assert low == bar or low < max(threshold, 0)
        assert high == bar or high > max(threshold, 0)


@pytest.mark.parametrize("status", [Status.GROUNDED, Status.UNSUPPORTED])
@pytest.mark.parametrize("score", [0.42, 0.6, 0.7, 0.88])
class TestUncertain:
    """A verdict whose score is near the threshold."""

    def test_yes(self, status: Status, score: float) -> None:
        """A yes grounds it."""
        verdict = _settled(_verdict(status, score), Opinion.YES)
        assert (verdict.status, verdict.decided) == (Status.GROUNDED, "ollama:judge")
        assert verdict.reason == "ollama:judge finds that the evidence says it"
        assert verdict.score == score

    def test_no(self, status: Status, score: float) -> None:
        """A no leaves it without support."""
        verdict = _settled(_verdict(status, score), Opinion.NO)
        assert (verdict.status, verdict.decided) == (Status.UNSUPPORTED, "ollama:judge")
        assert verdict.reason.startswith("ollama:judge finds that the evidence does not say it; ")

    def test_undetermined(self, status: Status, score: float) -> None:
        """Anything else changes nothing."""
        verdict = _verdict(status, score)
        assert _settled(verdict, Opinion.UNDETERMINED) == verdict


_PART = Part("two bees", Span(0, 8), Status.UNSUPPORTED, 0.5, "", (), (_CONFLICT,))


@pytest.mark.parametrize("opinion", [Opinion.YES, Opinion.NO])
@pytest.mark.parametrize(
    "verdict",
    [
        _verdict(Status.UNSUPPORTED, 0.40),
        _verdict(Status.GROUNDED, 0.90),
        _verdict(Status.CONTRADICTED, 0.6),
        _verdict(Status.UNCHECKED, None),
        _verdict(Status.UNSUPPORTED, 0.6, threshold=0.95),
        evolve(_verdict(), conflicts=(_CONFLICT,)),
        evolve(_verdict(), parts=(_PART,)),
        evolve(_verdict(), evidence=()),
    ],
    ids=["sure no", "sure yes", "denied", "unchecked", "strict", "conflict", "part", "nothing"],
)
def test_certain(verdict: Verdict, opinion: Opinion) -> None:
    """A judge is not asked, and overrules nothing, where the score or a conflict decides."""
    judge = FakeJudge({_CLAIM: opinion})
    (result,) = settled([(Success(verdict), "")], judge)
    assert result.unwrap() == verdict
    assert [pair for call in judge.asked for pair in call] == []


def test_what_was_not_read_is_named() -> None:
    """A claim that is grounded no more says what was not read, as one that never was."""
    assert "not read: page 2" in _settled(_verdict(Status.GROUNDED, 0.8), Opinion.NO).reason
    unread = evolve(_verdict(), reason="low; not read: page 3")
    assert _settled(unread, Opinion.NO).reason.endswith("say it; low; not read: page 3")


class TestQuestion:
    """What a judge is shown."""

    def test_the_papers_order(self) -> None:
        """The pieces stand as in the paper, those of a paper together, the deciding one first."""
        pieces = (_evidence("later", 50), _evidence("other", 7, "ants.txt"), _evidence("sooner", 9))
        asked = question(evolve(_verdict(), evidence=pieces))
        assert asked == Asked(_CLAIM, "sooner\nlater\nother")

    def test_one_line_each(self) -> None:
        """Line breaks of the page are no part of what is said."""
        asked = question(evolve(_verdict(claim="Bees\n sleep."), evidence=(_evidence("a\n\nb"),)))
        assert asked == Asked(_CLAIM, "a b")

    def test_nothing_twice(self) -> None:
        """A piece inside another is shown once."""
        pieces = (_evidence("Bees sleep at night.", 5), _evidence("sleep", 10))
        assert question(evolve(_verdict(), evidence=pieces)).evidence == "Bees sleep at night."

    def test_parts(self) -> None:
        """The evidence of each part is shown, too."""
        part = Part("p", Span(0, 1), Status.GROUNDED, 0.8, "", (_evidence("p's own", 99),))
        asked = question(evolve(_verdict(), parts=(part,)))
        assert asked.evidence == "Bees sleep at night.\np's own"

    @given(st.lists(st.integers(1, 2 * MOST_BYTES), min_size=1, max_size=6))
    def test_size(self, sizes: Sequence[int]) -> None:
        """The best piece is always shown, whole, and more only as long as they fit."""
        pieces = [_evidence("x" * size, 10_000 * at) for at, size in enumerate(sizes)]
        shown = question(evolve(_verdict(), evidence=tuple(pieces))).evidence.split("\n")
        assert shown == [piece.text for piece in pieces[: len(shown)]]
        assert len(shown) == 1 or sum(map(len, shown)) <= MOST_BYTES
        assert len(shown) == len(pieces) or sum(sizes[: len(shown) + 1]) > MOST_BYTES


class _Gone(FakeJudge):
    """Cannot be asked."""

    def judge(self, pairs: Sequence[Asked]) -> Result[Sequence[Opinion]]:
        if not pairs:
            return super().judge(pairs)
        return Failure(ServiceUnavailable("judge", "fake", "gone"))


def _alone(verdicts: Iterable[Result[Verdict]]) -> Iterator[tuple[Result[Verdict], str]]:
    """Each verdict with papers that were read whole."""
    return ((verdict, "") for verdict in verdicts)


def test_order_and_errors() -> None:
    """Verdicts stay in order and errors in their places."""
    error = Failure(ServiceUnavailable("embed", "fake", "gone"))
    verdicts = [Success(_verdict(score=at / 50, claim=f"claim {at}")) for at in range(50)]
    results = list(settled(_alone([*verdicts, error]), FakeJudge()))
    assert [result.unwrap().claim.text for result in results[:-1]] == [
        f"claim {at}" for at in range(50)
    ]
    assert results[-1] is error


def test_a_judge_that_cannot_be_asked_is_an_error() -> None:
    """What was to be asked is never decided without: the error ends the verdicts."""
    verdicts = [Success(_verdict(score=score)) for score in [0.1] * GROUP + [0.6] + [0.1] * GROUP]
    results = list(settled(_alone(verdicts), _Gone()))
    assert [failed(result) for result in results] == [False] * GROUP + [True]


def test_verdicts_are_taken_in_groups() -> None:
    """A verdict is there before the last claim is looked at."""
    taken = iter([Success(_verdict(claim=f"claim {at}")) for at in range(10 * GROUP)])
    next(settled(_alone(taken), FakeJudge()))
    assert len(list(taken)) == 9 * GROUP


def test_a_judge_without_a_word_is_told_of(caplog: pytest.LogCaptureFixture) -> None:
    """A judge that never says yes or no changes nothing, and the run says so, once."""
    mute = FakeJudge({_CLAIM: Opinion.UNDETERMINED}, "ollama:mute")
    with caplog.at_level(logging.WARNING):
        list(settled(_alone([Success(_verdict())] * 40), mute))
    (record,) = caplog.records
    assert "ollama:mute gave no clear yes or no, asked about 40 claims" in record.getMessage()
    caplog.clear()
    list(settled(_alone([Success(_verdict()), Success(_verdict(claim="Ants."))]), mute))
    assert not caplog.records
