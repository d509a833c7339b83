"""What a PDF library tells of a page, and the readable letters in it.

A code is what the page says a glyph stands for; a letter is what goes into a text. They differ:
ligatures are several letters, odd spaces are spaces, a mathematical "x" is an "x", control codes
are no letters at all.
"""

from __future__ import annotations

import unicodedata
from typing import TypeAlias

import numpy as np
from attrs import evolve, field, frozen
from numpy.typing import NDArray

from vera.core.document import Floats, Ints

Codes: TypeAlias = NDArray[np.uint32]
Flags: TypeAlias = NDArray[np.bool_]
Bytes: TypeAlias = NDArray[np.uint8]

UNKNOWN = "\ufffd"
"""Stands for a glyph that shows something, of which the file does not say what."""

BROKEN = "\ufffe"
"""Stands for a hyphen that pdfium takes for the sign of a broken word; no text may hold it."""

_DROP = 0
_ODD_SPACES = "\t\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
_ODD_SPACES += "\u202f\u205f\u3000"
_INVISIBLE = "\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff"
_LIGATURES = ("ff", "fi", "fl", "ffi", "ffl", "st", "st")
_FIRST_LIGATURE = 0xFB00
_ADOBE = 0xF700
"""Where Adobe's glyph list of 1998 has small capitals and old-style figures, in Latin-1's order."""
_SMALL_CAPITALS = (*range(0xF761, 0xF77B), *range(0xF7E0, 0xF7F7), *range(0xF7F8, 0xF7FF))


@frozen(eq=False)
class Samples:
    """The type of some glyphs of a page, in order: `at` int32 (k,) are indices of codes.

    `size` float32 (k,) is the type's size in points as shown, `baseline` float32 (k,) its y as
    in `vera.core.document.Box`, `bold` bool (k,), `face` uint8 (k,) the number of its font in the
    document, 0 where that is not known.
    """

    at: Ints
    size: Floats
    baseline: Floats
    bold: Flags
    face: Bytes = field(factory=lambda: np.zeros(0, dtype=np.uint8))

    def of(self, which: Ints, at: Ints) -> Samples:
        """Those of that index, which stand `at` glyphs of other indices."""
        size, baseline, bold = self.size[which], self.baseline[which], self.bold[which]
        face = self.face[which] if len(self.face) else self.face
        return Samples(at, size, baseline, bold, face)


@frozen(eq=False)
class Glyphs:
    r"""A page as the PDF library tells it, n glyphs in the order of the page's content.

    `codes` uint32 (n,) are UTF-16 units or whole code points, 0 where unknown; line ends are
    "\r" and "\n" as they stand. `box` float32 (n, 4) is as in `vera.core.document.Places`, without
    area for blanks. `width` and `height` are in points. `shows` names what else is on a
    page that has little text ("an image", "a drawing") or text that is not shown, and `unread` why
    the page was not read.
    A page whose text runs along its side is turned so that it is upright: `turn` says by how many
    quarters clockwise, and width, height and boxes are those of the page as it is read.
    `rules` float32 (k, 4) are the ruled lines and the sides of rectangles, as they are drawn.
    `sights` uint8 (n,) say how each glyph is seen (`hidden`); it is empty where all are.
    """

    number: int
    width: float
    height: float
    codes: Codes
    box: Floats
    samples: Samples
    rules: Floats = field(factory=lambda: np.zeros((0, 4), dtype=np.float32))
    sights: Bytes = field(factory=lambda: np.zeros(0, dtype=np.uint8))
    label: str = ""
    shows: str = ""
    unread: str = ""
    turn: int = 0

    @property
    def shown(self) -> tuple[float, float]:
        """Width and height of the page as it is shown."""
        return (self.height, self.width) if self.turn % 2 else (self.width, self.height)

    def of(self, order: Ints) -> Glyphs:
        """The page with those of its glyphs alone, in that order."""
        places = np.full(len(self.codes), -1, dtype=np.int32)
        places[order] = np.arange(len(order), dtype=np.int32)
        at = places[self.samples.at]
        which = np.argsort(at)[np.count_nonzero(at < 0) :].astype(np.int32)
        return evolve(
            self,
            codes=self.codes[order],
            box=self.box[order],
            samples=self.samples.of(which, at[which]),
            sights=self.sights[order] if len(self.sights) else self.sights,
        )


@frozen(eq=False)
class Letters:
    r"""The letters of a page: `text` (m characters), and `glyph` int32 (m,), the glyph of each.

    Line ends are "\n". Of control codes, surrogates and noncharacters only `BROKEN` is left.
    """

    text: str
    glyph: Ints


_MATHEMATICAL = (0x1D400, 0x1D800)
_LETTERLIKE = (0x2100, 0x2150)


def _plain(code: int) -> int:
    """The letter that a mathematical one is a form of: bold, slanted, doubled."""
    form = unicodedata.decomposition(chr(code))
    return int(form.split()[1], 16) if form.startswith("<font>") else code


def _letter_table() -> Codes:
    table = np.arange(0x10000, dtype=np.uint32)
    unknown = ord(UNKNOWN)
    table[0x00:0x20] = unknown
    table[0x7F:0xA0] = unknown
    table[0xD800:0xE000] = unknown
    table[0xFDD0:0xFDF0] = unknown
    table[0xFFFF] = unknown
    table[[ord(space) for space in _ODD_SPACES]] = ord(" ")
    table[[ord(mark) for mark in _INVISIBLE]] = _DROP
    table[[0x0A, 0x0D]] = 0x0A
    table[slice(*_LETTERLIKE)] = [_plain(code) for code in range(*_LETTERLIKE)]
    for code in _SMALL_CAPITALS:
        table[code] = ord(chr(code - _ADOBE).upper())
    table[_ADOBE + 0x30 : _ADOBE + 0x3A] = np.arange(0x30, 0x3A)  # old-style figures
    table[0x02] = ord(BROKEN)
    table[0xFFFE] = unknown
    return table


_LETTERS = _letter_table()
_MATHEMATICAL_LETTERS = np.array([_plain(code) for code in range(*_MATHEMATICAL)], dtype=np.uint32)


def _joined_surrogates(codes: Codes) -> tuple[Codes, Ints]:
    """The codes with each pair of surrogates made one, and where each came from."""
    glyph = np.arange(len(codes), dtype=np.int32)
    high = (codes >= 0xD800) & (codes < 0xDC00)
    if not high.any():
        return codes, glyph
    low = (codes >= 0xDC00) & (codes < 0xE000)
    pair = np.flatnonzero(high[:-1] & low[1:])
    codes = codes.copy()
    codes[pair] = 0x10000 + ((codes[pair] - 0xD800) << 10) + (codes[pair + 1] - 0xDC00)
    keep = np.ones(len(codes), dtype=np.bool_)
    keep[pair + 1] = False
    return codes[keep], glyph[keep]


def _parted_ligatures(codes: Codes, glyph: Ints) -> tuple[Codes, Ints]:
    """Each ligature as its letters, which share its glyph."""
    ligature = (codes >= _FIRST_LIGATURE) & (codes < _FIRST_LIGATURE + len(_LIGATURES))
    if not ligature.any():
        return codes, glyph
    lengths = np.ones(len(codes), dtype=np.intp)
    places = np.flatnonzero(ligature)
    parts = [_LIGATURES[code - _FIRST_LIGATURE] for code in codes[places]]
    lengths[places] = [len(part) for part in parts]
    parted = np.repeat(codes, lengths)
    starts = np.cumsum(lengths) - lengths
    for start, part in zip(starts[places], parts, strict=True):
        parted[start : start + len(part)] = [ord(letter) for letter in part]
    return parted, np.repeat(glyph, lengths)


def letters(codes: Codes, box: Floats) -> Letters:
    """The letters that the codes (n,) stand for; `box` (n, 4) tells which glyphs can be seen.

    A glyph of unknown meaning becomes `UNKNOWN` if it can be seen, and nothing if it cannot.

    >>> seen = np.ones((3, 4), dtype=np.float32) * [0, 0, 1, 1]
    >>> letters(np.array([0xFB01, 0x2009, 0xE9], dtype=np.uint32), seen).text
    'fi é'
    """
    codes, glyph = _joined_surrogates(codes)
    basic = codes < 0x10000
    mapped = np.where(basic, _LETTERS[np.where(basic, codes, 0)], codes)
    mapped[~basic & ((codes & 0xFFFE) == 0xFFFE)] = ord(UNKNOWN)
    first, end = _MATHEMATICAL
    mathematical = ~basic & (codes >= first) & (codes < end)
    mapped[mathematical] = _MATHEMATICAL_LETTERS[codes[mathematical] - first]
    mapped[codes > 0x10FFFF] = ord(UNKNOWN)
    seen = (box[glyph, 2] > box[glyph, 0]) & (box[glyph, 3] > box[glyph, 1])
    keep = (mapped != _DROP) & ((mapped != ord(UNKNOWN)) | seen)
    mapped, glyph = _parted_ligatures(mapped[keep], glyph[keep])
    return Letters(mapped.astype("<u4").tobytes().decode("utf-32-le"), glyph)
