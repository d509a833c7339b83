"""The rows of a table: printed rows that belong to one row of cells are put together."""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING

from attrs import define, field

from vera.verification.ingestion.pdf.hyphens import is_broken
from vera.verification.ingestion.pdf.rows_of_words import Word

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vera.verification.ingestion.pdf.columns import Columns
    from vera.verification.ingestion.pdf.rows_of_words import Printed
    from vera.verification.ingestion.pdf.rules import Rule

_FULL = 0.85
"""The share of a table's width from which on a level rule parts rows, not heads of columns."""
_STEP_OF_ROWS = 1.25
"""White between rows is at least so many times that between the lines of one cell."""
_SPARSE = 0.75
"""Lines of a cell after the first fill less of the columns than this, as rows do not."""
_FILLED_LINE = 0.7
"""The share of a column's width that a line fills of a cell that goes on in the next line."""
_INDENT = 0.5
_UNDER = 1.6
"""Type sizes below a baseline within which a rule under a head of several columns stands."""
_NUMBER = re.compile(r"\d")
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

    >>> [is_number(it) for it in ("0.91 ± 0.02", "–", "12 ms", "BERT-large", "Yes")]
    [True, True, True, False, True]
    """
    if _DASH.fullmatch(text):
        return True
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
    return list(_together(rows, columns, bands, partial))


def _spread(rows: Sequence[Row], columns: Columns, partial: Sequence[Rule]) -> None:
    """Let heads run over the columns that a rule below them groups, or that they stand amid."""
    for at, row in enumerate(rows):
        below = rows[at + 1] if at + 1 < len(rows) else None
        for cell in row.cells:
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
                _centred(row, cell, columns)


def _free(row: Row, cell: Placed, first: int, last: int) -> bool:
    return not any(
        it is not cell and it.first <= last and first <= it.last for it in row.cells
    )  # fmt: skip


def _centred(row: Row, cell: Placed, columns: Columns) -> None:
    """Of the stretches of free columns around a head, the one in whose middle it stands."""
    middle = (cell.x0 + cell.x1) / 2
    lower = max((it.last for it in row.cells if it.last < cell.first), default=-1) + 1
    upper = min((it.first for it in row.cells if it.first > cell.last), default=len(columns)) - 1
    off = {
        (last - first, first, last): abs(
            (columns.ends[first][0] + columns.ends[last][1]) / 2 - middle
        )
        for first in range(max(lower, cell.first - 20), cell.first + 1)
        for last in range(cell.last, min(upper, cell.last + 20) + 1)
    }
    near = [place for place, distance in off.items() if distance <= 0.6 * row.size]
    if near:
        _, cell.first, cell.last = min(near)


def _together(
    rows: Sequence[Row], columns: Columns, bands: Sequence[float], partial: Sequence[Rule]
) -> Iterator[Row]:
    groups: list[list[Row]] = []
    for row in rows:
        if groups and groups[-1][-1].band == row.band:
            groups[-1].append(row)
        else:
            groups.append([row])
    ruled = len(groups) >= 3 and len(bands) >= 3 and 2 * len(groups) >= len(rows)
    steps = [b.baseline - a.baseline for group in groups for a, b in itertools.pairwise(group)]
    wide = _least_of_rows(steps)
    for group in groups:
        if len(group) == 1:
            yield group[0]
        elif ruled and _is_one(group, columns):
            for row in group[1:]:
                group[0].take(row)
            yield group[0]
        else:
            yield from _by_white(group, columns, wide, partial)


def _is_one(group: Sequence[Row], columns: Columns) -> bool:
    """Whether the lines between two rules are those of one row of cells."""
    filled = [row.filled / len(columns) for row in group[1:]]
    return sum(filled) / len(filled) < _SPARSE or any(
        is_broken(it.text) for row in group[:-1] for it in row.cells
    )


def _least_of_rows(steps: Sequence[float]) -> float:
    """The least step from row to row where lines of one cell stand closer; 0 where none do."""
    ordered = sorted(steps)
    for a, b in itertools.pairwise(ordered):
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
    for part in parts:
        tight = (
            len(part) > 1
            and wide > 0
            and _is_one(part, columns)
            and not any(row.spans for row in part)
            and _one_of_each(part)
        )
        if tight:
            for row in part[1:]:
                part[0].take(row)
            yield part[0]
        else:
            yield from _by_lines(part, columns)


def _one_of_each(part: Sequence[Row]) -> bool:
    """Whether no column but those of text has several lines."""
    columns = [it.first for row in part for it in row.cells if is_number(it.text)]
    return len(columns) == len(set(columns))


def _by_lines(part: Sequence[Row], columns: Columns) -> Iterator[Row]:
    row: Row | None = None
    above: Row | None = None
    for line in part:
        if row is not None and above is not None and _goes_on(above, line, row, columns):
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


def _goes_on(above: Row, line: Row, row: Row, columns: Columns) -> bool:
    """Whether all that the line holds goes on what the line `above` it, of the same row, began."""
    if line.filled >= max(_SPARSE * len(columns), 2) and len(columns) > 2:
        return False
    for it in line.cells:
        before = above.at(it.first)
        if before is None or it.last != it.first or before.last != before.first:
            return False
        if is_broken(before.text):
            continue
        start, end = columns.ends[it.first]
        full = before.x1 - start >= _FILLED_LINE * (end - start)
        if is_number(it.text) and not it.text[:1].islower():
            return False
        if it.first == 0 and not (
            full and (it.text[:1].islower() or it.x0 > before.x0 + _INDENT * line.size)
        ):
            return False
        if not (full or it.text[:1].islower() or it.text[:1] == "("):
            return False
    return bool(line.cells) and (line.at(0) is None or row.filled > 1)
