"""The printed lines of a page, from its letters."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from attrs import evolve, frozen

from vera.core.document import Ints
from vera.verification.ingestion.pdf.directions import runs_left
from vera.verification.ingestion.pdf.glyphs import BROKEN, letters
from vera.verification.ingestion.pdf.sideways import downwards, from_the_right

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vera.core.document import Floats
    from vera.verification.ingestion.pdf.glyphs import Glyphs, Samples

ADDED = -1
"""The glyph of a character that stands on no page: it was added in reading."""

_SOFT_HYPHEN = "\u00ad"
_LINE_END = re.compile(rf"[\n{BROKEN}]")
_WORD_SPACE = 0.17
"""The least gap between words, in type sizes; TeX's narrowest interword space is 0.22."""
_SAME_LINE_GAP = 0.8
"""The widest gap inside a printed line, in type sizes; the gutter between columns is wider."""
_LEAP = 40.0
"""Points that the letters of one line never go back to the left: four letters of plain type."""
_NO_SIZE = 4.0
"""A line this many times as high as its type's size has a font that does not tell its size."""
_ASCENDERS = frozenset("bdfhkltABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789()[]")
_DESCENDERS = frozenset("gjpqy()[],;Q")
_X_HEIGHT, _ASCENT, _DESCENT = 0.45, 0.24, 0.2
"""Parts of the type's size, in the fonts that papers are set in."""
_SAME_TYPE = 0.15
"""Guessed sizes that differ from the page's usual one by less, as a ratio, are it."""
_SCRIPT = 0.85
"""The size of a subscript or superscript at most, as a part of the line's."""
_SHIFTED = (0.1, 0.6)
"""How far the baselines of those are off the line's, in its sizes."""
_LABEL = re.compile(r"\d{1,3}|[*∗†‡§¶‖]{1,3}|[a-z]")
_LABEL_GAP = 1.5
"""Widest gap behind the raised label of a note that stands alone before its words, in type sizes:
the indent of a paragraph. Other pieces of a line are as near as `_SAME_LINE_GAP`."""
_FEW = 12
"""Glyphs of a line up to which two of the three that are asked may be scripts of the third."""


@frozen(eq=False)
class Line:
    """A printed line: its text, and the glyph of each character (`ADDED` for a space put in).

    `glyphs` int32 count from the first glyph of the document. Position and size are in points as
    in `vera.core.document.Box`; `baseline` is the y that the letters stand on, `size` the type's. A
    word broken at the end of the line still ends in its hyphen, or in `BROKEN`. `face` is the
    number of the font that the whole line is set in, 0 where it has several or is not known.
    """

    page: int
    text: str
    glyphs: Ints
    x0: float
    y0: float
    x1: float
    y1: float
    size: float
    baseline: float
    bold: bool
    face: int = 0

    @property
    def is_upright(self) -> bool:
        """Whether it is not printed along the side of the page."""
        return len(self.text) < 4 or self.x1 - self.x0 >= self.y1 - self.y0

    def part(self, start: int, end: int, boxes: Floats) -> Line:
        """The line's characters [start, end) alone; `boxes` are those of the document's glyphs."""
        glyphs = self.glyphs[start:end]
        x0, y0, x1, y1 = extent(boxes[glyphs[glyphs >= 0]])
        text = self.text[start:end]
        return Line(
            self.page, text, glyphs, x0, y0, x1, y1,
            self.size, self.baseline, self.bold, self.face,
        )  # fmt: skip


def extent(boxes: Floats) -> tuple[float, float, float, float]:
    """The smallest rectangle around those of the boxes (n, 4) that have an area, or zeros."""
    seen = boxes[boxes[:, 2] > boxes[:, 0]]
    if not len(seen):
        return 0.0, 0.0, 0.0, 0.0
    x0, y0 = seen[:, :2].min(axis=0).tolist()
    x1, y1 = seen[:, 2:].max(axis=0).tolist()
    return x0, y0, x1, y1


def _leaps(boxes: Floats) -> list[int]:
    """The letters that stand far to the left of the one before them.

    A line's first letter is one, and so is the first of another column: two columns at one height
    are one line to pdfium when they come in that order.
    """
    seen = np.flatnonzero(boxes[:, 2] > boxes[:, 0])
    places: list[int] = seen[1:][np.diff(boxes[seen, 0]) < -_LEAP].tolist()
    return places


def _cuts(text: str, leaps: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Where lines lie: line ends, signs of a broken word and leaps to the left part them."""
    ends = [found.end() for found in _LINE_END.finditer(text)]
    starts = sorted({0, *ends, *leaps})
    yield from pairwise([*starts, len(text)])


def _tidied(text: str, glyphs: Ints) -> tuple[str, Ints]:
    """Without blanks at the ends, doubled spaces, and soft hyphens that are not at the end."""
    right = len(text.rstrip())
    left = len(text) - len(text.lstrip()) if text[0].isspace() else 0
    text, glyphs = text[left:right], glyphs[left:right]
    if "  " not in text and _SOFT_HYPHEN not in text[:-1]:
        return text, glyphs
    keep = [
        not ((letter == " " and after == " ") or letter == _SOFT_HYPHEN)
        for letter, after in pairwise(text)
    ]
    kept = np.flatnonzero([*keep, True])
    return "".join(text[k] for k in kept), glyphs[kept]


def _extents(boxes: Floats, cuts: Sequence[tuple[int, int]]) -> list[list[float]]:
    """As `extent`, of the boxes of each of the cuts, which follow each other without a gap."""
    seen = boxes[:, 2:3] > boxes[:, :1]
    starts = [start for start, _ in cuts]
    least = np.minimum.reduceat(np.where(seen, boxes[:, :2], np.inf), starts)
    most = np.maximum.reduceat(np.where(seen, boxes[:, 2:], -np.inf), starts)
    both = np.hstack([least, most])
    both[np.isinf(least[:, 0])] = 0.0
    extents: list[list[float]] = both.tolist()
    return extents


def _styles(
    samples: Samples, ends: Sequence[tuple[int, int]]
) -> Iterator[tuple[float, float, bool, int]]:
    """Size, baseline, boldness and face of each line; `ends` are its first and last glyph."""
    first_and_last = np.array(ends, dtype=np.int32).reshape(-1, 2)
    lows: list[int] = np.searchsorted(samples.at, first_and_last[:, 0]).tolist()
    highs: list[int] = np.searchsorted(samples.at, first_and_last[:, 1] + 1).tolist()
    sizes: list[float] = samples.size.tolist()
    baselines: list[float] = samples.baseline.tolist()
    bold: list[bool] = samples.bold.tolist()
    faces: list[int] = samples.face.tolist() or [0] * len(sizes)
    for low, high, (first, last) in zip(lows, highs, ends, strict=True):
        if low == high:
            yield 0.0, 0.0, False, 0
            continue
        by_size = sorted(range(low, high), key=sizes.__getitem__)
        typical, largest = by_size[(high - low) // 2], by_size[-1]
        shift = abs(baselines[typical] - baselines[largest]) / max(sizes[largest], 1.0)
        is_script = sizes[typical] < _SCRIPT * sizes[largest]
        if last - first < _FEW and is_script and _SHIFTED[0] < shift < _SHIFTED[1]:
            typical = largest
        face = faces[low] if len(set(faces[low:high])) == 1 else 0
        yield sizes[typical], baselines[typical], all(bold[low:high]), face


def _pieces(page: Glyphs, offset: int) -> Iterator[Line]:
    """The lines as pdfium has them; it starts a new one after many a superscript."""
    found = letters(page.codes, page.box)
    boxes = page.box[found.glyph]
    leaps = () if runs_left(page) else _leaps(boxes)
    cuts = [(start, end) for start, end in _cuts(found.text, leaps) if start < end]
    if not cuts:
        return
    numbered = found.glyph + np.int32(offset)
    tidied = [_tidied(found.text[start:end], numbered[start:end]) for start, end in cuts]
    whole = zip(tidied, _extents(boxes, cuts), strict=True)
    pieces = [(text, glyphs, places) for (text, glyphs), places in whole if text]
    ends = [(int(glyphs[0]) - offset, int(glyphs[-1]) - offset) for _, glyphs, _ in pieces]
    styles = _styles(page.samples, ends)
    for (text, glyphs, (x0, y0, x1, y1)), (size, baseline, bold, face) in zip(
        pieces, styles, strict=True
    ):
        yield Line(
            page.number, text, glyphs, x0, y0, x1, y1,
            size or y1 - y0, baseline or y1, bold, face,
        )  # fmt: skip


def _is_label_of(line: Line, piece: Line) -> bool:
    """Whether the line is no more than the raised label of a note that the piece begins."""
    shift = (piece.baseline - line.baseline) / max(piece.size, 1.0)
    is_raised = line.size < _SCRIPT * piece.size and _SHIFTED[0] < shift < _SHIFTED[1]
    return is_raised and _LABEL.fullmatch(line.text) is not None and piece.text[0].isalpha()


def _continues(line: Line, piece: Line) -> bool:
    """Whether the piece stands on the same printed line, right after what is there of it."""
    size = max(line.size, piece.size)
    if abs(line.baseline - piece.baseline) >= 0.6 * size or line.text[-1] == BROKEN:
        return False
    if not (line.is_upright and piece.is_upright):
        return False
    overlap = min(line.y1, piece.y1) - max(line.y0, piece.y0)
    gap = piece.x0 - line.x1
    widest = _LABEL_GAP if _is_label_of(line, piece) else _SAME_LINE_GAP
    if overlap <= 0.3 * min(line.y1 - line.y0, piece.y1 - piece.y0) or gap >= widest * size:
        return False
    is_script = piece.size < _SCRIPT * line.size and piece.x0 > line.x0
    return gap > -0.3 * size or is_script


def _together(line: Line, piece: Line) -> Line:
    spaced = piece.x0 - line.x1 > _WORD_SPACE * max(line.size, piece.size)
    between = np.full(int(spaced), ADDED, dtype=np.int32)
    main = line if (line.size, len(line.text)) >= (piece.size, len(piece.text)) else piece
    return Line(
        page=line.page,
        text=line.text + " " * int(spaced) + piece.text,
        glyphs=np.concatenate([line.glyphs, between, piece.glyphs]),
        x0=min(line.x0, piece.x0),
        y0=min(line.y0, piece.y0),
        x1=max(line.x1, piece.x1),
        y1=max(line.y1, piece.y1),
        size=main.size,
        baseline=main.baseline,
        bold=main.bold,
        face=line.face if line.face == piece.face else 0,
    )


def _guessed_size(line: Line) -> float:
    """The size of the type of a line, from its height and its letters."""
    letters = set(line.text)
    part = _X_HEIGHT
    part += _ASCENT * (not letters.isdisjoint(_ASCENDERS))
    part += _DESCENT * (not letters.isdisjoint(_DESCENDERS))
    return (line.y1 - line.y0) / part


def _with_sizes(pieces: list[Line]) -> list[Line]:
    """The pieces, those whose font does not tell its size with a guess.

    Fonts of drawings (Type 3) have sizes of their own that say nothing.
    """
    unknown = [piece.y1 - piece.y0 > _NO_SIZE * piece.size for piece in pieces]
    if not any(unknown):
        return pieces
    sizes = [
        _guessed_size(piece) if guess else piece.size
        for piece, guess in zip(pieces, unknown, strict=True)
    ]
    long = [size for size, piece in zip(sizes, pieces, strict=True) for _ in piece.text]
    usual = round(float(np.median(long)), 1)
    return [
        evolve(piece, size=usual if abs(size - usual) < _SAME_TYPE * usual else size)
        if guess
        else piece
        for piece, size, guess in zip(pieces, sizes, unknown, strict=True)
    ]


def joined(pieces: Sequence[Line]) -> list[Line]:
    """The lines, each of the pieces that stand on one printed line put together."""
    lines: list[Line] = []
    for piece in pieces:
        if lines and _continues(lines[-1], piece):
            lines[-1] = _together(lines[-1], piece)
        else:
            lines.append(piece)
    return lines


def lines_of(page: Glyphs, offset: int) -> list[Line]:
    """The printed lines of the page in content order.

    `offset` is the number of glyphs on the pages before it.
    """
    lines = joined(_with_sizes(list(_pieces(page, offset))))
    return downwards(lines) if page.turn else from_the_right(lines, page.box, offset)
