"""The pages of a PDF become a document: letters, lines, paragraphs, text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from attrs import define, field

from core.document import Block, Box, Document, File, Ints, LeftOut, Page, Places, Span
from core.errors import ReadFault, UnreadableDocument
from core.result import Failure, Result, Success, failed
from verification.ingestion import pdfium
from verification.ingestion.furniture import without_furniture
from verification.ingestion.glyphs import BROKEN, UNKNOWN
from verification.ingestion.headings import Heading, chosen, is_heading, level_of, sections_of
from verification.ingestion.hyphens import Joint, Lexicon, joint
from verification.ingestion.ligatures import with_ligatures
from verification.ingestion.lines import ADDED, lines_of
from verification.ingestion.paragraphs import Paragraph, Setting, blocks_of, continued

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.document import Floats
    from verification.ingestion.furniture import Furniture
    from verification.ingestion.glyphs import Glyphs
    from verification.ingestion.lines import Line

_PARAGRAPH_END = "\n\n"
_OCR = "make its text readable first, for example with `ocrmypdf in.pdf out.pdf`"
_MOSTLY_UNKNOWN = 0.5
_TITLE_LETTERS = 10
_FIRST_PART = 5000
"""Characters of the text in which a paper's title stands."""
_SURE_TEXT = 20
"""Letters of a page from which on an image on it does not make it a scan."""


@define
class _Writer:
    """Collects the text piece by piece, with the glyph and the line of each character."""

    parts: list[str] = field(factory=list)
    glyphs: list[Ints] = field(factory=list)
    lengths: list[int] = field(factory=list)
    numbers: list[int] = field(factory=list)
    length: int = 0
    line: int = -1

    def write(self, text: str, glyphs: Ints) -> None:
        self.parts.append(text)
        self.glyphs.append(glyphs)
        self.lengths.append(len(text))
        self.numbers.append(self.line)
        self.length += len(text)

    def add(self, text: str) -> None:
        self.write(text, np.full(len(text), ADDED, dtype=np.int32))

    def block(self, lines: Sequence[Line], lexicon: Lexicon) -> Span:
        """Write a block's lines as one paragraph, and say where it stands."""
        if self.length:
            self.add(_PARAGRAPH_END)
        start = self.length
        for line, following in zip(lines, [*lines[1:], None], strict=True):
            self.line += 1
            text, glyphs = line.text, line.glyphs
            joined = joint(text, following.text, lexicon) if following else Joint.NOTHING
            if joined is Joint.NO_HYPHEN:
                text, glyphs = text[:-1], glyphs[:-1]
            self.write(text.replace(BROKEN, "-").replace("\u00ad", "-"), glyphs)
            if joined is Joint.SPACE:
                self.add(" ")
        return Span(start, self.length)

    def places(self, glyph_page: Ints, boxes: Floats) -> Places:
        """Where every character stands; an added one has the page and line before it."""
        glyph = np.concatenate([*self.glyphs, np.zeros(0, dtype=np.int32)])
        line = np.repeat(np.array(self.numbers, dtype=np.int32), np.array(self.lengths))
        known = np.maximum.accumulate(np.where(glyph == ADDED, 0, np.arange(len(glyph))))
        box = boxes[glyph]
        box[glyph == ADDED] = 0
        return Places(page=glyph_page[glyph[known]], line=line, box=box)


def _why_unread(page: Glyphs, text: str) -> str:
    """Why the page gave no text although it shows something, or nothing."""
    letters = len(text.replace(" ", ""))
    if page.unread:
        return page.unread
    if letters == 0:
        return f"it shows {page.shows} but holds no text" if page.shows else ""
    if text.count(UNKNOWN) > _MOSTLY_UNKNOWN * letters:
        return "its fonts do not say which letters they show"
    if letters < _SURE_TEXT and page.shows == "an image":
        return "it is an image with hardly any text"
    return ""


def _pages(glyphs: Sequence[Glyphs], reasons: Sequence[str], places: Places) -> tuple[Page, ...]:
    pages = []
    end = 0
    for page, reason in zip(glyphs, reasons, strict=True):
        on_it = np.flatnonzero(places.page == page.number)
        span = Span(int(on_it[0]), int(on_it[-1]) + 1) if len(on_it) else Span(end, end)
        end = span.end
        pages.append(Page(page.number, page.width, page.height, span, page.label, reason))
    return tuple(pages)


def _headings(
    blocks: Sequence[Paragraph], spans: Sequence[Span], text: str, title: int | None
) -> list[Heading]:
    found = chosen([block.lines if block.is_heading else None for block in blocks], title)
    sizes = sorted({round(blocks[at].size * 2) / 2 for at in found}, reverse=True)
    titles = [spans[at].of(text) for at in found]
    return [
        Heading(words, level_of(words, blocks[at].size, sizes), spans[at])
        for at, words in zip(found, titles, strict=True)
    ]


def _title(blocks: Sequence[Paragraph]) -> int | None:
    """The block in the largest type on the first page that has text, if it is larger than others.

    A few large letters (an initial, the name of a draft) are no title.
    """
    first = blocks[0].lines[0].page
    large = [
        at
        for at, block in enumerate(blocks)
        if block.lines[0].page == first and sum(map(str.isalpha, block.text)) >= _TITLE_LETTERS
    ]
    return max(large, key=lambda at: (blocks[at].size, -at), default=None)


def _bare(some: str) -> str:
    return "".join(filter(str.isalnum, some)).lower()


def _name(said: str, shown: str, text: str) -> str:
    """The title that the metadata name, if the paper shows it; else the one in large type."""
    return said if _bare(said) and _bare(said) in _bare(text[:_FIRST_PART]) else shown or said


def _left_out(furniture: Furniture) -> tuple[LeftOut, ...]:
    return tuple(
        LeftOut(
            line.text.replace(BROKEN, "-"),
            reason,
            Box(line.page, line.x0, line.y0, line.x1, line.y1),
        )
        for line, reason in furniture.left_out
    )


def _no_text(file: File, reasons: Sequence[str]) -> UnreadableDocument:
    if not any(reasons):
        return UnreadableDocument(
            "read", file.name, ReadFault.EMPTY, "its pages are blank", "check that it is the file"
        )
    if all("damaged" in reason for reason in reasons if reason):
        return UnreadableDocument(
            "read", file.name, ReadFault.DAMAGED, "none of its pages can be read", pdfium.REPAIR
        )
    detail = f"no page has readable text: {next(filter(None, reasons))}"
    return UnreadableDocument("read", file.name, ReadFault.SCANNED, detail, _OCR)


def document_of(file: File, pdf: pdfium.Pdf) -> Result[Document]:
    """The document that the pages make. Errors: SCANNED, EMPTY, DAMAGED."""
    starts = np.cumsum([0, *(len(page.codes) for page in pdf.pages)])
    boxes = np.concatenate([page.box for page in pdf.pages])
    glyph_page = np.repeat(
        np.array([page.number for page in pdf.pages], dtype=np.int32), np.diff(starts)
    )
    lines = with_ligatures(
        [lines_of(page, int(start)) for page, start in zip(pdf.pages, starts[:-1], strict=True)],
        boxes,
    )
    reasons = [
        _why_unread(page, "".join(line.text for line in own))
        for page, own in zip(pdf.pages, lines, strict=True)
    ]
    furniture = without_furniture(lines, [page.height for page in pdf.pages], boxes)
    if not any(furniture.kept):
        return Failure(_no_text(file, reasons))
    setting = Setting.of(furniture.kept)
    blocks = [
        Paragraph(found, is_heading(found, setting.body))
        for found in blocks_of(furniture.kept, setting)
    ]
    blocks = continued(blocks)
    lexicon = Lexicon.of(line.text for own in furniture.kept for line in own)
    writer = _Writer()
    spans = tuple(writer.block(block.lines, lexicon) for block in blocks)
    text = "".join(writer.parts)
    places = writer.places(glyph_page, boxes)
    title = _title(blocks)
    return Success(
        Document(
            text=text,
            source=file.name,
            digest=file.digest,
            media_type="application/pdf",
            pages=_pages(pdf.pages, reasons, places),
            sections=sections_of(_headings(blocks, spans, text, title), len(text)),
            places=places,
            blocks=tuple(map(Block, spans)),
            title=_name(pdf.title, spans[title].of(text) if title is not None else "", text),
            left_out=_left_out(furniture),
        )
    )


def read(file: File) -> Result[Document]:
    """The PDF as a document."""
    pdf = pdfium.read_pdf(file.data, file.name, file.password)
    if failed(pdf):
        return pdf
    return document_of(file, pdf.unwrap())
