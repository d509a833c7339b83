"""Where a table may stand on a page: between rules of one extent."""

from __future__ import annotations

import itertools
from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

import numpy as np

from vera.verification.ingestion.pdf.rows_of_words import printed
from vera.verification.ingestion.pdf.rules import of_one_extent
from vera.verification.ingestion.pdf.table_regions import Region
from vera.verification.ingestion.pdf.table_sheet import is_beside

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vera.verification.ingestion.pdf.lines import Line
    from vera.verification.ingestion.pdf.rows_of_words import Printed
    from vera.verification.ingestion.pdf.rules import Rule, Ruling
    from vera.verification.ingestion.pdf.table_sheet import Sheet

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
_MOST_GROWN = 20
_REACH = 8.0
"""Type sizes above and below a table that are looked at at once, so many times at most."""
_TOP_AND_MIDDLE = 2
"""Rules of a table that has none at its bottom, or none at its top."""
_WORDS = 4
"""Words of a phrase, on average, in rows beyond the rules of a table; prose has more."""


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
    if not rest:
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
            phrases = list(row.phrases() if is_open else row.phrases(_WIDE))
            like = len(phrases) > 1 and len(row.words) <= _WORDS * len(phrases)
            like = like and (is_open or side is above)
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
