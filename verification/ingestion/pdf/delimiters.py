"""Brackets and bars of formulas that a font calls by letters: "kx − yk" for "∥x − y∥".

TeX's font of symbols has its delimiters at the codes of small letters, and a file that does not say
what its codes stand for shows these. All delimiters reach a quarter of the type's size below the
line and three quarters above it, where none of these letters does; a brace is narrower than an "f",
and a bar than a "j", of that height.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from attrs import evolve

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.core.document import Floats
    from vera.verification.ingestion.pdf.lines import Line
    from vera.verification.ingestion.pdf.signs import Signs

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


def _found(signs: Signs, boxes: Floats) -> dict[int, list[int]]:
    """Where delimiters stand, by the line."""
    is_one = (signs.codes >= ord("b")) & (signs.codes <= ord("k")) & (signs.glyph >= 0)
    known = np.flatnonzero(is_one)
    line, box = signs.line[known], boxes[signs.glyph[known]]
    size, below = signs.size[line], box[:, 3] - signs.baseline[line]
    widest = np.where(signs.codes[known] == ord("j"), _BAR, _WIDEST) * size
    height = box[:, 3] - box[:, 1]
    right = (below > _DEPTH[0] * size) & (below < _DEPTH[1] * size)
    right &= (below > _BELOW[0] * height) & (below < _BELOW[1] * height)
    found: dict[int, list[int]] = {}
    for at in known[right & (box[:, 2] - box[:, 0] < widest)].tolist():
        own = int(signs.line[at])
        found.setdefault(own, []).append(at - int(signs.start[own]))
    return found


def with_delimiters(lines: Sequence[Line], signs: Signs, boxes: Floats) -> list[Line]:
    """The lines with them; `signs` are theirs, `boxes` those of the document's glyphs."""
    mended = list(lines)
    for place, at in _found(signs, boxes).items():
        parts = list(lines[place].text)
        for k in at:
            parts[k] = _DELIMITERS[parts[k]]
        mended[place] = evolve(lines[place], text="".join(parts))
    return mended
