"""Whether what was laid out as a table is one: prose in columns, lists and formulas are not."""

from __future__ import annotations

import re
from itertools import pairwise
from statistics import mean, median
from typing import TYPE_CHECKING

from vera.verification.ingestion.pdf.cells import is_number
from vera.verification.ingestion.pdf.rules import single
from vera.verification.ingestion.pdf.table_rows import bands_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.verification.ingestion.pdf.cells import Row
    from vera.verification.ingestion.pdf.table_columns import Columns
    from vera.verification.ingestion.pdf.table_regions import Region

_FEWEST_ROWS = 2
_FEWEST_LOOSE = 3
_SEVERAL = 0.3
"""The share of rows with more than one cell at least; others are heads across, and cells' lines."""
_FILLED = 0.4
"""The share of a table's places in which something stands at least."""
_DENSE = 0.5
"""The same for what has neither a caption nor rules around its heads."""
_SAID = 0.25
"""The share of cells with a letter or a digit at least: the points of a figure have none."""
_WORDS_OF_A_CELL = 6.0
"""Words of a line of a cell on average: lines of prose in two columns have 7 and more."""
_NUMBERS = 0.7
_LABEL = re.compile(
    r"\[\d{1,3}\]|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,4})[.):]|[•‣◦▪●■□∙–*-]|\d{1,3}(?:\.\d{1,3})*:?"
)
_EQUATION = re.compile(r"\(\w{0,3}\.?\d{1,3}[a-z]?\)")
_RELATION = re.compile(r"[=≈≤≥<>:∝→←↦≡∼~+−-]{1,3}")
_CROSSING = 0.3
"""The share of cells below the heads that may run over several columns."""
_SIDES = 2
"""Rules for each side of a row or column at most: tables with double rules have two."""
_ONE_SIDE = 2.0
"""Points within which rules stand at one place."""
_FEWEST_RULES = 3
"""Rules across that no list has: above its heads, below them, and at its end."""
_FEWEST_ALIGNED = 3
_SAME_EDGE = 0.2
"""Type sizes within which the cells of a column begin, or end, at one place."""
_OUTLIER = 8
"""Of so many rows one may be elsewhere."""
_TICK = re.compile(r"-?\d{1,9}(?:\.\d{1,9})?")
_FEWEST_TICKS = 4
_UNEVEN = 0.1
"""The part of a step by which steps of an axis may differ: numbers are centred on their ticks."""
_OF_CONTENTS = 2
"""Columns of a list of contents: its titles and the pages."""
_LEADERS = re.compile(r"(?:\. ?){5,}")


def _is_drawn(rows: Sequence[Row], width: int, region: Region) -> bool:
    """Whether there are more rules than rows and columns have sides: axes with ticks, curves."""
    upright = {round(rule.at / _ONE_SIDE) for rule in region.ruling.upright}
    level = {round(rule.at / _ONE_SIDE) for rule in region.ruling.level}
    lines = sum(row.lines for row in rows)
    return len(upright) > _SIDES * (width + 1) or len(level) > _SIDES * (lines + 1)


def is_table(rows: Sequence[Row], columns: Columns, region: Region) -> bool:
    """Whether the rows are those of a table; the less speaks for it, the more is asked."""
    width = len(columns)
    several = [row for row in rows if len(row.cells) > 1]
    if len(rows) < _FEWEST_ROWS or len(several) < _FEWEST_ROWS or width < 2:
        return False
    if len(several) < _SEVERAL * len(rows):
        return False
    if sum(row.filled for row in several) < _FILLED * width * len(several):
        return False
    if _is_drawn(rows, width, region):
        return False
    gridded = any(start == end for start, end in columns.rivers) or bool(
        region.ruling.upright and region.is_ruled
    )
    told = region.caption or (region.is_ruled and _lines_across(region) >= _FEWEST_RULES)
    if _is_numbered(rows, width) or (not told and _is_list(rows, width)):
        return False
    if width == _OF_CONTENTS and _has_leaders(rows):
        return False
    if (not told and _has_relations(rows, width)) or _crosses(rows):
        return False
    cells = [it for row in several for it in row.cells]
    words = mean(len(it.words) / row.lines for row in several for it in row.cells)
    if words > _WORDS_OF_A_CELL * (2 if gridded or region.caption else 1):
        return False
    if region.caption:
        return True
    if sum(any(map(str.isalnum, it.text)) for it in cells) < _SAID * len(cells):
        return False
    if any(_is_axis(row) and len(title.cells) == 1 for row, title in pairwise(rows)):
        return False
    if region.is_ruled and (_lines_across(region) >= _FEWEST_RULES or _is_dense(rows, width)):
        return True
    return _speaks_for_itself(rows, several, width)


def _is_dense(rows: Sequence[Row], width: int) -> bool:
    """Whether something stands in most places, as in a table, and not in the frame of a figure."""
    filled = sum(row.filled for row in rows)
    return len(rows) >= _FEWEST_LOOSE and filled >= _DENSE * width * len(rows)


def _lines_across(region: Region) -> int:
    """How many rules run over all of it."""
    left, right = min(it.x0 for it in region.lines), max(it.x1 for it in region.lines)
    return len(bands_of(single(region.ruling.level), left, right))


def _is_list(rows: Sequence[Row], width: int) -> bool:
    """Whether the first of two columns holds the marks of a list."""
    first = [it.text for row in rows if (it := row.at(0)) is not None]
    labels = sum(_LABEL.fullmatch(text) is not None for text in first)
    return width == 2 and 2 * labels > len(first)


def _is_numbered(rows: Sequence[Row], width: int) -> bool:
    """Whether the last column holds the numbers of formulas."""
    last = [it.text for row in rows if (it := row.at(width - 1)) is not None]
    numbered = sum(_EQUATION.fullmatch(text) is not None for text in last)
    return 2 * numbered > max(len(last), 1)


def _has_leaders(rows: Sequence[Row]) -> bool:
    led = sum(any(_LEADERS.search(it.text) for it in row.cells) for row in rows)
    return 3 * led > len(rows)


def _has_relations(rows: Sequence[Row], width: int) -> bool:
    """Whether a column holds nothing but signs between the sides of equations."""
    for column in range(width):
        own = [it for row in rows if (it := row.at(column)) is not None]
        texts = [it.text for it in own if it.first == it.last]
        if len(texts) > 1 and all("-" not in text and _RELATION.fullmatch(text) for text in texts):
            return True
    return False


def _crosses(rows: Sequence[Row]) -> bool:
    """Whether much of what stands in the rows runs over the columns: words in a figure do."""
    cells = [it for row in rows[2:] if len(row.cells) > 1 for it in row.cells]
    return sum(it.last > it.first for it in cells) > _CROSSING * max(len(cells), 1)


def _speaks_for_itself(rows: Sequence[Row], several: Sequence[Row], width: int) -> bool:
    """Whether rows without rules and caption are surely those of a table: columns of values."""
    if len(several) < _FEWEST_LOOSE or 2 * len(several) < len(rows):
        return False
    full = sum(row.filled == width for row in several)
    if 2 * full < len(several):
        return False
    if _is_aligned(several, width):
        return True
    values = 0
    for column in range(1, width):
        texts = [it.text for row in several[1:] if (it := row.at(column)) is not None]
        numbers = sum(is_number(text) for text in texts)
        values += len(texts) >= 2 and numbers >= _NUMBERS * len(texts)
    return 2 * values >= width - 1


def _is_aligned(rows: Sequence[Row], width: int) -> bool:
    """Whether each column begins, or ends, at one place in all rows, however wide the cells are."""
    below = rows[1:]
    size = median(row.size for row in rows)
    for column in range(width):
        own = [it for row in below if (it := row.at(column)) is not None and it.first == it.last]
        if len(own) < max(len(below) - len(below) // _OUTLIER, _FEWEST_ALIGNED):
            return False
        left, right = [it.x0 for it in own], [it.x1 for it in own]
        ragged = max(max(left) - min(left), max(right) - min(right))
        if min(map(_spread, (left, right))) > _SAME_EDGE * size:
            return False
        if column < width - 1 and ragged < size:
            return False
    return True


def _spread(places: Sequence[float]) -> float:
    """How far apart places are, but for the tenth that is furthest off at either end."""
    off = len(places) // _OUTLIER
    ordered = sorted(places)
    return ordered[len(ordered) - 1 - off] - ordered[off]


def _is_axis(row: Row) -> bool:
    """Whether numbers that grow by one step stand one step apart: the ticks of a figure."""
    values = [_TICK.fullmatch(it.text.replace("−", "-")) for it in row.cells]
    numbers = [float(found[0]) for found in values if found]
    if len(numbers) < max(_FEWEST_TICKS, len(row.cells)):
        return False
    places = [(it.x0 + it.x1) / 2 for it in row.cells]
    return _is_even(numbers, abs(numbers[-1] - numbers[0])) and _is_even(
        places, places[-1] - places[0]
    )


def _is_even(values: Sequence[float], reach: float) -> bool:
    steps = [b - a for a, b in pairwise(values)]
    return reach > 0 and max(steps) - min(steps) <= _UNEVEN * reach / len(steps)
