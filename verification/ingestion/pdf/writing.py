"""The text of a PDF, written block by block, with the way back to its glyphs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from attrs import define, field, frozen

from vera.core.document import Floats, Form, Ints, Mark, Places, Span
from vera.verification.ingestion.pdf.code import laid_out
from vera.verification.ingestion.pdf.glyphs import BROKEN
from vera.verification.ingestion.pdf.hyphens import Joint, Lexicon, joint
from vera.verification.ingestion.pdf.lines import ADDED
from vera.verification.ingestion.pdf.mark_writing import Raised

if TYPE_CHECKING:
    from vera.verification.ingestion.pdf.cells import Laid
    from vera.verification.ingestion.pdf.lines import Line
    from vera.verification.ingestion.pdf.paragraphs import Paragraph

_PARAGRAPH_END = "\n\n"
_BETWEEN = " | "
"""Parts the cells of a row in its text."""
_SPACE = np.array([ADDED], dtype=np.int32)
_AHEAD = -2
"""The glyph of a character that was added before the first one of a row."""


@frozen
class Written:
    """Where a block stands in the text, and each cell of a row."""

    span: Span
    cells: tuple[Span, ...] = ()


@define
class Writer:
    """Collects the text piece by piece, with the glyph and the line of each character.

    `lexicon` has the words of the document, `boxes` float32 (n, 4) are those of its glyphs, and
    `taken` are the marks that were taken out of a line, by its identity.
    """

    lexicon: Lexicon
    boxes: Floats = field(repr=False)
    taken: Mapping[int, Sequence[Raised]]
    parts: list[str] = field(factory=list)
    glyphs: list[Ints] = field(factory=list)
    lengths: list[int] = field(factory=list)
    numbers: list[int] = field(factory=list)
    length: int = 0
    line: int = -1
    raised: list[tuple[int, Raised]] = field(factory=list)

    @property
    def text(self) -> str:
        """What was written."""
        return "".join(self.parts)

    def block(self, block: Paragraph) -> Written:
        """Write a block as one paragraph, or as a row of cells."""
        if self.length:
            self._add(_PARAGRAPH_END)
        start = self.length
        if block.cells:
            cells = tuple(self._row(block.cells))
            return Written(Span(start, self.length), cells)
        if block.form is Form.CODE:
            for text, glyphs, is_line in laid_out(block.lines, self.boxes):
                self.line += is_line
                self._write(_with_hyphens(text), glyphs)
            return Written(Span(start, self.length))
        for line, following in zip(block.lines, [*block.lines[1:], None], strict=True):
            self.line += 1
            self._line(line, following)
        return Written(Span(start, self.length))

    def marks(self, written: Sequence[Written]) -> tuple[Mark, ...]:
        """What was taken out of the text; `written` are its blocks."""
        return tuple(
            Mark(
                Span(at, at),
                note=None if mark.note is None else written[mark.note].span,
                calls=mark.calls,
                shown=mark.shown,
                box=mark.box,
            )
            for at, mark in self.raised
        )

    def places(self, glyph_page: Ints, boxes: Floats) -> Places:
        """Where every character stands; an added one has the page and line before it."""
        glyph = np.concatenate([*self.glyphs, np.zeros(0, dtype=np.int32)])
        line = np.repeat(np.array(self.numbers, dtype=np.int32), np.array(self.lengths))
        known = np.maximum.accumulate(np.where(glyph < 0, 0, np.arange(len(glyph))))
        ahead = np.flatnonzero(glyph == _AHEAD)
        if len(ahead):
            real = np.flatnonzero(glyph >= 0)
            known[ahead] = real[np.searchsorted(real, ahead)]
        box = boxes[glyph]
        box[glyph < 0] = 0
        return Places(page=glyph_page[glyph[known]], line=line, box=box)

    def _write(self, text: str, glyphs: Ints) -> None:
        self.parts.append(text)
        self.glyphs.append(glyphs)
        self.lengths.append(len(text))
        self.numbers.append(self.line)
        self.length += len(text)

    def _add(self, text: str, glyph: int = ADDED) -> None:
        self._write(text, np.full(len(text), glyph, dtype=np.int32))

    def _line(self, line: Line, following: Line | None) -> None:
        self.raised += ((self.length + mark.at, mark) for mark in self.taken.get(id(line), ()))
        text, glyphs = line.text, line.glyphs
        joined = joint(text, following.text, self.lexicon) if following else Joint.NOTHING
        if joined is Joint.NO_HYPHEN:
            text, glyphs = text[:-1], glyphs[:-1]
        self._write(_with_hyphens(text), glyphs)
        if joined is Joint.SPACE:
            self._write(" ", _SPACE)

    def _row(self, cells: Sequence[Laid]) -> list[Span]:
        """The cells, parted by bars; no blank stands at either end, and an empty one has a place.

        Cells that stand beside each other are one printed line.
        """
        spans: list[Span] = []
        before: Line | None = None
        self.line += 1
        for at, cell in enumerate(cells):
            if at and before is None:
                self._add(_BETWEEN if at > 1 else _BETWEEN.lstrip(), _AHEAD)
            elif at:
                empty = at == len(cells) - 1 and not cell.lines
                self._add(_BETWEEN.rstrip() if empty else _BETWEEN)
            start = self.length
            for line, following in zip(cell.lines, [*cell.lines[1:], None], strict=False):
                beside = before is not None and line.x0 >= before.x1 - 1
                if before is not None and not (beside and line.baseline == before.baseline):
                    self.line += 1
                self._line(line, following)
                before = line
            spans.append(Span(start, self.length))
        return spans


def _with_hyphens(text: str) -> str:
    """The text with hyphens for the signs of a broken word."""
    return text.replace(BROKEN, "-").replace("\u00ad", "-")
