"""Text that is in a file and not shown: what OCR read of a scan, or what nobody is to see.

OCR writes its text invisibly over the picture that it read (text render mode 3, ISO 32000-1, table
106): it is the text of the page, and nothing in the file says how sure it is. Other text that no
reader of the page sees is no text of the paper (ADR 0072).
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

    from numpy.typing import NDArray

    from vera.verification.ingestion.pdf.glyphs import Flags, Glyphs

SEEN, UNSEEN, OVER_INK, LAYER = range(4)
"""How a glyph is seen: itself; not at all; not, where something else is; as OCR read it."""
_MOSTLY = 0.5
_LINE_ENDS = (0x0A, 0x02)
_REASON = "not shown"
_TINY = 1.0
"""Points that the largest letter of a line has at least: less than that is type of 1.4 points,
a third of what is read in print at all."""


def _of_ocr(page: Glyphs) -> Flags:
    """Which glyphs stand invisibly for what is seen at their place.

    That is text of mode 3 over an image or a drawing; and any unseen text over these, where it is
    most of the text of the page: some programs paint the scan over its text.
    """
    layer, over = np.equal(page.sights, LAYER), np.equal(page.sights, OVER_INK)
    return layer | over if _is_most(page, layer | over) else layer


def _is_most(page: Glyphs, some: Flags) -> bool:
    """Whether some of the glyphs are most of those that have a place."""
    placed = np.count_nonzero(page.box[:, 2] > page.box[:, 0])
    return bool(np.count_nonzero(some) > _MOSTLY * placed)


def without_hidden(page: Glyphs) -> tuple[Glyphs, list[LeftOut]]:
    """The page without its glyphs that are not shown, unless OCR wrote them; and these."""
    unseen = _outside(page) | _tiny(page)
    if len(page.sights):
        unseen |= np.not_equal(page.sights, SEEN) & ~_of_ocr(page)
    if not unseen.any():
        return page, []
    keep = np.ones(len(page.codes), dtype=np.bool_)
    left_out = []
    for start, end in _runs(page, unseen):
        keep[start:end] = False
        box = as_shown(page, page.box[start:end])
        text = letters(page.codes[start:end], box).text.strip()
        left_out.append(LeftOut(text, _REASON, Box(page.number, *extent(box))))
    return page.of(np.flatnonzero(keep).astype(np.int32)), left_out


def _outside(page: Glyphs) -> Flags:
    """Which glyphs stand beside the page, outside of its crop box."""
    x0, y0, x1, y1 = page.box.T
    beside: Flags = (x1 <= 0) | (y1 <= 0) | (x0 >= page.width) | (y0 >= page.height)
    beside &= x1 > x0
    return beside


def _tiny(page: Glyphs) -> Flags:
    """Which glyphs are of lines whose largest letter is too small to be read."""
    wide, high = (page.box[:, side + 2] - page.box[:, side] for side in (0, 1))
    size = np.maximum(wide, high)
    small: Flags = (size > 0) & (size < _TINY)
    if not small.any():
        return small
    line = _line_of(page)
    largest = np.zeros(int(line[-1]) + 1, dtype=np.float32)
    np.maximum.at(largest, line, size)
    small &= largest[line] < _TINY
    return small & _is_of_words(page) if small.any() else small


def _line_of(page: Glyphs) -> NDArray[np.intp]:
    """The number of the line that each glyph is in."""
    ends = np.flatnonzero(np.isin(page.codes, _LINE_ENDS)) + 1
    return np.searchsorted(ends, np.arange(len(page.codes)), side="right")


def _is_of_words(page: Glyphs) -> Flags:
    codes = page.codes.tolist()
    return np.array([code < 0x110000 and chr(code).isalnum() for code in codes], dtype=np.bool_)


def _runs(page: Glyphs, unseen: Flags) -> Iterator[tuple[int, int]]:
    """First glyph and end of what is not seen, line by line, with the blanks behind it.

    Signs go with the letter before them in their line, or behind: a dot has few pixels.
    """
    visible = np.flatnonzero(page.box[:, 2] > page.box[:, 0])
    line = _line_of(page)
    ends = np.r_[np.flatnonzero(np.diff(line)) + 1, len(line)]
    is_word = _is_of_words(page)
    for number in np.unique(line[unseen]).tolist():
        own = visible[line[visible] == number]
        words = own[is_word[own]]
        if len(words):
            near = np.clip(np.searchsorted(words, own, side="right") - 1, 0, None)
            hidden = unseen[words][near]
        else:
            hidden = unseen[own]
        if hidden.all():
            start = int(ends[number - 1]) if number else 0
            yield start, int(ends[number])
            continue
        changes = np.flatnonzero(np.diff(np.r_[False, hidden, False]))
        for first, end in changes.reshape(-1, 2).tolist():
            is_glued = (
                first > 0 and own[first - 1] == own[first] - 1
            )  # then the blank parts the rest
            behind = int(own[end]) if end < len(own) and not is_glued else int(own[end - 1]) + 1
            yield int(own[first]), behind


def notes_of(pages: Sequence[Glyphs], left_out: Iterable[LeftOut]) -> Iterator[str]:
    """What to say of it: a sentence for each of the kinds."""
    of_ocr = {page.number: (page, _of_ocr(page)) for page in pages if len(page.sights)}
    layers = [number for number, (page, flags) in of_ocr.items() if _is_most(page, flags)]
    if layers:
        yield f"the text of {listed(layers)} is what OCR read, and how sure it was is not said"
    some = [number for number, (_, flags) in of_ocr.items() if flags.any()]
    some = [number for number in some if number not in layers]
    if some:
        yield f"text that is not shown itself stands over pictures and is read on {listed(some)}"
    without = sorted({one.box.page for one in left_out})
    if without:
        yield f"text that is in the file and not shown was left out on {listed(without)}"
