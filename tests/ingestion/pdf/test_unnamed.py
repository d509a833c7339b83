"""Text that a file calls by other words, or a font by other letters, is read as it is shown."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pikepdf
import pytest
from pikepdf import Dictionary

from tests.pdfs import Sheet, Words, paragraph, pdf
from vera.verification.ingestion.reading import parse

if TYPE_CHECKING:
    from collections.abc import Callable

    from vera.core.document import Document

LINES = ["All of the offices fell below the limit of 0.55", "in 3300 papers of the literature."]
SHOWN = "The mean fell by 12.5%."
NOTE = "text that the file calls by other words is read as shown on page 1"
MAP = (
    "begincmap 1 begincodespacerange <00> <FF> endcodespacerange"
    " 1 beginbfrange {} endbfrange endcmap"
)


def _read(content: str, change: Callable[[pikepdf.Pdf, pikepdf.Page], None]) -> Document:
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(pdf(Sheet(f"{paragraph(LINES)}\n{content}")))) as file:
        change(file, file.pages[0])
        file.save(out)
    return parse(out.getvalue(), "a.pdf").unwrap()


def _keep(_: pikepdf.Pdf, __: pikepdf.Page) -> None:
    """Change nothing."""


@pytest.mark.parametrize(
    ("called", "is_other"),
    [
        ("(The mean rose by 99.9%.)", True),
        (f"<{'The mean rose'.encode('utf-16').hex()}>", True),
        (f"({SHOWN})", False),
        ("<FEFF00AD>", True),
        ("()", False),
    ],
)
def test_what_a_file_calls_its_text_is_held_against_it(called: str, is_other: bool) -> None:
    """Words that stand for other words than are shown are not read, and that is said."""
    piece = f"/Span << /ActualText {called} >> BDC {Words(SHOWN, 72, 400).content} EMC"
    found = _read(piece, _keep)
    assert SHOWN in found.text
    assert found.notes == ((NOTE,) if is_other else ())


def test_words_that_a_list_has_are_held_against_it() -> None:
    """It is the same where the page names the words and its resources have them."""

    def name(_: pikepdf.Pdf, page: pikepdf.Page) -> None:
        page.Resources.Properties = Dictionary(P=Dictionary(ActualText="The mean rose."))

    found = _read(f"/Span /P BDC {Words(SHOWN, 72, 400).content} EMC", name)
    assert SHOWN in found.text
    assert found.notes == (NOTE,)


@pytest.mark.parametrize(("first", "is_other"), [("0021", False), ("0022", True)])
def test_letters_that_a_common_font_is_said_to_show_are_held_against_it(
    first: str, is_other: bool
) -> None:
    """A font that every viewer has shows its own letters, whatever a table calls them."""

    def rename(file: pikepdf.Pdf, page: pikepdf.Page) -> None:
        table = MAP.format(f"<21> <7D> <{first}>").encode()
        page.Resources.Font.B.ToUnicode = file.make_stream(table)

    found = _read(Words(SHOWN, 72, 400, bold=True).content, rename)
    assert SHOWN in found.text
    assert found.notes == ((NOTE,) if is_other else ())


def test_what_nothing_else_tells_is_read_as_it_is_called() -> None:
    """Words for glyphs of which the font tells no letters are read, and named."""

    def blind(_: pikepdf.Pdf, page: pikepdf.Page) -> None:
        del page.Resources.Font.B.Encoding

    glyphs = "".join(chr(1 + at) for at in range(12))
    shown = f"BT /B 10 Tf 72 400 Td ({glyphs}) Tj ET".replace("\r", r"\r").replace("\n", r"\n")
    found = _read(f"/Span << /ActualText (a logo of it) >> BDC {shown} EMC", blind)
    assert "a logo of it" in found.text
    assert found.notes == ("text of page 1 is known only by what the file calls it",)
