"""The rows of a table: printed rows that belong to one row of cells are put together."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from attrs import define, field

from vera.verification.ingestion.pdf.hyphens import is_broken
from vera.verification.ingestion.pdf.rows_of_words import Word

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Sequence

    from vera.verification.ingestion.pdf.rows_of_words import Printed
    from vera.verification.ingestion.pdf.rules import Rule
    from vera.verification.ingestion.pdf.table_columns import Columns

_FULL = 0.85
"""The share of a table's width from which on a level rule parts rows, not heads of columns."""
_STEP_OF_ROWS = 1.25
"""White between rows is at least so many times that between the lines of one cell."""
_SPARSE = 0.75
"""Lines after the first that fill more of the columns are rows."""
_FILLED_LINE = 0.7
"""The share of a column's width that a line fills of a cell that goes on in the next line."""
_INDENT = 0.5
_LEAST_GAP = 0.15
"""Type sizes between two cells that stand so close that nothing but their columns parts them."""
_WIDER = 3.0
"""A gap that is so many times as wide as it is further away parts two cells that stand close."""
_OFF_CENTRE, _AS_NEAR = 0.6, 0.15
"""Type sizes between the middle of a head and that of its columns, and what is no difference."""
_HALF = 0.75
"""Of the usual step from row to row: a name amid two rows stands half a step below the first."""
_GOES_ON = 0.6
"""The share of the lines of text that go on what stands above them where all are of one row."""
_FEWEST_RULED = 3
_UNDER = 1.6
"""Type sizes below a baseline within which a rule under a head of several columns stands."""
_NUMBER = re.compile(r"\d")
_NAMED = re.compile(r"[^\W\d_](?!\s*[=<>≤≥≈])")
"""What begins with a letter is a name ("P1"), but for what says a value of one ("p < 0.05")."""
_DASH = re.compile(r"[\W_]+|n/?a|n\.?s\.?|yes|no|nan", re.IGNORECASE)


@define(eq=False)
class Placed:
    """Words in columns `first` to `last` of a row."""

    first: int
    last: int
    words: list[Word]

    @property
    def text(self) -> str:
        """Its words, parted by blanks."""
        return " ".join(word.text for word in self.words)

    @property
    def x0(self) -> float:
        """Its left end."""
        return min(word.x0 for word in self.words)

    @property
    def x1(self) -> float:
        """Its right end."""
        return max(word.x1 for word in self.words)


@define(eq=False)
class Row:
    """A row of cells: the lines of each, from the left. `band` counts the level rules above."""

    cells: list[Placed]
    baseline: float
    last: float
    size: float
    band: int = 0
    lines: int = 1
    is_head: bool = field(default=False)

    def at(self, column: int) -> Placed | None:
        """What stands in that column."""
        return next((it for it in self.cells if it.first <= column <= it.last), None)

    @property
    def filled(self) -> int:
        """How many columns something stands in."""
        return sum(it.last - it.first + 1 for it in self.cells)

    @property
    def spans(self) -> bool:
        """Whether a cell of it runs over several columns."""
        return any(it.last > it.first for it in self.cells)

    def take(self, other: Row) -> None:
        """Let the lines of another row, which stands below, be lines of its cells."""
        for it in other.cells:
            mine = [own for own in self.cells if own.first <= it.last and it.first <= own.last]
            if mine:
                mine[0].words.extend(it.words)
                mine[0].first = min(mine[0].first, it.first)
                mine[0].last = max(mine[0].last, it.last)
                for further in mine[1:]:
                    mine[0].words.extend(further.words)
                    mine[0].last = max(mine[0].last, further.last)
                    self.cells.remove(further)
            else:
                self.cells.append(it)
        self.cells.sort(key=lambda it: it.first)
        self.last, self.lines = other.last, self.lines + other.lines


def is_number(text: str) -> bool:
    """Whether a cell gives a value: more digits than letters, a dash, yes or no.

    >>> [is_number(it) for it in ("0.91 ± 0.02", "–", "12 ms", "P1", "p < 0.05", "Yes")]
    [True, True, True, False, True, True]
    """
    if _DASH.fullmatch(text):
        return True
    if _NAMED.match(text):
        return False
    digits = len(_NUMBER.findall(text))
    return digits > 0 and sum(map(str.isalpha, text)) <= digits


def bands_of(rules: Sequence[Rule], left: float, right: float) -> list[float]:
    """The heights of the level rules that run over the whole of a table, from the top."""
    width = right - left
    return [
        rule.at
        for rule in rules
        if min(rule.end, right) - max(rule.start, left) >= _FULL * width
    ]  # fmt: skip


def rows_of(
    printed: Sequence[Printed], columns: Columns, level: Sequence[Rule], bands: Sequence[float]
) -> list[Row]:
    """The rows of cells. `level` are the rules across it, `bands` the heights of the full ones."""
    rows: list[Row] = []
    partial = [rule for rule in level if rule.at not in bands]
    for line in printed:
        cells = [Placed(*found) for found in columns.phrases(line)]
        band = sum(at < line.baseline - 0.3 * line.size for at in bands)
        rows.append(Row(cells, line.baseline, line.baseline, line.size, band))
    _spread(rows, columns, partial)
    return list(_together(list(_with_centred(rows)), columns, partial))


def _spread(rows: Sequence[Row], columns: Columns, partial: Sequence[Rule]) -> None:
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


def _with_centred(rows: Sequence[Row]) -> Iterator[Row]:
    """The rows, those put together that stand half a step apart: a cell amid several rows."""
    steps = sorted(b.baseline - a.baseline for a, b in pairwise(rows))
    usual = steps[int(0.7 * len(steps))] if steps else 0.0
    last: Row | None = None
    for at, row in enumerate(rows):
        following = rows[at + 1] if at + 1 < len(rows) else None
        if (
            last is not None
            and following is not None
            and len(row.cells) == 1
            and row.band == last.band == following.band
            and row.baseline - last.baseline <= _HALF * usual
            and following.baseline - row.baseline <= _HALF * usual
            and last.at(row.cells[0].first) is None
        ):
            last.cells.extend(row.cells)
            last.cells.sort(key=lambda it: it.first)
            continue
        if last is not None:
            yield last
        last = row
    if last is not None:
        yield last


def _together(rows: Sequence[Row], columns: Columns, partial: Sequence[Rule]) -> Iterator[Row]:
    groups: list[list[Row]] = []
    for row in rows:
        if groups and groups[-1][-1].band == row.band:
            groups[-1].append(row)
        else:
            groups.append([row])
    ruled = len(groups) >= _FEWEST_RULED
    steps = [b.baseline - a.baseline for group in groups for a, b in pairwise(group)]
    wide = _least_of_rows(steps)
    for group in groups:
        if len(group) == 1:
            yield group[0]
        elif ruled and _is_one(group, columns):
            yield _joined(group)
        else:
            yield from _by_white(group, columns, wide, partial)


def _joined(rows: Sequence[Row]) -> Row:
    for row in rows[1:]:
        rows[0].take(row)
    return rows[0]


def _has_values(group: Sequence[Row]) -> bool:
    """Whether a column has values in two lines: then they are two rows."""
    columns = [it.first for row in group for it in row.cells if is_number(it.text)]
    return len(columns) > len(set(columns))


def _is_one(group: Sequence[Row], columns: Columns) -> bool:
    """Whether lines are those of one row of cells: what stands below goes on what is above."""
    if _has_values(group) or any(row.spans for row in group):
        return False
    last: dict[int, Placed] = {}
    said: list[bool] = []
    whole = all(len(row.cells) == len(columns) for row in group)
    small = _begins_small(group)
    for row in group:
        for it in row.cells:
            if it.first in last:
                above = last[it.first]
                goes_on = (
                    _is_full(above, columns) if whole else _continues(above, it, columns, small)
                )
                said.append(goes_on)
            last[it.first] = it
    return sum(said) >= _GOES_ON * len(said)


def _begins_small(rows: Sequence[Row]) -> frozenset[int]:
    """The columns of which the first line begins with a small letter: there it tells nothing."""
    first: dict[int, Placed] = {}
    for row in rows:
        for it in row.cells:
            first.setdefault(it.first, it)
    return frozenset(column for column, it in first.items() if it.text[:1].islower())


def _continues(above: Placed, it: Placed, columns: Columns, small: Container[int]) -> bool:
    """Whether a line of a cell may go on the one above it in its column."""
    is_small = it.text[:1].islower() and it.first not in small
    if is_broken(above.text) or is_small or it.text[:1] == "(":
        return True
    return _is_full(above, columns)


def _is_full(above: Placed, columns: Columns) -> bool:
    """Whether a line fills its column, or ends inside a word."""
    start, end = columns.ends[above.first]
    return is_broken(above.text) or above.x1 - start >= _FILLED_LINE * (end - start)


def _least_of_rows(steps: Sequence[float]) -> float:
    """The least step from row to row where lines of one cell stand closer; 0 where none do."""
    ordered = sorted(steps)
    for a, b in pairwise(ordered):
        if b >= _STEP_OF_ROWS * a and a > 0:
            return (a + b) / 2
    return 0.0


def _by_white(
    group: Sequence[Row], columns: Columns, wide: float, partial: Sequence[Rule]
) -> Iterator[Row]:
    """Rows by the white between them where that tells, else by what goes on in a next line."""
    current: list[Row] = []
    parts: list[list[Row]] = []
    for row in group:
        if current and (
            (wide and row.baseline - current[-1].baseline >= wide)
            or any(current[-1].baseline < rule.at < row.baseline for rule in partial)
        ):
            parts.append(current)
            current = []
        current.append(row)
    if current:
        parts.append(current)
    several = [part for part in parts if len(part) > 1]
    ones = sum(_is_one(part, columns) for part in several)
    for part in parts:
        if wide and 2 * ones >= len(several) > 0 and not _has_values(part):
            yield _joined(part)
        else:
            yield from _by_lines(part, columns)


def _by_lines(part: Sequence[Row], columns: Columns) -> Iterator[Row]:
    row: Row | None = None
    above: Row | None = None
    small = _begins_small(part)
    for line in part:
        if row is not None and above is not None and _goes_on(above, line, row, columns, small):
            above = Row(list(line.cells), line.baseline, line.baseline, line.size)
            above.cells = [Placed(it.first, it.last, list(it.words)) for it in line.cells]
            row.take(line)
            continue
        if row is not None:
            yield row
        row = line
        above = Row([Placed(it.first, it.last, list(it.words)) for it in line.cells],
                    line.baseline, line.baseline, line.size)  # fmt: skip
    if row is not None:
        yield row


def _goes_on(above: Row, line: Row, row: Row, columns: Columns, small: Container[int]) -> bool:
    """Whether all that the line holds goes on what the line `above` it, of the same row, began."""
    if line.filled >= max(_SPARSE * len(columns), 2) and len(columns) > 2:
        return False
    for it in line.cells:
        before = above.at(it.first)
        if before is None or it.last != it.first or before.last != before.first:
            return False
        if is_broken(before.text):
            continue
        if is_number(it.text) or not _continues(before, it, columns, small):
            return False
        is_small = it.text[:1].islower() and (0 not in small or len(line.cells) == 1)
        hangs = is_small or it.x0 > before.x0 + _INDENT * line.size
        if it.first == 0 and not hangs:
            return False
    return bool(line.cells) and (line.at(0) is None or row.filled > 1)
