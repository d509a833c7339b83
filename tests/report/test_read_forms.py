"""What is read of a paper, as a page for a browser and as tables for spreadsheets."""

from __future__ import annotations

import csv
import io

from vera.core.document import Block, Document, Form, Kind, Section, Span
from vera.core.table import Cell, Table
from vera.verification.report.document_html import document_html
from vera.verification.report.tables_csv import tables_csv


def _document(*rows: tuple[str, ...], caption: str = "Table 1: Ponds.") -> Document:
    """A heading, a sentence, a caption and a table whose first row and column are heads."""
    text = f"Results\n\nA <b>pond</b> & more.\n\n{caption}"
    blocks = [
        Block(Span(0, 7), Kind.HEADING),
        Block(Span(9, len(text) - len(caption) - 2)),
        Block(Span(len(text) - len(caption), len(text)), Kind.CAPTION),
    ]
    cells = []
    for at, row in enumerate(rows):
        text += "\n\n"
        start = len(text)
        for column, said in enumerate(row):
            text += " | " if column else ""
            here = Span(len(text), len(text) + len(said))
            cells.append(Cell(here, at, column, is_head=not (at and column)))
            text += said
        blocks.append(Block(Span(start, len(text)), Kind.TABLE, Form.ROW))
    table = Table(tuple(cells), caption=blocks[2].span)
    sections = (Section(("Results",), Span(0, len(text))),)
    return Document(
        text, "a.pdf", "0" * 64, blocks=tuple(blocks), tables=(table,), sections=sections
    )


def test_a_page_has_the_table_as_a_table() -> None:
    """The caption, heads and cells of a table are those of HTML, and its rows are said once."""
    page = document_html(_document(("Pond", "Newts"), ("A", "3")), ())
    assert '<caption dir="auto">Table 1: Ponds.</caption>' in page
    assert '<th scope="col" dir="auto">Newts</th>' in page
    assert '<th scope="row" dir="auto">A</th><td dir="auto">3</td>' in page
    assert page.count("Newts") == 1
    assert page.count("Table 1") == 1
    assert '<h2 dir="auto">Results</h2>' in page


def test_a_cell_over_several_places_says_so() -> None:
    """A head of two columns is a group of columns, and a head of two rows a group of rows."""
    found = _document(("Pond", "Newts", "Frogs"), ("A", "3", "4"), ("B", "5", "6"))
    (table,) = found.tables
    pond, newts, _, a, *rest = table.cells
    wide = Cell(newts.span, 0, 1, columns=2, is_head=True)
    tall = Cell(a.span, 1, 0, rows=2, is_head=True)
    cells = (pond, wide, tall, *(cell for cell in rest if cell.column))
    document = Document(
        found.text, "a.pdf", found.digest, blocks=found.blocks, tables=(Table(cells),)
    )
    page = document_html(document, ())
    assert '<th scope="colgroup" colspan="2" dir="auto">Newts</th>' in page
    assert '<th scope="rowgroup" rowspan="2" dir="auto">A</th>' in page


def test_nothing_of_a_paper_becomes_markup() -> None:
    """What a paper says is text on the page, in a cell too, and what is invisible has a name."""
    page = document_html(_document(("<script>x</script>", "\u202e"), ("A", "<i>")), ())
    assert "A &lt;b&gt;pond&lt;/b&gt; &amp; more." in page
    assert "<script>x" not in page
    assert "U+202E" in page


def test_tables_are_rows_of_csv() -> None:
    """A row with number and caption stands before each table; lines end in CR LF."""
    text = tables_csv(_document(("Pond", "Newts, all"), ("A", '"3"')), ())
    assert text.startswith("table 1,Table 1: Ponds.\r\n")
    rows = list(csv.reader(io.StringIO(text, newline="")))
    assert rows[1:] == [["Pond", "Newts, all"], ["A", '"3"']]


def test_no_cell_is_computed() -> None:
    """What a spreadsheet would take for a formula has a quote before it, but for a number."""
    text = tables_csv(_document(("=1+1", "@x"), ("-3", "+4.5 ± 0.1"), ("-1+cmd", "+x")), ())
    rows = list(csv.reader(io.StringIO(text, newline="")))
    assert rows[1:] == [["'=1+1", "'@x"], ["-3", "+4.5 ± 0.1"], ["'-1+cmd", "'+x"]]
