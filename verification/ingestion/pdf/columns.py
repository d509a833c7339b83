"""Where the running text of a page stands: the left and right edges of its columns."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vera.verification.ingestion.pdf.lines import Line
    from vera.verification.ingestion.pdf.paragraphs import Paragraph

_BODY = 0.12
"""Sizes less apart, as a ratio, are the body's: a scan's sizes are guessed."""
_LETTERS = 30
"""Characters from which on a line is one of running text: half of a narrow column."""
_STEP = 2.0
"""Points within which lines begin at one edge."""
_FEWEST = 3
_APART = 40.0
"""Points by which columns are apart at least: an indent is less."""
_JUSTIFIED = 0.2
"""The share of lines that end at the right edge of a column whose text is justified."""
_FULL = 0.75
"""The part of a column that lines of running text fill, but for the last of a paragraph."""
_WORDS = 5
"""Words from which on a short line that ends in a stop is a sentence."""


@frozen
class Column:
    """The edges of a column of running text, in points."""

    left: float
    right: float

    @property
    def width(self) -> float:
        """From edge to edge."""
        return self.right - self.left


@frozen(eq=False)
class Columns:
    """The columns of each page; `everywhere` are those of the document, for a page without text."""

    of_page: dict[int, tuple[Column, ...]]
    everywhere: tuple[Column, ...]

    @classmethod
    def of(cls, pages: Iterable[Sequence[Line]], body: float) -> Columns:
        """Measured over all lines in type of about the body's size."""
        texts = [[line for line in lines if _is_text(line, body)] for lines in pages]
        every = [line for lines in texts for line in lines]
        usual = Counter(round(line.x0 / _STEP) for line in every)
        of_page = {
            lines[0].page: found for lines in texts if lines and (found := _found(lines, usual))
        }
        return cls(of_page, _found(every, usual))

    def around(self, line: Line) -> Column | None:
        """The column that a line stands in, None where it stands in none or runs over several."""
        columns = self.of_page.get(line.page, self.everywhere)
        inside = [it for it in columns if it.left < line.x1 and line.x0 < it.right]
        return inside[0] if len(inside) == 1 else None

    def under(self, block: Paragraph) -> tuple[float, float]:
        """The edges of all columns that a block reaches into, or its own."""
        left = min(line.x0 for line in block.lines)
        right = max(line.x1 for line in block.lines)
        columns = self.of_page.get(block.lines[0].page, self.everywhere)
        inside = [it for it in columns if it.left < right and left < it.right]
        return (
            min([left, *(it.left for it in inside)]),
            max([right, *(it.right for it in inside)]),
        )

    def is_running(self, block: Paragraph, ends_sentence: bool) -> bool:
        """Whether a block is running text: its lines fill a column, or it is a short sentence."""
        if not block.lines[0].is_upright:
            return False
        column = self.around(block.lines[0])
        filling = block.lines[:-1] or block.lines
        width = column.width if column else max(it.width for it in self.everywhere or (_NONE,))
        fills = sum(line.x1 - line.x0 >= _FULL * width for line in filling)
        is_filled = 2 * fills > len(filling)
        if not (is_filled or ends_sentence):
            return False
        words = sum(word[:1].isalpha() for word in block.text.split())
        least = 1 if ends_sentence else max(1, len(block.lines) // 2)
        return words >= _WORDS * least


_NONE = Column(0.0, 0.0)


def _is_text(line: Line, body: float) -> bool:
    return abs(line.size - body) <= _BODY * body and len(line.text) >= _LETTERS and line.is_upright


def _found(lines: Sequence[Line], usual: Counter[int]) -> tuple[Column, ...]:
    """The columns that lines stand in, those first whose left edge is `usual` in the document.

    An edge that only indented lines begin at, or the lines of a table, lies in a column.
    """
    begin = Counter(round(line.x0 / _STEP) for line in lines)
    columns: list[Column] = []
    for step in sorted(begin, key=lambda step: (-usual[step], -begin[step], step)):
        if begin[step] < _FEWEST:
            continue
        left = step * _STEP
        column = Column(left, _right([it for it in lines if -_STEP <= it.x0 - left < _APART]))
        if all(min(column.right, it.right) - max(left, it.left) < _STEP for it in columns):
            columns.append(column)
    return tuple(sorted(columns, key=lambda column: column.left))


def _right(lines: Sequence[Line]) -> float:
    """The right edge of lines that begin at one edge: that of most, or where none has most, far."""
    ends = Counter(round(line.x1 / _STEP) for line in lines)
    edges = [step for step, count in ends.items() if count >= _JUSTIFIED * len(lines)]
    by_end = sorted(line.x1 for line in lines)
    return max(edges) * _STEP if edges else by_end[int(0.9 * (len(by_end) - 1))]
