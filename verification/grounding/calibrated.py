"""The rule that decides by a calibrated probability and by conflicts (ADR 0019)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from vera.core.result import Result, traverse
from vera.core.verdict import SCORE_DIGITS, Conflict, Explanation, Part, Status, shown
from vera.verification.grounding.examine import Examined, examine
from vera.verification.grounding.score import Judgement, evidence_of
from vera.verification.grounding.tabled import decided

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.core.document import Span
    from vera.core.ports import CrossEncoder
    from vera.core.settings import Settings
    from vera.verification.calibration.models import Calibration
    from vera.verification.retrieval.question import Question

VALUES = frozenset(("number", "date", "unit", "swap"))
"""Codes of conflicts that keep a claim from being grounded, whatever its score, and contradict one
that copies the passage but for it: of 54 such copies one was true (ADR 50)."""
SPEAKS = 0.5
"""The probability of evidence from which such a copy is contradicted: below, it is likelier that
the paper speaks of something else (ADR 19)."""
DENIES = 0.75
"""The probability of denial from which such a copy is contradicted by what is read: it is about the
same matter, and less is enough. Chosen on sources that were not fitted on: right for 23 of 25."""
LEFT = 0.1
"""The most that is left of the probability that the paper says a claim where such a copy is denied
by a check: the models do not see that two things are exchanged."""
READ = "reading"
"""The code of a conflict that no check names: the passage is read as the claim's denial."""


class CalibratedRule:
    """Judges by a calibration; a claim of several parts is grounded only if each part is."""

    def __init__(self, calibration: Calibration, cross_encoder: CrossEncoder) -> None:
        self._calibration, self._cross_encoder = calibration, cross_encoder

    def __call__(self, question: Question, settings: Settings) -> Result[Judgement]:
        """The judgement of a claim by one document; errors are the cross-encoder's."""
        asked = (question, *(part for _, part in question.parts))
        examined = traverse(lambda each: examine(each, self._cross_encoder), asked)
        return examined.map(lambda found: self._judgement(question, found, settings))

    def _judgement(
        self, question: Question, examined: Sequence[Examined], settings: Settings
    ) -> Judgement:
        first, *rest = examined
        whole = self._judge(question, first, settings)
        if not rest:
            return whole
        made = tuple(
            self._part(part, span, each, settings)
            for (span, part), each in zip(question.parts, rest, strict=True)
        )
        return _together(whole, made, differs=bool(first.conflicts))

    def _part(self, question: Question, span: Span, examined: Examined, settings: Settings) -> Part:
        it = self._judge(question, examined, settings)
        text = question.text
        return Part(text, span, it.status, it.score, it.reason, it.evidence, it.conflicts)

    def _judge(self, question: Question, examined: Examined, settings: Settings) -> Judgement:
        made = self._calibration(examined.features)
        changed = examined.copied and _differs(examined) and made.evidence >= SPEAKS
        probability = min(made.probability, LEFT) if changed else made.probability
        score = round(probability, SCORE_DIGITS)
        sure = self._calibration.denies
        denied = changed or made.denial >= (min(DENIES, sure) if examined.copied else sure)
        status = _status(examined, score, settings, denied=denied)
        shown_passages = (examined.passage, *examined.others)[: settings.top_k]
        explanation = Explanation(
            made.evidence,
            made.support,
            made.denial,
            self._calibration.shares(examined.features),
            tuple(evidence_of(question, each.span, each.cosine) for each in examined.others),
        )
        read = Judgement(
            status,
            score,
            _reason(status, examined, score, made.denial, settings),
            tuple(evidence_of(question, each.span, each.cosine) for each in shown_passages),
            _conflicts(question, examined) if denied else (),
            explanation=explanation,
            calibrated=True,
            decided="calibration",
        )
        return decided(question, read, settings)


def _status(examined: Examined, score: float, settings: Settings, *, denied: bool) -> Status:
    if denied:
        return Status.CONTRADICTED
    grounded = score >= settings.threshold and not (examined.unsourced or _differs(examined))
    return Status.GROUNDED if grounded else Status.UNSUPPORTED


def _differs(examined: Examined) -> bool:
    return any(conflict.code in VALUES for conflict in examined.conflicts)


def _conflicts(question: Question, examined: Examined) -> tuple[Conflict, ...]:
    """What a check found, else the passage as a whole: it says otherwise as it is read."""
    if examined.conflicts:
        return examined.conflicts
    document, span = question.passages.document, examined.passage.span
    return (Conflict(READ, question.text, span.of(document.text), span, document.pages_of(span)),)


def _reason(
    status: Status, examined: Examined, score: float, denial: float, settings: Settings
) -> str:
    differs = "; ".join(map(str, examined.conflicts))
    if status is Status.CONTRADICTED:
        return differs or f"the probability that the paper says otherwise is {shown(denial)}"
    said = f"the probability that the paper says it is {shown(score)}"
    if examined.conflicts and status is Status.UNSUPPORTED:
        return f"{said}; the nearest differs: {differs}"
    if examined.unsourced:
        return f"nowhere does the paper have {' or '.join(examined.unsourced)}"
    side = "at or above" if status is Status.GROUNDED else "below"
    return f"{said}, {side} the threshold of {settings.threshold:g}"


def _together(whole: Judgement, made: tuple[Part, ...], *, differs: bool) -> Judgement:
    """The judgement of a claim from those of its parts: the worst of them decides.

    What `differs` from the paper as a whole is not made good by its parts.
    """
    lacking = [part for part in made if part.status is not Status.GROUNDED]
    if whole.status is Status.CONTRADICTED or (differs and not lacking):
        return evolve(whole, parts=made)
    if not lacking:
        best = max(whole.score, min(part.score for part in made))
        reason = f"each of its {len(made)} parts is grounded, the least with {shown(best)}"
        return evolve(whole, status=Status.GROUNDED, score=best, reason=reason, parts=made)
    worst = min(lacking, key=lambda part: (part.status is not Status.CONTRADICTED, part.score))
    reason = f"not this part of it: “{worst.text}” ({worst.reason})"
    conflicts = tuple(conflict for part in made for conflict in part.conflicts)
    return evolve(
        whole,
        status=worst.status,
        score=min(whole.score, worst.score),
        reason=reason,
        conflicts=conflicts,
        parts=made,
    )
