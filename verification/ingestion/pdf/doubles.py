"""Text that is drawn again at its place, for boldness or an outline, is read once.

pdfium itself passes over what repeats one of the few operators before it, so that a word that is
drawn twice at once is no matter. What is drawn again later, a whole page after itself, is: a letter
close to its first place, or a line whose letters are all as far off, up to half their height.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from vera.core.document import Floats, Ints
    from vera.verification.ingestion.pdf.glyphs import Codes, Flags, Glyphs

_OFF = 0.12
"""How far a letter is drawn from its first place, in heights of the page's letters: half a point
in type of 10 points, whose narrowest letters advance by more than two."""
_OFF_OF_A_LINE = 0.5
"""The same for all letters of a line: two lines of text are farther apart than one letter."""
_FEWEST = 4
"""Letters of a line that is known by them."""
_LINE_ENDS = (0x02, 0x0A)
_COARSE = 1.0
"""Points, for a first look whether anything on a page may be drawn twice."""


def _keys(codes: Codes, box: Floats, cell: float, right: float, down: float) -> np.ndarray:
    """One number for each glyph, the same for glyphs of one code in one cell of a grid."""
    cell = max(cell, 1e-3)
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


def _lines_again(page: Glyphs, seen: Ints) -> Flags:
    """Which of the visible glyphs, by their indices, are of a line that is drawn again."""
    found = np.zeros(len(seen), dtype=np.bool_)
    ends = np.searchsorted(seen, np.flatnonzero(np.isin(page.codes, _LINE_ENDS)))
    codes, box = page.codes[seen], page.box[seen]
    before: defaultdict[bytes, list[Floats]] = defaultdict(list)
    for start, end in pairwise([0, *ends.tolist(), len(seen)]):
        if end - start < _FEWEST:
            continue
        same, own = before[codes[start:end].tobytes()], box[start:end]
        if same:
            off = _OFF_OF_A_LINE * float(np.median(own[:, 3] - own[:, 1]))
            found[start:end] = any(bool((np.abs(own - other) <= off).all()) for other in same)
        same.append(own)
    return found


def once(page: Glyphs) -> Glyphs:
    """The page without the glyphs that stand where the same glyph stood before."""
    seen = np.flatnonzero(page.box[:, 2] > page.box[:, 0]).astype(np.int32)
    again = _lines_again(page, seen)
    codes, box = page.codes[seen], page.box[seen]
    coarse = _keys(codes, box, _COARSE, 0, 0)
    coarse[1:][box[1:, 0] == box[:-1, 0]] = -1  # the letters of one glyph
    coarse = np.sort(coarse[coarse >= 0])
    if (coarse[1:] == coarse[:-1]).any():
        again |= _again(codes, box)
    if not again.any():
        return page
    keep = np.ones(len(page.codes), dtype=np.bool_)
    keep[seen[again]] = False
    return page.of(np.flatnonzero(keep).astype(np.int32))
