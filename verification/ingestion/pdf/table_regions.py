"""Where on a page a table may stand: between rules of one extent, or where rows have wide gaps."""

from __future__ import annotations

import itertools
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Sequence
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from attrs import define, field, frozen

from vera.core.document import Floats
from vera.verification.ingestion.pdf.lines import Line
from vera.verification.ingestion.pdf.paragraphs import is_caption, is_table_caption
from vera.verification.ingestion.pdf.rows_of_words import Words, printed
from vera.verification.ingestion.pdf.rules import Ruling, of_one_extent

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vera.verification.ingestion.pdf.rows_of_words import Printed
    from vera.verification.ingestion.pdf.rules import Rule

_SHORTEST_RULE = 40.0
_OUTSIDE = 5.0
"""Points by which text may pass the ends of the rules above and below it."""
_WIDE = 1.0
"""Type sizes from which on a gap is too wide for prose that is not badly justified."""
_FEWEST_LINES = 3
_LONG = 0.35
"""The share of the width between rules from which on lines are long: columns of prose have 0.45."""
_PROSE = 0.7
"""The share of a table's width from which on a lone phrase is a line of prose."""
_EMPTY = 24.0
"""Points of white that may lie between two rules of a table."""
_APART = 1.7
"""Type sizes of white between rows of a table without rules."""
_MOST_LONE = 3
_FEWEST_ROWS = 2
_SAME_HEIGHT = 0.35
_SAME_STEP = 1.05
"""Of the distance of two rows, that of the last line of a cell below its table's last row."""
_MOST_GROWN = 20
_REACH = 8.0
"""Type sizes above and below a table that are looked at at once, so many times at most."""
_TOP_AND_MIDDLE = 2
"""Rules of a table that has none at its bottom, or none at its top."""
_WORDS = 4
"""Words of a phrase, on average, in rows beyond the rules of a table; prose has more."""
_NEAR_CAPTION = 3.5
_LINES_OF_CAPTION = 12
_MOST_CAPTIONS = 20
"""Captions around a table that are looked at: pages have three or four."""


@define(eq=False)
class Region:
    """Lines that may be a table, the rules among them, and what speaks for it."""

    lines: list[Line]
    ruling: Ruling
    is_ruled: bool = False
    caption: bool = field(default=False)
    figure: bool = field(default=False)


@frozen(eq=False, slots=False)
class Sheet:
    """The lines of a page: x0, y0, x1, y1 of each, the captions, and which have wide gaps."""

    lines: Sequence[Line]
    box: Floats
    captions: tuple[int, ...]
    wide: Sequence[bool]
    words: Words

    @classmethod
    def of(cls, lines: Sequence[Line], boxes: Floats, typewriters: Collection[int] = ()) -> Sheet:
        """Of the lines of one page; `typewriters` are the faces of letters of one width."""
        box = np.array([(it.x0, it.y0, it.x1, it.y1) for it in lines], dtype=np.float32).reshape(
            -1, 4
        )
        told = tuple(at for at, line in enumerate(lines) if is_caption(line.text))
        return cls(lines, box, told, wide_lines(lines, boxes), Words(boxes, typewriters))

    @cached_property
    def by_height(self) -> tuple[list[int], list[float]]:
        """The lines by the height of their middle, by index, and these heights."""
        middles = (self.box[:, 1] + self.box[:, 3]) / 2
        order = np.argsort(middles, kind="stable")
        return order.tolist(), middles[order].tolist()


def _between(sheet: Sheet, a: Rule, b: Rule) -> list[int] | None:
    """The lines between two rules, by index; None where text passes their ends."""
    order, middles = sheet.by_height
    inside = order[bisect_right(middles, a.at) : bisect_left(middles, b.at)]
    own: list[int] = []
    for at in sorted(inside):
        line = sheet.lines[at]
        if line.x0 < a.end and line.x1 > a.start:
            if line.x0 < a.start - _OUTSIDE or line.x1 > a.end + _OUTSIDE:
                return None
            own.append(at)
    return own


def _is_prose(rows: Sequence[Printed], width: float) -> bool:
    left = min((row.x0 for row in rows), default=0.0)
    lone = [
        row for row in rows
        if row.x1 - row.x0 > _PROSE * width
        and row.x0 < left + row.size
        and sum(1 for _ in row.phrases(_WIDE)) == 1
    ]  # fmt: skip
    return len(rows) >= 2 and 2 * len(lone) > len(rows)


def _is_plain(sheet: Sheet, own: Sequence[int], width: float) -> bool:
    """Whether lines are surely prose: no two stand side by side, none has gaps, most are long."""
    if len(own) < _FEWEST_LINES or any(sheet.wide[at] for at in own):
        return False
    widths = sheet.box[own, 2] - sheet.box[own, 0]
    long = float(np.median(widths)) > _LONG * width
    lines = [sheet.lines[at] for at in own]
    return long and not any(is_beside(a, b) for a, b in itertools.pairwise(lines))


def ruled(sheet: Sheet, ruling: Ruling) -> Iterator[Region]:
    """What stands between rules of one extent, the largest first."""
    level = [rule for rule in ruling.level if rule.length >= _SHORTEST_RULE]
    found: list[tuple[list[int], list[Rule]]] = []
    for group in of_one_extent(level):
        found.extend(_chains(sheet, group))
    taken: set[int] = set()
    for inside, rules in sorted(found, key=lambda it: len(it[0]), reverse=True):
        if taken.isdisjoint(inside):
            taken.update(inside)
            first, last = rules[0], rules[-1]
            yield Region(
                [sheet.lines[at] for at in inside],
                ruling.within(first.start, first.at, first.end, last.at),
                is_ruled=True,
            )


def grown(region: Region, sheet: Sheet, ruling: Ruling, taken: set[int]) -> Region:
    """The same with the rows above its first rule, and below its last, that are like its own.

    An upright rule that runs on says so; without a rule at the bottom, a gap in a row that follows.
    """
    for _ in range(_MOST_GROWN):
        before = len(region.lines)
        _grow(region, sheet, ruling, taken)
        if len(region.lines) == before:
            break
    return region


def _grow(region: Region, sheet: Sheet, ruling: Ruling, taken: set[int]) -> None:
    """Add the nearest of the rows above and below that belong to it."""
    level = region.ruling.level
    x0 = min([rule.start for rule in level], default=0.0) - _OUTSIDE
    x1 = max([rule.end for rule in level], default=0.0) + _OUTSIDE
    is_open = sum(rule.length >= _PROSE * (x1 - x0) for rule in level) <= _TOP_AND_MIDDLE
    own = {id(line) for line in region.lines}
    captions = set(sheet.captions)
    top, bottom = min(it.y0 for it in region.lines), max(it.y1 for it in region.lines)
    reach = _REACH * max(it.size for it in region.lines)
    near = (sheet.box[:, 1] >= top - reach) & (sheet.box[:, 3] <= bottom + reach)
    rest = [
        line
        for at in np.flatnonzero(near).tolist()
        for line in (sheet.lines[at],)
        if at not in taken
        and id(line) not in own
        and at not in captions
        and line.x0 >= x0
        and line.x1 <= x1
    ]
    if not rest or not (is_open or region.ruling.upright):
        return
    left, right = min(it.x0 for it in region.lines), max(it.x1 for it in region.lines)
    rows = printed(rest, sheet.words)
    above = [row for row in rows if row.y1 <= top + row.size / 2][::-1]
    below = [row for row in rows if row.y0 >= bottom - row.size / 2]
    for side in (above, below):
        more: list[Line] = []
        edge = top if side is above else bottom
        for row in side:
            gap = edge - row.y1 if side is above else row.y0 - edge
            beside = [
                rule.at
                for rule in region.ruling.upright
                if x0 < rule.at < x1 and rule.start <= row.baseline - row.size / 4 <= rule.end
            ]
            runs_on = len(beside) > 1 or any(left < at < right for at in beside)
            phrases = list(row.phrases())
            like = is_open and len(phrases) > 1 and len(row.words) <= _WORDS * len(phrases)
            if gap > _APART * row.size or not (runs_on or like):
                break
            more += {id(word.line): word.line for word in row.words}.values()
            edge = row.y0 if side is above else row.y1
        region.lines += more
    top, bottom = min(it.y0 for it in region.lines), max(it.y1 for it in region.lines)
    region.ruling = ruling.within(x0, top - 4, x1, bottom + 4)


def _chains(sheet: Sheet, group: Sequence[Rule]) -> Iterator[tuple[list[int], list[Rule]]]:
    inside: list[int] = []
    rules: list[Rule] = []
    several, typed = 0, False
    captions = set(sheet.captions)
    for a, b in itertools.pairwise(group):
        own = _between(sheet, a, b)
        sound = own is not None and not captions.intersection(own)
        sound = sound and not _is_plain(sheet, own or [], a.length)
        before, typed = typed, _is_typed(sheet, own) if own else typed
        sound = sound and (typed or not before)  # what follows the frame of a program's text
        rows = printed([sheet.lines[at] for at in own], sheet.words) if own and sound else []
        many = sum(sum(1 for _ in row.phrases()) > 1 for row in rows)
        sound = sound and (bool(own) or b.at - a.at < _EMPTY)
        if not sound or _is_prose(rows, a.length):
            if several:
                yield inside, rules
            inside, rules, several = [], [], 0
            continue
        rules = [*rules, b] if rules else [a, b]
        inside += own or []
        several += many
    if several:
        yield inside, rules


def _is_typed(sheet: Sheet, own: Sequence[int]) -> bool:
    lines = [sheet.lines[at] for at in own]
    typed = sum(len(line.text) for line in lines if sheet.words.is_typed(line))
    return 2 * typed > sum(len(line.text) for line in lines)


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


def is_beside(a: Line, b: Line) -> bool:
    """Whether b stands to the right of a at the same height."""
    return (
        b.x0 >= a.x1 - 1
        and abs(b.baseline - a.baseline) <= _SAME_HEIGHT * max(a.size, b.size)
    )  # fmt: skip


def beside(lines: Sequence[Line]) -> int:
    """How many of the lines stand to the right of the one before, as `is_beside` tells."""
    told = np.array([(it.x0, it.x1, it.baseline, it.size) for it in lines]).reshape(-1, 4)
    x0, x1, baseline, size = told.T
    near = np.abs(np.diff(baseline)) <= _SAME_HEIGHT * np.maximum(size[1:], size[:-1])
    return int(np.count_nonzero(near & (x0[1:] >= x1[:-1] - 1)))


def wide_lines(lines: Sequence[Line], boxes: Floats) -> list[bool]:
    """Of each line of a page, whether it has a gap that no prose has."""
    if not lines:
        return []
    lengths = np.array([len(line.glyphs) for line in lines])
    glyphs = np.concatenate([line.glyphs for line in lines])
    box = boxes[glyphs]
    seen = np.flatnonzero((glyphs >= 0) & (box[:, 2] > box[:, 0]))
    number = np.repeat(np.arange(len(lines)), lengths)[seen]
    size = np.array([max(line.size, 1.0) for line in lines], dtype=np.float32)
    x0, x1 = box[seen, 0], box[seen, 2]
    gap = x0[1:] - x1[:-1] > _WIDE * size[number[1:]]
    wide = np.zeros(len(lines), dtype=np.bool_)
    wide[number[1:][gap & (number[1:] == number[:-1])]] = True
    told: list[bool] = wide.tolist()
    return told


def with_caption(region: Region, sheet: Sheet) -> Region:
    """The same, knowing whether the caption of a table, or of a figure, stands beside it."""
    x0, y0 = min(it.x0 for it in region.lines), min(it.y0 for it in region.lines)
    x1, y1 = max(it.x1 for it in region.lines), max(it.y1 for it in region.lines)
    size = max(it.size for it in region.lines)
    middle = (y0 + y1) / 2
    nearest = sorted(sheet.captions, key=lambda at: abs(sheet.lines[at].y0 - middle))
    for at in nearest[:_MOST_CAPTIONS]:
        line = sheet.lines[at]
        if line.x1 < x0 or line.x0 > x1:
            continue
        below = -1 <= line.y0 - y1 + size / 2 <= _NEAR_CAPTION * size
        above = line.y1 <= y0 + 1 and _leads_to(sheet, at, x0, x1, y0)
        if above or below:
            if is_table_caption(line.text):
                region.caption = True
            elif below:
                region.figure = True
    return region


def _leads_to(sheet: Sheet, at: int, x0: float, x1: float, y0: float) -> bool:
    """Whether nothing but the caption's own lines stands between it and what is below."""
    caption = sheet.lines[at]
    over = (sheet.box[:, 2] > x0) & (sheet.box[:, 0] < x1)
    between = over & (sheet.box[:, 1] > caption.y0) & (sheet.box[:, 3] <= y0 + 1)
    edges = sorted((float(a), float(b)) for a, b in sheet.box[between][:, [1, 3]])
    if len(edges) > _LINES_OF_CAPTION:
        return False
    end = caption.y1
    for top, bottom in edges:
        if top - end > 1.2 * caption.size:
            return False
        end = max(end, bottom)
    return y0 - end <= _NEAR_CAPTION * caption.size
