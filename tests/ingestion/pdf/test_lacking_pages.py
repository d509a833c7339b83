"""A piece lost in the midst of a page is noticed by what fonts and other pages have."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.pdfs import Sheet, Words, paragraph, pdf
from vera.verification.ingestion.pdf.damage import Damage
from vera.verification.ingestion.pdf.moved_feet import note_of
from vera.verification.ingestion.pdf.pdfium import Pdf, read_pdf
from vera.verification.ingestion.reading import parse
from vera.verification.ingestion.sandbox.fonts import strings

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vera.core.document import Document

TEXTS = ("one two three", "four five six", "seven eight nine", "ten eleven zero")
FIRST, WIDTHS = 32, 95


def _show(font: str, text: str, y: int) -> str:
    return f"BT /{font} 10 Tf 1 0 0 1 100 {y} Tm ({text}) Tj ET"


def _subset(pdf: pikepdf.Pdf, tag: str, letters: str) -> pikepdf.Object:
    """A font that has widths for those letters alone."""
    widths = [600 * (chr(FIRST + at) in letters) for at in range(WIDTHS)]
    return pdf.make_indirect(
        pikepdf.Dictionary(
            Type=pikepdf.Name.Font,
            Subtype=pikepdf.Name.Type1,
            BaseFont=pikepdf.Name(f"/{tag}+Helvetica"),
            FirstChar=FIRST,
            LastChar=FIRST + WIDTHS - 1,
            Widths=pikepdf.Array(widths),
            Encoding=pikepdf.Name.WinAnsiEncoding,
        )
    )


def made(
    shown: Sequence[Mapping[str, str]],
    had: Sequence[Mapping[str, str]] | None = None,
) -> bytes:
    """A PDF with a page for each of `shown`, text by font; its fonts are cut to what it `had`."""
    had = had or shown
    file = pikepdf.new()
    every = {name: "".join(page.get(name, "") for page in had) for page in had for name in page}
    fonts = {
        name: _subset(file, chr(65 + at) * 6, text) for at, (name, text) in enumerate(every.items())
    }
    for page, whole in zip(shown, had, strict=True):
        added = file.add_blank_page(page_size=(600, 800))
        added.Resources = pikepdf.Dictionary(
            Font=pikepdf.Dictionary({f"/{name}": fonts[name] for name in whole})
        )
        content = "\n".join(
            _show(name, text, 700 - 20 * at) for at, (name, text) in enumerate(page.items())
        )
        added.Contents = file.make_stream(content.encode())
    out = io.BytesIO()
    file.save(out)
    return out.getvalue()


WHOLE = [{"F": text, "G": "plain bold " + "xyz"[at % 3]} for at, text in enumerate(TEXTS)]


def _found(data: bytes) -> Pdf:
    return read_pdf(data, "a.pdf").unwrap()


def test_fonts_that_have_what_is_shown_accuse_nobody() -> None:
    """A file whose fonts are cut to what its pages show is sound."""
    assert not _found(made(WHOLE)).damaged


def test_a_letter_that_is_shown_nowhere_is_told() -> None:
    """A lost piece of text leaves a letter in its font that no page shows."""
    torn = [*WHOLE[:2], {**WHOLE[2], "F": "seven nine"}, WHOLE[3]]
    assert _found(made(torn, WHOLE)).notes == (Damage(of_file=True).note,)


def test_fonts_with_far_more_than_is_shown_accuse_nobody() -> None:
    """Pages that were taken out of a longer file have fonts with letters of the others."""
    alphabet = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    longer = [*WHOLE[:3], {name: text + alphabet for name, text in WHOLE[3].items()}]
    assert not _found(made(WHOLE, longer)).damaged


def test_a_font_that_a_page_lists_and_does_not_use_is_told_with_the_page() -> None:
    """Where every page lists the fonts that it uses, one that lists another has lost a piece."""
    pages = [{"F": "abc"}, {"F": "abc", "G": "abc"}, {"F": "abc", "G": "abc"}]
    assert not _found(made(pages)).damaged
    torn = [*pages[:2], {"F": "abc"}]
    assert _found(made(torn, pages)).damage == {3: "its content is not whole"}


def test_a_list_of_fonts_for_all_pages_accuses_none() -> None:
    """A page need not use the fonts that are listed for all."""
    pages = [{"F": "abc", "G": "abc"}] * 3
    assert not _found(made([*pages[:2], {"F": "abc"}], pages)).damaged


def test_codes_that_do_not_count_on_are_told() -> None:
    """A font whose codes count the letters in the order of use skips what was lost."""
    counted = [{"F": "!\"#$%&'*+,-./", "G": '!"#$'}, {"F": "01234567!", "G": "%&'*+,-."}]
    repeated = [*counted, {"F": "!\"#$%&'*+,-./01234567", "G": "!\"#$%&'*+,-."}]
    assert not _found(made(repeated)).damaged
    torn = [{**repeated[0], "F": "!\"#&'*+,-./"}, *repeated[1:]]
    assert _found(made(torn, repeated)).damaged


LINES = [f"Line {at} of the text on a page" for at in range(40)]


def _sheet(lines: Sequence[str], foot: str, y: int) -> Sheet:
    return Sheet(f"{paragraph(lines, top=760)}\n{Words(foot, 250, y).content}")


FEET = [_sheet(LINES, f"Page {number} of our paper", 40) for number in range(1, 6)]


def _document(*sheets: Sheet) -> Document:
    return parse(pdf(*sheets), "a.pdf").unwrap()


def test_a_foot_in_the_midst_of_the_text_is_told() -> None:
    """The foot of one page stands where text stands on the others: what was above it is gone."""
    assert not _document(*FEET).damaged
    moved = _sheet(LINES[:20], "Page 3 of our paper", 500)
    found = _document(*FEET[:2], moved, *FEET[3:])
    assert [page.number for page in found.pages if page.damaged] == [3]
    assert found.notes == (note_of([3]),)
    assert not found.complete


def test_a_page_without_a_foot_is_sound() -> None:
    """A plate, or a first page, may have no foot, or one below the others'."""
    bare = Sheet(paragraph(["Plate 1"], top=400))
    lower = _sheet(["A chapter"], "Page 4 of our paper", 20)
    assert not _document(*FEET[:2], bare, lower, *FEET[4:]).damaged


@pytest.mark.parametrize("referred", [False, True])
@pytest.mark.parametrize("offset", [0, 9])
def test_an_object_that_nothing_refers_to_may_be_missing(*, offset: int, referred: bool) -> None:
    """An object that the table lists and the file lacks is a loss where something needs it."""
    data = pdf(*FEET[:2])
    (size,) = re.findall(rb"/Size (\d+)", data)
    for old, new in (
        (b"xref\n0 %s\n" % size, b"xref\n0 %d\n" % (int(size) + 1)),
        (b"trailer\n", b"%010d 00000 n \ntrailer\n" % offset),  # 9 is where another object is
        (b"/Size %s" % size, b"/Size %d" % (int(size) + 1)),
        (b"/Count 2 >>", b"/C %s 0 R >>" % size if referred else b"/Count 2 >>"),
    ):
        assert data.count(old) == 1
        data = data.replace(old, new)
    assert _found(data).damaged == referred


@given(st.lists(st.binary(max_size=8), max_size=5))
def test_strings_are_found_as_written(said: list[bytes]) -> None:
    """Every string of a content is found, whatever its bytes, in both ways of writing it."""
    literal = (b"(%s)" % b"".join(b"\\%03o" % byte for byte in text) for text in said)
    digits = (b"<%s>" % text.hex().encode() for text in said)
    for written in (literal, digits):
        content = b"/F 9 Tf [" + b" -3 ".join(written) + b"] TJ"
        assert [text for text in strings(content)["/F"] if text] == [text for text in said if text]
