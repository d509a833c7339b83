"""What the engine reads of a paper: its clean text, or all that is known of it as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vera.core.errors import InvalidInput, Problem
from vera.core.result import Failure, Result, Success
from vera.verification.report.as_json import json_box, json_text
from vera.verification.report.printable import printable_text

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from vera.core.document import Block, Document, LeftOut, Mark, Page
    from vera.core.table import Cell, Table

SCHEMA = "vera.document/1"


def chosen_pages(document: Document, wanted: Collection[int]) -> Result[tuple[Page, ...]]:
    """The pages with these numbers, all without any; an error names those that are not there."""
    known = {page.number for page in document.pages}
    if wanted and not known:
        problem = Problem("pages", document.source, "cannot be chosen: this format has no pages")
        return Failure(InvalidInput("read", (problem,)))
    if missing := sorted(set(wanted) - known):
        problem = Problem("pages", missing, f"must be between 1 and {len(known)}")
        return Failure(InvalidInput("read", (problem,)))
    pages = (page for page in document.pages if page.number in wanted or not wanted)
    return Success(tuple(pages))


def document_text(document: Document, pages: Collection[Page]) -> str:
    """The text as it was read, character for character, but none that drives a terminal.

    Each of those is a U+FFFD, so that offsets are those of the document's text; line ends behind
    the text are one. Of some pages: their paragraphs, those whole that run over a page's end.
    """
    if len(pages) == len(document.pages):
        return printable_text(document.text).rstrip("\n") + "\n"
    parts = (block.span.of(document.text) for block in blocks_of_pages(document, pages))
    return "".join(f"{printable_text(part)}\n\n" for part in parts).rstrip("\n") + "\n"


def document_json(document: Document, pages: Collection[Page]) -> str:
    """One object, described by `schema/document-1.json`; spans count characters of its `text`."""
    numbers = {page.number for page in pages}
    left_out = (each for each in document.left_out if each.box.page in numbers)
    value = {
        "schema": SCHEMA,
        **document_head(document, pages),
        "paragraphs": [_paragraph(document, block) for block in blocks_of_pages(document, pages)],
        "tables": [_table(document, each) for each in tables_of_pages(document, pages)],
        "marks": [_mark(each) for each in document.marks],
        "left_out": [_left_out(each) for each in left_out],
    }
    return json_text(value) + "\n"


def document_head(document: Document, pages: Collection[Page]) -> dict[str, object]:
    """What is known of a document as a whole, as JSON knows it."""
    return {
        "source": document.source,
        "digest": document.digest,
        "media_type": document.media_type,
        "title": document.title,
        "authors": list(document.authors),
        "notes": list(document.notes),
        "damaged": document.damaged,
        "text": document.text,
        "pages": [_page(page) for page in pages],
        "sections": [
            {"path": list(section.path), "span": [section.span.start, section.span.end]}
            for section in document.sections
        ],
    }


def blocks_of_pages(document: Document, pages: Collection[Page]) -> Iterator[Block]:
    """The paragraphs that stand on the pages, in part at least."""
    numbers = {page.number for page in pages}
    for block in document.paragraphs():
        if len(pages) == len(document.pages) or numbers & set(document.pages_of(block.span)):
            yield block


def _page(page: Page) -> dict[str, object]:
    return {
        "number": page.number,
        "label": page.label,
        "width": round(page.width, 2),
        "height": round(page.height, 2),
        "span": [page.span.start, page.span.end],
        "unread": page.unread,
        "damaged": page.damaged,
    }


def _paragraph(document: Document, block: Block) -> dict[str, object]:
    return {
        "kind": block.kind.value,
        "form": block.form.value,
        "section": document.section_of(block.span.start),
        "span": [block.span.start, block.span.end],
        "text": block.span.of(document.text),
        "pages": list(document.pages_of(block.span)),
        "boxes": [json_box(box) for box in document.boxes_of(block.span)],
    }


def tables_of_pages(document: Document, pages: Collection[Page]) -> Iterator[Table]:
    """The tables that stand on the pages, in part at least."""
    numbers = {page.number for page in pages}
    for table in document.tables:
        if len(pages) == len(document.pages) or numbers & set(document.pages_of(table.span)):
            yield table


def _table(document: Document, table: Table) -> dict[str, object]:
    return {
        "rows": table.height,
        "columns": table.width,
        "span": [table.span.start, table.span.end],
        "caption": [table.caption.start, table.caption.end] if table.caption else None,
        "notes": [[note.start, note.end] for note in table.notes],
        "cells": [_cell(document, cell) for cell in table.cells],
    }


def _cell(document: Document, cell: Cell) -> dict[str, object]:
    return {
        "row": cell.row,
        "column": cell.column,
        "rows": cell.rows,
        "columns": cell.columns,
        "head": cell.is_head,
        "span": [cell.span.start, cell.span.end],
        "text": cell.span.of(document.text),
        "boxes": [json_box(box) for box in document.boxes_of(cell.span)],
    }


def _mark(each: Mark) -> dict[str, object]:
    return {
        "calls": each.calls.value,
        "shown": each.shown,
        "span": [each.span.start, each.span.end],
        "works": list(each.works),
        "note": [each.note.start, each.note.end] if each.note else None,
        "boxes": [json_box(each.box)] if each.box else [],
    }


def _left_out(each: LeftOut) -> dict[str, object]:
    return {"text": each.text, "reason": each.reason, "box": json_box(each.box)}
