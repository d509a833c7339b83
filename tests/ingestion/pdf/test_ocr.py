"""Pages that are pictures are read by OCR where it is installed, and said to be."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import numpy as np
import pikepdf
import pypdfium2
import pytest

from tests.pdfs import IMAGE, Sheet, Words, paragraph, pdf
from vera.core.document import File
from vera.verification.ingestion.pdf import tesseract
from vera.verification.ingestion.pdf.ocr import SURE, is_picture
from vera.verification.ingestion.pdf.pdfium import Pdf, read_pdf
from vera.verification.ingestion.pdf.reading import document_of
from vera.verification.ingestion.pdf.rendering import Image
from vera.verification.ingestion.pdf.tesseract import Line, Word

if TYPE_CHECKING:
    from pathlib import Path

WORDS = ["The scientific literature is large", "and grows by many papers a day."]

HOCR = b"""<html xmlns="http://www.w3.org/1999/xhtml"><body><div class="ocr_page"
title="bbox 0 0 600 800"><span class="ocr_line"
title="bbox 10 20 110 40; baseline 0.1 -4; x_size 18.5; x_descenders 4">
<span class="ocrx_word" title="bbox 10 20 50 40; x_wconf 95"><strong>Some</strong></span>
<span class="ocrx_word" title="bbox 60 20 110 40; x_wconf 96">words</span>
<span class="ocrx_word" title="bbox 60 20 110 40; x_wconf 96"> </span></span></div></body></html>"""


@pytest.fixture
def with_ocr(monkeypatch: pytest.MonkeyPatch) -> None:
    """OCR as a user has it who has installed it."""
    monkeypatch.delenv("VERA_OCR")
    if not tesseract.program():
        pytest.skip("tesseract is not installed")


def _scan(turn: int = 0) -> bytes:
    """A page of text, and the same as a picture that a scanner made, turned and turned back."""
    plain = pdf(Sheet(paragraph(WORDS, size=14)))
    with pypdfium2.PdfDocument(plain) as document:
        pixels = document[0].render(scale=4, grayscale=True, rotation=-turn % 360).to_numpy()
    height, width = pixels.shape[:2]
    across, up = (800, 600) if turn % 180 else (600, 800)
    picture = Sheet(f"q {across} 0 0 {up} 0 0 cm /I Do Q", media=(0, 0, across, up), turn=turn)
    with pikepdf.open(io.BytesIO(pdf(Sheet(paragraph(WORDS, size=14)), picture))) as file:
        image = file.pages[1].Resources.XObject.I
        image.write(pixels.tobytes())
        image.Width, image.Height = width, height
        out = io.BytesIO()
        file.save(out)
    return out.getvalue()


def _text(found: Pdf, page: int) -> str:
    return "".join(map(chr, found.pages[page].codes))


def test_lines_of_hocr() -> None:
    """Words, size and baseline of a line are read; a word of blanks is none."""
    (line,) = tesseract.lines(HOCR)
    words = (Word("Some", 10, 20, 50, 40, 95), Word("words", 60, 20, 110, 40, 96))
    assert line == Line(words, 18.5, 40 - 4 + 0.1 * 50)


def _program(folder: Path, *said: tuple[str, float | None]) -> str:
    """A program that answers, whatever it is given, with a line of words and its confidence."""
    words = [
        f'<span class="ocrx_word" title="bbox {100 * at} 100 {100 * at + 90} 140'
        f'{"" if confidence is None else f"; x_wconf {confidence}"}">{word}</span>'
        for at, (word, confidence) in enumerate(said, start=1)
    ]
    line = f'<p><span class="ocr_line" title="bbox 100 100 900 140; x_size 40">{"".join(words)}'
    path = folder / "tesseract"
    path.write_text(f"#!/bin/sh\ncat > {folder}/given\ncat <<'END'\n{line}</span></p>\nEND\n")
    path.chmod(0o700)
    return str(path)


@pytest.mark.parametrize(
    ("said", "text", "notes"),
    [
        (
            [("The", 95), ("dose", 96), ("was", 93), ("17", 31), ("mg", None), ("daily", 90)],
            "The dose was \ufffd\ufffd \ufffd\ufffd daily",
            (
                "page 1 was read by OCR",
                "OCR was unsure of 2 of 6 words, whose letters are left unknown",
            ),
        ),
        (
            [("The", 95), ("d0s3", 12), ("vvas", 20)],
            "",
            ("page 1 was given to OCR, which was unsure of most words",),
        ),
        ([("Sure", SURE)], "Sure", ("page 1 was read by OCR",)),
        ([], "", ()),
    ],
)
def test_a_word_that_is_not_sure_stays_unknown(
    said: list[tuple[str, float | None]],
    text: str,
    notes: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """No letter that OCR is unsure of is taken; a page of such words is unread; both are told."""
    program = _program(tmp_path, *said)
    monkeypatch.setattr(tesseract, "program", lambda: program)
    found = read_pdf(pdf(Sheet(IMAGE)), "a.pdf").unwrap()
    assert _text(found, 0).strip() == text
    assert found.notes == notes


def test_off_is_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """The environment variable turns OCR off, also where it is installed."""
    monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}")
    assert tesseract.program() == ""
    monkeypatch.setenv("VERA_OCR", "on")
    assert tesseract.program() == "/usr/bin/tesseract"


def test_a_program_that_fails_is_told() -> None:
    """A program that breaks off, or is not there, gives no lines."""
    blank = Image(10, 10, 300.0, bytes(100))
    assert tesseract.read("/bin/false", blank) is None
    assert tesseract.read("/nowhere/tesseract", blank) is None
    assert tesseract.read("/bin/true", blank) is None


def test_pictures_are_known() -> None:
    """A page of text and a blank one are no pictures; an image over a page is one."""
    found = read_pdf(pdf(Sheet(paragraph(WORDS)), Sheet(""), Sheet(IMAGE)), "a.pdf").unwrap()
    assert [is_picture(page) for page in found.pages] == [False, False, True]


BANNER = Words("Downloaded from example.org by a reader on 3 May 2020 at noon", 72, 20).content


@pytest.mark.parametrize(
    ("content", "is_scan"),
    [
        (f"{IMAGE}\n{BANNER}", True),
        (f"{IMAGE}\n{BANNER}\n{BANNER.replace('1 0 0 1 72 20', '0 1 -1 0 590 100')}", True),
        (f"{IMAGE}\n{paragraph(WORDS * 12, size=20)}", False),
        (f"q 500 0 0 600 50 150 cm /I Do Q\n{BANNER}", False),
    ],
)
def test_a_scan_with_a_printed_line_is_a_picture(content: str, is_scan: bool) -> None:
    """A line over an image of a whole page makes it no page of text; a caption tells a figure."""
    data = pdf(Sheet(content), Sheet(paragraph(WORDS)))
    found = read_pdf(data, "a.pdf").unwrap()
    assert [is_picture(page) for page in found.pages] == [is_scan, False]
    unread = document_of(File("a.pdf", data, ""), found).unwrap().pages[0].unread
    assert unread == ("it is an image with hardly any text" if is_scan else "")


def test_without_ocr_a_scan_stays_unread() -> None:
    """Where OCR is off or absent, the page is as the file has it, and nothing is noted."""
    found = read_pdf(_scan(), "a.pdf").unwrap()
    assert [len(page.codes) > 0 for page in found.pages] == [True, False]
    assert found.pages[1].shows == "an image"
    assert found.notes == ()


@pytest.mark.usefixtures("with_ocr")
@pytest.mark.parametrize("turn", [0, 90])
def test_a_scan_reads_as_its_original(turn: int) -> None:
    """Text, places and size of a scanned page are those of the page that was scanned."""
    found = read_pdf(_scan(turn), "a.pdf").unwrap()
    assert found.notes == ("page 2 was read by OCR",)
    assert _text(found, 1).split() == _text(found, 0).split()
    plain, scan = found.pages
    boxes = [page.box[page.box[:, 2] > page.box[:, 0]] for page in (plain, scan)]
    assert boxes[1].min(axis=0) == pytest.approx(boxes[0].min(axis=0), abs=3)
    assert boxes[1].max(axis=0) == pytest.approx(
        boxes[0].max(axis=0), abs=8
    )  # to the pen, not the ink
    assert scan.samples.size == pytest.approx(14, rel=0.3)
    assert np.unique(scan.samples.baseline.round()).size == 2
    assert scan.samples.baseline.max() == pytest.approx(plain.samples.baseline.max(), abs=2)


@pytest.mark.usefixtures("with_ocr")
def test_a_scan_becomes_a_document() -> None:
    """The pages read by OCR are pages like others, with text and boxes."""
    data = _scan()
    document = document_of(File("a.pdf", data, ""), read_pdf(data, "a.pdf").unwrap()).unwrap()
    assert not document.unread
    assert document.text.count("The scientific literature is large and grows") == 2
    assert document.boxes_of(document.pages[1].span)[0].page == 2
