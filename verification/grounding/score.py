"""The bare rule: one score from the similarities of the passages, against a threshold.

A rule can be exchanged: it is any callable of the shape `Rule`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from attrs import frozen

from vera.core.result import Result, Success
from vera.core.settings import Aggregate, Settings
from vera.core.verdict import (
    SCORE_DIGITS,
    Conflict,
    Evidence,
    Explanation,
    Part,
    Status,
    TableCell,
    shown,
)
from vera.verification.retrieval.spoken import label_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vera.core.document import Span
    from vera.core.table import Cell
    from vera.verification.retrieval.frame import Frame
    from vera.verification.retrieval.passages import Passages
    from vera.verification.retrieval.question import Question


_WEIGHTS = (0.5, 0.3, 0.2)
"""Of the nearest chunks, as VERA had them (ADR 9); what a further one weighs is set by hand."""


@frozen
class Judgement:
    """What a rule makes of a claim in one document; the fields are those of a `Verdict`."""

    status: Status
    score: float
    reason: str
    evidence: tuple[Evidence, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    parts: tuple[Part, ...] = ()
    explanation: Explanation | None = None
    calibrated: bool = False
    decided: str = "cosine"


class Rule(Protocol):
    """Judges a claim by one document."""

    def __call__(self, question: Question, settings: Settings) -> Result[Judgement]:
        """Never raises; without passages the claim is unsupported."""
        ...


def evidence_of(
    question: Question, span: Span, score: float, cells: Sequence[TableCell] = ()
) -> Evidence:
    """A passage of the question's document as evidence, with its place.

    `cells` are those of a table that are meant; of a row without them, all are.
    """
    document = question.passages.document
    return Evidence(
        document=document.source,
        text=span.of(document.text),
        score=round(score, SCORE_DIGITS),
        span=span,
        pages=document.pages_of(span),
        boxes=document.boxes_of(span),
        section=document.section_of(span.start),
        cells=tuple(cells or cells_in(question.passages, span)),
    )


def cells_in(passages: Passages, span: Span) -> Iterator[TableCell]:
    """The cells of a table's row that stand in a passage; none where it is no row."""
    for frame in passages.frames:
        for cell in frame.body.values() if span.overlaps(frame.table.span) else ():
            if span.start <= cell.span.start and cell.span.end <= span.end:
                yield shown_cell(frame, cell)


def shown_cell(frame: Frame, cell: Cell) -> TableCell:
    """A cell with its heads and its place."""
    document = frame.document
    row, column = frame.heads_of(cell)
    return TableCell(
        label_of(document.text, frame.table),
        tuple(map(frame.said, row)),
        tuple(map(frame.said, column)),
        frame.said(cell),
        cell.span,
        document.pages_of(cell.span),
        document.boxes_of(cell.span),
    )


def mean(scores: Sequence[float]) -> float:
    """The mean of the cosines of the top-k chunks.

    >>> mean([0.9, 0.6])
    0.75
    """
    return sum(scores) / len(scores)


def weighted(scores: Sequence[float]) -> float:
    """VERA's weighted mean of the cosines of the top-k chunks, best first: 0.5, 0.3, 0.2.

    Each further chunk weighs two thirds of the one before; fewer chunks share the whole weight.

    >>> round(weighted([0.8, 0.6, 0.4]), 2)
    0.66
    """
    weights = [*_WEIGHTS]
    while len(weights) < len(scores):
        weights.append(weights[-1] * 2 / 3)
    weights = weights[: len(scores)]
    return sum(w * s for w, s in zip(weights, scores, strict=True)) / sum(weights)


def cosine_rule(question: Question, settings: Settings) -> Result[Judgement]:
    """The rule that judges by cosine alone: `cosine_judgement`; it has no errors."""
    return Success(cosine_judgement(question, settings))


def cosine_judgement(question: Question, settings: Settings) -> Judgement:
    """Grounded when the aggregated cosine reaches the threshold.

    The score is rounded to `SCORE_DIGITS` first, so that float noise never decides. A cosine finds
    what a claim is about; it hardly sees a changed number or a negation (ADR 0009).
    """
    found = question.found
    chunks = [hit.score for hit in found.chunks]
    match settings.aggregate:
        case Aggregate.MAX:
            score = max(hit.score for hit in (*found.windows, *found.chunks))
            what = "the nearest passage scores"
        case Aggregate.MEAN:
            score, what = mean(chunks), f"the mean of the {len(chunks)} nearest chunks is"
        case Aggregate.WEIGHTED:
            score = weighted(chunks)
            what = f"the weighted mean of the {len(chunks)} nearest chunks is"
    score = round(score, SCORE_DIGITS)
    grounded = score >= settings.threshold
    side = "at or above" if grounded else "below"
    return Judgement(
        Status.GROUNDED if grounded else Status.UNSUPPORTED,
        score,
        f"{what} {shown(score)}, {side} the threshold of {settings.threshold:g}",
        tuple(evidence_of(question, hit.span, hit.score) for hit in found.windows),
    )
