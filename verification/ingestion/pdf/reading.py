"""The pages of a PDF become a document: letters, lines, paragraphs, text."""

from __future__ import annotations

import re
from itertools import chain, islice
from typing import TYPE_CHECKING

import numpy as np
from attrs import evolve

from vera.core.document import (
    Block,
    Box,
    Document,
    File,
    Form,
    Kind,
    LeftOut,
    Page,
    Places,
    Span,
)
from vera.core.errors import ReadFault, UnreadableDocument
from vera.core.result import Failure, Result, Success, failed
from vera.verification.ingestion.headings import (
    Heading,
    Style,
    chosen,
    is_heading,
    level_of,
    sections_of,
)
from vera.verification.ingestion.identifiers import arxiv, doi, year
from vera.verification.ingestion.pdf import ocr, pdfium
from vera.verification.ingestion.pdf.accents import with_accents
from vera.verification.ingestion.pdf.blanks import with_blanks
from vera.verification.ingestion.pdf.code import in_text, with_code
from vera.verification.ingestion.pdf.columns import Columns
from vera.verification.ingestion.pdf.delimiters import with_delimiters
from vera.verification.ingestion.pdf.directions import in_order
from vera.verification.ingestion.pdf.doubles import once
from vera.verification.ingestion.pdf.formulas import with_formulas
from vera.verification.ingestion.pdf.front import authors_of, title_among, title_of
from vera.verification.ingestion.pdf.furniture import without_furniture
from vera.verification.ingestion.pdf.glyphs import BROKEN, UNKNOWN
from vera.verification.ingestion.pdf.hidden import notes_of, without_hidden
from vera.verification.ingestion.pdf.hyphens import Lexicon
from vera.verification.ingestion.pdf.labels import with_labels
from vera.verification.ingestion.pdf.ligatures import note_of as note_of_letters
from vera.verification.ingestion.pdf.ligatures import with_ligatures
from vera.verification.ingestion.pdf.lines import lines_of
from vera.verification.ingestion.pdf.marks import with_marks
from vera.verification.ingestion.pdf.misnamed import with_named
from vera.verification.ingestion.pdf.moved_feet import moved_feet, note_of
from vera.verification.ingestion.pdf.over_text import stands_over_text
from vera.verification.ingestion.pdf.paragraphs import Paragraph, Setting, continued
from vera.verification.ingestion.pdf.regions import with_kinds
from vera.verification.ingestion.pdf.scripts import levels_of
from vera.verification.ingestion.pdf.sideways import as_shown as shown_of
from vera.verification.ingestion.pdf.sideways import shown as box_as_shown
from vera.verification.ingestion.pdf.signs import Signs
from vera.verification.ingestion.pdf.styles import Styles
from vera.verification.ingestion.pdf.table_blocks import tables_of, with_tables
from vera.verification.ingestion.pdf.thousands import with_thousands
from vera.verification.ingestion.pdf.typewriter import typewriters
from vera.verification.ingestion.pdf.writing import Writer

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from vera.core.document import Floats
    from vera.verification.ingestion.pdf.furniture import Furniture
    from vera.verification.ingestion.pdf.glyphs import Glyphs
    from vera.verification.ingestion.pdf.lines import Line

_DOI = re.compile(r"10\.\d{4,9}/\S+")
_OCR = "make its text readable first, for example with `ocrmypdf in.pdf out.pdf`"
_MOSTLY_UNKNOWN = 0.5
_SURE_TEXT = 20
"""Letters of a page from which on an image on it does not make it a scan."""


def _why_unread(page: Glyphs, text: str, is_hidden: bool) -> str:
    """Why the page gave no text although it shows or hides something, or nothing."""
    letters = len(text.replace(" ", ""))
    if page.unread:
        return page.unread
    if letters == 0:
        if page.shows:
            return (
                f"it shows {page.shows} but {'none of its text' if is_hidden else 'holds no text'}"
            )
        return "its text is not shown" if is_hidden else ""
    if text.count(UNKNOWN) > _MOSTLY_UNKNOWN * letters:
        return "its fonts do not say which letters they show"
    if page.shows == ocr.SCAN or (letters < _SURE_TEXT and page.shows == "an image"):
        return "it is an image with hardly any text"
    return ""


def _pages(
    pdf: pdfium.Pdf, reasons: Sequence[str], places: Places, printed: Mapping[int, str]
) -> tuple[Page, ...]:
    """The pages, labelled with the numbers `printed` on them, else as the file says."""
    pages = []
    end = 0
    for page, reason in zip(pdf.pages, reasons, strict=True):
        on_it = np.flatnonzero(places.page == page.number)
        span = Span(int(on_it[0]), int(on_it[-1]) + 1) if len(on_it) else Span(end, end)
        end = span.end
        label = printed.get(page.number, page.label)
        damaged = pdf.damage.get(page.number, "")
        pages.append(Page(page.number, *page.shown, span, label, reason, damaged))
    return tuple(pages)


def _headings(blocks: Sequence[Paragraph], spans: Sequence[Span], text: str) -> list[Heading]:
    found = [at for at, block in enumerate(blocks) if block.kind is Kind.HEADING]
    sizes = sorted({round(blocks[at].size * 2) / 2 for at in found}, reverse=True)
    titles = [spans[at].of(text) for at in found]
    return [
        Heading(words, level_of(words, blocks[at].size, sizes), spans[at])
        for at, words in zip(found, titles, strict=True)
    ]


def _left_out(furniture: Furniture, pages: Sequence[Glyphs]) -> tuple[LeftOut, ...]:
    return tuple(
        LeftOut(
            line.text.replace(BROKEN, "-"),
            reason,
            box_as_shown(pages, Box(line.page, line.x0, line.y0, line.x1, line.y1)),
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


def _paragraphs(
    pages: Sequence[Sequence[Line]], rules: Sequence[Floats], setting: Setting, boxes: Floats
) -> list[Paragraph]:
    """The lines of the pages as paragraphs, each with its kind; `rules` are those drawn on each."""
    columns = Columns.of(pages, setting.body)
    typed = typewriters(pages, boxes)
    blocks = with_code(with_tables(pages, rules, boxes, setting, typed), typed)
    blocks = with_labels(with_formulas(blocks, columns), columns)
    found = Styles.of(blocks, columns)
    styles = [found.of_block(blocks, at, columns) for at in range(len(blocks))]
    heads = [
        block.kind is Kind.BODY
        and block.form is Form.PROSE
        and not block.is_caption
        and is_heading(block.lines, setting.body, style)
        for block, style in zip(blocks, styles, strict=True)
    ]
    blocks = [
        evolve(block, is_heading=True)
        if heads[at]
        and (styles[at] is Style.HEADINGS or stands_over_text(blocks, heads, at, columns, boxes))
        else block
        for at, block in enumerate(blocks)
    ]
    title = title_among(blocks)
    headings = chosen([block.lines if block.is_heading else None for block in blocks], title)
    return in_text(with_kinds(blocks, set(headings), title, setting))


def _with_moved_feet(pdf: pdfium.Pdf, moved: Collection[int]) -> pdfium.Pdf:
    """The same, with pages damaged where the foot is moved and nothing else was found."""
    new = sorted(set(moved) - pdf.damage.keys())
    if not new:
        return pdf
    damage = {**pdf.damage, **dict.fromkeys(new, "its foot stands in its text")}
    return evolve(pdf, notes=(*pdf.notes, note_of(new)), damaged=True, damage=damage)


def _about(subject: str) -> dict[str, tuple[str, ...]]:
    """What publishers write as the subject: "Heart 2010 4:1. doi:10.1000/2-4-1"."""
    said = {"doi": doi(subject), "arxiv": arxiv(subject), "year": year(_DOI.sub("", subject))}
    return {field: (value,) for field, value in said.items() if value}


def _with_signs(pages: Sequence[Sequence[Line]], boxes: Floats) -> list[list[Line]]:
    """The lines of the pages with the delimiters and blanks that they lack."""
    lines = [line for own in pages for line in own]
    if lines:
        signs = Signs.of(lines)
        lines = with_blanks(with_delimiters(lines, signs, boxes), signs, boxes)
    rest = iter(lines)
    return [list(islice(rest, len(own))) for own in pages]


def document_of(file: File, pdf: pdfium.Pdf) -> Result[Document]:
    """The document that the pages make. Errors: SCANNED, EMPTY, DAMAGED."""
    seen = [without_hidden(page) for page in pdf.pages]
    unseen = tuple(chain.from_iterable(left_out for _, left_out in seen))
    pdf = evolve(pdf, pages=tuple(in_order(once(page)) for page, _ in seen))
    starts = np.cumsum([0, *(len(page.codes) for page in pdf.pages)])
    boxes = np.concatenate([page.box for page in pdf.pages])
    glyph_page = np.repeat(
        np.array([page.number for page in pdf.pages], dtype=np.int32), np.diff(starts)
    )
    printed = [
        lines_of(page, int(start)) for page, start in zip(pdf.pages, starts[:-1], strict=True)
    ]
    whole = with_thousands(with_accents(printed, boxes), boxes)
    named = with_named(with_ligatures(whole, boxes))
    lines = _with_signs(named, boxes)
    reasons = [
        _why_unread(page, "".join(line.text for line in own), bool(left_out))
        for page, own, (_, left_out) in zip(pdf.pages, lines, seen, strict=True)
    ]
    sizes = [(page.width, page.height) for page in pdf.pages]
    pdf = _with_moved_feet(pdf, moved_feet(lines, sizes))
    furniture = without_furniture(lines, sizes, boxes)
    if not any(furniture.kept):
        return Failure(_no_text(file, reasons))
    setting = Setting.of(furniture.kept)
    rules = [page.rules for page in pdf.pages]
    as_printed = continued(_paragraphs(furniture.kept, rules, setting, boxes))
    levels = levels_of([line for own in furniture.kept for line in own], boxes)
    blocks, marks = with_marks(as_printed, levels, boxes, setting.body)
    lexicon = Lexicon.of(line.text for block in blocks for line in block.lines)
    writer = Writer(lexicon, boxes, marks)
    written = [writer.block(block) for block in blocks]
    spans = tuple(it.span for it in written)
    text = writer.text
    as_shown = np.concatenate([shown_of(page, page.box) for page in pdf.pages])
    places = writer.places(glyph_page, as_shown)
    title = " ".join(
        span.of(text) for span, block in zip(spans, blocks, strict=True)
        if block.kind is Kind.TITLE
    )  # fmt: skip
    return Success(
        Document(
            text=text,
            source=file.name,
            digest=file.digest,
            media_type="application/pdf",
            pages=_pages(pdf, reasons, places, furniture.page_numbers),
            sections=sections_of(_headings(blocks, spans, text), len(text)),
            places=places,
            blocks=tuple(
                Block(span, block.kind, block.form)
                for span, block in zip(spans, blocks, strict=True)
            ),
            title=title_of(pdf.title, title, text),
            authors=authors_of(as_printed, pdf.author, text),
            left_out=(*_left_out(furniture, pdf.pages), *unseen),
            notes=tuple(
                filter(None, (*pdf.notes, *notes_of(pdf.pages, unseen), note_of_letters(lines)))
            ),
            damaged=pdf.damaged,
            about=_about(pdf.subject),
            marks=tuple(
                evolve(mark, box=mark.box and box_as_shown(pdf.pages, mark.box))
                for mark in writer.marks(written)
            ),
            tables=tables_of(blocks, written),
        )
    )


def read(file: File) -> Result[Document]:
    """The PDF as a document."""
    pdf = pdfium.read_pdf(file.data, file.name, file.password)
    if failed(pdf):
        return pdf
    return document_of(file, pdf.unwrap())
