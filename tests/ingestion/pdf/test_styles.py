"""Titles are known by the type that the document sets its titles in, and by the white around."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.pdfs import Sheet, Words, pdf
from vera.core.document import Kind
from vera.verification.ingestion.reading import parse

if TYPE_CHECKING:
    from collections.abc import Sequence

TEXT = [
    "Bees were watched for forty nights in a garden that was dark and that",
    "no one had walked in before. Each of them was marked, and what it did",
    "was written down at once by one of the six who sat there with a lamp,",
    "as it had been done in all of the gardens that were watched in summer",
    "before, when the nights were short and the bees had hardly any rest at",
    "all and woke.",
]
"""The last line is short."""


class _Page:
    """Sets lines one under the other."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.y = 790.0
        self.line("A Paper on the Rest of Bees", size=18)
        self.y = 760.0

    def line(
        self, text: str, *, x: float = 72, size: float = 10, bold: bool = False,
        slanted: bool = False, above: float = 0,
    ) -> None:  # fmt: skip
        self.y -= 12 + above
        self.parts.append(Words(text, x, self.y, size, bold=bold, slanted=slanted).content)

    def text(self, lines: Sequence[str] = TEXT, *, above: float = 0, bold: bool = False) -> None:
        for at, line in enumerate(lines):
            self.line(line, above=above if at == 0 else 0, bold=bold)

    def headings(self) -> list[str]:
        found = parse(pdf(Sheet("\n".join(self.parts))), "a.pdf").unwrap()
        return [block.span.of(found.text) for block in found.blocks if block.kind is Kind.HEADING]


def test_the_type_of_titles_tells_those_that_nothing_else_tells() -> None:
    """In the text's size, not bold, without white around: two titles in one font are two."""
    page = _Page()
    page.line("1 Introduction", size=12, bold=True)
    page.text(above=4)
    page.line("Competing interests", slanted=True)
    page.text()
    page.line("Author details", slanted=True)
    page.text()
    assert page.headings() == ["1 Introduction", "Competing interests", "Author details"]


def test_one_line_in_another_font_is_no_type_of_titles() -> None:
    """A font that is seen once may stress a line."""
    page = _Page()
    page.line("1 Introduction", size=12, bold=True)
    page.text(above=4)
    page.line("Competing interests", slanted=True)
    page.text()
    assert page.headings() == ["1 Introduction"]


def test_a_font_that_also_stands_elsewhere_is_none_of_titles() -> None:
    """Lines of code stand over text now and then, and under each other mostly: bold or not."""
    page = _Page()
    page.line("1 Introduction", size=12)
    page.text(above=4)
    for _ in range(4):
        page.line("Plot nights by bees", bold=True, above=10)
        page.line("Print nights by bees", bold=True, above=20)
        page.line("Sum of all nights", bold=True, above=20)
    page.text(above=10)
    assert page.headings() == ["1 Introduction"]


@pytest.mark.parametrize("bold", [False, True])
def test_a_line_in_the_texts_type_is_a_title_in_white_alone(bold: bool) -> None:
    """A font that is called bold in all of a document tells nothing; white above and below does."""
    page = _Page()
    page.line("1 Introduction", size=12)
    page.text(above=4, bold=bold)
    page.line("Keeping of the bees", above=12, bold=bold)
    page.text(above=12, bold=bold)
    page.line("The garden has", above=12, bold=bold)
    page.text([line.lower() for line in TEXT], bold=bold)
    assert page.headings() == ["1 Introduction", "Keeping of the bees"]


def test_lines_of_a_table_of_contents_are_no_titles() -> None:
    """A title with the number of its page is listed, and stands over its text without it."""
    page = _Page()
    page.line("1 Introduction 2", bold=True)
    page.line("2 Keeping bees 5", bold=True, above=10)
    page.line("1 Introduction", size=12, bold=True, above=20)
    page.text(above=4)
    page.line("2 Keeping bees", size=12, bold=True, above=10)
    page.text(above=4)
    assert page.headings() == ["1 Introduction", "2 Keeping bees"]
