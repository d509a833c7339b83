"""The names of groups of rows, each beside the rows that it is about."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING

from vera.verification.ingestion.pdf.cells import Settled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.verification.ingestion.pdf.cells import Placed, Row
    from vera.verification.ingestion.pdf.rows_of_words import Word

_AMID = 0.3
"""Type sizes below the first row of a group from which on its name stands amid its rows."""


def group(
    cells: dict[tuple[int, int], Settled],
    taken: dict[tuple[int, int], bool],
    rows: Sequence[Row],
    count: int,
) -> bool:
    """Let the name of a group of rows reach through the rows without a name of their own.

    Says whether there is one.
    """
    found = False
    at = count
    while at < len(rows):
        end = at + 1
        while end < len(rows) and rows[end].band == rows[at].band:
            end += 1
        named = [k for k in range(at, end) if (k, 0) in taken]
        single = all(cells[k, 0].columns == 1 for k in named)
        if named and single and len(named) < end - at and _full(rows[at:end]):
            for k, start, stop in _groups(cells, rows, named, at, end):
                if stop - start > 1:
                    _reach(cells, taken, k, start, stop)
                    found = True
        at = end
    return found


def _full(rows: Sequence[Row]) -> bool:
    return all(len(row.cells) > 1 for row in rows)


def _groups(
    cells: dict[tuple[int, int], Settled],
    rows: Sequence[Row],
    named: Sequence[int],
    at: int,
    end: int,
) -> list[tuple[int, int, int]]:
    """The rows [start, stop) of each name: those from it on, or around it where it stands amid."""
    if named[0] == at and _is_level(cells, rows, at):
        return [(k, k, stop) for k, stop in zip(named, [*named[1:], end], strict=True)]
    heights = {k: _height(rows[k].cells[1:]) for k in range(at, end)}
    groups: list[tuple[int, int, int]] = []
    start = at
    for k in named:
        last = 2 * _middle(cells[k, 0].words) - heights[start]
        stop = 1 + min(range(start, end), key=lambda it: abs(heights[it] - last))
        if not start <= k < stop:
            break
        groups.append((k, start, stop))
        start = stop
        if start == end:
            break
    if len(groups) == len(named) and start == end:
        return groups
    return [(named[0], at, end)] if len(named) == 1 else []


def _is_level(cells: dict[tuple[int, int], Settled], rows: Sequence[Row], at: int) -> bool:
    """Whether the name of a group stands at the height of its first row."""
    off = _middle(cells[at, 0].words) - _height(rows[at].cells[1:])
    return off < _AMID * rows[at].size


def _middle(words: Sequence[Word]) -> float:
    heights = [word.height for word in words]
    return (min(heights) + max(heights)) / 2


def _height(cells: Sequence[Placed]) -> float:
    return median(word.height for it in cells for word in it.words)


def _reach(
    cells: dict[tuple[int, int], Settled],
    taken: dict[tuple[int, int], bool],
    named: int,
    start: int,
    end: int,
) -> None:
    cell = cells.pop((named, 0))
    cells[start, 0] = Settled(start, 0, end - start, 1, cell.is_head, cell.words)
    for at in range(start, end):
        taken[at, 0] = True
