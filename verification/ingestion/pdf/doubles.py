"""Text that is drawn again at its place, for boldness or an outline, is read once.

pdfium itself passes over what repeats one of the few operators before it, so that a word that is
drawn twice at once is no matter. What is drawn again later, a whole page after itself, is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from vera.core.document import Floats
    from vera.verification.ingestion.pdf.glyphs import Codes, Flags, Glyphs

_OFF = 0.12
"""How far a letter is drawn from its first place, in heights of the page's letters: half a point
in type of 10 points, whose narrowest letters advance by more than two."""
_COARSE = 1.0
"""Points, for a first look whether anything on a page may be drawn twice."""


def _keys(codes: Codes, box: Floats, cell: float, right: float, down: float) -> np.ndarray:
    """One number for each glyph, the same for glyphs of one code in one cell of a grid."""
    across = ((box[:, 0] + right) / cell).astype(np.int64) & 0xFFFFF
    along = ((box[:, 1] + down) / cell).astype(np.int64) & 0xFFFFF
    return (codes.astype(np.int64) << 40) | (along << 20) | across


def _again(codes: Codes, box: Floats) -> Flags:
    """Which of the visible glyphs are another one drawn again."""
    off = _OFF * float(np.median(box[:, 3] - box[:, 1]))
    found = np.zeros(len(codes), dtype=np.bool_)
    # The letters that one glyph stands for share its box; "ff" is not an "f" drawn again.
    glyph = np.cumsum([False, *(box[1:] != box[:-1]).any(axis=1)])
    for right, down in ((0, 0), (off, 0), (0, off), (off, off)):
        keys = _keys(codes, box, 2 * off, right, down)
        order = np.argsort(keys, kind="stable")
        starts = np.r_[True, np.diff(keys[order]) != 0]
        first = order[np.flatnonzero(starts)[np.cumsum(starts) - 1]]
        near = (np.abs(box[order] - box[first]) <= off).all(axis=1)
        found[order[near & (glyph[order] != glyph[first])]] = True
    return found


def once(page: Glyphs) -> Glyphs:
    """The page without the glyphs that stand where the same glyph stood before."""
    seen = np.flatnonzero(page.box[:, 2] > page.box[:, 0])
    codes, box = page.codes[seen], page.box[seen]
    coarse = _keys(codes, box, _COARSE, 0, 0)
    coarse[1:][box[1:, 0] == box[:-1, 0]] = -1  # the letters of one glyph
    coarse = np.sort(coarse[coarse >= 0])
    if not (coarse[1:] == coarse[:-1]).any():
        return page
    keep = np.ones(len(page.codes), dtype=np.bool_)
    keep[seen[_again(codes, box)]] = False
    return page if keep.all() else page.of(np.flatnonzero(keep).astype(np.int32))
