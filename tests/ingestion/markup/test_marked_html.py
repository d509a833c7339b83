"""Web pages in the markup of publishers give marks, tables and formulas apart from their text."""

from __future__ import annotations

from tests.ingestion.markup.marked import grid_of, marks_of
from vera.core.document import Document, File, Form, Kind
from vera.verification.ingestion.markup.html import read

LONG = "They were watched for thirty days and nights by two of us, who took turns at the hive."


def _read(body: str) -> Document:
    page = f"<html><body><article><h1>On bees</h1><p>{LONG}</p>{body}</article></body></html>"
    return read(File("a.html", page.encode(), "d")).unwrap()


def _said(document: Document, kind: Kind) -> list[str]:
    return [it.span.of(document.text) for it in document.blocks if it.kind is kind]


def test_pmc_marks_notes_and_works() -> None:
    """Links from raised text to a list of references cite; those to a group of notes call them."""
    found = _read(
        """<p>Bees slept<sup>[<a href="#B1">1</a>,<a href="#B2">2</a>]</sup> at 10<sup>−3</sup> M
        over 5 cm<sup>2</sup>.<sup><a href="#FN1">*</a></sup> Others did
        not [<a href="#B1">1</a>].</p>
        <section class="fn-group"><div class="fn" id="FN1"><sup>*</sup><p>All of one hive.</p></div>
        </section><section class="ref-list"><h2>References</h2><ul><li id="B1">1. Li. Bees.</li>
        <li id="B2">2. Doe. Wasps.</li></ul></section>"""
    )
    assert "Bees slept at 10^-3 M over 5 cm^2. Others did not [1]." in _said(found, Kind.BODY)
    assert marks_of(found) == [
        ("slept", "[1,2]", "citation", ""),
        ("cm^2.", "*", "note", "All of one hive."),
    ]


def test_word_and_pandoc_call_notes() -> None:
    """What links back to its call is a note, whatever its name; what leads back is dropped."""
    found = _read(
        """<p>They slept<a href="#_ftn1" name="_ftnref1"><span class=MsoFootnoteReference>[1]</span>
        </a> and woke<a href="#fn2" class="footnote-ref" id="fnref2"><sup>2</sup></a>.</p>
        <div id=ftn1><p class=MsoFootnoteText><a href="#_ftnref1" name="_ftn1"><span
        class=MsoFootnoteReference>[1]</span></a> In winter.</p></div>
        <div><ol><li id="fn2"><p>By the clock.<a href="#fnref2">↩︎</a></p></li></ol></div>"""
    )
    assert "They slept and woke." in _said(found, Kind.BODY)
    assert _said(found, Kind.FOOTNOTE) == ["In winter.", "By the clock."]
    assert marks_of(found) == [
        ("slept", "[1]", "note", "In winter."), ("woke", "2", "note", "By the clock."),
    ]  # fmt: skip


def test_wikis_cite_and_show_formulas() -> None:
    """A wiki's raised brackets cite; a formula is hidden beside its picture, and is read once."""
    found = _read(
        """<p>Sleep<sup id="cite_ref-1" class="reference"><a href="#cite_note-1">[1]</a></sup> is
        <span class="mwe-math-element"><span class="mwe-math-mathml-inline mwe-math-mathml-a11y"
        style="display: none;"><math alttext="x"><semantics><mfrac><mrow><mi>a</mi><mo>+</mo><mn>1
        </mn></mrow><msub><mi>b</mi><mi>i</mi></msub></mfrac><annotation>x</annotation></semantics>
        </math></span><img aria-hidden="true" alt="x"></span> of the day.<sup class="noprint
        Inline-Template">[<i><a href="/w/C">citation needed</a></i>]</sup></p>
        <h2>References</h2><ol class="references"><li id="cite_note-1"><span
        class="mw-cite-backlink"><b><a href="#cite_ref-1">^</a></b></span> Li, 2020.</li></ol>"""
    )
    assert "Sleep is (a + 1)/bi of the day." in _said(found, Kind.BODY)
    assert _said(found, Kind.REFERENCES) == ["Li, 2020."]
    assert [(shown, calls) for _, shown, calls, _ in marks_of(found)] == [("[1]", "citation")]


def test_latexml_sets_formulas_apart() -> None:
    """An equation with its number is a paragraph of its own, not the row of a table."""
    found = _read(
        """<p>We get</p><table class="ltx_equation ltx_eqn_table"><tbody><tr><td></td><td><math
        display="block"><mi>x</mi><mo>=</mo><msup><mi>e</mi><mrow><mo>−</mo><mi>λ</mi><mi>t</mi>
        </mrow></msup></math></td><td>(1)</td></tr></tbody></table><p>in all.</p>"""
    )
    formulas = [it.span.of(found.text) for it in found.blocks if it.form is Form.FORMULA]
    assert formulas == ["x = e^(-λt) (1)"]
    assert found.tables == ()


def test_a_table_with_heads_over_heads() -> None:
    """Spans, empty corners, marks in cells, notes in the foot and the caption are the table's."""
    found = _read(
        """<figure><figcaption>Table 1. Sleep of bees.</figcaption><table><thead><tr><th
        rowspan=2>Hive</th><th colspan=2>Sleep<sup>a</sup></th></tr><tr><th>day</th><th>night</th>
        </tr></thead><tbody><tr><td colspan=3>Women</td></tr><tr><td>A</td><td>1.5</td><td></td>
        </tr><tr><td>B</td><td>2.5<sup>b</sup></td><td>7</td></tr></tbody><tfoot><tr><td
        colspan=3><sup>a</sup> In hours. <sup>b</sup> Estimated.</td></tr></tfoot></table></figure>
        <p>After it.</p>"""
    )
    (table,) = found.tables
    assert grid_of(found, table) == [
        ["Hive*", "Sleep*", "Sleep*"], ["Hive*", "day*", "night*"], ["Women*", "Women*", "Women*"],
        ["A*", "1.5", ""], ["B*", "2.5", "7"],
    ]  # fmt: skip
    assert table.caption is not None
    assert table.caption.of(found.text) == "Table 1. Sleep of bees."
    assert [it.of(found.text) for it in table.notes] == ["In hours. Estimated."]
    assert [it[1:] for it in marks_of(found)] == [
        ("a", "note", "In hours."), ("b", "note", "Estimated."),
    ]  # fmt: skip
    assert "A | 1.5 |" in _said(found, Kind.TABLE)


def test_cells_that_claim_the_whole_world() -> None:
    """Cells that cover a billion rows end with their table; too many places are said, not made."""
    found = _read(
        "<table><tr><th>a<th>b<tr><td rowspan=999999999>1<td>2<tr><td>3</table><p>x</p>"
        "<table><tr>" + "<td colspan=1000>7" * 1_500 + "</table>"
    )  # fmt: skip
    (table,) = found.tables
    assert grid_of(found, table) == [["a*", "b*"], ["1", "2"], ["1", "3"]]
    assert any("places" in note for note in found.notes)
    assert found.text.count("7") == 1_500


def test_a_hidden_cell_is_no_cell() -> None:
    """What a page hides in a table is in no cell of it."""
    found = _read("<table><tr><th>a<th>b<tr><td>1<td hidden>secret<td>2</table>")
    assert "secret" not in found.text
    assert grid_of(found, found.tables[0]) == [["a*", "b*"], ["1", "2"]]


def test_the_sign_behind_a_heading_is_no_part_of_it() -> None:
    """A link without words that leads to where it stands; one that leads elsewhere stays."""
    found = read(
        File(
            "a.html",
            b'<section id="s"><h2>Bees<a href="#s">\xc2\xb6</a></h2><p>They sleep <a href="#t">'
            b"\xe2\x86\x92</a> at night, in every hive that we have seen.</p></section>",
            "d",
        )
    ).unwrap()
    assert [it.span.of(found.text) for it in found.blocks] == [
        "Bees", "They sleep → at night, in every hive that we have seen.",
    ]  # fmt: skip
