"""Text that is in a file and not shown: what OCR read of a scan, or what nobody is to see.

OCR writes its text invisibly over the picture that it read (text render mode 3, ISO 32000-1, table
106): it is the text of the page, and nothing in the file says how sure it is. On a page that has
visible text and no such picture, what is not shown is no text of the paper.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vera.core.document import Box, LeftOut
from vera.verification.ingestion.pdf.glyphs import letters
from vera.verification.ingestion.pdf.lines import extent
from vera.verification.ingestion.pdf.listing import listed
from vera.verification.ingestion.pdf.sideways import as_shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from vera.verification.ingestion.pdf.glyphs import Glyphs

_IMAGE = "an image"
_MOSTLY = 0.5
_LINE_END = 0x0A
_REASON = "not shown"


def is_layer(page: Glyphs) -> bool:
    """Whether the text of the page is what OCR read of it.

    That is where a picture lies over most of the page, or most of its lines are not shown: a scan
    can be made of many pictures.
    """
    hidden = page.samples.hidden
    return bool(hidden.any()) and (page.shows == _IMAGE or float(hidden.mean()) > _MOSTLY)


def without_hidden(page: Glyphs) -> tuple[Glyphs, list[LeftOut]]:
    """The page without its lines that are not shown, and these, unless OCR wrote them."""
    if not page.samples.hidden.any() or is_layer(page):
        return page, []
    keep = np.ones(len(page.codes), dtype=np.bool_)
    found = list(_hidden_lines(page))
    for start, end in found:
        keep[start:end] = False
    left_out = []
    for start, end in found:
        box = as_shown(page, page.box[start:end])
        text = letters(page.codes[start:end], box).text.strip()
        left_out.append(LeftOut(text, _REASON, Box(page.number, *extent(box))))
    return page.of(np.flatnonzero(keep).astype(np.int32)), left_out


def _hidden_lines(page: Glyphs) -> Iterator[tuple[int, int]]:
    """First and last glyph of the lines of which none of the samples is shown."""
    ends = np.flatnonzero(page.codes == _LINE_END) + 1
    line = np.searchsorted(ends, page.samples.at, side="right")
    shown = np.bincount(line, ~page.samples.hidden, len(ends) + 1)
    sampled = np.bincount(line, minlength=len(ends) + 1)
    bounds = np.r_[0, ends, len(page.codes)].tolist()
    for at in np.flatnonzero((shown == 0) & (sampled > 0)).tolist():
        yield bounds[at], bounds[at + 1]


def notes_of(pages: Sequence[Glyphs], left_out: Iterable[LeftOut]) -> Iterator[str]:
    """What to say of it: a sentence for each of the two kinds."""
    layers = [page.number for page in pages if is_layer(page)]
    if layers:
        yield f"the text of {listed(layers)} is what OCR read, and how sure it was is not said"
    without = sorted({one.box.page for one in left_out})
    if without:
        yield f"text that is in the file and not shown was left out on {listed(without)}"
