"""One run of `verify read`: a paper in, what is read of it out."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING

from vera.core.result import failed
from vera.verification import wiring
from vera.verification.report import exit_codes
from vera.verification.report.document_html import document_html
from vera.verification.report.of_document import chosen_pages, document_json, document_text
from vera.verification.report.tables_csv import tables_csv
from vera.verify import terminal

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from vera.core.document import Document, Page

_FORMS: dict[str, Callable[[Document, Collection[Page]], str]] = {
    "text": document_text,
    "json": document_json,
    "html": document_html,
    "csv": tables_csv,
}


def read_paper(paper: str, form: str, numbers: frozenset[int], password: str | None) -> int:
    """Show what is read of a paper, all of it or some pages; gives the exit code."""
    terminal.show_log(logging.WARNING)
    read = wiring.read_document(Path(paper), password)
    if failed(read):
        return terminal.stop(read.failure())
    document = read.unwrap()
    pages = chosen_pages(document, numbers)
    if failed(pages):
        return terminal.stop(pages.failure())
    for note in document.notes:
        terminal.complain(f"note: {note}")
    unread = [page for page in pages.unwrap() if page.unread]
    for page in unread:
        terminal.complain(f"page {page.number} was not read: {page.unread}")
    text = _FORMS[form](document, pages.unwrap())
    written = terminal.write(text, exact=form != "text")
    if failed(written):
        return terminal.stop(written.failure())
    return exit_codes.UNREADABLE if unread or document.damaged else exit_codes.DONE
