"""What a document has beside its text, in short: its tables and marks."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vera.core.document import Document
    from vera.core.table import Table


def grid_of(document: Document, table: Table) -> list[list[str]]:
    """The texts of a table by row and column; a head has a star, what a cell covers is as it."""
    rows = [[""] * table.width for _ in range(table.height)]
    for cell in table.cells:
        for row in range(cell.row, cell.row + cell.rows):
            for column in range(cell.column, cell.column + cell.columns):
                rows[row][column] = cell.span.of(document.text) + "*" * cell.is_head
    return rows


def marks_of(document: Document) -> list[tuple[str, str, str, str]]:
    """Each mark: the word before it, what it shows and calls, and the text of its note."""
    text = document.text
    return [
        (
            "".join(text[: mark.span.start].split()[-1:]),
            mark.shown,
            mark.calls.value,
            mark.note.of(text) if mark.note else "",
        )
        for mark in document.marks
    ]
