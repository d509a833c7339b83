"""Brackets and bars of formulas that a font calls by letters: "kx − yk" for "∥x − y∥".

TeX's font of symbols has its delimiters at the codes of small letters, and a file that does not say
what its codes stand for shows these. All delimiters reach a quarter of the type's size below the
line and three quarters above it, where none of these letters does; a brace is narrower than an "f",
and a bar than a "j", of that height.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.core.document import Floats
    from vera.verification.ingestion.pdf.lines import Line

_DELIMITERS = dict(zip("bcdefghijk", "⌊⌋⌈⌉{}⟨⟩|∥", strict=True))
"""By their codes in TeX's font of symbols (The TeXbook, appendix F). The bars are not U+2016, which
can be the mark of a note."""
_DEPTH = (0.23, 0.26)
"""Of the box under the line, in type sizes: 0.25 by TeX's design, 0.24 in fonts made of dots."""
_BELOW = (0.247, 0.254)
"""Part of the height that is below the line, of all of them: 0.249 to 0.253 in 7 papers, and 0.243
or less, or 0.257, of the letters of others that are as deep."""
_WIDEST, _BAR = 0.4, 0.1
"""Widest delimiter and widest single bar, in type sizes: those of 7 papers are 0.22 to 0.34 and
0.05 wide, letters as deep and high (slanted, or in scans), and ligatures of them, 0.51 or more,
and the "j" 0.14."""


def _stands_for(line: Line, at: int, boxes: Floats) -> str:
    sign, glyph = line.text[at], line.glyphs[at]
    if sign not in _DELIMITERS or glyph < 0:
        return sign
    x0, y0, x1, y1 = boxes[glyph].tolist()
    below = y1 - line.baseline
    is_deep = _DEPTH[0] < below / line.size < _DEPTH[1]
    is_tall = is_deep and _BELOW[0] < below / (y1 - y0) < _BELOW[1]
    is_narrow = x1 - x0 < (_BAR if sign == "j" else _WIDEST) * line.size
    return _DELIMITERS[sign] if is_tall and is_narrow else sign


def _mended(line: Line, boxes: Floats) -> Line:
    if not line.is_upright or line.size <= 0 or line.y1 - line.baseline < _DEPTH[0] * line.size:
        return line
    text = "".join(_stands_for(line, at, boxes) for at in range(len(line.text)))
    return line if text == line.text else evolve(line, text=text)


def with_delimiters(pages: Sequence[Sequence[Line]], boxes: Floats) -> list[list[Line]]:
    """The lines of the pages; `boxes` are those of the document's glyphs."""
    return [[_mended(line, boxes) for line in lines] for lines in pages]
