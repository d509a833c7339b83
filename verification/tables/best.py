"""A claim that says what is the most, the least or the best of a row or a column."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from vera.verification.language.ordering import Order
from vera.verification.language.words import words
from vera.verification.tables.answer import Answer, Asks, Says
from vera.verification.tables.ordered import denied, size
from vera.verification.tables.told import has, number_answer
from vera.verification.tables.values import number_of, unit_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from vera.core.table import Cell
    from vera.verification.language.ordering import Ordering
    from vera.verification.retrieval.frame import Frame, Line
    from vera.verification.tables.asked import Asked

_OF_OTHERS = frozenset(("total", "all", "overall", "sum", "mean", "average", "median"))
"""What a line is called that is of the others: it is not one among them."""
_OF_WORDS = frozenset(("most", "least"))
_TWO = 2

Sized = tuple[float, "Cell"]


def best(asked: Asked) -> Answer | None:
    """What a line says of a claim that one of its cells is the most or the least.

    The claim names that cell, or the column alone and its number: "the highest score is 91.3". The
    best, or the slowest, is the most or the least, which is not known: what is neither is not it.
    """
    ordered = [it for it in asked.orderings if it.order is Order.SEVERAL]
    if not ordered or len(asked.columns) != 1 or len(asked.rows) > 1:
        return None
    ordering, measured = ordered[0], _measured(asked, ordered[0])
    up = None if measured else ordering.up
    cell = asked.at(asked.rows[0], asked.columns[0]) if asked.rows else None
    if asked.rows and cell is None:
        return None
    is_sure = len(asked.orderings) == 1 and not asked.denials and asked.is_sure
    is_open = not is_sure or not {*asked.strange} <= measured
    if cell is None:
        return None if is_open or up is None else _told_alone(asked, ordering, up=up)
    open_ = Answer(asked.frame, Asks.BEST, Says.OPEN, (cell,))
    lines = [*_among(asked, ordering, cell)]
    if is_open or not lines or not _counts_fit(asked, cell):
        return open_
    said = [_said(line, cell, up=up) for line in lines]
    if set(said) == {Says.SAME}:
        return evolve(open_, says=Says.SAME)
    if set(said) != {Says.OTHER} or _tells_its_number(asked, cell):
        return open_
    leader = (min if up is False else max)(lines[0], key=lambda each: each[0])[1]
    return denied(asked, Asks.BEST, (cell, leader), ordering)


def _said(line: Sequence[Sized], cell: Cell, *, up: bool | None) -> Says:
    """What a line says of a cell of it: whether it alone is the most, or is surely not."""
    own = next(found for found, it in line if it is cell)
    others = [found for found, it in line if it is not cell]
    ends = {True: max(others), False: min(others)}
    if up is None:
        return Says.OTHER if ends[False] < own < ends[True] else Says.OPEN
    if own == ends[up]:
        return Says.OPEN
    return Says.SAME if (own > ends[up]) is up else Says.OTHER


def _told_alone(asked: Asked, ordering: Ordering, *, up: bool) -> Answer | None:
    """What a column says of the number that a claim calls its most: "the highest score is 91.3"."""
    (column,) = asked.columns
    if not _is_beside(ordering, column.places) or len(asked.values) != 1:
        return None
    line = _line(asked.frame, asked.frame.rows, column.line, of_rows=True)
    if len(line) < _TWO:
        return None
    leader = (max if up else min)(line, key=lambda each: each[0])[1]
    return evolve(number_answer(asked, leader), asks=Asks.BEST)


def _measured(asked: Asked, ordering: Ordering) -> frozenset[str]:
    """What "most" or "least" is of where the table does not have it: "the most accurate"."""
    if asked.claim.words[ordering.at].text not in _OF_WORDS:
        return frozenset()
    after = asked.claim.words[ordering.at + 1 : ordering.at + 2]
    return frozenset(it.text for it in after if it.text in asked.strange)


def _is_beside(ordering: Ordering, places: frozenset[int]) -> bool:
    """Whether what is measured stands right behind the word that puts in order."""
    return ordering.at + 1 in places


def _follows(asked: Asked, ordering: Ordering, places: frozenset[int]) -> bool:
    """Whether a line is the first that is named behind the word that puts in order."""
    found = asked.claim.words
    later = (at for at in range(ordering.at + 1, len(found)) if not found[at].is_function)
    return next(later, -1) in places


def _among(asked: Asked, ordering: Ordering, cell: Cell) -> Iterator[list[Sized]]:
    """The cells among which one can be the most: those of its column, of its row, or of both.

    "The highest score" is that of the column of scores, and "scores are highest for A" that of a
    row. Only of one measure: rows whose heads name units are of several, and so are cells that are
    no number.
    """
    (row,), (column,) = asked.rows, asked.columns
    ways = [(asked.frame.rows, column, True), (asked.frame.columns, row, False)]
    told = [way for way in ways if _is_beside(ordering, way[1].places)]
    if not told and column.first < ordering.at and _follows(asked, ordering, row.places):
        told = ways[:1]
    for lines, across, of_rows in told or ways:
        line = _line(asked.frame, lines, across.line, of_rows=of_rows)
        if len(line) >= _TWO and any(it is cell for _, it in line):
            yield line


def _line(frame: Frame, lines: Iterable[Line], across: Line, *, of_rows: bool) -> list[Sized]:
    """The cells of a line with their sizes; none where they are not all of one measure."""
    if any(unit_of(frame.said(head)) for line in lines for head in line.heads):
        return []
    found: list[Sized] = []
    for line in lines:
        at = (line.at, across.at) if of_rows else (across.at, line.at)
        cell = frame.body.get(at)
        if cell is None or _is_of_the_others(frame, line):
            continue
        if (own := size(frame, cell)) is None:
            return []
        found.append((own, cell))
    return found


def _is_of_the_others(frame: Frame, line: Line) -> bool:
    said = {word.text for head in line.heads for word in words(frame.said(head))}
    return bool(said) and said <= _OF_OTHERS


def _counts_fit(asked: Asked, cell: Cell) -> bool:
    """Whether the numbers of a claim are the cell's, or count the lines: "of the five towns"."""
    sizes, found = {len(asked.frame.rows), len(asked.frame.columns)}, number_of(asked.frame, cell)
    return all(
        (one.sort == "number" and one.low in sizes) or (found is not None and has(found, one))
        for one in asked.values
    )


def _tells_its_number(asked: Asked, cell: Cell) -> bool:
    """Whether a claim has the number of the cell: then something else may be the most in it."""
    found = number_of(asked.frame, cell)
    return found is not None and any(has(found, one) for one in asked.values)
