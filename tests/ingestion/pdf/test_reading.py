"""Printed pages become text in reading order, and every character knows where it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pdfs import DRAWING, IMAGE, Sheet, Words, paragraph, pdf
from vera.core.document import Span
from vera.core.result import failed
from vera.verification.ingestion.reading import parse

if TYPE_CHECKING:
    from vera.core.document import Document

FILLER = ["These are the words of a page", "that is long enough to be read."]
LETTERS = st.text(st.sampled_from("abcABC ,.-()\\0123é“”"), min_size=1, max_size=40)


def _document(*sheets: Sheet, title: str = "") -> Document:
    return parse(pdf(*sheets, title=title), "a.pdf").unwrap()


def _blocks(*contents: str) -> list[str]:
    found = _document(*map(Sheet, contents))
    return [block.span.of(found.text) for block in found.blocks]


@settings(max_examples=40)
@given(
    st.lists(
        st.lists(st.tuples(LETTERS, st.integers(0, 560), st.integers(0, 780)), max_size=8),
        min_size=1,
        max_size=4,
    ),
    st.sampled_from([0, 90, 180, 270]),
)
def test_text_and_places_agree(pages: list[list[tuple[str, int, int]]], turn: int) -> None:
    """However words are strewn over pages, each character has a page, a line and a sound box."""
    sheets = [
        Sheet("\n".join(Words(text, x, y).content for text, x, y in words), turn=turn)
        for words in pages
    ]
    result = parse(pdf(*sheets), "a.pdf")
    if failed(result):
        return
    found = result.unwrap()
    assert found.text.encode("utf-8")
    assert found.places is not None
    assert len(found.places.page) == len(found.text)
    assert set(found.places.page.tolist()) <= {page.number for page in found.pages}
    assert (np.diff(found.places.line) >= 0).all()
    for line in set(found.places.line.tolist()):
        assert len(set(found.places.page[found.places.line == line].tolist())) == 1
    box = found.places.box
    assert (box[:, 0] <= box[:, 2]).all()
    assert (box[:, 1] <= box[:, 3]).all()
    ends = 0
    for span in (block.span for block in found.blocks):
        assert ends <= span.start < span.end <= len(found.text)
        assert found.text[ends : span.start].strip() == ""
        ends = span.end
    assert found.text[ends:] == ""


def test_lines_are_joined_and_words_made_whole() -> None:
    """A paragraph is one line of text; a word broken at a line's end is whole again."""
    lines = ["The scientific litera-", "ture is large and the", "literature grows."]
    assert _blocks(paragraph(lines)) == [
        "The scientific literature is large and the literature grows."
    ]


def test_added_spaces_have_no_box() -> None:
    """A space put in for a line's end has the page and line before it, and no area."""
    found = _document(Sheet(paragraph(["One line of words", "another of them."])))
    places = found.places
    assert places is not None
    at = found.text.index(" another")
    assert places.box[at].tolist() == [0, 0, 0, 0]
    assert places.line[at] == places.line[at - 1]
    assert places.line[at + 1] == places.line[at] + 1


def test_a_sentence_has_a_box_for_each_line() -> None:
    """A span over two printed lines has two boxes, in points from the upper left corner."""
    found = _document(Sheet(paragraph(["One line of words", "another of them."], x=72, top=700)))
    first, second = found.boxes_of(Span(0, len(found.text)))
    assert first.page == second.page == 1
    assert first.x0 == pytest.approx(72, abs=2)
    assert first.y1 == pytest.approx(100, abs=3)
    assert second.y1 == pytest.approx(112, abs=3)


def test_paragraphs_are_parted_by_gaps_and_indents() -> None:
    """A larger gap, or an indented line after the end of a sentence, begins a paragraph."""
    first = paragraph(
        ["A first paragraph of words that", "is two lines long and is full.", "And more."]
    )
    gap = paragraph(["Another one after a gap."], top=640)
    indented = paragraph(["Indented words after it"], x=84, top=628)
    rest = paragraph(["and at the margin again."], top=616)
    assert _blocks("\n".join([first, gap, indented, rest])) == [
        "A first paragraph of words that is two lines long and is full. And more.",
        "Another one after a gap.",
        "Indented words after it and at the margin again.",
    ]


def test_a_dash_at_a_line_start_is_no_bullet_inside_a_sentence() -> None:
    """Signs and dashes begin an item only where a sentence or an item before them has ended."""
    lines = [
        "The values lie between the two",
        "-0.5 and 0.5, which is a range",
        "– and a small one.",
    ]
    assert len(_blocks(paragraph(lines))) == 1
    items = ["The items are these two here:", "- the first of the two is short;", "- the second."]
    assert len(_blocks(paragraph(items))) == 3


def test_a_superscript_does_not_break_its_line() -> None:
    """Small raised letters and what follows them are part of the line."""
    content = "\n".join(
        [
            Words("as shown before", 72, 700).content,
            Words("12", 142, 704, size=6).content,
            Words(", and more of it", 149, 700).content,
        ]
    )
    assert len(_blocks(content)) == 1
    assert _blocks(content)[0].replace(" ", "") == "asshownbefore^12,andmoreofit"


def test_a_paragraph_runs_over_columns_and_pages() -> None:
    """A sentence that a column's or a page's end interrupts is whole; a caption comes after it."""
    body = [f"words of the first column {n}" for n in "abcdefgh"]
    left = paragraph([*body, "which goes on in the"], x=72)
    caption = paragraph(["Figure 1: A picture."], x=330)
    right = paragraph(["next column and on the"], x=330, top=650)
    following = paragraph(["next page, where it ends.", *body])
    assert _blocks("\n".join([left, caption, right]), following)[0].endswith(
        "which goes on in the next column and on the next page, where it ends. " + " ".join(body)
    )


def test_pages_know_their_text() -> None:
    """A page's span covers all that was read from it, also where a paragraph crosses its end."""
    found = _document(
        Sheet(paragraph(["Some words that go on and are", "not yet at an end on this"])),
        Sheet(paragraph(["page but on the next one,", "which is where they end."])),
    )
    assert [found.pages_of(page.span) for page in found.pages] == [(1,), (2,)]
    assert found.pages_of(found.blocks[0].span) == (1, 2)


def test_headings_open_sections() -> None:
    """Numbered and well-known headings have paths; the title is none of them."""
    content = "\n".join(
        [
            Words("A Paper on Some Things", 72, 760, size=18).content,
            Words("Abstract", 72, 730, size=12, bold=True).content,
            paragraph(FILLER, top=712),
            Words("1 Introduction", 72, 670, size=12, bold=True).content,
            paragraph(FILLER, top=652),
            Words("1.1 Earlier Work", 72, 610, bold=True).content,
            paragraph(FILLER, top=592),
            Words("2 Method", 72, 550, size=12, bold=True).content,
            paragraph(FILLER, top=532),
        ]
    )
    found = _document(Sheet(content))
    assert found.title == "A Paper on Some Things"
    assert [str(section) for section in found.sections] == [
        "Abstract", "1 Introduction", "1 Introduction > 1.1 Earlier Work", "2 Method",
    ]  # fmt: skip
    assert found.section_of(found.sections[2].span.end - 1) == "1 Introduction > 1.1 Earlier Work"


def test_the_title_of_the_metadata_must_be_on_the_page() -> None:
    """A title in the metadata counts only if the paper shows it."""
    sheet = Sheet(Words("What It Is About", 72, 760, size=18).content + paragraph(FILLER))
    assert _document(sheet, title="what it is about").title == "what it is about"
    assert _document(sheet, title="Microsoft Word - draft7.doc").title == "What It Is About"


def test_unread_pages_are_reported() -> None:
    """A scan among good pages is unread, a blank page is not, and a stamp does not make it read."""
    text = Sheet(paragraph(FILLER))
    stamped = Sheet(IMAGE + "\n" + Words("Received", 72, 700).content)
    found = _document(text, Sheet(IMAGE), Sheet(""), Sheet(DRAWING), stamped)
    assert [page.number for page in found.unread] == [2, 4, 5]
    assert all("image" in page.unread or "drawing" in page.unread for page in found.unread)


def test_a_font_that_says_nothing_is_not_read() -> None:
    """A page whose glyphs have no known letters is unread, not a page of strange signs."""
    content = "BT /F 10 Tf 72 700 Td <0102030405060708> Tj ET"
    found = _document(Sheet(paragraph(FILLER)), Sheet(content))
    assert [page.number for page in found.unread] in ([2], [])
    assert "\x01" not in found.text


def test_turned_pages_read_like_upright_ones() -> None:
    """A landscape page, turned to be read, gives the same text."""
    lines = ["Some words in the first line", "and others in the next one."]
    content = "\n".join(
        f"BT /F 10 Tf 0 1 -1 0 {100 + 12 * at} 72 Tm ({line}) Tj ET"
        for at, line in enumerate(lines)
    )
    found = _document(Sheet(content, turn=90))
    assert found.text == " ".join(lines)
    first, second = found.boxes_of(found.blocks[0].span)
    assert first.x0 == pytest.approx(72, abs=2)
    assert first.y0 < second.y0


def test_the_same_file_gives_the_same_document() -> None:
    """Reading twice gives equal text, blocks and sections."""
    one, two = (_document(Sheet(paragraph(FILLER))) for _ in range(2))
    assert (one.text, one.blocks, one.sections) == (two.text, two.blocks, two.sections)
