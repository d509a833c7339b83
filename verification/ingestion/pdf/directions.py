"""Text that runs from right to left, or both ways on one line, in the order in which it is read.

pdfium puts the letters of Hebrew and Arabic words into their order, and takes a line that has as
many pieces of these as of others for one that runs to the left: then the words of an English
sentence around a quotation are in the wrong order. Where words stand on the page tells it right.
"""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Sequence
from itertools import accumulate, groupby, pairwise
from typing import TYPE_CHECKING

import numpy as np
from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vera.core.document import Floats
    from vera.verification.ingestion.pdf.glyphs import Codes, Flags, Glyphs

_RIGHT_TO_LEFT = ((0x590, 0x900), (0xFB1D, 0xFE00), (0xFE70, 0xFF00), (0x10800, 0x11000))
"""Where Unicode has the letters that run to the left."""
_BLANKS = (0x20, 0xA0)
_LINE_ENDS = (0x0A, 0x0D)
_FIRST_LETTER = 0x41
_OVER = 2
"""Letters up to which a word may be a form in which one stands over the other."""
_MARKS = ".,;:!?()[]{}\"'\u2018\u2019\u201c\u201d\u00ab\u00bb\u060c\u061b\u061f"
"""What stands around a word, or between two numbers, and is no part of either."""


@frozen(eq=False)
class _Piece:
    """Glyphs of one word, its letters or the marks around them.

    `at` are their indices, `x0` is where they begin, `way` L or R as they run, or nothing.
    """

    word: int
    at: Sequence[int]
    x0: float
    way: str


def _to_the_left(codes: Codes) -> Flags:
    found = np.zeros(len(codes), dtype=np.bool_)
    for first, end in _RIGHT_TO_LEFT:
        found |= (codes >= first) & (codes < end)
    return found


def _way(code: int) -> str:
    """L or R as a letter runs; nothing of a digit or a sign."""
    way = unicodedata.bidirectional(chr(code)) if code <= sys.maxunicode else ""
    return "R" if way == "AL" else way if way in ("L", "R") else ""


def _unfolded(at: Sequence[int], box: Floats) -> Iterator[int]:
    """The glyphs of a word that runs to the left.

    The letters of one glyph ("lam" with "alif") share its box, and pdfium turns their order, too. A
    word whose letters stand one to the right of the other, without touching, was not turned.
    """
    same = [list(group) for _, group in groupby(at, key=lambda one: tuple(box[one].tolist()))]
    if len(same) > _OVER and all(box[a[0], 2] <= box[b[0], 0] for a, b in pairwise(same)):
        same.reverse()
    for group in same:
        yield from reversed(group)


def _parted(at: Sequence[int], codes: Codes) -> Iterator[tuple[str, list[int]]]:
    """A word's marks before it, its letters of one way each, its marks behind it."""
    text = "".join(map(chr, codes[at].tolist()))
    start = len(text) - len(text.lstrip(_MARKS))
    end = max(len(text.rstrip(_MARKS)), start)
    yield "", list(at[:start])
    ways = accumulate((_way(ord(letter)) for letter in text[start:end]), _else_before)
    for way, run in groupby(zip(ways, at[start:end], strict=True), key=lambda one: one[0]):
        yield way, [one for _, one in run]
    yield "", list(at[end:])


def _else_before(before: str, way: str) -> str:
    return way or before


def _pieces(line: Sequence[int], codes: Codes, box: Floats) -> list[_Piece]:
    found: list[_Piece] = []
    for word, (is_blank, group) in enumerate(
        groupby(line, key=lambda one: int(codes[one]) in _BLANKS)
    ):
        for way, at in () if is_blank else _parted(list(group), codes):
            if not at:
                continue
            seen = [float(box[one, 0]) for one in at if box[one, 2] > box[one, 0]]
            x0 = min(seen) if seen else (found[-1].x0 if found else 0.0)
            found.append(_Piece(word, list(_unfolded(at, box)) if way == "R" else at, x0, way))
    return found


def _ordered(pieces: Sequence[_Piece], base: str) -> list[_Piece]:
    """The pieces of a line as they are read in a text that runs L or R.

    What has no direction goes with its neighbours where both run the other way, as in "21 of 30"
    in a quotation; else with the text (UAX 9, rules N1 and N2).
    """
    by_place = sorted(pieces, key=lambda piece: piece.x0, reverse=base == "R")
    before = accumulate((it.way for it in by_place), _else_before, initial=base)
    behind = accumulate((it.way for it in by_place[::-1]), _else_before, initial=base)
    between = zip(by_place, before, [*behind][-2::-1], strict=False)
    ways = [it.way or (one if one == other else base) for it, one, other in between]
    done: list[_Piece] = []
    for way, run in groupby(zip(ways, by_place, strict=True), key=lambda one: one[0]):
        own = [piece for _, piece in run]
        done += own if way == base else own[::-1]
    return done


def _line(line: Sequence[int], page: Glyphs, base: str) -> Iterator[int]:
    """The glyphs of a line in the order of reading, a blank between two words."""
    blanks = [one for one in line if int(page.codes[one]) in _BLANKS]
    word = used = 0
    for at, piece in enumerate(_ordered(_pieces(line, page.codes, page.box), base)):
        if at and word != piece.word and blanks:
            yield blanks[min(used, len(blanks) - 1)]
            used += 1
        word = piece.word
        yield from piece.at


def runs_left(page: Glyphs) -> bool:
    """Whether any letter of the page is one of those that run to the left."""
    return bool(_to_the_left(page.codes).any())


def in_order(page: Glyphs) -> Glyphs:
    """The page, its lines with letters that run to the left and their neighbours in reading order.

    A line with letters of both kinds runs as most of those of it and of its neighbours do.
    """
    left = _to_the_left(page.codes)
    if not left.any():
        return page
    right = (page.codes >= _FIRST_LETTER) & ~left
    more = left.astype(np.int32) - right.astype(np.int32)
    codes: list[int] = page.codes.tolist()
    lines = [
        (ends, list(group))
        for ends, group in groupby(range(len(codes)), key=lambda one: codes[one] in _LINE_ENDS)
    ]
    sums = [0, 0, *(int(more[line].sum()) for _, line in lines), 0, 0]
    turns = [bool(left[line].any()) for _, line in lines]
    order: list[int] = []
    for at, (ends, line) in enumerate(lines):
        if ends or not any(turns[max(at - 2, 0) : at + 3]):
            order += line
            continue
        mixed = left[line].any() and right[line].any()
        base = "R" if sum(sums[at : at + 5] if mixed else sums[at + 2 : at + 3]) > 0 else "L"
        order += _line(line, page, base)
    return page.of(np.array(order, dtype=np.int32))
