"""The authors of a PDF are those that its first page lists, or else those that the file names."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pdfs import Sheet, Words, paragraph, pdf
from vera.verification.ingestion.pdf.front import names_in
from vera.verification.ingestion.reading import parse

BODY = [
    "We show in these lines that the paper is about",
    "something that was measured and that has a value.",
]


def _authors(said: str, *front: str) -> tuple[str, ...]:
    """The authors of a paper whose metadata say `said`, with those lines under its title."""
    lines = [Words(line, 72, 735 - 20 * at).content for at, line in enumerate(front)]
    content = "\n".join(
        [
            Words("A Paper on Some Things", 72, 770, size=18).content,
            *lines,
            Words("1 Introduction", 72, 600, size=12, bold=True).content,
            paragraph(BODY, top=580),
        ]
    )
    # The file's information begins with its title and goes on with what follows it.
    file = pdf(Sheet(content), title=f"T) /Author ({said}")
    return parse(file, "a.pdf").unwrap().authors


TOGETHER = "Ada Lovelace and Charles Babbage"
APART = ("Ada Lovelace, University of Somewhere", "Charles Babbage, College of Elsewhere")


@settings(max_examples=50)  # each starts processes that read a PDF
@given(st.text(st.characters(codec="ascii", exclude_characters="\\()"), max_size=30))
def test_a_list_on_the_page_is_believed_first(said: str) -> None:
    """Whatever the metadata say, the authors are those that stand under the title."""
    assert _authors(said, TOGETHER) == ("Ada Lovelace", "Charles Babbage")


@pytest.mark.parametrize(
    ("said", "authors"),
    [
        ("Ada Lovelace ; Charles Babbage", ("Ada Lovelace", "Charles Babbage")),
        ("ada lovelace, Charles Babbage,", ("Ada Lovelace", "Charles Babbage")),
        ("student", ()),
        ("somewhere", ()),
        ("Acrobat Distiller", ()),
        ("University of Somewhere", ()),
        ("Ada Lovelace et al.", ()),
        ("Ada Lovelace; Alan Turing", ()),
        ("Ada Lovelace; " * 60, ()),
        ("", ()),
    ],
)  # fmt: skip
def test_metadata_name_authors_that_the_page_shows(said: str, authors: tuple[str, ...]) -> None:
    """They are authors if all are names and the page shows each; a cut list is none."""
    assert _authors(said, *APART) == authors


def test_a_name_alone_may_be_the_first_of_several() -> None:
    """A single name is the author only if neither the page nor the file has another."""
    assert _authors("Ada Lovelace", "Ada Lovelace", "University of Somewhere") == ("Ada Lovelace",)
    both = ("Ada Lovelace", "University of Somewhere", "Charles Babbage", "College of Elsewhere")
    assert _authors("Ada Lovelace", *both) == ()
    assert _authors("Ada Lovelace; Alan Turing", "Ada Lovelace", "A School") == ()


def test_an_address_of_mail_is_no_part_of_a_name() -> None:
    """What ends a list of names, with an at sign in it, is passed over."""
    assert names_in("Ada Lovelace and Charles Babbage ada@some.where") == (
        "Ada Lovelace",
        "Charles Babbage",
    )
