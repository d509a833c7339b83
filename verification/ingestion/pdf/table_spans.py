"""Which columns of a table a cell runs over."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from vera.verification.ingestion.pdf.cells import Placed, is_number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.verification.ingestion.pdf.cells import Row
    from vera.verification.ingestion.pdf.rules import Rule
    from vera.verification.ingestion.pdf.table_columns import Columns

_LEAST_GAP = 0.15
"""Type sizes between two cells that stand so close that nothing but their columns parts them."""
_WIDER = 3.0
"""A gap that is so many times as wide as it is further away parts two cells that stand close."""
_OFF_CENTRE, _AS_NEAR = 0.6, 0.15
"""Type sizes between the middle of a head and that of its columns, and what is no difference."""
_UNDER = 1.6
"""Type sizes below a baseline within which a rule under a head of several columns stands."""


def spread(rows: Sequence[Row], columns: Columns, partial: Sequence[Rule]) -> None:
    """Let heads run over the columns that a rule below them groups, or that they stand amid.

    What has nothing below it that it could group is no head of several columns: it is parted.
    """
    for at, row in enumerate(rows):
        below = rows[at + 1] if at + 1 < len(rows) else None
        for cell in tuple(row.cells):
            middle = (cell.x0 + cell.x1) / 2
            under = [
                rule for rule in partial
                if 0 < rule.at - row.baseline <= _UNDER * row.size
                and (below is None or rule.at < below.baseline)
                and rule.start <= middle <= rule.end
            ]  # fmt: skip
            if under:
                rule = under[0]
                inside = [
                    k for k, (x0, x1) in enumerate(columns.ends)
                    if rule.start - 2 <= (x0 + x1) / 2 <= rule.end + 2
                ]  # fmt: skip
                if inside and _free(row, cell, inside[0], inside[-1]):
                    cell.first, cell.last = inside[0], inside[-1]
            elif cell.last > cell.first:
                parts = _parted(cell, columns, row.size)
                if parts and _is_leaf(cell, row, below, at == 0 or row.band == 0, parts):
                    row.cells.remove(cell)
                    row.cells.extend(parts)
                    row.cells.sort(key=lambda it: it.first)
                else:
                    _centred(row, cell, columns, below)


def _parted(cell: Placed, columns: Columns, size: float) -> list[Placed]:
    """The words of a cell by column, parted where they have gaps; nothing where they have none."""
    words = sorted(cell.words, key=lambda it: it.x0)
    cuts: list[int] = []
    for start, end in columns.rivers[cell.first : cell.last]:
        gaps = [
            (abs((a.x1 + b.x0) / 2 - (start + end) / 2) - _WIDER * (b.x0 - a.x1), at)
            for at, (a, b) in enumerate(pairwise(words), 1)
            if b.x0 - a.x1 >= _LEAST_GAP * size
        ]
        off, at = min(gaps, default=(float("inf"), 0))
        if off > (end - start) / 2 + size or at in cuts:
            return []
        cuts.append(at)
    if cuts != sorted(cuts):
        return []
    bounds = [0, *cuts, len(words)]
    return [
        Placed(cell.first + k, cell.first + k, words[a:b])
        for k, (a, b) in enumerate(pairwise(bounds))
    ]


def _is_leaf(
    cell: Placed, row: Row, below: Row | None, is_head: bool, parts: Sequence[Placed]
) -> bool:
    """Whether a cell over several columns is several cells that stand close."""
    if all(is_number(it.text) for it in parts[1:]):
        return True
    if not is_head or len(row.cells) == 1:
        return False
    if below is None or below.band != row.band:
        return True
    under = [it for it in below.cells if cell.first <= it.first <= cell.last]
    return not under or all(is_number(it.text) for it in under)


def _free(row: Row, cell: Placed, first: int, last: int) -> bool:
    return not any(
        it is not cell and it.first <= last and first <= it.last for it in row.cells
    )  # fmt: skip


def _centred(row: Row, cell: Placed, columns: Columns, below: Row | None) -> None:
    """Of the stretches of free columns around a head, the one in whose middle it stands.

    It is the largest whose columns have all a cell below, else the smallest.
    """
    middle = (cell.x0 + cell.x1) / 2
    lower = max((it.last for it in row.cells if it.last < cell.first), default=-1) + 1
    upper = min((it.first for it in row.cells if it.first > cell.last), default=len(columns)) - 1
    off = {
        (last - first, first, last): abs(
            (columns.ends[first][0] + columns.ends[last][1]) / 2 - middle
        )
        for first in range(max(lower, cell.first - 20), cell.first + 1)
        for last in range(cell.last, min(upper, cell.last + 20) + 1)
        if not columns.has_rule(first, last, cell.x0, cell.x1)
    }
    least = min(off.values(), default=0.0)
    near = [
        place
        for place, distance in off.items()
        if distance <= min(_OFF_CENTRE * row.size, least + _AS_NEAR * row.size)
    ]
    whole = [
        (wide, first, last)
        for wide, first, last in near
        if below is not None and all(below.at(k) is not None for k in range(first, last + 1))
    ]
    if whole or near:
        _, cell.first, cell.last = max(whole) if whole else min(near)
