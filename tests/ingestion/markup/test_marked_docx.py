"""Word's files give their notes, tables and formulas apart from the text."""

from __future__ import annotations

import pytest

from testdata.papers.docx import docx
from tests.ingestion.markup.marked import grid_of, marks_of
from vera.core.document import Document, File, Form, Kind, Span
from vera.verification.ingestion.markup.docx import read

M = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'


def _read(body: str) -> Document:
    return read(File("a.docx", docx(body), "d")).unwrap()


def _cell(text: str, more: str = "") -> str:
    return f"<w:tc><w:tcPr>{more}</w:tcPr><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:tc>"


def _row(*cells: str, more: str = "") -> str:
    return f"<w:tr><w:trPr>{more}</w:trPr>{''.join(cells)}</w:tr>"


def _run(text: str) -> str:
    return f"<m:r><m:t>{text}</m:t></m:r>"


def test_a_table_with_cells_over_rows_and_columns() -> None:
    """What a cell spans, and where it goes on with the one above, is as Word shows it."""
    found = _read(
        "<w:tbl>"
        + _row(_cell("Hive"), _cell("Sleep", '<w:gridSpan w:val="2"/>'), more="<w:tblHeader/>")
        + _row(_cell("A", '<w:vMerge w:val="restart"/>'), _cell("1"), _cell(""))
        + _row(_cell("", "<w:vMerge/>"), _cell("3"), _cell("4"))
        + "</w:tbl>"
    )
    assert grid_of(found, found.tables[0]) == [
        ["Hive*", "Sleep*", "Sleep*"], ["A*", "1", ""], ["A*", "3", "4"],
    ]  # fmt: skip


def test_a_formula_in_the_line_and_apart() -> None:
    """A formula is its plain text; one that is a paragraph is one of that form."""
    root = f"<m:rad><m:deg/><m:e>{_run('b')}</m:e></m:rad>"
    fraction = f"<m:f><m:num>{_run('a+1')}</m:num><m:den>{root}</m:den></m:f>"
    math = f"<m:oMath {M}>{_run('x=')}{fraction}</m:oMath>"
    found = _read(
        f'<w:p><w:r><w:t xml:space="preserve">With </w:t></w:r>{math}<w:r><w:t>.</w:t></w:r></w:p>'
        f"<w:p><m:oMathPara {M}>{math}</m:oMathPara></w:p>"
    )
    assert [(it.form, it.span.of(found.text)) for it in found.blocks] == [
        (Form.PROSE, "With x = (a + 1)/sqrt(b)."),
        (Form.FORMULA, "x = (a + 1)/sqrt(b)"),
    ]


@pytest.mark.parametrize("count", [2_000])
def test_a_cell_that_claims_columns(count: int) -> None:
    """A cell that says it covers a billion columns covers a thousand, and the rest is read."""
    rows = _row(_cell("a", '<w:gridSpan w:val="999999999"/>'), _cell("b")) * count
    found = _read(f"<w:tbl>{rows}</w:tbl><w:p><w:r><w:t>end</w:t></w:r></w:p>")
    assert found.tables == ()
    assert any("places" in note for note in found.notes)
    assert [it.kind for it in found.blocks].count(Kind.TABLE) == count


def _typed(*parts: str) -> str:
    """A paragraph; every second part is raised."""
    raised = '<w:rPr><w:vertAlign w:val="superscript"/></w:rPr>'
    runs = (
        f'<w:r>{raised * (at % 2)}<w:t xml:space="preserve">{part}</w:t></w:r>'
        for at, part in enumerate(parts)
    )
    return f"<w:p>{''.join(runs)}</w:p>"


def test_notes_that_are_typed_by_hand() -> None:
    """A paragraph that begins with a raised label is the note of the mark that shows it."""
    head = '<w:p><w:pPr><w:pStyle w:val="berschrift1"/></w:pPr><w:r><w:t>One</w:t></w:r></w:p>'
    found = _read(
        _typed("Bees, by Li", "1", " of a hive")
        + _typed("", "1", " University")
        + head
        + _typed("They slept", "2", " well", "3", ".")
        + _typed("", "2", " In one hive.")
        + _typed("", "4", " That nobody calls.")
    )
    assert marks_of(found)[:4] == [
        ("Li", "1", "mark", ""), ("hive", "1", "mark", ""), ("slept", "2", "note", "In one hive."),
        ("well", "3", "mark", ""),
    ]  # fmt: skip
    assert [it.kind for it in found.blocks] == [
        Kind.BODY, Kind.BODY, Kind.HEADING, Kind.BODY, Kind.FOOTNOTE, Kind.BODY,
    ]  # fmt: skip


def test_a_style_that_is_based_on_that_of_captions_is_one() -> None:
    """Programs that write Word's files have own styles for the captions of tables."""
    names = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    styles = (
        f'<w:styles xmlns:w="{names}">'
        '<w:style w:styleId="Caption"><w:name w:val="caption"/></w:style>'
        '<w:style w:styleId="Own"><w:name w:val="Own"/><w:basedOn w:val="Caption"/></w:style>'
        '<w:style w:styleId="Round"><w:name w:val="R"/><w:basedOn w:val="Round"/></w:style>'
        "</w:styles>"
    )
    body = "".join(
        f'<w:p><w:pPr><w:pStyle w:val="{style}"/></w:pPr><w:r><w:t>Hives.</w:t></w:r></w:p>'
        for style in ("Own", "Round")
    )
    made = docx(body, {"word/styles.xml": styles})
    found = read(File("a.docx", made, "d")).unwrap()
    assert [it.kind for it in found.blocks] == [Kind.CAPTION, Kind.BODY]


def test_a_note_of_a_title_is_tied_to_its_mark() -> None:
    """The mark stands in the title, and the note behind it."""
    body = (
        '<w:p><w:pPr><w:pStyle w:val="Titel"/></w:pPr><w:r><w:t>On hives</w:t></w:r>'
        '<w:r><w:footnoteReference w:id="2"/></w:r></w:p>'
    )
    found = _read(body)
    assert [(mark.span, mark.note is not None) for mark in found.marks] == [(Span(8, 8), True)]
