"""What pdfium passes over in silence is named with its pages."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name

from tests.pdfs import Sheet, Words, paragraph, pdf
from vera.verification.ingestion.reading import parse

if TYPE_CHECKING:
    from collections.abc import Callable

    from vera.core.document import Document

LINES = ["All of the offices fell below the limit of 0.55", "in 3300 papers of the literature."]
TEXT = " ".join(LINES)
CUT = "text is missing on page 2: a string is longer, or drawings are nested deeper, than is read"
BESIDE = (
    "text of annotations, form fields, patterns or letters that draw words is not read on page 1"
)
BOX = Array([0, 0, 600, 800])


def _document(data: bytes) -> Document:
    return parse(data, "a.pdf").unwrap()


def _changed(change: Callable[[pikepdf.Pdf, pikepdf.Page], None], *sheets: Sheet) -> Document:
    """What is read of the sheets once the last page is changed."""
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(pdf(*(sheets or (Sheet(paragraph(LINES)),))))) as file:
        change(file, file.pages[-1])
        file.save(out)
    return _document(out.getvalue())


def _form(file: pikepdf.Pdf, page: pikepdf.Page, content: str) -> pikepdf.Object:
    form = Dictionary(Type=Name.XObject, Subtype=Name.Form, BBox=BOX)
    form.Resources = Dictionary(Font=page.Resources.Font)
    return file.make_stream(content.encode(), form)


@pytest.mark.parametrize("is_hexadecimal", [False, True])
@pytest.mark.parametrize(("length", "is_cut"), [(32_767, False), (32_768, True), (1 << 20, True)])
def test_a_string_that_is_cut_is_named(length: int, is_cut: bool, is_hexadecimal: bool) -> None:
    """Text that goes on behind the longest string that is read is missing, and that is said."""
    words = " ".join(f"w{at}" for at in range(length))[: length - 4] + " end"
    shown = f"<{words.encode().hex()}>" if is_hexadecimal else f"({words})"
    content = f"{paragraph(LINES)}\nBT /F 2 Tf 1 0 0 1 10 400 Tm {shown} Tj ET"
    found = _document(pdf(Sheet(paragraph(LINES)), Sheet(content, media=(0, 0, 70000, 800))))
    assert found.text.endswith(" end") is not is_cut
    assert found.notes == ((CUT,) if is_cut else ())
    assert found.complete is not is_cut
    assert [page.number for page in found.pages if page.damaged] == ([2] if is_cut else [])


@pytest.mark.parametrize(("depth", "is_cut"), [(40, False), (41, True)])
def test_forms_that_are_nested_too_deep_are_named(depth: int, is_cut: bool) -> None:
    """What is drawn by a form in a form in a form is read to a depth, and named beyond it."""

    def nest(file: pikepdf.Pdf, page: pikepdf.Page) -> None:
        inner = _form(file, page, Words("The deepest one.", 72, 300).content)
        for _ in range(depth - 1):
            outer = _form(file, page, "/X Do")
            outer.Resources.XObject = Dictionary(X=inner)
            inner = outer
        page.Resources.XObject.X = inner

    page = Sheet(paragraph(LINES))
    found = _changed(nest, page, Sheet(f"{page.content}\n/X Do"))
    assert ("The deepest one." in found.text) is not is_cut
    assert found.notes == ((CUT,) if is_cut else ())


@pytest.mark.parametrize(("flags", "is_shown"), [(4, True), (2, False), (32, False)])
def test_text_of_an_annotation_is_named(flags: int, is_shown: bool) -> None:
    """A stamp or a form field with text that readers see and the text lacks is said."""

    def stamp(file: pikepdf.Pdf, page: pikepdf.Page) -> None:
        look = _form(file, page, Words("RETRACTED", 2, 10).content)
        page.Annots = Array(
            [
                Dictionary(
                    Type=Name.Annot,
                    Subtype=Name.Stamp,
                    Rect=Array([72, 380, 500, 420]),
                    F=flags,
                    AP=Dictionary(N=look),
                )
            ]
        )

    found = _changed(stamp)
    assert found.notes == ((BESIDE,) if is_shown else ())
    assert found.text == TEXT


@pytest.mark.parametrize(("drawn", "is_word"), [("RETRACTED", True), ("a", False)])
def test_a_word_that_a_font_draws_as_a_letter_is_named(drawn: str, is_word: bool) -> None:
    """What a letter of a font shows is more than the letter where it is a word."""

    def draw(file: pikepdf.Pdf, page: pikepdf.Page) -> None:
        font = Dictionary(Type=Name.Font, Subtype=Name.Type3, Widths=Array([500]))
        font.FontBBox, font.FontMatrix = Array([0, 0, 500, 700]), Array([0.001, 0, 0, 0.001, 0, 0])
        font.FirstChar = font.LastChar = 97
        font.Encoding = Dictionary(Differences=Array([97, Name("/g")]))
        letter = file.make_stream(f"500 0 d0 BT /F 1000 Tf ({drawn}) Tj ET".encode())
        font.CharProcs = Dictionary(g=letter)
        font.Resources = Dictionary(Font=Dictionary(F=page.Resources.Font.F))
        page.Resources.Font.T = file.make_indirect(font)

    found = _changed(draw, Sheet(f"{paragraph(LINES)}\nBT /T 10 Tf 72 400 Td (a) Tj ET"))
    assert found.notes == ((BESIDE,) if is_word else ())


@pytest.mark.parametrize("is_off", [True, False])
def test_text_of_a_layer_that_is_off_is_no_text(is_off: bool) -> None:
    """Text of a layer that no viewer shows at first is left out, and that is said."""

    def switch(file: pikepdf.Pdf, page: pikepdf.Page) -> None:
        layer = file.make_indirect(Dictionary(Type=Name.OCG, Name="a layer"))
        default = Dictionary(OFF=Array([layer] if is_off else []))
        file.Root.OCProperties = Dictionary(OCGs=Array([layer]), D=default)
        page.Resources.Properties = Dictionary(L=layer)

    content = f"{paragraph(LINES)}\n/OC /L BDC\n{Words('Not so.', 72, 400).content}\nEMC"
    found = _changed(switch, Sheet(content))
    said = "text that is in the file and not shown was left out on page 1"
    assert found.notes == ((said,) if is_off else ())
    assert ("Not so." in found.text) is not is_off
    assert TEXT in found.text


def test_the_files_of_a_portfolio_are_named() -> None:
    """A file whose papers are attached to a page of greeting says that these are not read."""

    def attach(file: pikepdf.Pdf, _: pikepdf.Page) -> None:
        file.attachments["b.pdf"] = pikepdf.AttachedFileSpec(file, b"%PDF-1.7", filename="b.pdf")
        file.Root.Collection = Dictionary(Type=Name.Collection)

    found = _changed(attach)
    assert found.notes == ("the file is a portfolio: the 1 file attached to it is not read",)


def test_pages_that_the_count_leaves_out_are_read() -> None:
    """A file that says it has one page of three is repaired, which is said."""
    three = pdf(*[Sheet(paragraph(LINES))] * 3)
    found = _document(three.replace(b"/Count 3", b"/Count 1"))
    assert len(found.pages) == 3
    assert "repaired" in found.notes[0]
