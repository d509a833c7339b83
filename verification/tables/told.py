"""A claim that speaks of one cell: its numbers, yes or no, or its words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vera.core.document import Span
from vera.verification.checks.quantity_agreement import FULLY, agreement, comparable, near
from vera.verification.language.words import words
from vera.verification.tables.answer import Answer, Asks, Says
from vera.verification.tables.values import truth, values_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.core.table import Cell
    from vera.verification.language.quantity import Quantity
    from vera.verification.tables.asked import Asked
    from vera.verification.tables.values import Value

_DENYING = frozenset(("no", "not", "never", "none", "without", "cannot", "lack", "lacks", "lacked",
                      "neither", "nor"))  # fmt: skip
_OF_NO_CELL = frozenset(("date", "day", "label", "ordinal", "p", "interval"))


def told(asked: Asked) -> Answer | None:
    """What the one cell that a claim names says of it."""
    if len(asked.rows) != 1 or len(asked.columns) != 1:
        return None
    row, column = asked.rows[0], asked.columns[0]
    cell = asked.frame.body.get((row.line.at, column.line.at))
    if cell is None:
        return None
    if row.rivals or column.rivals or asked.orderings:
        return Answer(asked.frame, Asks.CELL, Says.OPEN, (cell,))
    if asked.values:
        return _number(asked, cell)
    return _words(asked, cell)


def _number(asked: Asked, cell: Cell) -> Answer:
    values = values_of(asked.frame, cell)
    open_ = Answer(asked.frame, Asks.CELL, Says.OPEN, (cell,))
    said = asked.values
    if not values or denials(asked) or any(one.sort in _OF_NO_CELL for one in said):
        return open_
    if all(any(agrees(one, value.quantity) for value in values) for one in said):
        return _as_far_as_known(asked, cell)
    if len(said) > 1 or asked.strange or _denies_sign(asked, said[0], values):
        return open_
    (one,) = said
    rivals = [value for value in values if comparable(one, value.quantity)]
    rivals = rivals or [it for it in values if _bare(one) or _bare(it.quantity)]
    if not rivals or any(agreement(one, it.quantity, convert=True) for it in values):
        return open_
    text = asked.claim.text[one.start : one.end]
    return _denied(asked, cell, Asks.CELL, text, with_unit(asked, cell))


def _bare(one: Quantity) -> bool:
    """Whether a number has no unit; "23 times" counts, "twice" does not."""
    return one.sort == "number" or (one.sort == "times" and not one.worded)


def agrees(said: Quantity, told_: Quantity) -> bool:
    """Whether a cell has a claim's number, at least as exactly as the claim.

    A bare number is that of any unit: heads often do not name it.
    """
    if not comparable(said, told_) and (_bare(said) != _bare(told_)):
        same = near(said.low, told_.low, max(said.step, told_.step) / 2)
        return same and told_.step <= said.step and said.low == said.high
    exact = told_.step <= said.step or said.unit != told_.unit or near(said.low, told_.low, 0)
    found = agreement(said, told_, convert=True)
    return found > 0 and (exact or found < FULLY) and (
        comparable(said, told_) or near(said.low, told_.low, 0)
    )


def _denies_sign(asked: Asked, one: Quantity, values: Sequence[Value]) -> bool:
    """Whether a number is below zero, here or there: words may tell it, too."""
    before = asked.claim.text[max(0, one.start - 1) : one.start]
    return before in {"-", "−", "–"} or any(value.signed < 0 for value in values)


def _words(asked: Asked, cell: Cell) -> Answer:
    said = asked.frame.said(cell)
    open_ = Answer(asked.frame, Asks.TEXT, Says.OPEN, (cell,))
    denied = denials(asked)
    answer = truth(said)
    values = values_of(asked.frame, cell)
    if len(denied) > 1:
        return open_
    if answer is not None and not _texts(asked, cell):
        if asked.strange:
            return open_
        if answer != bool(denied):
            return _as_far_as_known(asked, cell, Asks.TEXT)
        return _denied(asked, cell, Asks.TEXT, denied[0] if denied else "yes", said)
    if denied == ["no"] and len(values) == 1 and not asked.strange:
        if values[0].signed == 0:
            return _as_far_as_known(asked, cell, Asks.TEXT)
        return _denied(asked, cell, Asks.TEXT, "no", said)
    if values or denied:
        return open_
    own = {word.stem for word in words(said) if not word.is_function}
    has = asked.claim.stems
    if own and own <= has:
        return _as_far_as_known(asked, cell, Asks.TEXT)
    others = [it for it in _texts(asked, cell) if it[1] <= has and not it[1] <= own]
    if own.isdisjoint(has) and len(others) == 1:
        strange = {word.stem for text in asked.strange for word in words(text)} - others[0][1]
        if not strange:
            return _denied(asked, cell, Asks.TEXT, others[0][0], said)
    return open_


def _texts(asked: Asked, cell: Cell) -> list[tuple[str, frozenset[str]]]:
    """What other cells of its column say in words that the claim has, too, each once."""
    found = {}
    for (_, column), other in asked.frame.body.items():
        said = asked.frame.said(other)
        stems = frozenset(word.stem for word in words(said) if not word.is_function)
        if column == cell.column and stems and stems <= asked.claim.stems and truth(said) is None:
            found[said] = stems
    own = asked.frame.said(cell)
    return [(said, stems) for said, stems in found.items() if said != own]


def denials(asked: Asked) -> list[str]:
    """The words of a claim that deny it, and name no line."""
    return [
        word.text
        for at, word in enumerate(asked.claim.words)
        if at not in asked.places and (word.text in _DENYING or word.text.endswith(("n't", "n’t")))
    ]


def with_unit(asked: Asked, cell: Cell) -> str:
    """What a cell says."""
    return asked.frame.said(cell)


def _as_far_as_known(asked: Asked, cell: Cell, asks: Asks = Asks.CELL) -> Answer:
    """The cell says it, if no word of the claim lets it speak of something else."""
    own = {word.stem for word in words(asked.frame.said(cell))}
    strange = [it for it in asked.strange if not {word.stem for word in words(it)} <= own]
    says = Says.OPEN if strange else Says.SAME
    return Answer(asked.frame, asks, says, (cell,), why="agrees")


def _denied(asked: Asked, cell: Cell, asks: Asks, claim: str, paper: str) -> Answer:
    return Answer(asked.frame, asks, Says.OTHER, (cell,), "", claim, paper, Span(cell.span.start, cell.span.end))
