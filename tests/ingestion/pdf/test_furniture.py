"""Heads, page and line numbers and stamps are left out, and nothing else is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.pdfs import Sheet, Words, paragraph, pdf
from vera.verification.ingestion.reading import parse

if TYPE_CHECKING:
    from vera.core.document import Document

FILLER = ["These are the words of a page", "that is long enough to be read."]


def _document(*sheets: Sheet) -> Document:
    return parse(pdf(*sheets), "a.pdf").unwrap()


def test_heads_and_page_numbers_are_left_out_and_kept() -> None:
    """What repeats at the top of pages, and numbers that count with them, are no text."""
    found = _document(
        *[
            Sheet(
                "\n".join(
                    [
                        Words(f"A. Author et al., page {n}", 72, 770).content,
                        paragraph([f"Words of their own {'abcd'[n - 7]}", *FILLER]),
                        Words(str(n), 300, 30).content,
                    ]
                )
            )
            for n in (7, 8, 9)
        ]
    )
    assert "Author" not in found.text
    assert [page.label for page in found.pages] == ["7", "8", "9"]
    assert [(out.text, out.reason, out.box.page) for out in found.left_out][:4] == [
        ("A. Author et al., page 7", "running head", 1),
        ("7", "page number", 1),
        ("A. Author et al., page 8", "running head", 2),
        ("8", "page number", 2),
    ]


def test_lone_numbers_that_do_not_count_stay() -> None:
    """Numbers in the margin that are no page numbers, and lines on one page alone, are text."""
    sheets = [
        Sheet(Words(str(n), 300, 30).content + paragraph([f"Page with {n} words.", *FILLER]))
        for n in (41, 17, 23)
    ]
    assert _document(*sheets).left_out == ()


def test_a_stamp_is_left_out() -> None:
    """A large word at the same place of every page is no text; body text that repeats is."""
    stamp = Words("DRAFT", 200, 400, size=60).content
    found = _document(*[Sheet(paragraph(FILLER) + "\n" + stamp)] * 3)
    assert [out.reason for out in found.left_out] == ["stamp"] * 3
    assert found.text.count("words of a page") == 3


def _turned(text: str, size: int, cos: float, sin: float, x: int, y: int) -> str:
    return f"BT /F {size} Tf {cos} {sin} {-sin} {cos} {x} {y} Tm ({text}) Tj ET"


def test_a_word_across_the_page_is_left_out_wherever_it_stands() -> None:
    """A watermark on one page alone, or in another place of each, is no text and no section."""
    places = ((100, 200), (160, 120))
    slanting = [_turned("DRAFT", 120, 0.7071, 0.7071, x, y) for x, y in places]
    found = _document(*[Sheet(paragraph(FILLER) + "\n" + stamp) for stamp in slanting])
    assert [(out.text, out.reason) for out in found.left_out] == [("DRAFT", "stamp")] * 2
    assert found.sections == ()
    assert "DRAFT" not in found.text


def test_a_huge_stamp_may_move_a_little() -> None:
    """A watermark that is set a little larger on one page is the same watermark."""
    stamps = [Words("DRAFT", 200 + shift, 400, size=60 + shift) for shift in (0, 0, 9, 0)]
    found = _document(*[Sheet(paragraph(FILLER) + "\n" + stamp.content) for stamp in stamps])
    assert [out.reason for out in found.left_out] == ["stamp"] * 4


def test_large_headings_are_never_taken_for_stamps() -> None:
    """A huge title stays, alone or where several pages have one at other heights."""
    sheets = [
        Sheet(Words("Results", 72, y, size=40).content + "\n" + paragraph(FILLER, top=y - 60))
        for y in (650, 500, 350)
    ]
    found = _document(*sheets)
    assert found.left_out == ()
    assert [section.path for section in found.sections] == [("Results",)] * 3


def test_the_head_of_a_turned_page_is_a_head() -> None:
    """Along the side of a page that is printed turned, the head that others have is none."""
    head = "A. Author et al., page"
    upright = [
        Sheet(paragraph([f"Page {'abc'[n]}.", *FILLER]) + Words(f"{head} {n}", 72, 770).content)
        for n in range(3)
    ]
    aside = paragraph(FILLER) + _turned(f"{head} 4", 10, 0, -1, 580, 500)
    note = paragraph(FILLER) + _turned("Only printed here once", 10, 0, -1, 580, 500)
    found = _document(*upright, Sheet(aside), Sheet(note))
    assert [out.text for out in found.left_out] == [f"{head} {n}" for n in (0, 1, 2, 4)]
    assert "Only printed here once" in found.text


def test_the_number_in_a_running_head_labels_the_page() -> None:
    """A head's number that counts with the pages is their label, also on a turned page."""
    sheets = [
        Sheet(paragraph(FILLER) + Words(f"1234 A. Author (2017), page {n} of 16", 72, 770).content)
        for n in (8, 9)
    ]
    aside = paragraph(FILLER) + _turned("1234 A. Author (2017), page 10 of 16", 10, 0, -1, 580, 500)
    found = _document(*sheets, Sheet(aside))
    assert [page.label for page in found.pages] == ["8", "9", "10"]
    still = [Sheet(paragraph(FILLER) + Words("Volume 7", 72, 770).content)] * 4
    assert [page.label for page in _document(*still).pages] == [""] * 4


@pytest.mark.parametrize(
    ("text", "is_head"), [("{} Bos", True), ("Reading boxes {}", True), ("Figure {}", False)]
)
def test_a_head_that_counts_may_stand_deeper(text: str, is_head: bool) -> None:
    """Far from the page's edge, a number that counts with the pages proves a running head."""
    sheets = [
        Sheet(Words(text.format(277 + n), 72, 655).content + "\n" + paragraph(FILLER, top=600))
        for n in range(4)
    ]
    found = _document(*sheets)
    assert [out.reason for out in found.left_out] == ["running head"] * 4 * is_head
    assert [page.label for page in found.pages] == [str(277 + n) * is_head for n in range(4)]


def test_line_numbers_are_left_out() -> None:
    """The numbers of the lines of a draft are no words of its sentences."""

    def sheet(first: int) -> Sheet:
        rows = []
        for number in range(first, first + 10):
            y = 700 - 12 * (number - first)
            words = f"words of row {'abcdefghijklmnopqrstuvwxyz'[number]}"
            rows.append(Words(str(number), 50 if number > 9 else 55.56, y).content)
            rows.append(Words(words, 72, y).content)
        return Sheet("\n".join(rows))

    found = _document(sheet(1), sheet(11))
    assert found.text.startswith("words of row b words of row c words")
    assert {out.reason for out in found.left_out} == {"line number"}
    assert len(found.left_out) == 20


def test_numbers_of_a_list_stay() -> None:
    """A numbered list on one page is no page with line numbers."""
    rows = [Words(f"{n}  item", 72, 700 - 12 * n).content for n in range(1, 10)]
    assert _document(Sheet("\n".join(rows))).left_out == ()
