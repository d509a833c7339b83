"""A claim that compares two cells, or says that one is the most or the least of its line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vera.core.document import Span
from vera.verification.language.ordering import Order
from vera.verification.language.words import words
from vera.verification.tables.answer import Answer, Asks, Says
from vera.verification.tables.told import agrees, denials
from vera.verification.tables.values import unit_of, values_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vera.core.table import Cell
    from vera.verification.language.ordering import Ordering
    from vera.verification.tables.asked import Asked
    from vera.verification.retrieval.frame import Frame, Line
    from vera.verification.tables.mentions import Mention

_PARTING = frozenset(("than", "versus", "vs", "compared", "relative"))
_FROM_ONE_TO_THE_NEXT = frozenset(("from", "between", "to", "and", "by", "until"))
_OF_SOME = frozenset(("among", "amongst", "except", "excluding", "apart", "besides", "after",
                      "nearly", "almost", "second", "third", "fourth", "fifth", "next"))  # fmt: skip
_ALL_TOGETHER = frozenset(("total", "all", "overall", "sum", "mean", "average", "median"))
"""What a row is called that is of the others."""
_TWO = 2


def compared(asked: Asked) -> Answer | None:
    """What two cells of a line say of a claim that puts them in order."""
    lines = _two_and_one(asked)
    if lines is None:
        return None
    two, cells = lines
    open_ = Answer(asked.frame, Asks.COMPARISON, Says.OPEN, cells)
    ordered = [it for it in asked.orderings if it.order is not Order.SEVERAL]
    if len(ordered) != 1 or len(asked.orderings) != 1 or denials(asked) or asked.strange:
        return open_
    first = _first(asked, ordered[0], two)
    numbers = [number_of(asked.frame, cell) for cell in cells]
    one, other = numbers
    if first is None or one is None or other is None or one == other:
        return open_
    if not _values_fit(asked, cells):
        return open_
    rises = one > other if first == 0 else other > one
    if ordered[0].order is Order.CHANGE:
        rises = other > one if first == 0 else one > other
    if rises == ordered[0].up:
        return Answer(asked.frame, Asks.COMPARISON, Says.SAME, cells)
    return _denied(asked, Asks.COMPARISON, cells, ordered[0])


def _two_and_one(asked: Asked) -> tuple[tuple[Mention, Mention], tuple[Cell, Cell]] | None:
    """Two lines and the cells where they meet the one of the other axis."""
    rows, columns = asked.rows, asked.columns
    if any(each.rivals for each in (*rows, *columns)):
        return None
    body = asked.frame.body
    if len(rows) == _TWO and len(columns) == 1:
        found = [body.get((each.line.at, columns[0].line.at)) for each in rows]
        two = rows
    elif len(columns) == _TWO and len(rows) == 1:
        found = [body.get((rows[0].line.at, each.line.at)) for each in columns]
        two = columns
    else:
        return None
    one, other = found
    return ((two[0], two[1]), (one, other)) if one is not None and other is not None else None


def _first(asked: Asked, ordering: Ordering, two: tuple[Mention, Mention]) -> int | None:
    """Which of two mentions is the one that is told to be more or less than the other."""
    found = asked.claim.words
    low, high = two
    if ordering.order is Order.CHANGE:
        between = {word.text for word in found[max(0, low.first - 2) : high.first]}
        return 0 if between & _FROM_ONE_TO_THE_NEXT and _in_order(asked, two) else None
    parting = [
        at for at, word in enumerate(found) if word.text in _PARTING and at > ordering.at
    ]
    if len(parting) != 1:
        return None
    behind = [at for at, each in enumerate(two) if each.first > parting[0]]
    return 1 - behind[0] if len(behind) == 1 else None


def _in_order(asked: Asked, two: tuple[Mention, Mention]) -> bool:
    """Whether two lines are named in the order in which the table has them."""
    return two[0].line.at < two[1].line.at


def _values_fit(asked: Asked, cells: Sequence[Cell]) -> bool:
    """Whether the numbers of a claim are those of the cells, in the same order."""
    if not asked.values:
        return True
    if len(asked.values) != len(cells):
        return False
    return all(
        any(agrees(one, value.quantity) for value in values_of(asked.frame, cell))
        for one, cell in zip(asked.values, cells, strict=True)
    )


def number_of(frame: Frame, cell: Cell) -> float | None:
    """The first number of a cell."""
    values = values_of(frame, cell)
    return values[0].signed if values else None


def best(asked: Asked) -> Answer | None:
    """What a row or a column says of a claim that one of its cells is the most or the least."""
    ordered = [it for it in asked.orderings if it.order is Order.SEVERAL]
    if not ordered or len(asked.rows) != 1 or len(asked.columns) != 1:
        return None
    row, column = asked.rows[0], asked.columns[0]
    cell = asked.frame.body.get((row.line.at, column.line.at))
    if cell is None or row.rivals or column.rivals:
        return None
    open_ = Answer(asked.frame, Asks.BEST, Says.OPEN, (cell,))
    some = {word.text for at, word in enumerate(asked.claim.words) if at not in asked.places}
    if len(asked.orderings) != 1 or denials(asked) or asked.strange or some & _OF_SOME:
        return open_
    ways = [_leader(asked, each, up=ordered[0].up) for each in _ways(asked.frame, cell)]
    if not _counts_fit(asked, cell) or None in ways or not ways:
        return open_
    says = {leader is cell for leader in ways}
    if says == {True}:
        return Answer(asked.frame, Asks.BEST, Says.SAME, (cell,))
    if True in says:
        return open_
    leader = ways[0]
    return _denied(asked, Asks.BEST, (cell, leader), ordered[0]) if leader is not None else open_


def _leader(asked: Asked, cells: Sequence[tuple[Line, Cell | None]], *, up: bool) -> Cell | None:
    """The cell with the most or the least; None where two have it, or one has no number."""
    found: list[tuple[float, Cell]] = []
    for line, cell in cells:
        if cell is None or _is_of_others(asked.frame, line):
            continue
        number = number_of(asked.frame, cell)
        if number is None:
            return None
        found.append((number if up else -number, cell))
    found.sort(key=lambda each: -each[0])
    if len(found) < _TWO or found[0][0] == found[1][0]:
        return None
    return found[0][1]


def _is_of_others(frame: Frame, line: Line) -> bool:
    said = {word.text for head in line.heads for word in words(frame.said(head))}
    return bool(said) and said <= _ALL_TOGETHER


def _ways(
    frame: Frame, cell: Cell
) -> Iterator[tuple[tuple[Line, Cell | None], ...]]:
    """The cells among which a cell can be the most: of its column, of its row, or of either.

    Cells of one measure only: rows whose heads name units are of several.
    """
    if _of_one_kind(frame, frame.rows):
        yield tuple((line, frame.body.get((line.at, cell.column))) for line in frame.rows)
    if _of_one_kind(frame, frame.columns):
        yield tuple((line, frame.body.get((cell.row, line.at))) for line in frame.columns)


def _of_one_kind(frame: Frame, lines: Sequence[Line]) -> bool:
    return not any(unit_of(frame.said(head)) for line in lines for head in line.heads)


def _counts_fit(asked: Asked, cell: Cell) -> bool:
    """Whether the numbers of a claim are the cell's, or count the lines: "of the five towns"."""
    sizes = {len(asked.frame.rows), len(asked.frame.columns)}
    values = values_of(asked.frame, cell)
    return all(
        (one.sort == "number" and one.low in sizes)
        or any(agrees(one, value.quantity) for value in values)
        for one in asked.values
    )


def _denied(asked: Asked, asks: Asks, cells: Sequence[Cell], ordering: Ordering) -> Answer:
    said = [asked.frame.said(cell) for cell in cells]
    claim = asked.claim.words[ordering.at]
    text = asked.claim.text[claim.start : claim.end]
    place = cells[-1].span if asks is Asks.BEST else cells[0].span
    return Answer(
        asked.frame, asks, Says.OTHER, tuple(cells), "", text, " and ".join(said),
        Span(place.start, place.end),
    )  # fmt: skip
