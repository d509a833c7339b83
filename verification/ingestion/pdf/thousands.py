"""Thousands that the spacing of formulas tears: "20, 000" is one number where it is printed so.

TeX and its kin set a thin space behind a comma in a formula. It is told from the blank of a list by
its width, beside the blanks of its line: what letters and digits leave free anyway is taken off.
"""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import islice
from statistics import median
from typing import TYPE_CHECKING

from attrs import evolve

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from vera.core.document import Floats
    from vera.verification.ingestion.pdf.lines import Line

_TORN = re.compile(r"(?<![\d.,])(?<!\d, )\d{1,3}(?:, \d{3})+(?![\d]|,\d)")
_COMMA = re.compile(r", ")
_BLANK = re.compile(r"(?<=[^\W\d_]) (?=[^\W\d_])")
_THIN = 0.88
"""A thin space at most, as a part of the line's usual blank. Measured, with what a comma leaves
free: 0.37 to 0.86 in four formulas, 0.99 and more in 20 lists of numbers."""
_WIDEST = 0.6
"""A blank between words at most, in type sizes; between cells it is wider."""
_LETTERS = 0.05
"""What two letters leave free between them, in type sizes: of Times and its kin."""
_DIGITS = 0.1
"""The same of two digits, where the document has too few numbers to tell."""
_FEWEST = 3
_MOST = 500
"""Pairs of digits that are looked at."""
_PAIR = re.compile(r"\d(?=\d)")


def _free(line: Line, before: int, after: int, boxes: Floats) -> float:
    """How much is free between two characters of the line, in type sizes."""
    a, b = line.glyphs[before], line.glyphs[after]
    return float(boxes[b, 0] - boxes[a, 2]) / max(line.size, 1.0)


def _tight(lines: Iterable[Line], boxes: Floats) -> dict[str, float]:
    """What each digit and another one before it leave free in the numbers of the document."""
    found: defaultdict[str, list[float]] = defaultdict(list)
    pairs = ((line, it.start()) for line in lines for it in _PAIR.finditer(line.text))
    for line, at in islice(pairs, _MOST):
        if min(line.glyphs[at], line.glyphs[at + 1]) >= 0:
            found[line.text[at + 1]].append(_free(line, at, at + 1, boxes))
    return {digit: median(free) for digit, free in found.items() if len(free) >= _FEWEST}


def _blanks(line: Line, boxes: Floats) -> Iterator[float]:
    for found in _BLANK.finditer(line.text):
        if min(line.glyphs[found.start() - 1], line.glyphs[found.end()]) >= 0:
            blank = _free(line, found.start() - 1, found.end(), boxes) - _LETTERS
            if blank < _WIDEST:
                yield blank


def _mended(line: Line, tight: Mapping[str, float], boxes: Floats) -> Line:
    blanks = list(_blanks(line, boxes))
    blank = median(blanks) if blanks else 0.0
    gone: set[int] = set()
    for torn in _TORN.finditer(line.text):
        commas = [it.start() for it in _COMMA.finditer(line.text, *torn.span())]
        ends = [at + 2 for at in commas]
        thin = all(
            line.glyphs[at] >= 0
            and line.glyphs[end] >= 0
            and _free(line, at, end, boxes) - tight.get(line.text[end], _DIGITS) < _THIN * blank
            for at, end in zip(commas, ends, strict=True)
        )
        if thin:
            gone.update(at + 1 for at in commas)
    if not gone:
        return line
    kept = [at for at in range(len(line.text)) if at not in gone]
    return evolve(line, text="".join(line.text[at] for at in kept), glyphs=line.glyphs[kept])


def with_thousands(pages: Sequence[Sequence[Line]], boxes: Floats) -> list[list[Line]]:
    """The lines of the pages, torn thousands as one number; `boxes` are the document's glyphs'."""
    torn = {
        id(line)
        for lines in pages
        for line in lines
        if ", " in line.text and _TORN.search(line.text)
    }
    if not torn:
        return [list(lines) for lines in pages]
    tight = _tight((line for lines in pages for line in lines), boxes)
    return [
        [_mended(line, tight, boxes) if id(line) in torn else line for line in lines]
        for lines in pages
    ]
