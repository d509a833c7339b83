"""Which cells of a table are heads where nothing marks them: told by what stands in the cells.

Pure, for every format whose tables have no markup for heads, or none for those of rows. A row is
one of heads where it has no number and numbers stand below it; years over other numbers are heads,
too. The first column is one where it is words, each once, beside numbers. A cell that stands alone
across the whole table is the head of what is below it. Where all is words, nothing tells a head.
"""

from __future__ import annotations

import re
from bisect import bisect
from itertools import pairwise
from typing import TYPE_CHECKING

from attrs import evolve

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.core.table import Cell

_MOST_ROWS = 3
"""Rows of heads: tables of papers have a head, its parts, and units. By hand."""
_LONGEST = 200
"""Characters of a head; a longer cell is a sentence. By hand."""
_NUMBER = re.compile(r"[\s(\[<>≤≥≈~=±+−–$€£-]*[.·]?\d")
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_NOTHING = re.compile(r"[\s–—−.…/*-]*|n/?a|ns|nd", re.IGNORECASE)
"""What stands in a cell that has no value."""


def with_heads(cells: Sequence[Cell], texts: Sequence[str]) -> tuple[Cell, ...]:
    """The cells of a table in order, of which `texts` are the texts, with its heads told.

    Marked heads stay. Where there are any, only those of the first column are told, if none is.

    >>> from vera.core.document import Span
    >>> from vera.core.table import Cell
    >>> said = ["", "n", "slept", "bees", "12", "9 h"]
    >>> cells = [Cell(Span(at, at), at // 3, at % 3) for at in range(6)]
    >>> [text for cell, text in zip(with_heads(cells, said), said) if cell.is_head]
    ['', 'n', 'slept', 'bees']
    """
    if not cells:
        return ()
    width = max(cell.column + cell.columns for cell in cells)
    height = max(cell.row + cell.rows for cell in cells)
    heads = {at for at, cell in enumerate(cells) if cell.is_head}
    rows: list[list[int]] = [[] for _ in range(height)]
    for at, cell in enumerate(cells):
        rows[cell.row].append(at)
    if heads:
        above = _marked_rows(cells, rows, heads, width)
    else:
        above = _rows_of_heads(cells, texts, rows, width)
        heads |= {at for row in rows[:above] for at in row}
    if width > 1:
        heads |= _across(cells, texts, rows[above:], width)
        if not any(
            cells[at].column == 0 and cells[at].row >= above
            for at in heads
            if cells[at].columns < width
        ):
            heads |= _column_of_heads(cells, texts, above, heads)
    return tuple(
        evolve(cell, is_head=True) if at in heads and not cell.is_head else cell
        for at, cell in enumerate(cells)
    )


def is_number(text: str) -> bool:
    """Whether a cell holds a number, with or without what belongs to it.

    >>> [is_number(it) for it in ("12 (3%)", "<0.001", "−.5", "T3", "Bees 12")]
    [True, True, True, False, False]
    """
    return _NUMBER.match(text) is not None


def _marked_rows(
    cells: Sequence[Cell], rows: Sequence[Sequence[int]], heads: set[int], width: int
) -> int:
    """How many rows at the top are nothing but heads."""
    above = 0
    for row in rows:
        if not row or not all(at in heads for at in row):
            break
        if above and len(row) == 1 and cells[row[0]].columns == width:
            break
        above += 1
    return above


def _rows_of_heads(
    cells: Sequence[Cell], texts: Sequence[str], rows: Sequence[Sequence[int]], width: int
) -> int:
    """How many rows at the top are heads."""
    above = 0
    while above < min(_MOST_ROWS, len(rows) - 1):
        row = rows[above]
        said = [texts[at] for at in row if not _NOTHING.fullmatch(texts[at])]
        below = [at for later in rows[above + 1 :] for at in later if cells[at].columns == 1]
        numbers = {cells[at].column for at in below if is_number(texts[at])}
        numbers -= {0} if width > 1 else set()
        if not said or not numbers or any(len(it) > _LONGEST for it in said):
            break
        if above and len(said) == 1:  # "Women", over the rows of women
            break
        years = all(map(_YEAR.fullmatch, (it for it in said if is_number(it))))
        others = any(not _YEAR.fullmatch(texts[at]) for at in below if is_number(texts[at]))
        if any(map(is_number, said)) and not (years and others and not above):
            break
        covered = {
            column
            for at in row
            if not _NOTHING.fullmatch(texts[at])
            for column in range(cells[at].column, cells[at].column + cells[at].columns)
        }
        if not numbers & covered:
            break
        above += 1
    return above


def _across(
    cells: Sequence[Cell], texts: Sequence[str], rows: Sequence[Sequence[int]], width: int
) -> set[int]:
    """Cells across the whole table with other rows below them."""
    return {
        row[0]
        for row, below in pairwise(rows)
        if len(row) == 1
        and cells[row[0]].columns == width
        and 0 < len(texts[row[0]]) <= _LONGEST
        and len(below) > 1
    }


def _column_of_heads(
    cells: Sequence[Cell], texts: Sequence[str], above: int, heads: set[int]
) -> set[int]:
    """The cells of the first column, if each says what the row is.

    Each is there once, or once below each head that runs across the whole table.
    """
    body = [at for at, cell in enumerate(cells) if cell.row >= above and at not in heads]
    first = [at for at in body if cells[at].column == 0]
    said = [texts[at] for at in first if not _NOTHING.fullmatch(texts[at])]
    groups = [cells[at].row for at in heads if cells[at].row >= above and cells[at].column == 0]
    groups.sort()
    named = {(bisect(groups, cells[at].row), texts[at]) for at in first}
    numbers = any(is_number(texts[at]) for at in body if cells[at].column > 0)
    once = len(named) == len(first) or len(set(said)) == len(said)
    if not said or not numbers or not once or any(map(is_number, said)):
        return set()
    return {at for at in first if len(texts[at]) <= _LONGEST}
