"""Blanks between words that a line lacks, known by the gaps of the line itself: "willsee".

A PDF library puts a blank where the gap is wide for the font, and misses some. A line's own gaps
tell: those between its words are as wide as one another, those inside them are much less wide.
A listed word is never parted: the letters of scans stand anyhow.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from attrs import evolve

from vera.verification.ingestion.pdf.lines import ADDED
from vera.verification.words import words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.core.document import Floats
    from vera.verification.ingestion.pdf.lines import Line
    from vera.verification.ingestion.pdf.signs import Signs

_LETTERS_BEFORE = re.compile(r"[^\W\d_]{1,40}\Z")
_LETTERS_AFTER = re.compile(r"[^\W\d_]{1,40}")
_LEAST = 0.12
"""Narrowest gap that is looked at, in type sizes: letters of 60 papers are 0.09 apart at most."""
_OF_WORDS = 0.75
"""Least part of the line's usual gap between words. Of 20 gaps between letters of words that no
list has, 17 were blanks that lack, and 0.84 or more of the line's narrowest gap between words; the
other three 0.7 or less."""
_OF_LETTERS = 1.5
"""Least ratio to the line's widest gap between letters: 1.8 or more of those 17."""
_FEWEST = 3
"""Blanks that a line has at least: fewer do not tell how wide they are."""


def _word_around(text: str, at: int) -> str:
    before, after = _LETTERS_BEFORE.search(text[:at]), _LETTERS_AFTER.match(text[at:])
    return ((before[0] if before else "") + (after[0] if after else "")).lower()


def _lacking(lines: Sequence[Line], signs: Signs, boxes: Floats) -> dict[int, list[int]]:
    """Before which characters a blank is missing, by the line."""
    count = len(lines)
    known = np.flatnonzero((signs.codes != ord(" ")) & (signs.glyph >= 0))
    line, small = signs.line[known], signs.codes[known] | 0x20
    left, right = boxes[signs.glyph[known], 0], boxes[signs.glyph[known], 2]
    gaps, own = left[1:] - right[:-1], line[1:]
    is_same = own == line[:-1]
    is_blank = is_same & (np.diff(known) > 1)
    is_letter = (small >= ord("a")) & (small <= ord("z"))
    is_inside = is_same & ~is_blank & is_letter[1:] & is_letter[:-1]
    blanks = np.bincount(own[is_blank], minlength=count)
    usual = np.bincount(own[is_blank], gaps[is_blank], minlength=count) / np.maximum(blanks, 1)
    least = np.maximum(_LEAST * signs.size, _OF_WORDS * usual)
    wide = is_inside & (gaps > least[own])
    letters = np.full(count, -np.inf)
    others = is_inside & ~wide
    np.maximum.at(letters, own[others], gaps[others])
    is_told = (blanks >= _FEWEST) & (np.bincount(own[wide], minlength=count) <= blanks)
    is_told &= letters > -np.inf
    found: dict[int, list[int]] = {}
    for k in np.flatnonzero(wide & is_told[own] & (gaps > _OF_LETTERS * letters[own])).tolist():
        place = int(own[k])
        at = int(known[k + 1] - signs.start[place])
        if _word_around(lines[place].text, at) not in words():
            found.setdefault(place, []).append(at)
    return found


def with_blanks(lines: Sequence[Line], signs: Signs, boxes: Floats) -> list[Line]:
    """The lines with them; `signs` are theirs, `boxes` those of the document's glyphs."""
    mended = list(lines)
    for place, at in _lacking(lines, signs, boxes).items():
        text = lines[place].text
        parts = [text[a:b] for a, b in pairwise([0, *at, len(text)])]
        glyphs = np.insert(lines[place].glyphs, at, ADDED)
        mended[place] = evolve(lines[place], text=" ".join(parts), glyphs=glyphs)
    return mended
