"""Which cells of a table are heads, and how far they reach."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from vera.verification.ingestion.pdf.cells import Settled, is_number
from vera.verification.ingestion.pdf.row_groups import group

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.verification.ingestion.pdf.cells import Row

_MOST_HEADS = 0.5
"""The share of its rows that can be heads of columns at most."""
_MOST_RULED = 6
"""Rows above the first rule of a table that can be heads of columns at most."""
_LINES_OF_A_HEAD = 3
_FEWEST_KEYS = 3
_INDENT = 0.3
"""Type sizes by which a row's head stands apart from those of the rows around it."""
_VALUE = re.compile(r"\d{1,15}(?:\.\d{1,15})?")
_YEAR = re.compile(r"(?:19|20)\d\d")
_TEXT = 0.6
"""The share of the cells of a first column that are words where it names its rows."""


def _is_bold(row: Row) -> bool:
    return all(word.line.bold for it in row.cells for word in it.words)


def _numbers(row: Row) -> int:
    return sum(is_number(it.text) for it in row.cells if it.first > 0)


def heads_of(rows: Sequence[Row]) -> int:
    """How many rows at the top are heads of columns."""
    most = max(int(_MOST_HEADS * len(rows)), 1)
    first_band = rows[0].band
    above = next((at for at, row in enumerate(rows) if row.band != first_band), len(rows))
    if above <= min(most, _MOST_RULED) and above < len(rows):
        lined = 5 * len({row.band for row in rows}) >= 4 * len(rows)
        return 0 if lined and above == 1 and _is_like_body(rows) else above
    bold = next((at for at, row in enumerate(rows) if not _is_bold(row)), len(rows))
    if 0 < bold <= most:
        return bold
    said = [_numbers(row) for row in rows]
    first = next((at for at, count in enumerate(said) if count), len(rows))
    if (
        0 < first <= min(most, _LINES_OF_A_HEAD)
        and sum(count > 0 for count in said[first:]) * 2 > len(rows) - first
    ):
        return first
    return int(first > 0 and most > 0)  # words above others: they name the columns


def _is_like_body(rows: Sequence[Row]) -> bool:
    """Whether the first of the rows, all of them ruled, has values as the others have."""
    first = [it.text for it in rows[0].cells if it.first > 0]
    values = sum(is_number(text) and not _YEAR.fullmatch(text) for text in first)
    return not _is_bold(rows[0]) and 2 * values > len(first)


def _merged_heads(rows: Sequence[Row], count: int, cuts: Sequence[float]) -> list[Row]:
    """The rows, heads of several lines as one row; a head of several columns keeps its own."""
    done: list[Row] = []
    for at, row in enumerate(rows):
        if (
            0 < at < count
            and not done[-1].spans
            and not row.spans
            and not any(done[-1].last < cut < row.baseline for cut in cuts)
            and row.band == done[-1].band
            and done[-1].lines < _LINES_OF_A_HEAD
        ):
            done[-1].take(row)
        else:
            done.append(row)
    return done


def _is_across(row: Row, width: int) -> bool:
    return len(row.cells) == 1 and row.cells[0].first == 0 and width > 1


def settled(rows: Sequence[Row], width: int, cuts: Sequence[float]) -> list[Settled]:
    """The cells of the whole grid, in order. `cuts` are the heights of the rules in the head."""
    count = heads_of(rows)
    before = len(rows)
    rows = _merged_heads(rows, count, cuts)
    count -= before - len(rows)
    body = rows[count:]
    names = _names_rows(body, width)
    heading = _across(rows, count, width)
    taken: dict[tuple[int, int], bool] = {}
    cells: dict[tuple[int, int], Settled] = {}
    for at, row in enumerate(rows):
        across = at in heading
        for it in row.cells:
            first, last = (0, width - 1) if across else (it.first, it.last)
            head = at < count or across or (names and first == 0)
            cells[at, first] = Settled(at, first, 1, last - first + 1, head, tuple(it.words))
            for column in range(first, last + 1):
                taken[at, column] = True
    _raise(cells, taken, count, width)
    if (
        names
        and width > 2
        and _is_text(body, 0)
        and group(cells, taken, rows, count)
        and _is_text(body, 1)
    ):
        for place, cell in list(cells.items()):
            if place[0] >= count and cell.column == 1 and cell.columns == 1:
                cells[place] = Settled(cell.row, 1, cell.rows, 1, True, cell.words)
    for at in range(len(rows)):
        for column in range(width):
            if (at, column) not in taken:
                cells[at, column] = Settled(at, column, 1, 1, False, ())
    return [cells[place] for place in sorted(cells)]


def _heads_below(rows: Sequence[Row], at: int) -> bool:
    """Whether rows stand under a lone first cell that it can be the head of."""
    following = rows[at + 1] if at + 1 < len(rows) else None
    return following is not None and len(following.cells) > 1


def _across(rows: Sequence[Row], count: int, width: int) -> set[int]:
    """The rows that are heads of those below them: more than one, or one that is set apart."""
    lone = {
        at
        for at in range(count, len(rows))
        if _is_across(rows[at], width) and _heads_below(rows, at)
    }
    if len(lone) != 1:
        return lone
    others = [it for row in rows[count:] if len(row.cells) > 1 and (it := row.at(0)) is not None]
    (at,) = lone
    row = rows[at]
    indent = min((it.x0 for it in others), default=0.0) - row.cells[0].x0
    bold = _is_bold(row) and not all(word.line.bold for it in others for word in it.words)
    apart = bold or row.cells[0].last > 0 or abs(indent) > _INDENT * row.size
    return lone if apart or at > count else set()


def _names_rows(body: Sequence[Row], width: int) -> bool:
    """Whether the first column says what the rows are about."""
    first = [it.text for row in body if (it := row.at(0)) is not None and len(row.cells) > 1]
    if not first or width < 2:
        return False
    if sum(not is_number(text) for text in first) >= _TEXT * len(first):
        return True
    return len(first) >= _FEWEST_KEYS and _counts(first)


def _counts(texts: Sequence[str]) -> bool:
    """Whether numbers grow, or fall, from row to row, as years, hours and sizes do that name them.

    >>> _counts(["06:00", "10:00", "14:00"]), _counts(["0.3", "0.1", "0.2"])
    (True, False)
    """
    values = [float(found[0]) for text in texts if (found := _VALUE.search(text))]
    if len(values) < len(texts):
        return False
    steps = [b - a for a, b in pairwise(values)]
    return all(step > 0 for step in steps) or all(step < 0 for step in steps)


def _raise(
    cells: dict[tuple[int, int], Settled],
    taken: dict[tuple[int, int], bool],
    count: int,
    width: int,
) -> None:
    """Let a head that stands alone over its column reach through all rows of heads."""
    for column in range(width):
        own = [at for at in range(count) if (at, column) in taken]
        if len(own) != 1 or count < 2:
            continue
        cell = cells.get((own[0], column))
        if cell is None or cell.columns > 1:
            continue
        del cells[own[0], column]
        cells[0, column] = Settled(0, column, count, 1, True, cell.words)
        for at in range(count):
            taken[at, column] = True


def _is_text(body: Sequence[Row], column: int) -> bool:
    texts = [it.text for row in body if (it := row.at(column)) is not None]
    return sum(not is_number(text) for text in texts) >= _TEXT * len(texts) > 0
