"""The tables of a document for spreadsheets: RFC 4180, one after the other."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from vera.verification.report.as_csv import csv_row, csv_text
from vera.verification.report.of_document import tables_of_pages
from vera.verification.report.printable import printable

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from vera.core.document import Document, Page
    from vera.core.table import Table

_VALUE = re.compile(r"[+-]\d[\d.,]*(?:\s?%|\s?±.*)?")
"""A signed number, which no spreadsheet takes for a formula."""


def tables_csv(document: Document, pages: Collection[Page]) -> str:
    """Before each table a row with its number, and its caption or its page; an empty row between.

    A cell that covers several places stands in the first of them.
    """
    tables = tables_of_pages(document, pages)
    numbers = {id(table): number for number, table in enumerate(document.tables, start=1)}
    parts = ("".join(_table(document, table, numbers[id(table)])) for table in tables)
    return csv_row(()).join(parts)


def _table(document: Document, table: Table, number: int) -> Iterator[str]:
    said = table.caption.of(document.text) if table.caption else ""
    pages = document.pages_of(table.span)
    yield csv_row((f"table {number}", csv_text(said or (f"page {pages[0]}" if pages else ""))))
    rows = [[""] * table.width for _ in range(table.height)]
    for cell in table.cells:
        rows[cell.row][cell.column] = _value(cell.span.of(document.text))
    for row in rows:
        yield csv_row(tuple(row))


def _value(text: str) -> str:
    """The text of a cell; a signed number stays as it is.

    >>> _value("-57.8 ± 2"), _value("-1+1")
    ('-57.8 ± 2', "'-1+1")
    """
    return printable(text) if _VALUE.fullmatch(text) else csv_text(text)
