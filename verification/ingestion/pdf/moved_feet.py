"""Pages whose foot stands in the midst of where text stands: a piece of them is gone.

Most programs place each line by the one before it and the foot last, so what follows a lost piece
moves up, and the foot with it (ADR 0032).
"""

from __future__ import annotations

import re
from collections import defaultdict
from statistics import median
from typing import TYPE_CHECKING

from vera.verification.ingestion.pdf.listing import listed

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from vera.verification.ingestion.pdf.lines import Line

    Size = tuple[float, float]

_DIGITS = re.compile(r"\d+")
_LONGEST_NUMBER = 4
_LEAST_PAGES = 3
_MOST_PAGES = 0.5
"""The part of the pages of one size that must have the foot at its height to call that usual."""
_SAME_HEIGHT = 3.0
_MOVED = 8.0
"""Points from its height from which on a foot is moved: most of the distance of two lines."""
_STRAY_PAGES = 0.1
"""Of the pages, those on which it may be moved: where it is on more, the file is made so."""


def _said(line: Line) -> str:
    """What a foot says on every page: without its number, or a page number less its page."""
    if line.text.isdecimal() and len(line.text) <= _LONGEST_NUMBER:
        return f"#{int(line.text) - line.page}"
    return _DIGITS.sub("#", line.text)


def moved_feet(pages: Iterable[Sequence[Line]], sizes: Sequence[Size]) -> set[int]:
    """The numbers of the pages on which a foot is not where most others have it, but in the text.

    `pages` are the lines of each page, `sizes` their width and height, both in points.
    """
    by_size: dict[Size, list[Sequence[Line]]] = defaultdict(list)
    for lines, size in zip(pages, sizes, strict=True):
        if lines:
            by_size[size].append(lines)
    found = {page for same in by_size.values() for page in _among(same)}
    return found if len(found) <= max(1, _STRAY_PAGES * len(sizes)) else set()


def note_of(pages: Sequence[int]) -> str:
    """A sentence for the reader on the pages of those growing numbers.

    >>> note_of([3, 4])
    'text may be missing on pages 3-4: what stands at the foot of other pages is in the midst there'
    """
    place = "what stands at the foot of other pages is in the midst there"
    return f"text may be missing on {listed(pages)}: {place}"


def _among(pages: Sequence[Sequence[Line]]) -> set[int]:
    least = max(_LEAST_PAGES, _MOST_PAGES * len(pages))
    lowest = {lines[0].page: sorted(line.y1 for line in lines) for lines in pages}
    candidates: dict[str, list[Line]] = defaultdict(list)
    for line in (line for lines in pages for line in lines):
        candidates[_said(line)].append(line)
    found: set[int] = set()
    for same in candidates.values():
        if len(same) < least:
            continue
        height = median(line.y1 for line in same)
        usual = {line.page for line in same if abs(line.y1 - height) < _SAME_HEIGHT}
        if len(usual) >= least:
            found |= _moved(same, height, usual, lowest)
    return found


def _moved(
    same: Iterable[Line], height: float, usual: set[int], heights: Mapping[int, Sequence[float]]
) -> set[int]:
    """Of the lines that say the same, the pages of those that stand above the end of the text."""
    ends = [y for page in usual for y in heights[page] if y < height - _SAME_HEIGHT]
    end = max(ends, default=0.0)
    return {
        line.page for line in same if line.page not in usual and line.y1 < min(end, height - _MOVED)
    }
