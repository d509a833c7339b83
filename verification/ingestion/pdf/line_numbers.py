"""The numbers that drafts print beside their lines."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from vera.core.document import Floats
    from vera.verification.ingestion.pdf.lines import Line

_LINE_NUMBER = re.compile(r"(\d{1,4})(?: |$)")
_GAP = 5.0
"""Points between a line and its number; justified words stand nearer."""
_NUMBERS_OF_A_PAGE = 8


def _numbered(lines: Iterable[Line], boxes: Floats) -> Iterator[tuple[Line, int, int]]:
    """Lines that begin with a number and a gap: the line, the number, its length."""
    for line in lines:
        if not (found := _LINE_NUMBER.match(line.text)):
            continue
        length = found.end(1)
        if length == len(line.text):
            yield line, int(found[1]), length
            continue
        before, after = line.glyphs[length - 1], line.glyphs[length + 1]
        if boxes[after, 0] - boxes[before, 2] > _GAP:
            yield line, int(found[1]), length


def line_numbers(pages: Sequence[Sequence[Line]], boxes: Floats) -> dict[int, int]:
    """The length of the line number of each line (by identity) that has one.

    Line numbers are right-aligned, count up by one step down the page, and stand on at least two
    pages and on more than half of those with that many lines.
    """
    lengths: dict[int, int] = {}
    numbered, long = 0, 0
    for lines in pages:
        long += len(lines) >= _NUMBERS_OF_A_PAGE
        aligned: defaultdict[int, list[tuple[Line, int, int]]] = defaultdict(list)
        for line, number, length in _numbered(lines, boxes):
            aligned[round(float(boxes[line.glyphs[length - 1], 2]))].append((line, number, length))
        if not aligned:
            continue
        edge = max(aligned, key=lambda right: len(aligned[right]))
        column = [entry for right in range(edge - 2, edge + 3) for entry in aligned.get(right, ())]
        column.sort(key=lambda entry: entry[0].y0)
        steps = Counter(b[1] - a[1] for a, b in pairwise(column))
        if len(column) >= _NUMBERS_OF_A_PAGE and (
            max(steps[1], steps[5]) >= 0.8 * sum(steps.values())
        ):
            numbered += 1
            lengths |= {id(line): length for line, _, length in column}
    return lengths if numbered >= 2 and numbered > long / 2 else {}
