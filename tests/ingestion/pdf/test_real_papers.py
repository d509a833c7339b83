"""Real papers, and real files that are awkward, are read or refused for the right reason."""

from __future__ import annotations

import random
import re
import unicodedata
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import pypdfium2
import pytest

from tests.data import data_folder
from vera.core.document import Box, Kind, Span
from vera.core.errors import ReadFault, UnreadableDocument
from vera.core.result import failed
from vera.verification.ingestion.reading import read

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from vera.core.document import Document

PAPERS = {
    "acl-2020.207-specter.pdf": 13,
    "acl-N18-3011.pdf": 8,
    "arabic-rtl.pdf": 1,
    "astro-timmy.pdf": 24,
    "bmc-dvt-trauma.pdf": 4,
    "deep-review.pdf": 122,
    "jner-fes-hand.pdf": 9,
    "joss-deeprank2.pdf": 5,
    "joss-raff.pdf": 9,
    "korean-report.pdf": 4,
    "peerj-vespa.pdf": 16,
    "rescience-hastings-powell.pdf": 13,
    "rescience-petchey-2016.pdf": 8,
    "scihub-coverage.pdf": 40,
    "damaged-zen-corrupted.pdf": 1,
    "derived/bad_startxref_acl-N18-3011.pdf": 8,
    "derived/encrypted_ownerpw_only_no_extract_acl-N18-3011.pdf": 8,
}
FAULTS = {
    "derived/encrypted_userpw_secret_acl-N18-3011.pdf": ReadFault.ENCRYPTED,
    "derived/not_a_pdf_html_named.pdf": ReadFault.UNSUPPORTED,
    "derived/scanned_acl-N18-3011_p1-4.pdf": ReadFault.SCANNED,
    "derived/truncated60pct_acl-N18-3011.pdf": ReadFault.DAMAGED,
    "empty-0-bytes.pdf": ReadFault.EMPTY,
    "encrypted-aes256.pdf": ReadFault.ENCRYPTED,
    "scan-docling-ocr_test.pdf": ReadFault.SCANNED,
}
PASSWORDS = {
    "derived/encrypted_userpw_secret_acl-N18-3011.pdf": "secret",
    "encrypted-aes256.pdf": "foo",
}
SOURCES = {"acl-2020.207-specter": 0.9, "deep-review": 0.97, "scihub-coverage": 0.95}
"""The least part of the sentences of each paper's source that are found whole in its PDF."""
BOXED = [
    "acl-2020.207-specter.pdf",
    "acl-N18-3011.pdf",
    "astro-timmy.pdf",
    "bmc-dvt-trauma.pdf",
    "jner-fes-hand.pdf",
    "joss-deeprank2.pdf",
    "joss-raff.pdf",
    "korean-report.pdf",
    "rescience-hastings-powell.pdf",
    "rescience-petchey-2016.pdf",
]
"""Papers without turned pages and with no letters that we read better than pdfium does."""
NUMBERED_LISTS = {
    "bmc-dvt-trauma.pdf": 79,
    "deep-review.pdf": 615,
    "jner-fes-hand.pdf": 49,
    "rescience-hastings-powell.pdf": 10,
    "rescience-petchey-2016.pdf": 5,
}
"""How many references each of these papers numbers."""


def _path(name: str) -> Path:
    return data_folder("pdfs", *name.split("/"))


@cache
def _document(name: str) -> Document:
    return read(_path(name)).unwrap()


def _letters(text: str) -> str:
    """The letters and digits alone, in one form."""
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKD", text).lower()))


@pytest.mark.parametrize(("name", "pages"), PAPERS.items())
def test_papers_are_read_whole(name: str, pages: int) -> None:
    """A good paper has all its pages, each with text or none unread, and sound parts."""
    found = _document(name)
    assert len(found.pages) == pages
    assert not found.unread
    assert found.title
    assert found.text.encode("utf-8")
    assert "\ufffe" not in found.text
    assert found.places is not None
    assert len(found.places.page) == len(found.text)
    ends = 0
    for span in (block.span for block in found.blocks):
        assert ends <= span.start < span.end
        assert not found.text[ends : span.start].strip()
        ends = span.end
    assert ends == len(found.text)


@pytest.mark.parametrize(("name", "fault"), FAULTS.items())
def test_bad_files_say_why(name: str, fault: ReadFault) -> None:
    """A file without readable text gives its own fault, and a hint what to do."""
    result = read(_path(name))
    assert failed(result)
    error = result.failure()
    assert isinstance(error, UnreadableDocument)
    assert error.fault is fault
    assert error.hint


@pytest.mark.parametrize(("name", "password"), PASSWORDS.items())
def test_passwords(name: str, password: str) -> None:
    """The right password opens a paper, and a wrong one is called wrong."""
    assert read(_path(name), password).unwrap().text
    result = read(_path(name), "not " + password)
    assert failed(result)
    error = result.failure()
    assert isinstance(error, UnreadableDocument)
    assert error.fault is ReadFault.WRONG_PASSWORD


def test_scanned_pages_among_good_ones_are_unread() -> None:
    """Pages that are images are named, and the others are read."""
    found = _document("derived/mixed_text2_scan2_acl-N18-3011.pdf")
    assert [page.number for page in found.unread] == [3, 4]
    assert found.pages_of(Span(0, len(found.text))) == (1, 2)


def _bounded(text: pypdfium2.PdfTextPage, height: float, box: Box) -> str:
    said: str = text.get_text_bounded(
        box.x0 - 1, height - box.y1 - 1, box.x1 + 1, height - box.y0 + 1
    )
    return said


def _lines(found: Document, span: Span) -> Iterator[Span]:
    """The part of the span on each printed line."""
    assert found.places is not None
    lines = found.places.line[span.start : span.end]
    starts = [0, *(np.flatnonzero(np.diff(lines)) + 1).tolist(), len(lines)]
    for start, end in pairwise(starts):
        yield Span(span.start + start, span.start + end)


@pytest.mark.parametrize("name", BOXED)
def test_boxes_hold_the_words(name: str) -> None:
    """In each box of a span of the text, pdfium finds the letters of that part of the span."""
    found = _document(name)
    chance = random.Random(7)  # noqa: S311 - a sample, not a secret
    with pypdfium2.PdfDocument(_path(name)) as pdf:
        pages = [page.get_textpage() for page in pdf]
        for start in chance.sample(range(len(found.text) - 300), 60):
            for span in _lines(found, Span(start, start + chance.randrange(1, 300))):
                words = _letters(span.of(found.text))
                if not words:
                    continue
                (box,) = found.boxes_of(span)
                page = found.pages[box.page - 1]
                assert 0 <= box.x0 < box.x1 <= page.width
                assert 0 <= box.y0 < box.y1 <= page.height
                said = _letters(_bounded(pages[box.page - 1], page.height, box))
                assert set(words) <= set(said), (words, said)


def _sentences(source: str) -> list[str]:
    """Plain sentences of an author's source, without citations and markup."""
    plain = re.sub(r"\s*\[@[^\]]*\]", "", " ".join(source.split()))
    found = re.split(r"(?<=[.!?]) (?=[A-Z])", plain)
    return [
        sentence
        for sentence in found
        if 60 <= len(sentence) <= 400 and not re.search(r"[\\{}<>_^=|#*@\[\]()]|http", sentence)
    ]


@pytest.mark.parametrize(("name", "least"), SOURCES.items())
def test_sentences_of_the_source_are_whole(name: str, least: float) -> None:
    """Nearly every sentence that the authors wrote stands in the text in one piece."""
    gold = _sentences(data_folder("pdfs", "gold", f"{name}.gold.txt").read_text("utf-8"))
    text = _letters(re.sub(r"\s*\[[\d,;\s–-]+\]", "", _document(f"{name}.pdf").text))
    whole = sum(_letters(sentence) in text for sentence in gold)
    assert whole >= least * len(gold), (whole, len(gold))


@pytest.mark.parametrize(("name", "last"), NUMBERED_LISTS.items())
def test_lists_of_references_are_complete(name: str, last: int) -> None:
    """Every number of a numbered list of references begins a paragraph of that kind."""
    found = _document(name)
    entries = [b.span.of(found.text) for b in found.blocks if b.kind is Kind.REFERENCES]
    numbers = {int(start[1]) for entry in entries if (start := re.match(r"\[?(\d+)[.\]]", entry))}
    assert numbers >= set(range(1, last + 1)), set(range(1, last + 1)) - numbers


@pytest.mark.parametrize("name", SOURCES)
def test_no_sentence_of_the_source_is_a_reference(name: str) -> None:
    """What the authors wrote as text is never taken for their list of references."""
    gold = _sentences(data_folder("pdfs", "gold", f"{name}.gold.txt").read_text("utf-8"))
    found = _document(f"{name}.pdf")
    entries = " ".join(
        _letters(block.span.of(found.text))
        for block in found.blocks
        if block.kind is Kind.REFERENCES
    )
    assert entries
    taken = [sentence for sentence in gold if _letters(sentence) in entries]
    assert not [sentence for sentence in taken if " - " not in sentence]  # a list of the authors


def test_no_line_numbers_are_left() -> None:
    """The numbers in the margin of a draft are all left out, and no block begins with one."""
    found = _document("joss-deeprank2.pdf")
    left = [out for out in found.left_out if out.reason == "line number"]
    assert len(left) > 150
    assert not [b for b in found.blocks if re.match(r"\d{1,3} [A-Z][a-z]", b.span.of(found.text))
                and b.kind is Kind.BODY]  # fmt: skip
