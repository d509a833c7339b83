"""What is printed on a page and is no part of its text: heads and feet, page and line numbers.

A line that is dropped wrongly is worse than a head that stays, so each rule wants proof from
several pages. What is left out is kept in `Document.left_out`.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from itertools import chain, pairwise
from statistics import median
from typing import TYPE_CHECKING, TypeAlias

from attrs import field, frozen

from verification.ingestion.lines import Line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from core.document import Floats

_MARGIN = 0.12
"""The part of the page's height in which heads and feet stand, at either end."""
_MARGIN_OF_NUMBERS = 0.16
"""The same for lone numbers that count with the pages: papers on tall paper have deep margins."""
_SHARE_OF_PAGES = 0.2
_PAGES_OF_A_STAMP = 3
_LARGE = 1.5
_SAME_HEIGHT = 4.0
"""Points within which a head stands at the same height on all pages."""
_LETTERS_OF_A_HEAD = 4
_PAGE_NUMBER = re.compile(r"\W*(?:[Pp]age\s+)?(\d{1,4})(?:\s*(?:/|of)\s*\d{1,4})?\W*")
_ARCHIVE = re.compile(r"(?:arXiv:|bioRxiv|medRxiv|HAL Id)")
_LINE_NUMBER = re.compile(r"(\d{1,4})(?: |$)")
_GAP_AFTER_LINE_NUMBER = 5.0
_LINE_NUMBERS_OF_A_PAGE = 8

Pages: TypeAlias = "Sequence[Sequence[Line]]"


@frozen
class Furniture:
    """The lines of each page that are text, and those that are not, each with the reason."""

    kept: tuple[tuple[Line, ...], ...]
    left_out: tuple[tuple[Line, str], ...] = field(repr=False)

    @property
    def page_numbers(self) -> dict[int, str]:
        """The number printed on each page, by the page's own number, where there is one."""
        found = (
            (line.page, _PAGE_NUMBER.fullmatch(line.text))
            for line, reason in self.left_out
            if reason == "page number"
        )
        return {page: match[1] for page, match in found if match}


def _masked(line: Line) -> str:
    return re.sub(r"\d+", "#", line.text)


def _in_margins(lines: Iterable[Line], height: float, part: float = _MARGIN) -> Iterator[Line]:
    for line in lines:
        if line.y1 <= part * height or line.y0 >= (1 - part) * height:
            yield line


def _enough(pages: int) -> int:
    return max(2, math.ceil(_SHARE_OF_PAGES * pages))


def _repeated(pages: Pages, heights: Sequence[float]) -> Iterator[Line]:
    """Lines that stand at one height of several pages and say the same but for the digits."""
    found: defaultdict[str, list[Line]] = defaultdict(list)
    for lines, height in zip(pages, heights, strict=True):
        for line in _in_margins(lines, height):
            if sum(map(str.isalpha, line.text)) >= _LETTERS_OF_A_HEAD:
                found[_masked(line)].append(line)
    for same in found.values():
        at_height: defaultdict[int, set[int]] = defaultdict(set)
        for line in same:
            step = round(line.y0 / _SAME_HEIGHT)
            for near in (step - 1, step, step + 1):
                at_height[near].add(line.page)
        for line in same:
            if len(at_height[round(line.y0 / _SAME_HEIGHT)]) >= _enough(len(pages)):
                yield line


def _stamps(pages: Pages) -> Iterator[Line]:
    """Large or upended lines that stand at the very same place of most pages: watermarks.

    The number that an archive prints along the side of the first page is one too.
    """
    yield from (
        line for lines in pages[:1] for line in lines
        if not line.is_upright and _ARCHIVE.match(line.text)
    )  # fmt: skip
    found: defaultdict[tuple[str, int, int], list[Line]] = defaultdict(list)
    large = _LARGE * median([line.size for lines in pages for line in lines] or [0.0])
    for line in chain.from_iterable(pages):
        if line.size > large or not line.is_upright:
            found[line.text, round(line.x0), round(line.y0)].append(line)
    for same in found.values():
        if len(same) >= max(_PAGES_OF_A_STAMP, len(pages) / 2):
            yield from same


def _page_numbers(pages: Pages, heights: Sequence[float]) -> Iterator[Line]:
    """Lone numbers in the margins that count with the pages."""
    found: defaultdict[int, list[Line]] = defaultdict(list)
    for lines, height in zip(pages, heights, strict=True):
        for line in _in_margins(lines, height, _MARGIN_OF_NUMBERS):
            if number := _PAGE_NUMBER.fullmatch(line.text):
                found[int(number[1]) - line.page].append(line)
    for same in found.values():
        if len({line.page for line in same}) >= _enough(len(pages)):
            yield from same


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
        if boxes[after, 0] - boxes[before, 2] > _GAP_AFTER_LINE_NUMBER:
            yield line, int(found[1]), length


def _line_numbers(pages: Pages, boxes: Floats) -> dict[int, int]:
    """The length of the line number of each line (by identity) that has one.

    Line numbers are right-aligned, count up by one step down the page, and stand on at least two
    pages and on more than half of those with that many lines.
    """
    lengths: dict[int, int] = {}
    numbered, long = 0, 0
    for lines in pages:
        long += len(lines) >= _LINE_NUMBERS_OF_A_PAGE
        aligned: defaultdict[int, list[tuple[Line, int, int]]] = defaultdict(list)
        for line, number, length in _numbered(lines, boxes):
            aligned[round(float(boxes[line.glyphs[length - 1], 2]))].append((line, number, length))
        if not aligned:
            continue
        edge = max(aligned, key=lambda right: len(aligned[right]))
        column = [entry for right in range(edge - 2, edge + 3) for entry in aligned.get(right, ())]
        column.sort(key=lambda entry: entry[0].y0)
        steps = Counter(b[1] - a[1] for a, b in pairwise(column))
        if len(column) >= _LINE_NUMBERS_OF_A_PAGE and (
            max(steps[1], steps[5]) >= 0.8 * sum(steps.values())
        ):
            numbered += 1
            lengths |= {id(line): length for line, _, length in column}
    return lengths if numbered >= 2 and numbered > long / 2 else {}


def without_furniture(pages: Pages, heights: Sequence[float], boxes: Floats) -> Furniture:
    """Part the lines of the pages into text and the rest.

    `heights` are the pages' in points, `boxes` float32 (n, 4) those of the document's glyphs.
    """
    reasons = {id(line): "stamp" for line in _stamps(pages)}
    reasons |= {id(line): "running head" for line in _repeated(pages, heights)}
    reasons |= {id(line): "page number" for line in _page_numbers(pages, heights)}
    numbers = _line_numbers(pages, boxes)
    left_out: list[tuple[Line, str]] = []

    def text_of(line: Line) -> Iterator[Line]:
        length = numbers.get(id(line), 0)
        if id(line) in reasons:
            left_out.append((line, reasons[id(line)]))
        elif not length:
            yield line
        else:
            left_out.append((line.part(0, length, boxes), "line number"))
            if length < len(line.text):
                yield line.part(length + 1, len(line.text), boxes)

    kept = tuple(tuple(part for line in lines for part in text_of(line)) for lines in pages)
    return Furniture(kept, tuple(left_out))
