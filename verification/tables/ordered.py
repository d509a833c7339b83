"""A claim that puts two cells of a line in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vera.core.document import Span
from vera.verification.checks.quantity_agreement import FULLY, agreement
from vera.verification.language.ordering import Order
from vera.verification.language.quantities import differences
from vera.verification.tables.answer import Answer, Asks, Says
from vera.verification.tables.asked import PARTING
from vera.verification.tables.told import paired
from vera.verification.tables.values import number_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vera.core.table import Cell
    from vera.verification.language.ordering import Ordering
    from vera.verification.language.quantity import Quantity
    from vera.verification.retrieval.frame import Frame
    from vera.verification.tables.asked import Asked

_AT_BOTH_ENDS = frozenset(("from", "between"))
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
    one, other = (size(asked.frame, cell) for cell in cells)
    if more is None or one is None or other is None or one == other:
        return open_
    if (one > other) is not (more == 0):
        return denied(asked, Asks.COMPARISON, cells, ordered[0])
    if not asked.values:
        return Answer(asked.frame, Asks.COMPARISON, Says.SAME, cells)
    if len(asked.values) == _TWO:
        begins_with_other = asked.lists and (more == 0) is not ordered[0].up
        return paired(asked, cells[::-1] if begins_with_other else cells)
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
    parting = [at for at in range(high.first) if found[at].text in PARTING]
    if len(parting) != 1 or ordering.up is None:
        return None
    (at,) = parting
    if at < low.first < ordering.at and low.first < high.first:  # "compared with B, A has more"
        return 1 if ordering.up else 0
    if low.first < at < high.first and (at > ordering.at or found[at].text != "than"):
        return 0 if ordering.up else 1
    return None


def size(frame: Frame, cell: Cell) -> float | None:
    """The number of a cell by which it is compared; None for a limit or a range."""
    found = number_of(frame, cell)
    if found is None or found.quantity.bound or found.quantity.low != found.quantity.high:
        return None
    return found.signed


def denied(asked: Asked, asks: Asks, cells: Sequence[Cell], ordering: Ordering) -> Answer:
    """The answer of cells that stand in another order."""
    word, paper = asked.claim.words[ordering.at], [asked.frame.said(cell) for cell in cells]
    place = Span(cells[-1].span.start, cells[-1].span.end)
    said = asked.claim.text[word.start : word.end]
    return Answer(asked.frame, asks, Says.OTHER, tuple(cells), said, " and ".join(paper), place)
