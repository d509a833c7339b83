"""Judgements by several papers become one verdict, which says whose it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from attrs import frozen
from hypothesis import given
from hypothesis import strategies as st

from tests.grounding.asked import passages
from tests.grounding.asked import question as ask
from vera.core.document import Span
from vera.core.result import Result, Success
from vera.core.settings import Settings
from vera.core.verdict import Claim, Conflict, Explanation, Part, Status, Verdict
from vera.verification.grounding.decide import decide, unchecked
from vera.verification.grounding.score import Judgement, evidence_of

if TYPE_CHECKING:
    from vera.verification.retrieval.question import Question

_RANK = (Status.GROUNDED, Status.CONTRADICTED, Status.UNSUPPORTED)
_TEXT = "Bees sleep at night. Wasps do not."
_SPANS = (Span(0, 20), Span(21, 34))
_ASKED = [ask("Bees sleep.", passages(_TEXT, f"{at}.txt")) for at in range(4)]


@frozen
class _Told:
    """A rule that says what it is told of each document."""

    statuses: dict[str, tuple[Status, float]]
    calibrated: bool = True

    def __call__(self, question: Question, settings: Settings) -> Result[Judgement]:  # noqa: ARG002 - a Rule
        name = question.passages.document.source
        status, score = self.statuses[name]
        evidence = tuple(evidence_of(question, span, score / 2) for span in _SPANS)
        conflicts = (Conflict("number", name, "95%", Span(0, 4)),)
        judgement = Judgement(
            status,
            score,
            f"as {name} has it",
            evidence,
            conflicts if status is Status.CONTRADICTED else (),
            (Part(name, Span(0, 4), status, score, "so"),),
            Explanation(score, 1, 0, ()),
            calibrated=self.calibrated,
            decided=name,
        )
        return Success(judgement)


_STATUSES = st.lists(
    st.tuples(st.sampled_from(_RANK), st.floats(0, 1)), min_size=1, max_size=len(_ASKED)
)


def _decided(told: list[tuple[Status, float]], calibrated: bool = True, top_k: int = 3) -> Verdict:
    names = [asked.passages.document.source for asked in _ASKED]
    rule = _Told(dict(zip(names, told, strict=False)), calibrated)
    return decide(Claim("c"), _ASKED[: len(told)], rule, "fake", Settings(top_k=top_k)).unwrap()


@given(_STATUSES)
def test_the_paper_that_says_it_decides(told: list[tuple[Status, float]]) -> None:
    """Grounded beats contradicted beats unsupported; among equals the best score, then order."""
    verdict = _decided(told)
    best = min(range(len(told)), key=lambda at: (_RANK.index(told[at][0]), -told[at][1], at))
    name = f"{best}.txt"
    assert (verdict.status, verdict.score) == told[best]
    assert verdict.decided == name
    assert verdict.reason == f"as {name} has it"
    assert [part.text for part in verdict.parts] == [name]
    assert [each.claim for each in verdict.conflicts] == [name] * (
        verdict.status is Status.CONTRADICTED
    )
    assert verdict.explanation == Explanation(told[best][1], 1, 0, ())
    assert verdict.evidence[0].document == name


@given(_STATUSES, st.integers(1, 9), st.booleans())
def test_evidence_of_the_deciding_paper_leads(
    told: list[tuple[Status, float]], top_k: int, calibrated: bool
) -> None:
    """At most top-k pieces; a calibrated verdict's own come first, the others' by cosine."""
    verdict = _decided(told, calibrated, top_k)
    assert len(verdict.evidence) == min(top_k, 2 * len(told))
    rest = verdict.evidence[2:] if calibrated else verdict.evidence
    scores = [each.score for each in rest]
    assert scores == sorted(scores, reverse=True)
    if calibrated:
        assert {each.document for each in verdict.evidence[:2]} == {verdict.decided}


@pytest.mark.parametrize("status", [Status.CONTRADICTED, Status.UNSUPPORTED])
def test_what_is_not_grounded_names_what_was_not_read(status: Status) -> None:
    """A paper that could not be read might have said it: contradicted claims tell that, too."""
    rule = _Told({"0.txt": (status, 0.2)})
    verdict = decide(Claim("c"), _ASKED[:1], rule, "fake", Settings(), ["lost.pdf"]).unwrap()
    assert verdict.reason == "as 0.txt has it; not read: lost.pdf"
    grounded = _Told({"0.txt": (Status.GROUNDED, 0.9)})
    verdict = decide(Claim("c"), _ASKED[:1], grounded, "fake", Settings(), ["lost.pdf"]).unwrap()
    assert verdict.reason == "as 0.txt has it"


def test_nobody_decided_what_was_not_checked() -> None:
    """An unchecked claim is neither calibrated nor decided by anything."""
    verdict = unchecked(Claim(""), "the claim is blank", "fake", Settings())
    assert (verdict.calibrated, verdict.decided, verdict.explanation) == (False, "", None)
    assert (verdict.conflicts, verdict.parts) == ((), ())
