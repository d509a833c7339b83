"""Which printed rows of a table are one row of cells."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from attrs import frozen

from vera.verification.ingestion.pdf.cells import Placed, Row, is_number
from vera.verification.ingestion.pdf.hyphens import is_broken
from vera.verification.ingestion.pdf.table_columns import Columns

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vera.verification.ingestion.pdf.rules import Rule

_STEP_OF_ROWS = 1.25
"""White between rows is at least so many times that between the lines of one cell."""
_SPARSE = 0.75
"""Lines after the first that fill more of the columns are rows."""
_WORDED = 0.25
"""The share of the lines of a column that hold several words, where its cells are wrapped."""
_BLANK = 0.25
"""Type sizes between two words."""
_INDENT = 0.5
_HALF = 0.75
"""Of the usual step from row to row: a name amid two rows stands half a step below the first."""
_GOES_ON = 0.6
"""The share of the lines of text that go on what stands above them where all are of one row."""
_FEWEST_RULED = 3


def with_centred(rows: Sequence[Row]) -> Iterator[Row]:
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


def together(rows: Sequence[Row], columns: Columns, partial: Sequence[Rule]) -> Iterator[Row]:
    """The rows of cells that printed rows make; `partial` are rules over a part of the columns."""
    groups: list[list[Row]] = []
    for row in rows:
        if groups and groups[-1][-1].band == row.band:
            groups[-1].append(row)
        else:
            groups.append([row])
    ruled = len(groups) >= _FEWEST_RULED
    steps = [b.baseline - a.baseline for group in groups for a, b in pairwise(group)]
    wide = _least_of_rows(steps)
    wrapping = _Wrapping.of(rows, columns)
    for group in groups:
        if len(group) == 1:
            yield group[0]
        elif ruled and wrapping.is_one(group):
            yield _joined(group)
        else:
            yield from _by_white(group, wrapping, wide, partial)


def _joined(rows: Sequence[Row]) -> Row:
    for row in rows[1:]:
        rows[0].take(row)
    return rows[0]


def _has_values(group: Sequence[Row]) -> bool:
    """Whether a column has values in two lines: then they are two rows."""
    columns = [it.first for row in group for it in row.cells if is_number(it.text)]
    return len(columns) > len(set(columns))


@frozen
class _Wrapping:
    """What the lines of a table say of how its cells are wrapped.

    `worded` are the columns of which lines hold several words: others have nothing to wrap. `small`
    are those whose cells begin with small letters: there such a letter tells nothing.
    """

    columns: Columns
    worded: frozenset[int]
    small: frozenset[int]

    @classmethod
    def of(cls, rows: Sequence[Row], columns: Columns) -> _Wrapping:
        """From the printed rows."""
        lines: dict[int, list[Placed]] = {}
        for row in rows:
            for it in row.cells:
                if it.first == it.last:
                    lines.setdefault(it.first, []).append(it)
        worded = {
            column for column, own in lines.items()
            if sum(len(it.words) > 1 for it in own) >= _WORDED * len(own)
        }  # fmt: skip
        small = {
            column for column, own in lines.items()
            if 2 * sum(it.text[:1].islower() for it in own) > len(own)
        }  # fmt: skip
        return cls(columns, frozenset(worded), frozenset(small))

    def is_small(self, it: Placed) -> bool:
        """Whether it begins as what goes on does, and cells of its column do not."""
        return it.text[:1].islower() and it.first not in self.small

    def had_no_room(self, above: Placed, it: Placed) -> bool:
        """Whether the first word of a line would have passed the end of the line above it."""
        if it.first not in self.worded:
            return False
        word = min(it.words, key=lambda word: word.x0)
        end = self.columns.ends[above.last][1]
        return above.x1 + _BLANK * word.line.size + word.x1 - word.x0 > end

    def continues(self, above: Placed, it: Placed) -> bool:
        """Whether a line of a cell may go on the one above it in its column."""
        if it.text[:1] == "(" or is_number(above.text):
            return it.text[:1] == "("
        return is_broken(above.text) or self.is_small(it) or self.had_no_room(above, it)

    def is_one(self, group: Sequence[Row]) -> bool:
        """Whether lines are those of one row: what stands below goes on what is above."""
        if _has_values(group) or any(row.spans for row in group):
            return False
        last: dict[int, Placed] = {}
        said: list[bool] = []
        whole = all(len(row.cells) == len(self.columns) for row in group)
        for row in group:
            for it in row.cells:
                if it.first in last:
                    above = last[it.first]
                    no_room = is_broken(above.text) or self.had_no_room(above, it)
                    said.append(no_room if whole else self.continues(above, it))
                last[it.first] = it
        return sum(said) >= _GOES_ON * len(said)


def _least_of_rows(steps: Sequence[float]) -> float:
    """The least step from row to row where lines of one cell stand closer; 0 where none do."""
    ordered = sorted(steps)
    for a, b in pairwise(ordered):
        if b >= _STEP_OF_ROWS * a and a > 0:
            return (a + b) / 2
    return 0.0


def _by_white(
    group: Sequence[Row], wrapping: _Wrapping, wide: float, partial: Sequence[Rule]
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
    ones = sum(wrapping.is_one(part) for part in several)
    for part in parts:
        if wide and 2 * ones >= len(several) > 0 and not _has_values(part):
            yield _joined(part)
        else:
            yield from _by_lines(part, wrapping)


def _by_lines(part: Sequence[Row], wrapping: _Wrapping) -> Iterator[Row]:
    row: Row | None = None
    above: Row | None = None
    for line in part:
        if row is not None and above is not None and _goes_on(above, line, row, wrapping):
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


def _goes_on(above: Row, line: Row, row: Row, wrapping: _Wrapping) -> bool:
    """Whether all that the line holds goes on what the line `above` it, of the same row, began."""
    width = len(wrapping.columns)
    if line.filled >= max(_SPARSE * width, 2) and width > 2:
        return False
    for it in line.cells:
        before = above.at(it.first)
        if before is None or it.last != it.first or before.last != before.first:
            return False
        if is_broken(before.text):
            continue
        if is_number(it.text) or not wrapping.continues(before, it):
            return False
        small = it.text[:1].islower() and (len(line.cells) == 1 or wrapping.is_small(it))
        hangs = small or it.x0 > before.x0 + _INDENT * line.size
        if it.first == 0 and not hangs:
            return False
    return bool(line.cells) and (line.at(0) is None or row.filled > 1)
