"""What the cells of a table say decides a claim that surely speaks of them (ADR 0068)."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

import numpy as np
from attrs import evolve

from vera.core.document import Form
from vera.core.verdict import SCORE_DIGITS, Conflict, Status, shown
from vera.verification.grounding.listed import held_to_listing
from vera.verification.grounding.score import Judgement, evidence_of, shown_cell
from vera.verification.language.sentence import Sentence
from vera.verification.tables.answer import Answer, Asks, Says
from vera.verification.tables.answering import answer, measured, names

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from vera.core.result import Result
    from vera.core.settings import Settings
    from vera.core.table import Cell
    from vera.core.verdict import Evidence
    from vera.verification.grounding.score import Rule
    from vera.verification.retrieval.question import Question

TABLE = "table"
"""Who decided where a table did."""
PARTED = " | "
"""What parts the cells of a row in a document's text."""
CELL = "cell"
"""The code of a conflict with a cell."""


@cache
def right() -> Mapping[str, float]:
    """How often each kind of answer is right; the file says by what it was measured."""
    said = json.loads((files("vera.verification.tables") / "fitted.json").read_text("utf-8"))
    return {asks.value: float(said["right"][asks.value]) for asks in Asks}


class Tabled:
    """A rule that knows nothing of tables, and does not see the parts of a claim, held to them.

    What a table denies of a part is denied of the claim.
    """

    def __init__(self, rule: Rule) -> None:
        self._rule = rule

    def __call__(self, question: Question, settings: Settings) -> Result[Judgement]:
        """The judgement of a claim by one document; errors are the rule's."""
        return self._rule(question, settings).map(lambda read: _held(question, read, settings))


def _held(question: Question, read: Judgement, settings: Settings) -> Judgement:
    whole = decided(question, read, settings)
    if whole.status is Status.CONTRADICTED:
        return whole
    answers = ((part, _answer(part)) for _, part in question.parts)
    denying = (part for part, it in answers if it is not None and it.says is Says.OTHER)
    return next((decided(part, read, settings) for part in denying), whole)


def decided(question: Question, read: Judgement, settings: Settings) -> Judgement:
    """The judgement of a claim by what is `read`, as the tables of the document change it.

    What only a cosine has found near does not stand against a cell: it sees no numbers (ADR 9).
    """
    read = held_to_listing(question, read)
    told, is_row = _answer(question), _is_row(question, read)
    if told is None or told.says is Says.OPEN:
        if read.status is Status.GROUNDED and is_row:
            return _open(question, told, read, settings)
        if read.status is Status.GROUNDED and (why := _otherwise(question, read)):
            return evolve(read, status=Status.UNSUPPORTED, reason=why)
        return read
    grounded = read.status is Status.GROUNDED and read.calibrated and not is_row
    if told.says is Says.OTHER:
        conflict = _conflict(question, told)
        if grounded:
            why = f"the text says it, a table does not: {conflict}"
            return evolve(read, status=Status.UNSUPPORTED, reason=why, conflicts=(conflict,))
        return _by(question, told, read, settings, conflict)
    if read.status is Status.CONTRADICTED and not is_row:
        why = f"a table says it, the text does not: {read.reason}"
        return evolve(read, status=Status.UNSUPPORTED, reason=why, conflicts=())
    return _by(question, told, read, settings, None)


def _answer(question: Question) -> Answer | None:
    passages = question.passages
    return answer(question.claim, passages.frames, passages.pairs) if passages.frames else None


def _is_row(question: Question, read: Judgement) -> bool:
    """Whether the best passage is a row of a table that has several cells beside its name.

    A single one is what the row says of its name: "Melting point | 62 °C".
    """
    passages = question.passages
    (best,) = read.evidence[:1] or (None,)
    if best is None:
        return False
    if any(unit.start == best.span.start for unit in passages.spoken):
        return True
    rows = (it.span for it in passages.document.blocks if it.form is Form.ROW)
    return best.text.count(PARTED) > 1 and any(best.span.overlaps(row) for row in rows)


def _otherwise(question: Question, read: Judgement) -> str:
    """Why a text that is read as saying a claim may speak of something else than a table's line.

    What is said of all of a kind is not said of each: "W4" may be the exception.
    """
    passages = question.passages
    if head := measured(question.claim, passages.frames, passages.pairs):
        return f"a table has that number as {head}"
    named = names(question.claim, passages.frames)
    if not named:
        return ""
    best = read.evidence[0]
    blocks = (it.span for it in passages.document.paragraphs() if it.span.overlaps(best.span))
    said = " ".join([*(span.of(passages.document.text) for span in blocks), best.section])
    stems = Sentence(said, passages.lexicon.synonyms).stems
    missing = ", ".join(text for stem, text in named.items() if stem not in stems)
    return f"the text does not name what a table has as {missing}" if missing else ""


def _open(
    question: Question, told: Answer | None, read: Judgement, settings: Settings
) -> Judgement:
    """A row that reads as if it said the claim, and no cell of it is surely meant."""
    why = "a row of a table reads as if it said it, but which of its cells is meant is not sure"
    evidence = read.evidence
    if told is not None:
        evidence = _evidence(question, told.cells, told, read, settings)
        cells = "; ".join(str(shown_cell(told.frame, cell)) for cell in told.cells)
        why = f"whether it speaks of this is not sure: {cells}"
    return evolve(read, status=Status.UNSUPPORTED, reason=why, evidence=evidence)


def _by(
    question: Question,
    told: Answer,
    read: Judgement,
    settings: Settings,
    conflict: Conflict | None,
) -> Judgement:
    """What the table decides, with the rows of its cells before what else was found."""
    often = right()[told.asks.value]
    evidence = _evidence(question, told.cells, told, read, settings)
    if conflict is not None:
        return evolve(
            read,
            status=Status.CONTRADICTED,
            score=round(min(read.score, 1 - often), SCORE_DIGITS),
            reason=str(conflict),
            evidence=evidence,
            conflicts=(conflict,),
            calibrated=True,
            decided=TABLE,
        )
    grounded = often >= settings.threshold
    said = "; ".join(str(shown_cell(told.frame, cell)) for cell in told.cells)
    side = "at or above" if grounded else "below"
    return evolve(
        read,
        status=Status.GROUNDED if grounded else Status.UNSUPPORTED,
        score=round(often, SCORE_DIGITS),
        reason=f"{said}; such answers are right with a probability of {shown(often)}, {side} the "
        f"threshold of {settings.threshold:g}",
        evidence=evidence,
        conflicts=(),
        calibrated=True,
        decided=TABLE,
    )


def _conflict(question: Question, told: Answer) -> Conflict:
    """What differs, and in which cell."""
    place, document = told.place or told.cells[0].span, question.passages.document
    where = " and ".join(shown_cell(told.frame, cell).heads for cell in told.cells)
    pages = document.pages_of(place)
    return Conflict(CELL, told.claim, told.paper, place, pages, where)


def _evidence(
    question: Question,
    cells: Sequence[Cell],
    told: Answer,
    read: Judgement,
    settings: Settings,
) -> tuple[Evidence, ...]:
    """The rows in which cells stand, each with those that are meant, then other evidence."""
    rows = [*_rows(question, cells, told)]
    spans = [row.span for row in rows]
    others = [it for it in read.evidence if not any(it.span.overlaps(span) for span in spans)]
    return tuple([*rows, *others][: max(settings.top_k, len(rows))])


def _rows(question: Question, cells: Sequence[Cell], told: Answer) -> Iterator[Evidence]:
    passages = question.passages
    for at, unit in enumerate(passages.units):
        if unit in passages.spoken and unit.overlaps(told.frame.table.span):
            meant = [it for it in cells if unit.start <= it.span.start and it.span.end <= unit.end]
            if meant:
                cosine = float(passages.rows[at].astype(np.float64) @ question.row)
                shown_cells = [shown_cell(told.frame, cell) for cell in meant]
                yield evidence_of(question, unit, cosine, shown_cells)
