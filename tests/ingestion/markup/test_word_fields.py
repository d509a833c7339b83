"""Fields of Word that cite tell their works, whatever they show; the text is as shown."""

from __future__ import annotations

import json
from html import escape

import pytest

from testdata.manuscript.fields import cites, control, field, run
from testdata.papers.docx import docx
from vera.core.document import Document, File, Kind
from vera.verification.ingestion.markup.docx import read

_LI = {
    "type": "article-journal",
    "title": "Sleep of bees",
    "author": [{"family": "Li", "given": "Wei"}],
    "issued": {"date-parts": [[2020]]},
    "DOI": "10.1000/Bees",
}
_DOE = {"title": "Nests", "author": [{"literal": "The Doe Group"}], "issued": {"raw": "May 2019"}}


def _read(body: str, more: dict[str, str] | None = None) -> Document:
    return read(File("a.docx", docx(body, more), "d")).unwrap()


def _marks(document: Document) -> list[tuple[str, tuple[str, ...]]]:
    return [(mark.span.of(document.text), mark.works) for mark in document.marks]


def _zotero(*items: object) -> str:
    whole = {"citationItems": [{"id": 7, "itemData": it} for it in items]}
    return f" ADDIN ZOTERO_ITEM CSL_CITATION {json.dumps(whole)} "


def test_a_field_over_runs_is_one_citation() -> None:
    """Its code in pieces, with a link inside what it shows; text around it stays."""
    link = f"<w:hyperlink>{field(' HYPERLINK x ', run('2020'))}</w:hyperlink>"
    shown = run("(Li, ") + link + run(")")
    found = _read(f"<w:p>{run('Bees sleep ')}{field(_zotero(_LI, _DOE), shown)}{run('.')}</w:p>")
    assert found.text == "Bees sleep (Li, 2020)."
    assert _marks(found) == [("(Li, 2020)", ("Li 2020", "The Doe Group 2019"))]
    assert found.references["Li 2020"]["DOI"] == "10.1000/Bees"


@pytest.mark.parametrize(
    "citation",
    [
        f'<w:fldSimple w:instr="{escape(_zotero(_LI))}">{run("[1]")}</w:fldSimple>',
        field(f" ADDIN Mendeley Citation{{a-b}} {_zotero(_LI)[19:]}", run("[1]")),
        *(cites(manager, [_LI], run("[1]")) for manager in ("mendeley", "mendeley cite")),
        field(_zotero(_LI) + " RND123", run("[1]")),
    ],
)
def test_forms_of_a_field(citation: str) -> None:
    """An element, marks around runs, a content control: all say the same."""
    found = _read(f"<w:p>{run('Bees sleep ')}{citation}{run('.')}</w:p>")
    assert found.text == "Bees sleep [1]."
    assert _marks(found) == [("[1]", ("Li 2020",))]


def test_one_work_is_one_reference_and_two_are_told_apart() -> None:
    """By their DOI, or else by title and year; what is called alike has a number."""
    again = {**_LI, "title": "Sleep  of Bees", "DOI": "10.1000/bees"}
    other = {**_LI, "title": "Wasps", "DOI": ""}
    body = "".join(f"<w:p>{field(_zotero(it), run('x'))}</w:p>" for it in (_LI, again, other))
    found = _read(body)
    assert [works for _, works in _marks(found)] == [("Li 2020",), ("Li 2020",), ("Li 2020 (2)",)]
    assert list(found.references) == ["Li 2020", "Li 2020 (2)"]


@pytest.mark.parametrize(
    ("code", "works"),
    [
        (" ADDIN ZOTERO_ITEM CSL_CITATION {broken ", ()),
        (" ADDIN ZOTERO_ITEM CSL_CITATION [1] ", ()),
        (' ADDIN ZOTERO_ITEM CSL_CITATION {"citationItems": 3} ', ()),
        (' ADDIN CSL_CITATION {"citationItems": [{"uris": ["http://a"]}, 4]}', ("http://a", "?")),
        (" ADDIN EN.CITE <EndNote><Cite><Author>Li</Author></broken>", ()),
        (" ADDIN EN.CITE ", ()),
        (" CITATION Nobody \\l 1033 ", ("Nobody",)),
    ],
)  # fmt: skip
def test_a_field_that_tells_nothing_is_still_a_citation(code: str, works: tuple[str, ...]) -> None:
    """It is never passed over: it is marked, with what is known."""
    found = _read(f"<w:p>{run('Bees sleep ')}{field(code, run('[1]'))}{run('.')}</w:p>")
    assert _marks(found) == [("[1]", works)]


def test_hostile_data_are_bounded_and_hurt_nothing() -> None:
    """Half characters, endless numbers, long values, deep lists."""
    odd = {**_LI, "note": 1e400, "abstract": "x" * 9000, "title": "\ud800" + "y" * 9000}
    found = _read(f"<w:p>{field(_zotero(odd), run('x'))}</w:p>")
    (item,) = found.references.values()
    assert len(str(item["title"]).encode()) == 2000
    assert "abstract" not in item
    deep = " ADDIN CSL_CITATION " + "[" * 100_000
    assert _marks(_read(f"<w:p>{run('A')}{field(deep, run('x'))}</w:p>")) == [("x", ())]


def test_a_field_that_is_not_closed_is_text() -> None:
    """What it shows is read, and so is all behind it."""
    torn = field(_zotero(_LI), run("[1]")).rpartition("<w:r>")[0]
    found = _read(f"<w:p>{run('Bees ')}{torn}</w:p><w:p>{run('Wasps.')}</w:p>")
    assert (found.text, found.marks) == ("Bees [1]\n\nWasps.", ())
    lone = '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    assert _read(f"<w:p>{lone}{run('Bees')}</w:p>").text == "Bees"
    torn = field("ADDIN ZOTERO_BIBL {} CSL_BIBLIOGRAPHY", run("Li")).rpartition("<w:r>")[0]
    found = _read(f"<w:p>{torn}</w:p><w:p>{run('Wasps.')}</w:p>")
    assert [it.kind for it in found.blocks] == [Kind.BODY, Kind.BODY]


def test_what_was_deleted_cites_nothing() -> None:
    """A tracked change took the field away."""
    gone = f"<w:del>{field(_zotero(_LI), run('[1]'))}</w:del>"
    assert _read(f"<w:p>{run('Bees.')}{gone}</w:p>").marks == ()


def test_a_citation_in_a_citation_is_the_outer_one() -> None:
    """Some writers wrap a field in another."""
    inner = field(_zotero(_DOE), run("Doe"))
    found = _read(f"<w:p>{run('Bees ')}{field(_zotero(_LI), run('(') + inner + run(')'))}</w:p>")
    assert _marks(found) == [("(Doe)", ("Li 2020",))]


@pytest.mark.parametrize(
    "code", ["ADDIN ZOTERO_BIBL {} CSL_BIBLIOGRAPHY", "ADDIN EN.REFLIST", " BIBLIOGRAPHY \\l 1033"]
)
def test_a_bibliography_is_the_list(code: str) -> None:
    """Its paragraphs are references without a heading over them; what follows is none."""
    begin, _, end = field(code, "\0").partition("\0")
    body = f"<w:p>{run('Text.')}</w:p><w:p>{begin}{run('Li')}</w:p><w:p>{run('Doe')}{end}</w:p>"
    kinds = [it.kind for it in _read(f"{body}<w:p>{run('Thanks.')}</w:p>").blocks]
    assert kinds == [Kind.BODY, Kind.REFERENCES, Kind.REFERENCES, Kind.BODY]


def test_a_bibliography_in_a_table_or_a_control() -> None:
    """Word's IEEE style sets a table, Mendeley a content control."""
    cells = "".join(f"<w:tc><w:p>{run(it)}</w:p></w:tc>" for it in ("[1]", "Li"))
    begin, _, end = field("BIBLIOGRAPHY", "\0").partition("\0")
    table = f"<w:p>{begin}</w:p><w:tbl><w:tr>{cells}</w:tr></w:tbl><w:p>{end}</w:p>"
    found = _read(f"<w:p>{run('Text.')}</w:p>{table}")
    assert (found.blocks[1].kind, found.text) == (Kind.REFERENCES, "Text.\n\n[1] Li")
    found = _read(
        control("MENDELEY_BIBLIOGRAPHY", f"<w:p>{run('Li')}</w:p>") + f"<w:p>{run('A')}</w:p>"
    )
    assert [it.kind for it in found.blocks] == [Kind.REFERENCES, Kind.BODY]


def test_a_source_of_words_own_that_is_broken_is_none() -> None:
    """Other parts of a file may hold anything; the paper is read all the same."""
    body = f"<w:p>{run('Bees ')}{field(' CITATION Li20 ', run('(Li)'))}</w:p>"
    found = _read(body, {"customXml/item1.xml": "<broken", "customXml/item2.xml": "<other/>"})
    assert _marks(found) == [("(Li)", ("Li20",))]
    assert found.references == {"Li20": {}}


def test_a_note_is_marked_where_it_is_called() -> None:
    """The place in the text, and the text of the note."""
    said = run("See ") + field(_zotero(_LI), run("Li"))
    note = f'<w:footnote w:id="2"><w:p>{said}</w:p></w:footnote>'
    space = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    call = '<w:r><w:footnoteReference w:id="2"/></w:r>'
    found = _read(
        f"<w:p>{run('Bees sleep.')}{call}{run(' Wasps.')}</w:p>",
        {"word/footnotes.xml": f"<w:footnotes {space}>{note}</w:footnotes>"},
    )
    called, cited = found.marks
    assert (called.span.start, called.span.end) == (11, 11)
    assert called.note is not None
    assert called.note.of(found.text) == "See Li"
    assert cited.span.of(found.text) == "Li"
