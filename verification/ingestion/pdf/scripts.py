"""Which letters of a line are printed raised or lowered, known by where they stand and how high.

The child is asked for size and baseline of three glyphs a line; the boxes of all glyphs are there
anyway. A letter or digit is raised where its foot stands clear of the line's baseline and it is
less high than the same sign elsewhere in the document: capitals, old-style figures, quotes, primes
and signs of degree are not both (ADR 0062).
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from vera.core.document import Floats, Ints
from vera.verification.ingestion.pdf.glyphs import Codes
from vera.verification.ingestion.pdf.signs import Signs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.verification.ingestion.pdf.lines import Line

Levels: TypeAlias = NDArray[np.int8]

_RAISED = 0.23
"""Least height of a raised letter's foot over the baseline, in type sizes: TeX raises by 0.29 to
0.41 (The TeXbook, appendix G), Word by a third; the A of the logo of LaTeX stands 0.19 high."""
_LOWERED = 0.08
"""Least depth of a lowered letter's foot: TeX lowers by 0.15 to 0.25; round letters overshoot by
0.02."""
_SIGN_RAISED = 0.4
"""Least height of the middle of a raised sign; of one on the line it is the axis, at 0.25."""
_MARK_RAISED = 0.2
"""Least height of the middle of a raised comma or stop; on the line it is under 0.06."""
_LESS_HIGH = 0.88
"""Height of a raised or lowered letter at most, as a part of what the sign is high elsewhere."""
_ON_LINE = 0.06
_MOST = 0.6
"""Part of a line's letters above which not they are moved, but its baseline is wrong."""
_USUAL = {"digit": 0.66, "capital": 0.68, "tall": 0.69, "small": 0.45}
"""Heights in type sizes of signs that the document has nowhere on a line: of Times and its kin."""

SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ"
SUBSCRIPTS = "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎"
"""Signs that are raised and lowered by themselves."""

_TABLE = 0x2300
_NOTHING, _FLAT, _DEEP, _SIGN, _MARK = range(5)
_LETTERS = frozenset(("Lu", "Ll", "Lo", "Nd"))
"""Categories of Unicode: no accents, and none of its raised letters and digits."""
_DEEP_LETTERS = "gjpqyQ" + "βγζημξρςφχψ"
_TALL = frozenset("bdfhklt" + "βδζθλξ")


def _kinds() -> NDArray[np.uint8]:
    table = np.zeros(_TABLE, dtype=np.uint8)
    for code in range(0x30, 0x590):
        if unicodedata.category(chr(code)) in _LETTERS:
            table[code] = _DEEP if chr(code) in _DEEP_LETTERS else _FLAT
    for sign in "-\u2010\u2011\u2012\u2013\u2014\u2212+±=()[]/<>\u02c9":
        table[ord(sign)] = _SIGN
    for mark in ",.;":
        table[ord(mark)] = _MARK
    return table


_KINDS = _kinds()


def _class_of(code: int) -> str:
    sign = chr(code)
    if sign.isdigit():
        return "digit"
    if sign.isupper():
        return "capital"
    return "tall" if sign in _TALL else "small"


@frozen(eq=False)
class _Signs:
    """The signs of all lines, one after another; sizes are NaN in lines along a page's side."""

    codes: Codes
    kinds: NDArray[np.uint8]
    line: Ints
    glyph: Ints
    foot: Floats
    high: Floats

    @classmethod
    def of(cls, lines: Sequence[Line], boxes: Floats) -> _Signs:
        signs = Signs.of(lines)
        kinds = _KINDS[np.where(signs.codes < _TABLE, signs.codes, 0)]
        kinds[signs.glyph < 0] = _NOTHING
        known = np.flatnonzero(kinds)
        glyph, line, kinds = signs.glyph[known], signs.line[known], kinds[known]
        top, low = boxes[glyph, 1], boxes[glyph, 3]
        own, base = signs.size[line], signs.baseline[line]
        return cls(signs.codes[known], kinds, line, glyph, (base - low) / own, (low - top) / own)


def _heights(signs: _Signs, wanted: Sequence[int]) -> dict[int, float]:
    """How high each of those signs is where it stands on its line, in type sizes."""
    is_letter = (signs.kinds == _FLAT) | (signs.kinds == _DEEP)
    on_line = is_letter & (signs.foot < _ON_LINE) & (signs.foot > -3 * _ON_LINE)
    codes, high = signs.codes[on_line], signs.high[on_line]
    found: dict[int, float] = {}
    of_digits = high[(codes >= ord("0")) & (codes <= ord("9"))]
    digits = float(np.median(of_digits)) if len(of_digits) else _USUAL["digit"]
    for code in wanted:
        own = high[codes == code]
        if len(own):
            found[code] = float(np.median(own))
        else:
            name = _class_of(code)
            found[code] = digits if name == "digit" else _USUAL[name]
    return found


def levels_of(lines: Sequence[Line], boxes: Floats) -> Levels:
    """For each glyph of the document 1 where it is raised, -1 where it is lowered, else 0.

    `boxes` float32 (n, 4) are those of the document's glyphs.
    """
    levels = np.zeros(len(boxes), dtype=np.int8)
    if not lines:
        return levels
    signs = _Signs.of(lines, boxes)
    with np.errstate(invalid="ignore"):
        middle = signs.foot + signs.high / 2
        up = (signs.foot > _RAISED) & (signs.kinds <= _DEEP)
        down = (signs.foot < -_LOWERED) & (signs.kinds == _FLAT)
        sign_up = (middle > _SIGN_RAISED) & (signs.kinds == _SIGN)
        sign_up |= (middle > _MARK_RAISED) & (signs.kinds == _MARK)
    moved = np.flatnonzero(up | down)
    if not len(moved):
        return levels
    codes, place = np.unique(signs.codes[moved], return_inverse=True)
    usual = _heights(signs, codes.tolist())
    least = np.array([usual[code] for code in codes.tolist()], dtype=np.float32)[place]
    small = signs.high[moved] < _LESS_HIGH * least
    up[moved] &= small
    down[moved] &= small
    letters = signs.kinds <= _DEEP
    count = np.bincount(signs.line[letters], minlength=len(lines))
    many = np.bincount(signs.line[up | down], minlength=len(lines)) > _MOST * count
    keep = ~many[signs.line]
    levels[signs.glyph[(up | sign_up) & keep]] = 1
    levels[signs.glyph[down & keep]] = -1
    return levels
