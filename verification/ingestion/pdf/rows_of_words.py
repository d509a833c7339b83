"""Words of a part of a page, in the rows that they are printed in."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

import numpy as np
from attrs import define, frozen

from vera.verification.ingestion.pdf.lines import Line
from vera.verification.ingestion.pdf.typewriter import NONE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from vera.core.document import Floats
    from vera.verification.ingestion.pdf.typewriter import Typewriters

_BLANK = ord(" ")
_LEADERS = ".·…"
_WORD_GAP = 0.3
"""Type sizes between letters from which on they are two words, where no blank says so."""
_TYPED_GAP = 0.5
"""The same for a typewriter's letters, which may be thin in their places; a blank is wider."""
_SAME_ROW = 0.35
"""Baselines this much apart, in type sizes, are those of one row."""
PHRASE_GAP = 0.45
"""Type sizes between words of one cell at most: ragged type has 0.25 to 0.35 (ADR 0063)."""


@frozen(eq=False)
class Word:
    """Characters [start, end) of a line, and where they stand."""

    line: Line
    start: int
    end: int
    x0: float
    x1: float
    height: float
    """That of its middle, in points from the top of the page."""

    @property
    def is_leader(self) -> bool:
        """Whether it is a dot, or some, that may lead from one cell to the next."""
        return self.line.text[self.start] in _LEADERS and not self.text.strip(_LEADERS)

    @property
    def text(self) -> str:
        """Its characters."""
        return self.line.text[self.start : self.end]


@define(eq=False)
class Printed:
    """Words at one height, from left to right."""

    words: list[Word]
    baseline: float
    size: float

    @property
    def x0(self) -> float:
        """Where its first word begins."""
        return self.words[0].x0

    @property
    def x1(self) -> float:
        """Where its last word ends."""
        return max(word.x1 for word in self.words)

    @property
    def y0(self) -> float:
        """Its upper edge."""
        return min(word.line.y0 for word in self.words)

    @property
    def y1(self) -> float:
        """Its lower edge."""
        return max(word.line.y1 for word in self.words)

    def phrases(self, gap: float = PHRASE_GAP) -> Iterator[list[Word]]:
        """Its words, parted where more than `gap` type sizes lie between."""
        found: list[Word] = []
        end = -inf
        for word in self.words:
            if word.is_leader and found:
                continue
            if found and word.x0 - end > gap * self.size:
                yield found
                found, end = [], -inf
            found.append(word)
            end = max(end, word.x1)
        if found:
            yield found


def words_of(line: Line, boxes: Floats, gap: float = _WORD_GAP) -> Iterator[Word]:
    """The words of a line; `boxes` are those of the document's glyphs.

    `gap` is what parts letters, in type sizes.
    """
    places = np.flatnonzero(np.frombuffer(line.text.encode("utf-32-le"), "<u4") != _BLANK)
    glyphs = line.glyphs[places]
    inked = boxes[glyphs]
    seen = (glyphs >= 0) & (inked[:, 2] > inked[:, 0])
    if not seen.any():
        return
    if not seen.all():
        nearest = np.maximum.accumulate(np.where(seen, np.arange(len(places)), 0))
        nearest[~seen[nearest]] = int(np.argmax(seen))
        inked = inked[nearest]
    blank = places[1:] - places[:-1] > 1
    gaps = inked[1:, 0] - np.maximum.accumulate(inked[:, 2])[:-1]
    cuts = np.flatnonzero(blank | (gaps > gap * max(line.size, 1.0))) + 1
    starts = [0, *cuts.tolist()]
    ends = [*cuts.tolist(), len(places)]
    least = np.minimum.reduceat(inked[:, :2], starts, axis=0)
    most = np.maximum.reduceat(inked[:, 2:], starts, axis=0)
    left, right = least[:, 0].tolist(), most[:, 0].tolist()
    heights = ((least[:, 1] + most[:, 1]) / 2).tolist()
    for first, after, x0, x1, y in zip(starts, ends, left, right, heights, strict=True):
        start = int(places[first])
        end = int(places[after - 1]) + 1
        yield Word(line, start, end, x0, x1, y)


class Words:
    """The words of lines, each line taken apart once; `boxes` are those of the glyphs.

    `typewriters` is what is set in letters of one width.
    """

    def __init__(self, boxes: Floats, typewriters: Typewriters = NONE) -> None:
        self._boxes = boxes
        self._typewriters = typewriters
        self._known: dict[int, tuple[Line, list[Word]]] = {}

    def of(self, line: Line) -> list[Word]:
        """The words of a line."""
        if id(line) not in self._known:
            gap = _TYPED_GAP if self.is_typed(line) else _WORD_GAP
            self._known[id(line)] = line, list(words_of(line, self._boxes, gap))
        return self._known[id(line)][1]

    def is_typed(self, line: Line) -> bool:
        """Whether the line is set in letters of one width."""
        return self._typewriters.set_line(line)


def printed(lines: Iterable[Line], known: Words) -> list[Printed]:
    """The words of the lines in rows from the top."""
    rows: list[Printed] = []
    for line in sorted(lines, key=lambda it: it.baseline):
        words = list(known.of(line))
        if not words:
            continue
        size = max(line.size, 1.0)
        last = rows[-1] if rows else None
        if last is not None and line.baseline - last.baseline <= _SAME_ROW * max(size, last.size):
            last.words.extend(words)
            last.size = max(last.size, size)
        else:
            rows.append(Printed(words, line.baseline, size))
    for row in rows:
        row.words.sort(key=lambda it: it.x0)
    return rows


def parts_of(words: Sequence[Word], boxes: Floats) -> Iterator[Line]:
    """The words as lines again, those that follow each other in one line together."""
    run: list[Word] = []
    for word in words:
        last = run[-1] if run else word
        between = word.line.text[last.end : word.start]
        if run and (word.line is not last.line or word.start < last.end or between.strip()):
            yield run[0].line.part(run[0].start, run[-1].end, boxes)
            run = []
        run.append(word)
    if run:
        yield run[0].line.part(run[0].start, run[-1].end, boxes)
