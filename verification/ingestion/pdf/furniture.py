"""What is printed on a page and is no part of its text: heads and feet, page and line numbers.

A line that is dropped wrongly is worse than a head that stays, so each rule wants proof from
several pages. What is left out is kept in `Document.left_out`.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from itertools import chain
from statistics import median
from typing import TYPE_CHECKING, TypeAlias

from attrs import field, frozen

from vera.verification.ingestion.pdf.line_numbers import line_numbers
from vera.verification.ingestion.pdf.lines import Line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from vera.core.document import Floats

_MARGIN = 0.12
"""The part of the page's height in which heads and feet stand, at either end."""
_MARGIN_OF_NUMBERS = 0.16
"""The same for lone numbers that count with the pages: papers on tall paper have deep margins."""
_DEEP_MARGIN = 0.2
"""The same for heads that say the same and count with the pages."""
_LABEL = re.compile(r"fig|tab|box|scheme|algorithm|listing|plate", re.IGNORECASE)
_SHARE_OF_PAGES = 0.2
_PAGES_OF_A_STAMP = 3
_LARGE, _HUGE = 1.5, 3.0
"""Sizes from which on, in those of the usual line, a stamp is looked for, and surely is one."""
_NEAR = 24.0
"""Points within which a huge stamp stands at the same place: its type may differ by page."""
_LETTERS_OF_A_STAMP = 4
_SAME_HEIGHT = 4.0
"""Points within which a head stands at the same height on all pages."""
_LETTERS_OF_A_HEAD = 4
_STEP, _SAME_SIZE = 1.3, 0.05
"""Type sizes from a row to the next at most; and by how much, as a part, type may differ."""
_PAGE_NUMBER = re.compile(r"\W*(?:[Pp]age\s+)?(\d{1,4})(?:\s*(?:/|of)\s*\d{1,4})?\W*")
_AT_AN_END = re.compile(r"^(\d{1,4})(?=\s)|(?<=\s)(\d{1,4})(?:\s*(?:/|of)\s*\d{1,4})?$")
_ARCHIVE = re.compile(r"(?:arXiv:|bioRxiv|medRxiv|HAL Id)")

Pages: TypeAlias = "Sequence[Sequence[Line]]"


@frozen
class Furniture:
    """The lines of each page that are text, and those that are not, each with the reason."""

    kept: tuple[tuple[Line, ...], ...]
    left_out: tuple[tuple[Line, str], ...] = field(repr=False)

    @property
    def page_numbers(self) -> dict[int, str]:
        """The number printed on each page, by the page's own number, where there is one.

        It stands alone, or at either end of a running head and counts with the pages.
        """
        alone: dict[int, str] = {}
        in_heads: defaultdict[int, dict[int, str]] = defaultdict(dict)
        for line, reason in self.left_out:
            if reason == "page number" and (found := _PAGE_NUMBER.fullmatch(line.text)):
                alone[line.page] = found[1]
            elif reason == "running head":
                for number in chain.from_iterable(_AT_AN_END.findall(line.text)):
                    if number:
                        in_heads[int(number) - line.page][line.page] = number
        counting = max(in_heads.values(), key=len, default={})
        return (counting if len(counting) >= _enough(len(self.kept)) else {}) | alone


def _masked(line: Line) -> str:
    return re.sub(r"\d+", "#", line.text)


def _in_margins(lines: Iterable[Line], height: float, part: float = _MARGIN) -> Iterator[Line]:
    for line in lines:
        if line.y1 <= part * height or line.y0 >= (1 - part) * height:
            yield line


def _at_sides(lines: Iterable[Line], width: float) -> Iterator[Line]:
    """The upended lines in the margins left and right: the heads and feet of turned pages."""
    for line in lines:
        in_margin = line.x1 <= _MARGIN * width or line.x0 >= (1 - _MARGIN) * width
        if in_margin and not line.is_upright:
            yield line


def _enough(pages: int) -> int:
    return max(2, math.ceil(_SHARE_OF_PAGES * pages))


def _repeated(pages: Pages, sizes: Sequence[tuple[float, float]]) -> Iterator[Line]:
    """Lines that stand at one height of several pages and say the same but for the digits.

    Upended lines at the sides are such heads too if they say the same.
    """
    found: defaultdict[str, list[Line]] = defaultdict(list)
    upended: list[Line] = []
    for lines, (width, height) in zip(pages, sizes, strict=True):
        upended += _at_sides(lines, width)
        for line in _in_margins(lines, height):
            if sum(map(str.isalpha, line.text)) >= _LETTERS_OF_A_HEAD:
                found[_masked(line)].append(line)
    heads: dict[str, list[Line]] = {}
    for text, same in found.items():
        at_height: defaultdict[int, set[int]] = defaultdict(set)
        for line in same:
            step = round(line.y0 / _SAME_HEIGHT)
            for near in (step - 1, step, step + 1):
                at_height[near].add(line.page)
        often = [
            line for line in same
            if len(at_height[round(line.y0 / _SAME_HEIGHT)]) >= _enough(len(pages))
        ]  # fmt: skip
        if often:
            heads[text] = often
    own = {id(line) for same in heads.values() for line in same}
    on_page = {lines[0].page: [it for it in lines if id(it) not in own] for lines in pages if lines}
    for same in heads.values():
        if 2 * sum(_leads(line, on_page[line.page]) for line in same) <= len(same):
            yield from same
    yield from (line for line in upended if _masked(line) in heads)


def _leads(line: Line, others: Sequence[Line]) -> bool:
    """Whether type of its size stands as near below it as a table's first row below its heads."""
    return any(
        0 < other.baseline - line.baseline < _STEP * line.size
        and other.x0 < line.x1
        and other.x1 > line.x0
        and abs(other.size - line.size) < _SAME_SIZE * line.size
        for other in others
    )


def _is_across(line: Line, large: float, boxes: Floats) -> bool:
    """Whether the line runs slantwise over the page in letters of at least `large` points."""
    seen = boxes[line.glyphs[line.glyphs >= 0]]
    seen = seen[seen[:, 2] > seen[:, 0]]
    if len(seen) < _LETTERS_OF_A_STAMP:
        return False
    letter = median((seen[:, 2:] - seen[:, :2]).min(axis=1).tolist())
    way = abs(seen[-1] - seen[0])
    return letter >= large and bool((way[:2] > letter).all())


def _place(line: Line, usual: float) -> tuple[float, int, int]:
    """Where the line stands, in steps of so many points: 1, or more for one in huge type."""
    near = _NEAR if line.is_upright and line.size > _HUGE * usual else 1.0
    return near, round(line.x0 / near), round(line.y0 / near)


def _stamps(pages: Pages, boxes: Floats) -> Iterator[Line]:
    """Watermarks: huge slanting lines, and what stands large or upended at one place of most pages.

    The number that an archive prints along the side of the first page is one too.
    """
    yield from (
        line for lines in pages[:1] for line in lines
        if not line.is_upright and _ARCHIVE.match(line.text)
    )  # fmt: skip
    usual = median([line.size for lines in pages for line in lines] or [0.0])
    found: defaultdict[str, list[Line]] = defaultdict(list)
    for line in chain.from_iterable(pages):
        if line.size > _LARGE * usual or not line.is_upright:
            found[line.text].append(line)
    for same in found.values():
        pages_at: defaultdict[tuple[float, int, int], set[int]] = defaultdict(set)
        for line in same:
            near, x, y = _place(line, usual)
            reach = range(-1, 2) if near > 1 else range(1)
            for place in ((near, x + dx, y + dy) for dx in reach for dy in reach):
                pages_at[place].add(line.page)
        for line in same:
            most = len(pages_at[_place(line, usual)]) >= max(_PAGES_OF_A_STAMP, len(pages) / 2)
            if most or _is_across(line, _HUGE * usual, boxes):
                yield line


def _page_numbers(pages: Pages, heights: Sequence[float]) -> Iterator[Line]:
    """Lone numbers in the margins that count with the pages."""
    found: defaultdict[int, list[Line]] = defaultdict(list)
    for lines, height in zip(pages, heights, strict=True):
        for line in _in_margins(lines, height, _MARGIN_OF_NUMBERS):
            if number := _PAGE_NUMBER.fullmatch(line.text):
                found[int(number[1]) - line.page].append(line)
    least = _enough(len(pages))
    for same in found.values():
        if len(same) >= least and len({line.page for line in same}) >= least:
            yield from same


def _counting_heads(pages: Pages, heights: Sequence[float]) -> Iterator[Line]:
    """Heads in deep margins that say the same but for the page's number at one end of them."""
    found: defaultdict[tuple[str, int], list[Line]] = defaultdict(list)
    for lines, height in zip(pages, heights, strict=True):
        for line in _in_margins(lines, height, _DEEP_MARGIN):
            for number in chain.from_iterable(_AT_AN_END.findall(line.text)):
                if number and not _LABEL.match(line.text):
                    found[_masked(line), int(number) - line.page].append(line)
    for same in found.values():
        if len({line.page for line in same}) >= max(_PAGES_OF_A_STAMP, _enough(len(pages))):
            yield from same


def without_furniture(
    pages: Pages, sizes: Sequence[tuple[float, float]], boxes: Floats
) -> Furniture:
    """Part the lines of the pages into text and the rest.

    `sizes` are the pages' widths and heights in points, `boxes` float32 (n, 4) those of the
    document's glyphs.
    """
    heights = [height for _, height in sizes]
    reasons = {id(line): "stamp" for line in _stamps(pages, boxes)}
    reasons |= {id(line): "running head" for line in _repeated(pages, sizes)}
    reasons |= {id(line): "running head" for line in _counting_heads(pages, heights)}
    reasons |= {id(line): "page number" for line in _page_numbers(pages, heights)}
    numbers = line_numbers(pages, boxes)
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
