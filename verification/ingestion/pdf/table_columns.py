"""The columns of a table: parted by rules, or by white that runs through its rows."""

from __future__ import annotations

import itertools
import re
from statistics import median
from typing import TYPE_CHECKING

import numpy as np
from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vera.verification.ingestion.pdf.rows_of_words import Printed, Word
    from vera.verification.ingestion.pdf.rules import Rule

_STEP = 0.25
"""Points in which the width of a table is measured."""
_RIVER = 0.45
"""The least white between columns, in type sizes: tight tables have 0.6, blanks 0.35 at most."""
_GAP = 0.42
_RULED_GAP = 0.1
_WIDE = 0.8
"""Type sizes of white that no blank between words has: what it parts is put into columns apart."""
_MOST_CROSSED = 0.2
"""The share of rows that may cross a white: heads of several columns, heads across."""
_RULED = 0.5
"""The share of the table's height from which on an upright rule parts its columns."""
_PAST = 0.35
"""Type sizes by which words reach into a column that they stand in."""
_WIDEST = 20_000
_LABEL = re.compile(r"\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,4})[.)]")
_MOST_HEADS = 2
"""Rows of heads that may stand above the marks of a list."""


@frozen
class Columns:
    """Where the columns stand: `rivers` are the white stretches between them, in order.

    `ends` are the left and right ends of what stands in each column alone, and `ruled` the places
    of upright rules between them.
    """

    rivers: tuple[tuple[float, float], ...]
    ends: tuple[tuple[float, float], ...]
    ruled: tuple[float, ...] = ()

    def __len__(self) -> int:
        return len(self.rivers) + 1

    def has_rule(self, first: int, last: int, x0: float, x1: float) -> bool:
        """Whether an upright rule stands among the columns, but for those that x0 to x1 covers."""
        start, end = self.ends[first][0], self.ends[last][1]
        return any(start < at < end and not x0 < at < x1 for at in self.ruled)

    def phrases(self, row: Printed) -> list[tuple[int, int, list[Word]]]:
        """The words of a row, parted by columns, with the first and last column of each part."""
        parts: list[list[Word]] = []
        end = 0.0
        for word in row.words:
            if parts and (word.is_leader or not self._parts(end, word.x0, row.size)):
                parts[-1].append(word)
                end = end if word.is_leader else max(end, word.x1)
            else:
                parts.append([word])
                end = word.x1
        placed: list[tuple[int, int, list[Word]]] = []
        for part in parts:
            x0 = part[0].x0
            x1 = max([word.x1 for word in part if not word.is_leader], default=part[0].x1)
            first, last = self._covered(x0, x1, row.size)
            if placed and placed[-1][1] >= first:
                before = placed[-1]
                if last <= before[1]:
                    placed[-1] = (before[0], before[1], [*before[2], *part])
                    continue
                first = before[1] + 1
            placed.append((first, last, part))
        return placed

    def _parts(self, left: float, right: float, size: float) -> bool:
        """Whether the white from `left` to `right` lies between two columns."""
        gap = right - left
        if gap >= _WIDE * size:
            return True
        for start, end in self.rivers:
            if start >= right:
                break
            if end <= left:
                continue
            if start == end:
                if gap >= _RULED_GAP * size:
                    return True
            elif gap >= _GAP * size and min(right, end) - max(left, start) >= 0.5 * min(
                gap, end - start
            ):
                return True
        return False

    def _covered(self, x0: float, x1: float, size: float) -> tuple[int, int]:
        middles = [(start + end) / 2 for start, end in self.rivers]
        past = min(_PAST * size, 0.45 * (x1 - x0))
        first = sum(x0 + past >= middle for middle in middles)
        last = sum(x1 - past > middle for middle in middles)
        return first, max(first, last)


def _parts_labels(rows: Sequence[Printed], river: tuple[float, float]) -> bool:
    """Whether the white stands behind the marks of a list ("1.", "(a)") that names the rows."""
    middle = (river[0] + river[1]) / 2
    before = [
        " ".join(word.text for word in row.words if word.x1 <= middle)
        for row in rows
        if row.x0 < middle
    ]
    labels = sum(_LABEL.fullmatch(text) is not None for text in before)
    return labels >= 2 and labels >= len(before) - _MOST_HEADS


def _white(
    rows: Iterable[Sequence[tuple[float, float]]], left: float, right: float, most: int
) -> list[tuple[float, float]]:
    """The stretches that at most `most` rows cover."""
    count = min(int((right - left) / _STEP) + 2, _WIDEST)
    change = np.zeros(count + 1, dtype=np.int64)
    for row in rows:
        for x0, x1 in row:
            a = min(max(int((x0 - left) / _STEP), 0), count)
            b = min(max(int((x1 - left) / _STEP) + 1, a), count)
            change[a] += 1
            change[b] -= 1
    white = np.cumsum(change)[:count] <= most
    edges = np.flatnonzero(np.diff(np.concatenate([[False], white, [False]]).astype(np.int8)))
    return [
        (left + a * _STEP, left + b * _STEP)
        for a, b in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True)
    ]


def _merged(extents: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    done: list[tuple[float, float]] = []
    for x0, x1 in extents:
        if done and x0 <= done[-1][1]:
            done[-1] = (done[-1][0], max(done[-1][1], x1))
        else:
            done.append((x0, x1))
    return done


def _cuts(rows: Sequence[Printed], at: float) -> int:
    """How many rows have a word that runs over that place: what is drawn there is no side."""
    return sum(any(word.x0 + 1 < at < word.x1 - 1 for word in row.words) for row in rows)


def columns_of(rows: Sequence[Printed], upright: Sequence[Rule], body: int = 0) -> Columns:
    """The columns of the rows; `upright` are the rules between them, `body` its first row.

    White counts where it runs through all rows but those that cross columns: heads of several of
    them, and heads across the table.
    """
    phrases = [
        [(part[0].x0, max(word.x1 for word in part)) for part in row.phrases()] for row in rows
    ]
    size = median(row.size for row in rows)
    left = min(row.x0 for row in rows)
    right = max(row.x1 for row in rows)
    top, bottom = rows[0].y0, rows[-1].y1
    ruled = [
        rule.at
        for rule in upright
        if left < rule.at < right
        and min(rule.end, bottom) - max(rule.start, top) >= _RULED * (bottom - top)
        and _cuts(rows, rule.at) <= _MOST_CROSSED * len(rows)
    ]
    chosen = phrases[body:] if len(rows) - body >= 2 else phrases
    usual = median(len(row) for row in chosen)
    dense = [row for row in chosen if 2 * len(row) > usual or usual <= 1]
    rivers = _rivers(dense, left, right, 0, size)
    tolerant = _rivers(dense, left, right, int(_MOST_CROSSED * len(dense)), size)
    if len(tolerant) > len(rivers):
        inside = [
            row for row in dense
            if not any(
                x0 <= start and x1 >= end for x0, x1 in row for start, end in tolerant
            )
        ]  # fmt: skip
        stricter = _rivers(inside, left, right, 0, size) if inside else []
        if len(stricter) > len(rivers):
            rivers, dense = stricter, inside
    rivers = _with_rules(rivers, ruled, size, left, right)
    if rivers and _parts_labels(rows, rivers[0]):
        rivers = rivers[1:]
    bounds = [left, *((start + end) / 2 for start, end in rivers), right]
    ends: list[tuple[float, float]] = []
    for a, b in itertools.pairwise(bounds):
        own = [
            (x0, x1)
            for row in dense
            for x0, x1 in row
            if a <= (x0 + x1) / 2 <= b and x0 >= a - size
        ]
        ends.append(
            (max(min(x0 for x0, _ in own), a), min(max(x1 for _, x1 in own), b)) if own else (a, b)
        )
    return Columns(tuple(rivers), tuple(ends), tuple(ruled))


def _rivers(
    rows: Sequence[Sequence[tuple[float, float]]],
    left: float,
    right: float,
    most: int,
    size: float,
) -> list[tuple[float, float]]:
    return [
        (start, end)
        for start, end in _white(map(_merged, rows), left, right, most)
        if end - start >= _RIVER * size and start > left and end < right
    ]


def _with_rules(
    rivers: Sequence[tuple[float, float]],
    ruled: Sequence[float],
    size: float,
    left: float,
    right: float,
) -> list[tuple[float, float]]:
    """The rivers, and the rules that stand in none of them."""
    done = list(rivers)
    for at in ruled:
        near = any(start - 0.3 * size <= at <= end + 0.3 * size for start, end in rivers)
        if not near and left + 0.3 * size < at < right - 0.3 * size:
            done.append((at, at))
    return sorted(done)
