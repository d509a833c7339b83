"""Accents that a page prints as glyphs of their own become one with their letter.

Older TeX sets "ü" as a letter and two dots above it. In the content the dots stand before the
letter, behind it, or behind the whole word; only where they are printed tells whose they are.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from itertools import accumulate, islice
from typing import TYPE_CHECKING

import numpy as np
from attrs import evolve, frozen

from vera.core.document import Floats
from vera.verification.ingestion.pdf.lines import extent, joined

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.verification.ingestion.pdf.lines import Line

_COMBINING = {
    "`": "\u0300", "´": "\u0301", "ˆ": "\u0302", "˜": "\u0303", "¯": "\u0304", "˘": "\u0306",
    "˙": "\u0307", "¨": "\u0308", "˚": "\u030a", "˝": "\u030b", "ˇ": "\u030c", "¸": "\u0327",
    "˛": "\u0328",
}  # fmt: skip
_COMBINING |= {sign: sign for sign in map(chr, range(0x300, 0x329))}
_BELOW = "\u0323\u0324\u0325\u0326\u0327\u0328"
_ACCENT = re.compile(f"[{''.join(_COMBINING)}]")
_DOTLESS = {"ı": "i", "ȷ": "j"}
_OFF_CENTRE = 0.2
"""How far the middle of an accent is off its letter's at most, in type sizes: italics lean."""
_NEAR = 0.3
"""How far an accent stands from its letter's top, or reaches into it, in type sizes."""
_LARGEST = 0.5
"""Height and width of an accent at most: a font may call another sign so."""
_MOST = 1000
"""Accents of a page that are looked at."""
_BLANKS = re.compile("[´ ]+")
_WORD_SPACE = 0.17
"""As in `lines`: the least gap between words, in type sizes."""


def _composed(letter: str, accent: str) -> str:
    """The letter with the accent, where Unicode has it as one character; else nothing."""
    whole = unicodedata.normalize("NFC", _DOTLESS.get(letter, letter) + _COMBINING[accent])
    return whole if len(whole) == 1 and letter.isalpha() else ""


@frozen(eq=False)
class _Letters:
    """The characters of a page, one line after another; `starts` are those of its lines."""

    text: str
    box: Floats
    starts: list[int]

    @classmethod
    def of(cls, lines: Sequence[Line], boxes: Floats) -> _Letters:
        glyphs = np.concatenate([line.glyphs for line in lines])
        box = boxes[glyphs]
        box[glyphs < 0] = 0
        lengths = (len(line.text) for line in lines)
        return cls("".join(line.text for line in lines), box, list(accumulate(lengths, initial=0)))

    def owner(self, at: int, size: float) -> int | None:
        """The letter above or under which the accent at `at` is printed, in type of that size."""
        x0, y0, x1, y1 = self.box[at].tolist()
        if x1 <= x0 or max(x1 - x0, y1 - y0) > _LARGEST * size:
            return None
        off = np.abs((self.box[:, 0] + self.box[:, 2]) - (x0 + x1)) / 2
        if _COMBINING[self.text[at]] in _BELOW:
            apart = np.abs(self.box[:, 3] - y0)
        else:
            apart = np.abs(self.box[:, 1] - y1)
        fits = (off < _OFF_CENTRE * size) & (apart < _NEAR * size)
        fits &= self.box[:, 2] > self.box[:, 0]
        found = [
            it for it in np.flatnonzero(fits).tolist() if _composed(self.text[it], self.text[at])
        ]
        return min(found, key=lambda it: off[it] + apart[it], default=None)


def _on_page(lines: Sequence[Line], boxes: Floats) -> list[Line]:
    letters = _Letters.of(lines, boxes)
    text = list(letters.text)
    gone: set[int] = set()
    composed: set[int] = set()
    for found in islice(_ACCENT.finditer(letters.text), _MOST):
        at = found.start()
        line = lines[bisect_right(letters.starts, at) - 1]
        owner = letters.owner(at, max(line.size, 1.0))
        if owner is not None and owner not in gone and (whole := _composed(text[owner], text[at])):
            text[owner] = whole
            gone.add(at)
            composed.add(owner)
    if not gone:
        return list(lines)
    done = []
    for line, start, end in zip(lines, letters.starts, letters.starts[1:], strict=False):
        own = {at - start for at in gone if start <= at < end}
        changed = {at - start for at in composed if start <= at < end}
        if not (own or changed):
            done.append(line)
            continue
        own |= _idle_blanks(line, own, changed, letters.box[start:end])
        kept = [at for at in range(end - start) if at not in own]
        read = "".join(text[start + at] for at in kept)
        if read:
            glyphs = line.glyphs[kept]
            x0, y0, x1, y1 = extent(boxes[glyphs[glyphs >= 0]])
            done.append(evolve(line, text=read, glyphs=glyphs, x0=x0, y0=y0, x1=x1, y1=y1))
    return joined(done)


def _idle_blanks(line: Line, gone: set[int], composed: set[int], box: Floats) -> set[int]:
    """The blanks beside accents: all of them where no gap is printed, else all but one."""
    mask = "".join(
        "´" if at in gone else "a" if at in composed else " " if sign == " " else "."
        for at, sign in enumerate(line.text)
    )
    idle: set[int] = set()
    for found in _BLANKS.finditer(mask):
        start, end = found.span()
        is_beside = "´" in found[0] or "a" in (mask[start - 1 : start], mask[end : end + 1])
        blanks = [at for at in range(start, end) if at not in gone]
        is_inside = start > 0 and end < len(mask)
        gap = box[end, 0] - box[start - 1, 2] if is_inside else 0.0
        if is_beside:
            idle.update(blanks[1:] if gap >= _WORD_SPACE * line.size else blanks)
    return idle


def with_accents(pages: Sequence[Sequence[Line]], boxes: Floats) -> list[list[Line]]:
    """The lines of the pages, each accent on its letter; `boxes` are the document's glyphs'."""
    return [
        _on_page(lines, boxes) if any(_ACCENT.search(line.text) for line in lines) else list(lines)
        for lines in pages
    ]
