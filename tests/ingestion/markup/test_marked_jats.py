"""JATS as publishers write it gives its marks, tables and formulas apart from the text."""

from __future__ import annotations

from tests.ingestion.markup.marked import grid_of, marks_of
from vera.core.document import Document, File, Form, Kind
from vera.verification.ingestion.markup.jats import read

SPACES = 'xmlns:mml="http://www.w3.org/1998/Math/MathML" xmlns:xlink="http://www.w3.org/1999/xlink"'
BACK = """<back><fn-group><fn id="fn1"><label>1</label><p>Of one hive.</p></fn></fn-group><ref-list>
<title>References</title><ref id="B1"><label>1</label><mixed-citation>Li. Bees.</mixed-citation
        ></ref>
<ref id="B2"><label>2</label><mixed-citation>Doe. Wasps.</mixed-citation></ref></ref-list></back>"""


def _read(body: str) -> Document:
    page = f"<article {SPACES}><body>{body}</body>{BACK}</article>"
    return read(File("a.xml", page.encode(), "d")).unwrap()


def _said(document: Document, kind: Kind) -> list[str]:
    return [it.span.of(document.text) for it in document.blocks if it.kind is kind]


def test_cross_references_are_marks_where_they_are_raised() -> None:
    """In raised text, around it or right behind a word they are marks; in brackets, text."""
    found = _read(
        """<p>Bees<sup><xref ref-type="bibr" rid="B1">1</xref>,<xref ref-type="bibr"
        rid="B2">2</xref>
        </sup> slept<xref ref-type="fn" rid="fn1"><sup>1</sup></xref> 10<sup>3</sup> s.<xref
        ref-type="bibr" rid="B2">2</xref> Wasps [<xref ref-type="bibr" rid="B2">2</xref>] did (<xref
        ref-type="bibr" rid="B1">Li, 2020</xref>).</p>"""
    )
    assert _said(found, Kind.BODY) == ["Bees slept 10^3 s. Wasps [2] did (Li, 2020)."]
    assert marks_of(found) == [
        ("Bees", "1,2", "citation", ""), ("slept", "1", "note", "Of one hive."),
        ("s.", "2", "citation", ""),
    ]  # fmt: skip


def test_a_table_wrap_is_a_table_with_all_that_is_its() -> None:
    """Label and caption, rows with spans, and the notes below belong to it."""
    found = _read(
        """<table-wrap id="T1"><label>Table 1</label><caption><p>Sleep.</p></caption><table
        ><thead><tr>
        <th rowspan="2">Hive</th><th colspan="2">h<xref ref-type="table-fn" rid="TF1"><sup>a</sup>
        </xref></th></tr><tr><th>day</th><th>night</th></tr></thead><tbody><tr><td>A</td><td>1</td>
        <td/></tr></tbody></table><table-wrap-foot><fn id="TF1"><label>a</label><p>In winter.</p
        ></fn>
        </table-wrap-foot></table-wrap><p>After.</p>"""
    )
    (table,) = found.tables
    assert grid_of(found, table) == [
        ["Hive*", "h*", "h*"], ["Hive*", "day*", "night*"], ["A*", "1", ""],
    ]  # fmt: skip
    assert table.caption is not None
    assert table.caption.of(found.text) == "Table 1 Sleep."
    assert [it.of(found.text) for it in table.notes] == ["In winter."]
    assert marks_of(found) == [("h", "a", "note", "In winter.")]


def test_cals_tables_name_their_columns() -> None:
    """The cells of the OASIS model stand in the columns that they name."""
    found = _read(
        """<table-wrap><table><tgroup cols="3"><colspec colname="c1"/><colspec
        colname="c2"/><colspec
        colname="c3"/><thead><row><entry colname="c1">Hive</entry><entry namest="c2" nameend="c3">h
        </entry></row></thead><tbody><row><entry colname="c1" morerows="1">A</entry><entry
        colname="c2">1</entry><entry colname="c3">2</entry></row><row><entry colname="c3">4</entry>
        </row></tbody></tgroup></table></table-wrap>"""
    )
    assert grid_of(found, found.tables[0]) == [
        ["Hive*", "h*", "h*"], ["A*", "1", "2"], ["A*", "", "4"],
    ]  # fmt: skip


def test_formulas_stay_in_their_sentence_or_stand_apart() -> None:
    """A formula in the line is its plain text; a displayed one is a paragraph with its number."""
    found = _read(
        """<p>With <inline-formula><mml:math><mml:msup><mml:mi>R</mml:mi><mml:mn>2</mml:mn
        ></mml:msup>
        <mml:mo>=</mml:mo><mml:mn>0.9</mml:mn></mml:math></inline-formula> we get <disp-formula
        id="E1">
        <label>(1)</label><alternatives><tex-math>x</tex-math><mml:math
        display="block"><mml:munderover>
        <mml:mo>∑</mml:mo><mml:mrow><mml:mi>i</mml:mi><mml:mo>=</mml:mo><mml:mn>1</mml:mn
        ></mml:mrow>
        <mml:mi>n</mml:mi></mml:munderover><mml:msub><mml:mi>x</mml:mi><mml:mi>i</mml:mi></mml:msub>
        </mml:math></alternatives></disp-formula> in all.</p>"""
    )
    blocks = [(it.form, it.span.of(found.text)) for it in found.blocks if it.kind is Kind.BODY]
    assert blocks == [
        (Form.PROSE, "With R^2 = 0.9 we get"),
        (Form.FORMULA, "(1) ∑_(i = 1)^n xi"),
        (Form.PROSE, "in all."),
    ]
