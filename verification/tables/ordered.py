"""A claim that puts two cells in order, or says that one is the most or the least of its line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vera.core.document import Span
from vera.verification.checks.quantity_agreement import FULLY, agreement
from vera.verification.language.ordering import Order
from vera.verification.language.quantities import differences
from vera.verification.language.words import words
from vera.verification.tables.answer import Answer, Asks, Says
from vera.verification.tables.told import has, paired
from vera.verification.tables.values import number_of, unit_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from vera.core.table import Cell
    from vera.verification.language.ordering import Ordering
    from vera.verification.language.quantity import Quantity
    from vera.verification.retrieval.frame import Frame, Line
    from vera.verification.tables.asked import Asked

_PARTING = frozenset(("than", "versus", "vs", "compared"))
_AT_BOTH_ENDS = frozenset(("from", "between"))
_OF_OTHERS = frozenset(("total", "all", "overall", "sum", "mean", "average", "median"))
"""What a line is called that is of the others: it is not one among them."""
_TWO = 2


def compared(asked: Asked) -> Answer | None:
    """What two cells of a line say of a claim that puts them in order."""
    cells = asked.crossed()
    lines = max((asked.rows, asked.columns), key=len)
    ordered = asked.orderings
    if len(cells) != _TWO or len(lines) != _TWO or not ordered:
        return None
    open_ = Answer(asked.frame, Asks.COMPARISON, Says.OPEN, cells)
    if len(ordered) != 1 or ordered[0].order is Order.SEVERAL:
        return open_
    if asked.denials or asked.strange or not asked.is_sure:
        return open_
    more = _more(asked, ordered[0])
    one, other = (_size(asked.frame, cell) for cell in cells)
    if more is None or one is None or other is None or one == other:
        return open_
    if (one > other) is not (more == 0):
        return _denied(asked, Asks.COMPARISON, cells, ordered[0])
    if not asked.values:
        return Answer(asked.frame, Asks.COMPARISON, Says.SAME, cells)
    if len(asked.values) == _TWO:
        return paired(asked, cells)
    by = [*_differences(asked, cells)]
    far = len(asked.values) == 1 and any(
        agreement(asked.values[0], it, convert=True) == FULLY for it in by
    )
    return Answer(asked.frame, Asks.COMPARISON, Says.SAME, cells) if far else open_


def _differences(asked: Asked, cells: Sequence[Cell]) -> Iterator[Quantity]:
    """How far two cells are from each other, seen from what was before or is compared with."""
    one, other = (number_of(asked.frame, cell) for cell in cells)
    if one is None or other is None or min(one.quantity.low, other.quantity.low) <= 0:
        return
    if asked.orderings[0].order is Order.TWO:
        one, other = other, one
    yield from differences(one.quantity, other.quantity)


def _more(asked: Asked, ordering: Ordering) -> int | None:
    """Which of two lines a claim tells to have more; None where its form does not tell."""
    low, high = max((asked.rows, asked.columns), key=len)
    found = asked.claim.words
    if ordering.order is Order.CHANGE:
        before = {word.text for word in found[: low.first]}
        forward = low.line.at < high.line.at and bool(before & _AT_BOTH_ENDS)
        return (1 if ordering.up else 0) if forward else None
    parting = [at for at, word in enumerate(found) if word.text in _PARTING and at > ordering.at]
    if len(parting) != 1 or not low.first < parting[0] < high.first:
        return None
    return 0 if ordering.up else 1


def _size(frame: Frame, cell: Cell) -> float | None:
    """The number of a cell by which it is compared; None for a limit or a range."""
    found = number_of(frame, cell)
    if found is None or found.quantity.bound or found.quantity.low != found.quantity.high:
        return None
    return found.signed


def best(asked: Asked) -> Answer | None:
    """What a row or a column says of a claim that one of its cells is the most or the least."""
    ordered = [it for it in asked.orderings if it.order is Order.SEVERAL]
    if not ordered or len(asked.rows) != 1 or len(asked.columns) != 1:
        return None
    cell = asked.at(asked.rows[0], asked.columns[0])
    if cell is None:
        return None
    open_ = Answer(asked.frame, Asks.BEST, Says.OPEN, (cell,))
    if len(asked.orderings) != 1 or asked.denials or asked.strange or not asked.is_sure:
        return open_
    leaders = [_leader(asked.frame, it, up=ordered[0].up) for it in _among(asked.frame, cell)]
    if not leaders or None in leaders or not _counts_fit(asked, cell):
        return open_
    if all(leader is cell for leader in leaders):
        return Answer(asked.frame, Asks.BEST, Says.SAME, (cell,))
    if any(leader is cell for leader in leaders) or _tells_its_number(asked, cell):
        return open_
    return _denied(asked, Asks.BEST, (cell, *filter(None, leaders[:1])), ordered[0])


def _among(frame: Frame, cell: Cell) -> Iterator[tuple[tuple[Line, Cell | None], ...]]:
    """The cells among which one can be the most: those of its column, of its row, or of both.

    Only of one measure: rows whose heads name units are of several.
    """
    if _is_of_one_measure(frame, frame.rows):
        yield tuple((line, frame.body.get((line.at, cell.column))) for line in frame.rows)
    if _is_of_one_measure(frame, frame.columns):
        yield tuple((line, frame.body.get((cell.row, line.at))) for line in frame.columns)


def _is_of_one_measure(frame: Frame, lines: Iterable[Line]) -> bool:
    return not any(unit_of(frame.said(head)) for line in lines for head in line.heads)


def _leader(frame: Frame, cells: Sequence[tuple[Line, Cell | None]], *, up: bool) -> Cell | None:
    """The cell with the most or the least; None where two have it, or one has no number."""
    found: list[tuple[float, Cell]] = []
    for line, cell in cells:
        if cell is None or _is_of_the_others(frame, line):
            continue
        size = _size(frame, cell)
        if size is None:
            return None
        found.append((-size if up else size, cell))
    found.sort(key=lambda each: each[0])
    return None if len(found) < _TWO or found[0][0] == found[1][0] else found[0][1]


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


def _denied(asked: Asked, asks: Asks, cells: Sequence[Cell], ordering: Ordering) -> Answer:
    word, paper = asked.claim.words[ordering.at], [asked.frame.said(cell) for cell in cells]
    place = Span(cells[-1].span.start, cells[-1].span.end)
    said = asked.claim.text[word.start : word.end]
    return Answer(asked.frame, asks, Says.OTHER, tuple(cells), said, " and ".join(paper), place)
