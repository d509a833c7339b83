"""Damaged files are repaired where that works, and say so."""

from __future__ import annotations

import pytest

from tests.data import data_folder
from tests.pdfs import Sheet, Words, pdf
from vera.core.errors import ReadFault, UnreadableDocument
from vera.core.result import failed
from vera.verification.ingestion.pdf.pdfium import LIMITS, Pdf, read_pdf
from vera.verification.ingestion.pdf.repair import Repaired, repaired

GOOD = pdf(*[Sheet(Words(f"Page {n} of words", 100, 700).content) for n in range(8)])


def _texts(found: Pdf) -> list[str]:
    return ["".join(map(chr, page.codes)) for page in found.pages]


def test_a_good_file_is_not_repaired() -> None:
    """A file that opens has no note."""
    assert read_pdf(GOOD, "a.pdf").unwrap().notes == ()


@pytest.mark.parametrize("share", [0.5, 0.7, 0.9])
def test_a_torn_file_has_the_pages_that_are_left(share: float) -> None:
    """Of a file that was cut off, the pages before the cut are read, and a note says so."""
    found = read_pdf(GOOD[: int(share * len(GOOD))], "a.pdf").unwrap()
    assert 3 <= len(found.pages) <= 8
    assert _texts(found) == [f"Page {n} of words" for n in range(len(found.pages))]
    assert found.notes[0].startswith("the file is damaged and was repaired")


def test_missing_pages_are_told() -> None:
    """Where the old tree of pages says how many there were, the note says how many are gone."""
    tree = b"%PDF-1.7\n99 0 obj\n<< /Type /Pages /Count 8 >>\nendobj\n"
    found = read_pdf(GOOD[: len(GOOD) // 2].replace(b"%PDF-1.7\n", tree), "a.pdf").unwrap()
    (note,) = found.notes
    missing = 8 - len(found.pages)
    assert missing > 0
    assert f"{missing} of its 8 pages" in note


@pytest.mark.parametrize(
    ("expected", "pages", "said"),
    [(8, 8, ""), (8, 7, "; 1 of its 8 pages is missing"), (0, 7, "; pages may be missing")],
)
def test_notes(expected: int, pages: int, said: str) -> None:
    """The note tells what is missing as far as that is known."""
    assert Repaired(b"", expected).note(pages) == f"the file is damaged and was repaired{said}"


def test_what_cannot_be_repaired_stays_damaged() -> None:
    """Bytes without any page are the error that they were."""
    assert repaired(b"%PDF-1.7 nothing", None, LIMITS) is None
    result = read_pdf(b"%PDF-1.7 nothing", "a.pdf")
    assert failed(result)
    error = result.failure()
    assert isinstance(error, UnreadableDocument)
    assert error.fault is ReadFault.DAMAGED


def test_a_real_file_without_its_page_tree() -> None:
    """A real file of which the tree of pages is lost has three of its four pages again."""
    data = data_folder("pdfs", "damaged-unreadable-0pages.pdf").read_bytes()
    found = read_pdf(data, "a.pdf").unwrap()
    assert len(found.pages) == 3
    assert found.notes == ("the file is damaged and was repaired; 1 of its 4 pages is missing",)


def test_half_a_real_paper_is_read() -> None:
    """Of a real paper whose second half is lost, the pages packed into its first half are read."""
    data = data_folder("pdfs", "astro-timmy.pdf").read_bytes()
    found = read_pdf(data[: len(data) * 6 // 10], "a.pdf").unwrap()
    assert len(found.pages) == 11
    assert all(len(page.codes) > 1000 for page in found.pages)
