"""Damage that pdfium passes over is noticed, and told with the pages."""

from __future__ import annotations

import io
import re
import zlib
from functools import cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.attack.mutants import KINDS, mutant
from tests.attack.silent_loss import read, words
from tests.data import data_folder
from tests.hostile import one_page, stream
from tests.pdfs import Sheet, Words, pdf
from vera.verification.ingestion.pdf import damage
from vera.verification.ingestion.pdf.damage import Damage
from vera.verification.ingestion.pdf.listing import listed
from vera.verification.ingestion.pdf.pdfium import LIMITS, Pdf, read_pdf
from vera.verification.ingestion.reading import parse

if TYPE_CHECKING:
    from collections.abc import Iterator

PAPERS = Path(__file__).parents[3] / "testdata" / "papers"
PAPER = (PAPERS / "vera" / "vera.pdf").read_bytes()
SHEETS = [Sheet(Words(f"Page {n} of words", 100, 700).content) for n in range(4)]


def content_streams(data: bytes) -> Iterator[tuple[int, int]]:
    """Where the streams lie that hold a page's operators."""
    for found in re.finditer(rb"stream\r?\n(.*?)\r?\n?endstream", data, re.DOTALL):
        try:
            plain = zlib.decompress(found[1])
        except zlib.error:
            continue
        if b"BT" in plain and b"ET" in plain:
            yield found.span(1)


@cache
def _sound_text() -> str:
    return parse(PAPER, "a.pdf").unwrap().text


def _found(data: bytes) -> Pdf:
    return read_pdf(data, "a.pdf").unwrap()


def test_a_sound_paper_is_not_accused() -> None:
    """A paper that nothing happened to has no note, and no page is doubted."""
    found = _found(PAPER)
    assert (found.damaged, found.damage, found.notes) == (False, {}, ())


@pytest.mark.parametrize("filler", [b" ", b"\0", b"x"])
def test_a_stream_that_breaks_off_is_told_with_its_page(filler: bytes) -> None:
    """Half of a page's content is lost: text is missing, and the note names that page alone."""
    start, end = next(islice(content_streams(PAPER), 2, None))
    middle = (start + end) // 2
    found = parse(PAPER[:middle] + filler * (end - middle) + PAPER[end:], "a.pdf").unwrap()
    assert len(found.text) < 0.98 * len(_sound_text())
    (page,) = [page for page in found.pages if page.damaged]
    note = f"the file is damaged: text may be missing or wrong on page {page.number}"
    assert found.notes == (note,)
    assert not found.complete


def test_a_wrong_checksum_is_told() -> None:
    """One changed byte of a stream's checksum, which pdfium does not look at, is noticed."""
    start, end = next(content_streams(PAPER))
    packed = zlib.decompressobj()
    packed.decompress(PAPER[start:end])
    at = end - len(packed.unused_data) - 1
    torn = bytearray(PAPER)
    torn[at] ^= 1
    assert list(_found(bytes(torn)).damage.values()) == [
        "a stream of it breaks off or has a wrong checksum"
    ]


@pytest.mark.parametrize(
    "content",
    [
        "BT /F 10 Tf 1 0 0 1 100 700 Tm (Words) Tj",
        "(Words) Tj ET",
        "BT /F 10 Tf 1 0 0 1 100 700 Tm (Words) Tk ET",
        "BT /F 10 Tf 0 1 100 700 Tm (Words) Tj ET",
        "BT /F 10 Tf 1 0 0 1 100 700 Tm (Words Tj ET",
        "q BT /F 10 Tf 1 0 0 1 100 700 Tm (Words) Tj ET",
    ],
    ids=["no end", "no beginning", "an unknown operator", "operands", "a string", "a state"],
)
def test_content_that_is_not_whole_is_told(content: str) -> None:
    """A content that was torn, though its stream is sound, is noticed."""
    found = _found(pdf(SHEETS[0], Sheet(content), SHEETS[2]))
    assert found.damage == {2: "its content is not whole"}


def test_a_font_that_is_shorter_than_it_says_is_told() -> None:
    """The rest of a font program is lost, and with it letters that pdfium then leaves out."""
    content = stream(SHEETS[0].content.encode())
    whole, torn = (one_page(content, stream(bytes(size), "/Length1 90")) for size in (90, 89))
    assert not _found(whole).damaged
    assert _found(torn).damaged


def test_a_lost_table_of_objects_is_told() -> None:
    """A file whose objects had to be found again may lack some, and says so."""
    whole = pdf(*SHEETS)
    found = _found(whole.replace(b"startxref\n", b"startxref\n9"))
    assert len(found.pages) == len(SHEETS)
    assert found.notes == ("the file is damaged: text may be missing or wrong",)


def test_a_form_that_nothing_draws_is_told() -> None:
    """A page lost the operator that draws its text, which is still in the file."""
    found = _found(_with_form("q /X Do Q"))
    assert found.damage == {}
    assert _found(_with_form("q Q")).damage == {1: "its content is not whole"}


def test_a_pattern_draws_what_its_content_does() -> None:
    """A form that a page lists may be drawn by a pattern that fills something on it."""
    data = _with_form("q Q")
    assert list(_found(data).damage) == [1]
    with pikepdf.open(io.BytesIO(data)) as plain:
        (form,) = plain.pages[0].Resources.XObject.values()
        pattern = plain.make_stream(b"/X Do", PatternType=1)
        pattern.Resources = {"/XObject": {"/X": form}}
        plain.pages[0].Resources.Pattern = {"/P": plain.make_indirect(pattern)}
        plain.save(out := io.BytesIO())
    assert not _found(out.getvalue()).damage


def _with_form(content: str) -> bytes:
    form = b"BT /F 10 Tf 1 0 0 1 100 700 Tm (Words) Tj ET"
    entries = "/Type /XObject /Subtype /Form /BBox [0 0 600 800]"
    return one_page(stream(content.encode()), stream(form, entries))


def test_an_encrypted_paper_is_looked_at() -> None:
    """One that opens without a password is as sound as it was, or as damaged."""
    protected = pikepdf.Encryption(owner="o", user="")
    sound = "BT /F 10 Tf 1 0 0 1 100 700 Tm (Words) Tj ET"
    for content, damaged in ((sound, set()), (sound[:-3], {1})):
        out = io.BytesIO()
        with pikepdf.open(io.BytesIO(pdf(Sheet(content)))) as plain:
            plain.save(out, encryption=protected)
        found = _found(out.getvalue())
        assert (set(found.damage), bool(found.notes)) == (damaged, bool(damaged))


def test_what_cannot_be_examined_is_not_called_sound(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nobody could look for damage, the document says so and is not complete."""
    unknown = Damage(unknown="to look takes more than 60 s of work")
    monkeypatch.setattr(damage, "_collected", lambda _messages: unknown)
    found = parse(PAPER, "a.pdf").unwrap()
    assert found.notes == (unknown.note,)
    assert not found.complete


@pytest.mark.parametrize("kind", KINDS)
def test_no_mutant_is_read_short_in_silence(kind: str) -> None:
    """Of a paper damaged in each way, either all is read or something is said."""
    whole = words(_sound_text())
    found = {seed: read(mutant(PAPER, kind, seed), whole) for seed in range(3)}
    assert [seed for seed, one in found.items() if one.silent] == []


def test_sound_files_of_many_makers_are_not_accused() -> None:
    """Of the real papers, only those that are damaged, or could not be read, are not complete."""
    accused = {
        path.name
        for path in sorted(data_folder("pdfs").glob("*.pdf"))
        if (document := parse(path.read_bytes(), path.name).value_or(None)) is not None
        and document.damaged
    }
    assert accused == {"damaged-zen-corrupted.pdf", "damaged-unreadable-0pages.pdf"}


@given(st.sets(st.integers(1, 40), min_size=1))
def test_listed_pages_are_all_named(numbers: set[int]) -> None:
    """Every page number, and no other, can be found in the sentence."""
    named: set[int] = set()
    for first, last in re.findall(r"(\d+)(?:-(\d+))?", listed(sorted(numbers))):
        named |= set(range(int(first), int(last or first) + 1))
    assert named == numbers


def test_what_qpdf_does_not_open_is_told() -> None:
    """A file that only pdfium opens was not looked at, and is not called sound."""
    with damage.examination(b"%PDF-1.7 nothing", None, LIMITS) as told:
        assert told().note == "whether the file is damaged could not be told: qpdf does not open it"
