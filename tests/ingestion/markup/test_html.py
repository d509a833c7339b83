"""A page gives its article, and nothing that it hides or that is the site's."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vera.core.document import File, Kind
from vera.core.errors import ReadFault, UnreadableDocument
from vera.core.result import failed
from vera.verification.ingestion.markup.html import read

if TYPE_CHECKING:
    from vera.core.document import Document

PAPER = Path(__file__).parents[3] / "testdata" / "papers" / "notes.html"
PIECES = [
    "<p>", "</p>", "words ", "<h2>Head</h2>", "<div>", "</div>", "<table><tr><td>", "</table>",
    "<!-- secret -->", "<script>secret</script>", "<p hidden>secret</p>", "<li>", "<sup>5</sup>",
    "&amp;", "&#0;", "<figure><figcaption>c", "</figure>", "<nav>secret</nav>", "<br>", "< ", "é",
]  # fmt: skip


def _read(page: str | bytes) -> Document:
    return read(File("a.html", page if isinstance(page, bytes) else page.encode(), "d")).unwrap()


def _blocks(page: str | bytes) -> list[tuple[Kind, str]]:
    found = _read(page)
    return [(block.kind, block.span.of(found.text)) for block in found.blocks]


def _fault_of(page: bytes) -> ReadFault:
    result = read(File("a.html", page, "d"))
    assert failed(result)
    error = result.failure()
    assert isinstance(error, UnreadableDocument)
    return error.fault


@settings(deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=15).map("".join))
def test_blocks_are_in_order_and_hide_nothing(page: str) -> None:
    """Any markup is a document whose blocks are apart, in order and not blank, or an error."""
    result = read(File("a.html", page.encode(), "d"))
    if failed(result):
        return
    found, end = result.unwrap(), 0
    for span in (block.span for block in found.blocks):
        assert end <= span.start < span.end <= len(found.text)
        assert span.of(found.text) == span.of(found.text).strip()
        end = span.end
    assert "secret" not in found.text


def test_the_article_of_a_page() -> None:
    """The paper of the project gives title, authors, sections and kinds, and none of its site."""
    found = _read(PAPER.read_bytes())
    assert (found.title, found.authors) == ("Reading pages that hide things", ("The VERA authors",))
    assert [str(section) for section in found.sections] == [
        "Abstract", "1 What is read", "1 What is read > 1.1 Tables", "References",
    ]  # fmt: skip
    for word in ("script", "cookies", "Skip", "Nobody", "Nor this", "footer", "other notes"):
        assert word not in found.text
    assert {block.kind for block in found.blocks} == {
        Kind.TITLE, Kind.FRONT, Kind.HEADING, Kind.ABSTRACT, Kind.BODY, Kind.CAPTION, Kind.TABLE,
        Kind.REFERENCES,
    }  # fmt: skip
    assert "left out" in found.notes[0]
    assert found.pages == ()


def test_pages_of_arxiv() -> None:
    """The classes that LaTeXML writes tell the abstract, notes and the list of references."""
    page = """<nav class="ltx_page_navbar">site</nav><article class="ltx_document">
    <h1>T</h1><div class="ltx_authors">A. One</div><div class="ltx_abstract"><p>Short.</p></div>
    <section><h2><span>1 </span>Start</h2><p>Said<span class="ltx_note"><sup>1</sup><span
    class="ltx_note_content">A note.</span></span> once: <math><semantics><mi>x</mi><annotation>
    \\x</annotation></semantics></math>.</p></section>
    <section class="ltx_bibliography"><h2>References</h2><ul><li>Work.</li></ul></section>"""
    assert _blocks(page) == [
        (Kind.TITLE, "T"), (Kind.FRONT, "A. One"), (Kind.ABSTRACT, "Short."),
        (Kind.HEADING, "1 Start"), (Kind.BODY, "Said once: x."), (Kind.FOOTNOTE, "A note."),
        (Kind.HEADING, "References"), (Kind.REFERENCES, "Work."),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "page",
    [
        '<meta charset="iso-8859-1"><p>naïve</p>'.encode("latin-1"),
        b"\xef\xbb\xbf" + "<p>naïve</p>".encode(),
        b"\xff\xfe" + "<p>naïve</p>".encode("utf-16-le"),
        "<p>naïve</p>".encode(),
    ],
)
def test_encodings(page: bytes) -> None:
    """A page is decoded by its byte order mark, its declaration, or as UTF-8."""
    assert _blocks(page) == [(Kind.BODY, "naïve")]


@pytest.mark.parametrize(
    ("page", "fault"),
    [
        (b"<p>na\xefve</p>", ReadFault.UNDECODABLE),
        (b'<meta charset="klingon"><p>x', ReadFault.UNDECODABLE),
        (b"<script>x</script>", ReadFault.EMPTY),
        (b"<!--" * 100_000, ReadFault.EMPTY),
        (b"<div>" * 100_000 + b"x", ReadFault.DAMAGED),
        (b"<a>" * 2_000_000, ReadFault.TOO_LARGE),
        (b"<p " + b"".join(b"a%d=1 " % n for n in range(100_000)) + b">x", ReadFault.TOO_LARGE),
    ],
)
def test_hostile_pages(page: bytes, fault: ReadFault) -> None:
    """What cannot be read whole is an error: nothing is cut in silence, and nothing hangs."""
    assert _fault_of(page) is fault


def test_a_huge_attribute_is_no_text() -> None:
    """Ten megabytes in one attribute leave the text as it is."""
    assert _blocks(b"<p title='" + b"x" * 10_000_000 + b"'>seen") == [(Kind.BODY, "seen")]


@pytest.mark.parametrize("share", [0.5, 0.7, 0.95])
@pytest.mark.parametrize("coding", ["utf-8", "utf-16"])
def test_a_page_that_was_cut_says_so(share: float, coding: str) -> None:
    """A download that broke off is read as far as it goes, and is not called complete."""
    page = PAPER.read_text("utf-8").encode(coding)
    assert _read(page).complete
    cut = _read(page[: int(share * len(page)) // 2 * 2])
    assert not cut.complete
    assert cut.notes[-1] == "The file breaks off before its end: text is missing."
