"""Where a table without rules may stand on a page: in rows with wide gaps."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from attrs import frozen

from vera.verification.ingestion.pdf.rows_of_words import printed
from vera.verification.ingestion.pdf.table_regions import Region
from vera.verification.ingestion.pdf.table_sheet import is_beside

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vera.verification.ingestion.pdf.rules import Ruling
    from vera.verification.ingestion.pdf.table_sheet import Sheet

_WIDE = 1.0
"""Type sizes from which on a gap is too wide for prose that is not badly justified."""
_PROSE = 0.7
"""The share of a table's width from which on a lone phrase is a line of prose."""
_APART = 1.7
"""Type sizes of white between rows of a table without rules."""
_MOST_LONE = 3
_FEWEST_ROWS = 2
_SAME_STEP = 1.05
"""Of the distance of two rows, that of the last line of a cell below its table's last row."""


@frozen(eq=False)
class _Run:
    """Lines that follow each other at one height, by index, and where they stand."""

    own: tuple[int, ...]
    x0: float
    y0: float
    x1: float
    y1: float
    baseline: float
    size: float
    is_wide: bool


def loose(sheet: Sheet, taken: set[int], ruling: Ruling) -> Iterator[Region]:
    """Runs of rows with gaps, in the order of the content, as tables without rules have them."""
    rows = list(_content_rows(sheet, taken))
    at = 0
    while at < len(rows):
        if len(rows[at]) < 2 and not any(sheet.wide[k] for k in rows[at]):
            at += 1
            continue
        run = _run_of_rows(sheet, rows, at)
        if sum(row.is_wide for row in run) >= _FEWEST_ROWS:
            lines = [sheet.lines[k] for row in run for k in row.own]
            x0, y0 = min(it.x0 for it in lines), min(it.y0 for it in lines)
            x1, y1 = max(it.x1 for it in lines), max(it.y1 for it in lines)
            size = run[0].size
            yield Region(lines, ruling.within(x0 - size, y0 - size, x1 + size, y1 + size))
        at += max(len(run), 1)


def _run_of_rows(sheet: Sheet, rows: Sequence[Sequence[int]], at: int) -> list[_Run]:
    """A run of rows with gaps that begins at a row, with lone phrases among them."""
    row = _run(sheet, rows[at])
    if not row.is_wide:
        return []
    left, right = row.x0, row.x1
    run = [row]
    end, lone, step = 1, 0, 0.0
    for k, own in enumerate(rows[at + 1 :], 1):
        if not own:
            break
        row, before = _run(sheet, own), row
        run.append(row)
        if row.baseline <= before.baseline:
            break
        if row.y0 - before.y1 > _APART * max(row.size, before.size):
            break
        if not row.is_wide:
            across = row.x1 - row.x0 > _PROSE * max(right - left, 1.0)
            outside = row.x0 < left - row.size or row.x1 > right + row.size
            lone += 1
            if across or outside or lone > _MOST_LONE:
                break
            close = 0 < row.baseline - before.baseline <= _SAME_STEP * step
            if end == k and close and row.x1 < _second(sheet, before):
                end = k + 1
            continue
        if row.x1 < left or row.x0 > right:
            break
        left, right = min(left, row.x0), max(right, row.x1)
        step = row.baseline - before.baseline
        end, lone = k + 1, 0
    return run[:end]


def _second(sheet: Sheet, row: _Run) -> float:
    """Where the second phrase of a row begins; before all else in a row of one."""
    (whole,) = printed([sheet.lines[at] for at in row.own], sheet.words)[:1]
    phrases = list(whole.phrases(_WIDE))
    return phrases[1][0].x0 if len(phrases) > 1 else row.x0


def _content_rows(sheet: Sheet, taken: set[int]) -> Iterator[list[int]]:
    """Lines that follow each other at one height, by index; none where a run of rows ends."""
    out = taken.union(sheet.captions)
    own: list[int] = []
    for at, line in enumerate(sheet.lines):
        last = sheet.lines[own[-1]] if own else None
        if last is not None and at not in out and is_beside(last, line):
            own.append(at)
            continue
        if own:
            yield own
        own = [] if at in out else [at]
        if at in out:
            yield []
    if own:
        yield own


def _run(sheet: Sheet, own: Sequence[int]) -> _Run:
    lines = [sheet.lines[at] for at in own]
    size = max(1.0, *(it.size for it in lines))
    apart = any(b.x0 - a.x1 > _WIDE * size for a, b in pairwise(lines))
    return _Run(
        tuple(own),
        lines[0].x0,
        min(it.y0 for it in lines),
        lines[-1].x1,
        max(it.y1 for it in lines),
        lines[0].baseline,
        size,
        apart or any(sheet.wide[at] for at in own),
    )
