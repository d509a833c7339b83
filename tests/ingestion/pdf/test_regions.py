"""Each paragraph of a PDF knows what it is: heading, caption, table, references and so on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pdfs import Sheet, Words, paragraph, pdf
from vera.core.document import Calls, Kind
from vera.verification.ingestion.pdf.front import names_in
from vera.verification.ingestion.pdf.references import is_prose
from vera.verification.ingestion.reading import parse

if TYPE_CHECKING:
    from vera.core.document import Document

BODY = [
    "We show in these lines that the paper is about",
    "something that was measured and that has a value.",
]
LIST = [
    "[1] A. Smith. 1999. A study of the first thing. Journal of Things.",
    "[2] B. Jones. 2001. A study of the second thing. Journal of Things.",
    "[3] C. Brown. 2003. A study of the third thing. Journal of Things.",
]


def _heading(text: str, y: float) -> str:
    return Words(text, 72, y, size=12, bold=True).content


def _read(*contents: str) -> Document:
    return parse(pdf(*map(Sheet, contents)), "a.pdf").unwrap()


def _kinds(found: Document) -> list[tuple[Kind, str]]:
    return [(block.kind, block.span.of(found.text)) for block in found.blocks]


def _of(kind: Kind, found: Document) -> list[str]:
    return [text for own, text in _kinds(found) if own is kind]


FRONT = "\n".join(
    [
        Words("A Paper on Some Things", 72, 760, size=18).content,
        Words("Ada Lovelace and Charles B. Babbage", 72, 735).content,
        Words("University of Somewhere", 72, 715).content,
        _heading("Abstract", 690),
        paragraph(BODY, top=672),
        _heading("1 Introduction", 640),
        paragraph(BODY, top=622),
    ]
)


def test_a_paper_begins_with_title_front_and_abstract() -> None:
    """Title, authors, addresses, abstract and body are told apart, and the authors are named."""
    found = _read(FRONT)
    assert [kind for kind, _ in _kinds(found)] == [
        Kind.TITLE, Kind.FRONT, Kind.FRONT, Kind.HEADING, Kind.ABSTRACT, Kind.HEADING, Kind.BODY,
    ]  # fmt: skip
    assert found.title == "A Paper on Some Things"
    assert found.authors == ("Ada Lovelace", "Charles B. Babbage")


def test_an_abstract_ends_with_its_page() -> None:
    """Where no heading follows, the pages after it are body."""
    first = "\n".join([_heading("A Paper on Some Things", 760), _heading("Abstract", 690)])
    sheets = Sheet(first + "\n" + paragraph(BODY, top=672)), Sheet(paragraph(BODY, top=700))
    found = parse(pdf(*sheets), "a.pdf").unwrap()
    assert [kind for kind, _ in _kinds(found)][-2:] == [Kind.ABSTRACT, Kind.BODY]


def test_references_end_where_their_list_does() -> None:
    """The list is references; an appendix after it is not, nor is prose without a heading."""
    head = "\n".join([FRONT, _heading("References", 580), paragraph(LIST, top=560)])
    found = _read(head + "\n" + _heading("A Proofs", 500) + paragraph(BODY, top=480))
    assert _of(Kind.REFERENCES, found) == LIST
    assert _of(Kind.APPENDIX, found) == [" ".join(BODY)]
    found = _read(head + "\n" + paragraph(BODY, top=480))
    assert _of(Kind.REFERENCES, found) == LIST
    assert _of(Kind.BODY, found)[-1] == " ".join(BODY)


@pytest.mark.parametrize("title", ["References", "REFERENCES", "5. Bibliography", "Works Cited"])
def test_lists_of_references_have_many_names(title: str) -> None:
    """The list is found whatever its heading is called, and the heading is no reference."""
    found = _read("\n".join([FRONT, _heading(title, 580), paragraph(LIST, top=560)]))
    assert _of(Kind.REFERENCES, found) == LIST
    assert (Kind.HEADING, title) in _kinds(found)


@settings(max_examples=50)  # each starts processes that read a PDF
@given(st.lists(st.sampled_from(BODY + LIST), min_size=1, max_size=8))
def test_without_a_heading_nothing_is_references(lines: list[str]) -> None:
    """However much a text looks like references, it is evidence without their heading."""
    found = _read(FRONT + "\n" + paragraph(lines, top=580))
    assert not _of(Kind.REFERENCES, found)


def test_the_title_of_an_entry_may_have_verbs() -> None:
    """A line between two entries that is no whole sentence is a part of the list."""
    title = "Sharing is a goal, changing what we have and what we are is a method"
    lines = [LIST[0], title, LIST[1]]
    contents = [
        Words(line, 72, 560 - 30 * at, bold=line == title).content for at, line in enumerate(lines)
    ]
    assert is_prose(title)
    head = FRONT + "\n" + _heading("References", 580)
    assert _of(Kind.REFERENCES, _read("\n".join([head, *contents]))) == lines
    prose = Words(f"{title}.", 72, 530).content
    found = _read("\n".join([head, contents[0], prose, contents[2]]))
    assert _of(Kind.REFERENCES, found) == [LIST[0], LIST[1]]


@given(st.integers(1, 5))
def test_prose_under_the_heading_of_references_is_body(times: int) -> None:
    """Paragraphs of prose are never references, not even with a year in them."""
    lines = [*BODY, "This was so in 1999 and it has been so ever since, as we have seen."] * times
    found = _read("\n".join([FRONT, _heading("References", 580), paragraph(lines, top=560)]))
    assert not _of(Kind.REFERENCES, found)


def test_a_row_of_a_table_is_a_paragraph() -> None:
    """No sentence is made of two rows, and none of a row and the prose around the table."""
    rows = [("Method", "Precision"), ("ours", "0.93"), ("theirs", "0.87"), ("none", "0.12")]
    cells = [
        Words(text, 72 + 120 * column, 560 - 12 * at, size=9).content
        for at, row in enumerate(rows)
        for column, text in enumerate(row)
    ]
    caption = Words("Table 1: Precision of the methods.", 72, 590, size=9).content
    found = _read("\n".join([FRONT, caption, *cells, paragraph(BODY, top=480)]))
    assert _of(Kind.TABLE, found) == [" | ".join(row) for row in rows]
    assert _of(Kind.CAPTION, found) == ["Table 1: Precision of the methods."]
    assert _of(Kind.BODY, found) == [" ".join(BODY)] * 2


def test_a_sentence_about_a_figure_is_no_caption() -> None:
    """What begins with the label of a figure is a caption only if no sentence goes on with it."""
    said = paragraph(["Figure 1 shows that we are right."], top=560)
    caption = Words("Figure 1: The share of all things.", 72, 500, size=9).content
    found = _read("\n".join([FRONT, said, caption]))
    assert _of(Kind.CAPTION, found) == ["Figure 1: The share of all things."]
    assert "Figure 1 shows that we are right." in _of(Kind.BODY, found)


def test_a_line_of_signs_is_part_of_its_paragraph() -> None:
    """A line that was given the size of the large signs in it interrupts no sentence."""
    sizes = (10, 12.3, 10)
    texts = (
        "We show that the ranks that are made by",
        "G2 and X2 disagree, which is",
        "no surprise.",
    )
    lines = [
        Words(text, 72, 560 - 12 * at, size).content
        for at, (text, size) in enumerate(zip(texts, sizes, strict=True))
    ]
    found = _read("\n".join([FRONT, *lines]))
    assert _of(Kind.BODY, found)[-1] == " ".join(texts)


def test_a_word_broken_before_other_type_is_one_word() -> None:
    """A word that goes on right below is whole, though its lines were given different sizes."""
    lines = [
        Words("This argues in favor of G2 over X2, es-", 82, 560, 12.3).content,
        Words("pecially if the numbers are few.", 72, 548).content,
    ]
    whole = "This argues in favor of G2 over X2, especially if the numbers are few."
    assert _of(Kind.BODY, _read("\n".join([FRONT, *lines])))[-1] == whole


@pytest.mark.parametrize(("pages", "is_whole"), [(1, True), (2, True), (3, False)])
def test_a_sentence_goes_on_after_pages_of_figures(pages: int, is_whole: bool) -> None:
    """Two pages of captions alone may part a paragraph; what begins with a capital is another."""
    start = paragraph(["A long sentence that begins here on the", "first page of the paper and"])
    captions = [
        paragraph([f"Figure {n}: The share of all things.", "All of them are here."])
        for n in range(pages)
    ]
    end = ["goes on with more words on the second", "page, where it ends at last."]
    assert ("paper and goes on" in _read(start, *captions, paragraph(end)).text) is is_whole
    other = ["Others go on with more words on the", "page, and they end at last."]
    assert "paper and Others" not in _read(start, *captions, paragraph(other)).text


def test_a_footnote_stands_after_the_paragraph_that_it_interrupts() -> None:
    """A sentence that goes on after a footnote, on the next page, is whole."""
    note = Words("1 The source is given in the notes.", 72, 40, size=7).content
    start = paragraph(
        ["A long sentence that begins here on the", "first page of the paper and"], top=80
    )
    end = paragraph(["goes on with more words on the second", "page, where it ends at last."])
    found = _read("\n".join([FRONT, start, note]), end)
    whole = "A long sentence that begins here on the first page of the paper and goes on with more"
    assert whole in found.text
    assert _of(Kind.FOOTNOTE, found) == ["1 The source is given in the notes."]


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("Ada Lovelace1,2*, Alan M. Turing3", ("Ada Lovelace", "Alan M. Turing")),
        ("J. DE LEON, 1 A. MILLER2, 3 AND W. ADAMS4", ("J. DE LEON", "A. MILLER", "W. ADAMS")),
        ("Ada Lovelace and the others", ()),
        ("Department of Mathematics, Some University", ()),
        ("Lovelace", ()),
    ],
)  # fmt: skip
def test_names(line: str, names: tuple[str, ...]) -> None:
    """A line is a list of names only if all of its parts are."""
    assert names_in(line) == names


def test_entries_of_a_list_are_no_prose() -> None:
    """Sentences have verbs, and the entries of a list of references have hardly any."""
    assert is_prose(" ".join(BODY))
    assert not any(map(is_prose, LIST))


def test_what_stands_beside_a_title_and_lists_of_subjects_are_no_text() -> None:
    """A note in small type before the title is front matter, subjects without a colon a label."""
    subjects = "Subjects Ecology, Zoology Keywords Garden bees, Sleep at night"
    found = _read(
        "\n".join(
            [
                Words("Declarations can be found on page 13", 72, 785, size=8).content,
                FRONT,
                Words(subjects, 72, 590, size=8).content,
                _heading("2 Methods", 560),
                paragraph(BODY, top=542),
            ]
        )
    )
    assert "Declarations can be found on page 13" in _of(Kind.FRONT, found)
    assert _of(Kind.LABEL, found) == [subjects]


def test_addresses_under_a_heading_at_the_end_are_front_matter() -> None:
    """Their raised numbers are marks of addresses; what the authors did under a heading is text."""
    address = "Institute of Bees, Garden Road 3, 1000 Anytown, Utopia."
    did = "CD, EF and GH, of the Institute, conceived the study and took part in its design."
    found = _read(
        "\n".join(
            [
                FRONT,
                _heading("Contributions", 590),
                Words(did, 72, 575, size=8).content,
                _heading("Conclusion", 555),
                paragraph(BODY, top=540),
                _heading("Author details", 500),
                Words("1", 72, 488, size=5).content,
                Words(address, 75, 485, size=8).content,
            ]
        )
    )
    assert address in _of(Kind.FRONT, found)
    assert did not in _of(Kind.FRONT, found)
    assert [(mark.shown, mark.calls) for mark in found.marks] == [("1", Calls.UNKNOWN)]
