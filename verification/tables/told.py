"""A claim that speaks of one cell, or of one after the other: their numbers, yes or no, words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from vera.core.document import Span
from vera.verification.checks.quantity_agreement import FULLY, agreement, comparable, near
from vera.verification.language.words import words
from vera.verification.tables.answer import Answer, Asks, Says
from vera.verification.tables.values import number_of, truth

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.core.table import Cell
    from vera.verification.language.quantity import Quantity
    from vera.verification.tables.asked import Asked
    from vera.verification.tables.values import Number

_OF_NO_CELL = frozenset(("date", "day", "label", "ordinal", "p", "interval"))
"""Sorts of quantities that are not looked for in cells: as names of lines they are found before."""
_MINUS = frozenset("-−–")


def told(asked: Asked) -> Answer | None:
    """What the one cell that a claim names says of it."""
    if len(asked.rows) != 1 or len(asked.columns) != 1:
        return None
    cell = asked.at(asked.rows[0], asked.columns[0])
    if cell is None:
        return None
    if asked.orderings or not asked.is_sure:
        return Answer(asked.frame, Asks.CELL, Says.OPEN, (cell,))
    return number_answer(asked, cell) if asked.values else _words(asked, cell)


def listed(asked: Asked) -> Answer | None:
    """What cells of one line say of a claim that has a number for each, in its order."""
    cells = asked.crossed()
    lines = len(asked.rows) * len(asked.columns)
    if not 1 < len(cells) == lines == len(asked.values):
        return None
    if asked.orderings or not asked.is_sure:
        return Answer(asked.frame, Asks.CELL, Says.OPEN, cells)
    return paired(asked, cells)


def paired(asked: Asked, cells: Sequence[Cell]) -> Answer:
    """What cells say of as many numbers of a claim, one of each; the first that differs counts."""
    answers = [
        number_answer(asked, cell, one) for cell, one in zip(cells, asked.values, strict=True)
    ]
    says = {it.says for it in answers}
    if Says.OPEN in says or not (asked.alternates or (says == {Says.SAME} and asked.lists)):
        return evolve(answers[0], says=Says.OPEN, cells=tuple(cells))
    wrong = next((it for it in answers if it.says is Says.OTHER), None)
    return evolve(answers[0], cells=tuple(cells)) if wrong is None else wrong


def number_answer(asked: Asked, cell: Cell, alone: Quantity | None = None) -> Answer:
    """What a cell says of the claim's numbers, or of one of them `alone`."""
    found = number_of(asked.frame, cell)
    open_ = Answer(asked.frame, Asks.CELL, Says.OPEN, (cell,))
    said = asked.values if alone is None else (alone,)
    if found is None or asked.denials or any(one.sort in _OF_NO_CELL for one in said):
        return open_
    if any(_has_sign(asked, one) for one in said) or found.signed < 0:
        return open_
    if all(has(found, one) for one in said):
        return _same(asked, cell, Asks.CELL)
    if len(said) > 1 or asked.strange or any(_may_be(found, one) for one in said):
        return open_
    (one,) = said
    start, end = one.words or (one.start, one.end)
    return _other(asked, cell, Asks.CELL, asked.claim.text[start:end])


def has(found: Number, said: Quantity) -> bool:
    """Whether a cell has a claim's number, at least as exactly as the claim has it.

    A bare number is that of a unit which stands around the table: heads often do not name it.
    """
    if _is_bare(found.quantity) and not _is_bare(said) and not _is_vouched(found, said):
        return False
    of_share = found.share is not None and said.sort == "percent"
    ours, theirs = _alike(said, found.share if of_share and found.share else found.quantity)
    if not comparable(ours, theirs):
        return False
    agreed = agreement(ours, theirs, convert=True)
    exact = theirs.step <= ours.step or ours.unit != theirs.unit or near(ours.low, theirs.low, 0)
    limit = bool(ours.bound) and not theirs.bound and theirs.low == theirs.high
    return (agreed == FULLY and exact) or (limit and agreed > 0)


def _is_vouched(found: Number, said: Quantity) -> bool:
    """Whether a claim may give its unit to a number that has none."""
    if said.sort == "percent":
        return "%" in found.units or found.share is not None
    return (said.unit in found.units) if said.unit else True


def _may_be(found: Number, said: Quantity) -> bool:
    """Whether a number of a cell, by any of its meanings, may be a claim's, or is none like it.

    A share may be told as a percentage, and the heads need not say so.
    """
    meant = [found.quantity, found.plain, *([found.share] if found.share else [])]
    pairs = [_alike(said, it) for it in meant]
    compared = [(ours, theirs) for ours, theirs in pairs if comparable(ours, theirs)]
    return not compared or any(
        agreement(ours, theirs, convert=True) > 0
        or near(100 * ours.low, theirs.low, 50 * ours.step)
        or near(ours.low, 100 * theirs.low, 50 * theirs.step)
        for ours, theirs in compared
    )


def _alike(said: Quantity, told_: Quantity) -> tuple[Quantity, Quantity]:
    """A claim's number and a cell's, one without a unit in that of the other."""
    if _is_bare(told_):
        return said, evolve(told_, sort=said.sort, unit=said.unit)
    if _is_bare(said):
        return evolve(said, sort=told_.sort, unit=told_.unit), told_
    return said, told_


def _is_bare(one: Quantity) -> bool:
    """Whether a number has no unit; "23 times" counts, "twice" does not."""
    return one.sort == "number" or (one.sort == "times" and not one.worded)


def _has_sign(asked: Asked, one: Quantity) -> bool:
    return asked.claim.text[max(0, one.start - 1) : one.start] in _MINUS


def _words(asked: Asked, cell: Cell) -> Answer:
    said, denied = asked.frame.said(cell), asked.denials
    open_ = Answer(asked.frame, Asks.TEXT, Says.OPEN, (cell,))
    others, is_yes = _others(asked, cell), truth(said)
    if len(denied) > 1:
        return open_
    if is_yes is not None and not others:
        if is_yes != bool(denied):
            return _same(asked, cell, Asks.TEXT)
        return _other(asked, cell, Asks.TEXT, denied[0] if denied else "yes")
    found = number_of(asked.frame, cell)
    if found is not None and list(denied) == ["no"] and found.plain.low == found.plain.high:
        none = found.signed == 0
        return (_same if none else _other)(asked, cell, Asks.TEXT, "no")
    if found is not None or denied:
        return open_
    own = _content(said)
    if own and own <= asked.claim.stems:
        return _same(asked, cell, Asks.TEXT)
    if own.isdisjoint(asked.claim.stems) and len(others) == 1:
        ((text, stems),) = others.items()
        return _other(asked, cell, Asks.TEXT, text, stems)
    return open_


def _others(asked: Asked, cell: Cell) -> dict[str, frozenset[str]]:
    """What other cells of a column say in words that the claim has, and these words."""
    own = asked.frame.said(cell)
    said = {asked.frame.said(it) for it in asked.frame.body.values() if it.column == cell.column}
    found = {text: _content(text) for text in sorted(said) if text != own and truth(text) is None}
    return {text: stems for text, stems in found.items() if stems and stems <= asked.claim.stems}


def _content(said: str) -> frozenset[str]:
    return frozenset(word.stem for word in words(said) if not word.is_function)


def _strange(asked: Asked, known: frozenset[str]) -> bool:
    """Whether a word of the claim lets it speak of something else than its cells."""
    return any(not _content(word) <= known for word in asked.strange)


def _same(asked: Asked, cell: Cell, asks: Asks, _claim: str = "") -> Answer:
    """The cell says it, if the claim can speak of nothing else."""
    says = Says.OPEN if _strange(asked, _content(asked.frame.said(cell))) else Says.SAME
    return Answer(asked.frame, asks, says, (cell,))


def _other(
    asked: Asked, cell: Cell, asks: Asks, claim: str, known: frozenset[str] = frozenset()
) -> Answer:
    """The cell says something else, if the claim can speak of nothing else."""
    says = Says.OPEN if _strange(asked, known) else Says.OTHER
    place = Span(cell.span.start, cell.span.end)
    return Answer(asked.frame, asks, says, (cell,), claim, asked.frame.said(cell), place)
