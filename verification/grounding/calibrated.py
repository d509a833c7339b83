"""The rule that decides by a calibrated probability and by conflicts (ADR 0019)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from core.result import Result, traverse
from core.verdict import SCORE_DIGITS, Explanation, Part, Status, shown
from verification.grounding.examine import Examined, examine
from verification.grounding.parts import parts as parts_of
from verification.grounding.score import Judgement, evidence_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.ports import CrossEncoder
    from core.settings import Settings
    from verification.grounding.calibration import Calibration
    from verification.retrieval.question import Question

SPEAKS = 0.5
"""The probability of evidence from which a conflict is a contradiction: below, the paper speaks of
something else."""


class CalibratedRule:
    """Judges by a calibration; a claim of several parts is grounded only if each part is."""

    def __init__(self, calibration: Calibration, cross_encoder: CrossEncoder) -> None:
        self._calibration, self._cross_encoder = calibration, cross_encoder

    def __call__(self, question: Question, settings: Settings) -> Result[Judgement]:
        """The judgement of a claim by one document; errors are the cross-encoder's."""
        asked = (question, *question.parts)
        examined = traverse(lambda each: examine(each, self._cross_encoder), asked)
        return examined.map(lambda found: self._judgement(question, found, settings))

    def _judgement(
        self, question: Question, examined: Sequence[Examined], settings: Settings
    ) -> Judgement:
        first, *rest = examined
        whole = self._judge(question, first, settings)
        if not rest:
            return whole
        judged = [
            (part, self._judge(part, each, settings))
            for part, each in zip(question.parts, rest, strict=True)
        ]
        made = tuple(
            Part(
                asked.text, said.span, each.status, each.score, each.reason, each.evidence,
                each.conflicts,
            )
            for said, (asked, each) in zip(parts_of(question.text), judged, strict=True)
        )  # fmt: skip
        return _together(whole, made, differs=bool(first.conflicts))

    def _judge(self, question: Question, examined: Examined, settings: Settings) -> Judgement:
        made = self._calibration(examined.features)
        score = round(made.probability, SCORE_DIGITS)
        status = _status(examined, score, made.evidence, settings)
        shown_passages = (examined.passage, *examined.others)[: settings.top_k]
        explanation = Explanation(
            made.evidence,
            made.support,
            self._calibration.shares(examined.features),
            tuple(evidence_of(question, each.span, each.cosine) for each in examined.others),
        )
        return Judgement(
            status,
            score,
            _reason(status, examined, score, made.evidence, settings),
            tuple(evidence_of(question, each.span, each.cosine) for each in shown_passages),
            examined.conflicts if status is Status.CONTRADICTED else (),
            explanation=explanation,
            calibrated=True,
            decided="calibration",
        )


def _status(examined: Examined, score: float, evidence: float, settings: Settings) -> Status:
    if examined.conflicts:
        return Status.CONTRADICTED if evidence >= SPEAKS else Status.UNSUPPORTED
    grounded = score >= settings.threshold and not examined.absent
    return Status.GROUNDED if grounded else Status.UNSUPPORTED


def _reason(
    status: Status, examined: Examined, score: float, evidence: float, settings: Settings
) -> str:
    if status is Status.CONTRADICTED:
        return "; ".join(map(str, examined.conflicts))
    said = f"the probability that the paper says it is {shown(score)}"
    if examined.conflicts:
        differs = "; ".join(map(str, examined.conflicts))
        return f"nothing surely speaks of it ({evidence:.2f}); the nearest differs: {differs}"
    if examined.absent:
        return f"nowhere does the paper have {' or '.join(examined.absent)}"
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
