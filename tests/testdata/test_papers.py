"""The project's own papers are what they say they are."""

from __future__ import annotations

import re
from importlib.metadata import version

import pypdfium2 as pdfium
import pytest

from testdata.papers import build
from tests.testdata.files import FOLDER, PAPERS, pages, squeezed

_LETTERS = re.compile(r"[^\W\d_]{2,}")


def test_the_committed_pdf_is_what_the_source_gives() -> None:
    """Typesetting again gives the same bytes, or the same pages where typst is another."""
    again = build.typeset()
    if version("typst") == build.BUILT_WITH:
        assert again == build.PDF.read_bytes()
    with pdfium.PdfDocument(again) as document:
        text = tuple(page.get_textpage().get_text_bounded() for page in document)
    assert text == pages(build.PDF)


def test_the_paper_is_a_short_paper_in_two_columns() -> None:
    """It has 6 to 8 pages of A4, lines on both halves of each, and words divided at line ends."""
    with pdfium.PdfDocument(build.PDF) as document:
        assert 6 <= len(document) <= 8
        divided = 0
        for page in document:
            width, height = page.get_size()
            assert (round(width), round(height)) == (595, 842)
            text = page.get_textpage()
            divided += text.get_text_bounded().count("\x02")
            for left, right in ((0, width / 2), (width / 2, width)):
                half = text.get_text_bounded(left, 60, right, height - 120)
                assert len(_LETTERS.findall(half)) > 100
    assert divided > 80


@pytest.mark.parametrize(
    "words",
    [
        "Abstract",
        "1 Introduction",
        "3.2 Scores",
        "Table 1:",
        "Figure 1:",
        "References",
        "A How the sentences were falsified",
    ],
)
def test_the_paper_has_the_parts_of_a_paper(words: str) -> None:
    """Abstract, numbered sections, tables, figures, references and an appendix are all there."""
    assert squeezed(words) in squeezed("".join(pages(build.PDF)))


def test_footnotes_stand_between_the_parts_of_sentences() -> None:
    """In the order of the file, at least two footnotes part a sentence that goes on after them."""
    text = squeezed("".join(pages(build.PDF)))
    openings = ("1The value was", "2The mean is", "3A sentence that ends", "4Two unrelated texts")
    before = [text[text.index(squeezed(opening)) - 1] for opening in openings]
    assert sum(mark.islower() or mark == "," for mark in before) >= 2


def test_the_paper_is_set_in_fonts_that_come_with_typst() -> None:
    """Every font in the file is embedded and is one of those inside the package."""
    fonts = re.findall(rb"/BaseFont\s*/(?:[A-Z]{6}\+)?(\w+)", build.PDF.read_bytes())
    names = {name.decode() for name in fonts}
    assert names
    assert all(name.startswith(("Libertinus", "NewCM")) for name in names)


def test_every_paper_of_the_claims_is_here() -> None:
    """Each set of claims has its paper, and the papers are named in the README."""
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    for paper in PAPERS.values():
        assert paper.stat().st_size > 1000
        assert paper.name in readme
