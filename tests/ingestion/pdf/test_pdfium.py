"""What pdfium tells is told rightly: places as shown, faults as ours."""

from __future__ import annotations

import io
import threading

import numpy as np
import pikepdf
import pypdfium2
import pypdfium2.raw as raw
import pytest

from tests.pdfs import DRAWING, IMAGE, Sheet, Words, pdf
from vera.core.errors import ReadFault, UnreadableDocument
from vera.core.result import failed
from vera.verification.ingestion.pdf.pdfium import Pdf, fault, read_pdf

H = Words("H", 100, 700, size=20).content
H_WIDTH, H_HEIGHT = 11.4, 14.36  # of the "H" in pdfium's Helvetica at 20 points
H_LEFT = 1.5  # from its origin to its first stroke


def _read(data: bytes, password: str | None = None) -> Pdf:
    return read_pdf(data, "a.pdf", password).unwrap()


@pytest.mark.parametrize(
    ("turn", "crop", "size", "corner"),
    [
        (0, None, (600, 800), (100, 100)),
        (90, None, (800, 600), (700, 100)),
        (180, None, (600, 800), (500, 700)),
        (270, None, (800, 600), (100, 500)),
        (0, (50, 40, 450, 740), (400, 700), (50, 40)),
        (90, (50, 40, 450, 740), (700, 400), (660, 50)),
        (180, (50, 40, 450, 740), (400, 700), (350, 660)),
        (270, (50, 40, 450, 740), (700, 400), (40, 350)),
    ],
)
def test_boxes_are_as_shown(
    turn: int,
    crop: tuple[int, int, int, int] | None,
    size: tuple[int, int],
    corner: tuple[int, int],
) -> None:
    """A letter's box follows the page when it is turned and cut; its origin is at `corner`."""
    page = _read(pdf(Sheet(H, crop=crop, turn=turn))).pages[0]
    assert (page.width, page.height) == size
    x, y = corner
    right, down = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}[turn]
    ends = np.array([[H_LEFT, 0], [H_LEFT + H_WIDTH, H_HEIGHT]])
    xs = x + ends[:, 0] * right + ends[:, 1] * down
    ys = y + ends[:, 0] * down - ends[:, 1] * right
    assert page.box[0] == pytest.approx([min(xs), min(ys), max(xs), max(ys)], abs=0.6)


def test_boxes_cover_the_ink() -> None:
    """The box holds every dark pixel of a rendered page that is turned and cut."""
    data = pdf(Sheet(H, crop=(50, 40, 450, 740), turn=90))
    box = _read(data).pages[0].box[0]
    with pypdfium2.PdfDocument(data) as document:
        image = document[0].render(scale=4).to_numpy()
    ys, xs = np.nonzero(image[..., 0] < 128)
    found = np.array([xs.min(), ys.min(), xs.max() + 1, ys.max() + 1]) / 4
    assert found == pytest.approx(box, abs=0.5)


def test_samples_tell_the_type() -> None:
    """Size, weight and baseline of a line are those it is shown with."""
    page = _read(pdf(Sheet(Words("Bold words", 100, 700, size=14, bold=True).content))).pages[0]
    assert page.samples.size == pytest.approx(14)
    assert page.samples.baseline == pytest.approx(100, abs=0.01)
    assert page.samples.bold.all()


def test_each_font_of_a_document_has_a_number() -> None:
    """Glyphs of one font have one number on all pages, and those of another font another."""
    plain, slanted = Words("Plain words", 100, 700), Words("Slanted words", 100, 680, slanted=True)
    first, second = _read(
        pdf(Sheet(plain.content), Sheet(f"{slanted.content} {plain.content}"))
    ).pages
    assert len(set(first.samples.face.tolist())) == 1
    assert len(set(second.samples.face.tolist())) == 2
    assert set(first.samples.face.tolist()) < set(second.samples.face.tolist())


def test_scaled_type_has_its_size_as_shown() -> None:
    """Type of size 1 in a matrix of 12 is type of 12 points."""
    content = "BT /F 1 Tf 12 0 0 12 100 700 Tm (Words) Tj ET"
    assert _read(pdf(Sheet(content))).pages[0].samples.size == pytest.approx(12)


def test_codes_are_those_of_each_glyph() -> None:
    """The cheap way to the codes gives what pdfium says of every glyph by itself."""
    data = pdf(Sheet(Words("litera-", 100, 700).content + Words("ture é", 100, 688).content))
    page = _read(data).pages[0]
    with pypdfium2.PdfDocument(data) as document:
        text = document[0].get_textpage()
        count = raw.FPDFText_CountChars(text)
        expected = [raw.FPDFText_GetUnicode(text, at) for at in range(count)]
    assert page.codes.tolist() == expected
    assert 0x02 in expected


def test_what_a_page_without_text_shows() -> None:
    """An image and a drawing are told from a blank page."""
    data = pdf(Sheet(IMAGE), Sheet(DRAWING), Sheet(""))
    assert [page.shows for page in _read(data).pages] == ["an image", "a drawing", ""]


def test_labels_and_title() -> None:
    """A page has its printed label, and the PDF its title without control characters."""
    found = _read(pdf(Sheet(H), Sheet(H), title=r"A \(very\)\000 \n title", labels="0 << /S /r >>"))
    assert [page.label for page in found.pages] == ["i", "ii"]
    assert found.title == "A (very) title"


@pytest.mark.parametrize(
    ("code", "password", "expected"),
    [
        (raw.FPDF_ERR_UNKNOWN, None, ReadFault.DAMAGED),
        (raw.FPDF_ERR_FILE, None, ReadFault.DAMAGED),
        (raw.FPDF_ERR_FORMAT, None, ReadFault.DAMAGED),
        (raw.FPDF_ERR_PASSWORD, None, ReadFault.ENCRYPTED),
        (raw.FPDF_ERR_PASSWORD, "", ReadFault.ENCRYPTED),
        (raw.FPDF_ERR_PASSWORD, "x", ReadFault.WRONG_PASSWORD),
        (raw.FPDF_ERR_SECURITY, None, ReadFault.ENCRYPTED),
        (raw.FPDF_ERR_PAGE, None, ReadFault.DAMAGED),
        (99, None, ReadFault.DAMAGED),
        (0, None, ReadFault.DAMAGED),
    ],
)
def test_every_error_of_pdfium_is_ours(
    code: int, password: str | None, expected: ReadFault
) -> None:
    """Each error code of pdfium, known or not, becomes a fault with a hint."""
    found, detail, hint = fault(code, password)
    assert found is expected
    assert detail
    assert hint


def test_all_error_codes_are_tested() -> None:
    """Pdfium has no error code that the test above does not try."""
    names = {name for name in dir(raw) if name.startswith("FPDF_ERR_")}
    assert names <= {
        "FPDF_ERR_SUCCESS", "FPDF_ERR_UNKNOWN", "FPDF_ERR_FILE", "FPDF_ERR_FORMAT",
        "FPDF_ERR_PASSWORD", "FPDF_ERR_SECURITY", "FPDF_ERR_PAGE",
    }  # fmt: skip


def test_a_password_that_is_no_text_is_a_wrong_one() -> None:
    """A password from a terminal in another encoding does not raise, and does not open."""
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(pdf(Sheet(H)))) as plain:
        plain.save(out, encryption=pikepdf.Encryption(owner="o", user="ü"))
    assert len(_read(out.getvalue(), "ü").pages) == 1
    result = read_pdf(out.getvalue(), "a.pdf", "\udcff")
    assert failed(result)
    error = result.failure()
    assert isinstance(error, UnreadableDocument)
    assert error.fault is ReadFault.WRONG_PASSWORD


def test_a_page_that_does_not_load_is_told() -> None:
    """One damaged page does not take the others with it, and is not passed over."""
    data = pdf(Sheet(H), Sheet(H), Sheet(H))
    found = _read(data.replace(b"[5 0 R 7 0 R 9 0 R]", b"[5 0 R 99 0 R 9 0 R]"))
    assert [page.unread for page in found.pages] == ["", "the page is damaged", ""]


def test_threads_do_not_disturb_each_other() -> None:
    """Several threads read at once and all get the same pages."""
    data = pdf(*[Sheet(Words(f"Page {n} of words", 100, 700).content) for n in range(8)])
    alone = [page.codes.tolist() for page in _read(data).pages]
    found: list[list[list[int]]] = []

    def work() -> None:
        found.append([page.codes.tolist() for page in _read(data).pages])

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [alone] * 4
