"""Copies of PDFs with lines marked: the marks lie on the words, and nothing else changes."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Literal

import pikepdf
import pypdfium2
import pytest
from attrs import evolve

from tests.pdfs import Sheet, Words, paragraph, pdf
from tests.report.verdicts import read
from vera.core.document import Span
from vera.core.errors import ReadFault, UnreadableDocument
from vera.core.result import failed
from vera.verification.ingestion.child import Limits
from vera.verification.ingestion.pdf.annotating import Note, annotated

if TYPE_CHECKING:
    from pathlib import Path

    from vera.core.document import Document

_LINES = ("Bees sleep at night in the hive.", "A queen lays eggs.", "Wasps build nests of paper.")
_GREEN = (0.2, 1.0, 0.2)
_SCALE = 2
_SHEET = Sheet(paragraph(_LINES, size=14))


def _note(document: Document, text: str, said: str = "GROUNDED: it does.") -> Note:
    start = document.text.index(text)
    return Note(document.boxes_of(Span(start, start + len(text))), _GREEN, "VERA", said)


def _green(data: bytes, page: int = 0, password: str | None = None) -> tuple[float, ...]:
    """What of a page is green, in points of the page as shown: left, top, right, bottom."""
    shown = pypdfium2.PdfDocument(data, password=password)[page]
    picture = shown.render(scale=_SCALE).to_pil().convert("RGB")
    red, green, _ = picture.split()
    is_green = bytes(
        255 * (a < 100 and b > 150) for a, b in zip(red.tobytes(), green.tobytes(), strict=True)
    )
    red.frombytes(is_green)
    return tuple(edge / _SCALE for edge in red.getbbox() or ())


def _notes_of(data: bytes, page: int = 0, password: str = "") -> list[tuple[str, str]]:
    """Of each annotation of a page its type and its contents."""
    with pikepdf.open(io.BytesIO(data), password=password) as pdf:
        notes = list(pdf.pages[page].get("/Annots", []))
        return [(str(note.Subtype), str(note.Contents)) for note in notes]


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
@pytest.mark.parametrize("crop", [None, (40, 300, 420, 760), (-50, 300, 420, 9000)])
@pytest.mark.parametrize("media", [(0, 0, 600, 800), (-20, -30, 580, 770)])
def test_the_mark_lies_on_the_words(
    tmp_path: Path,
    turn: int,
    crop: tuple[int, int, int, int] | None,
    media: tuple[int, int, int, int],
) -> None:
    """However a page is cut and turned, its renderer shows the mark where the words were read."""
    data = pdf(Sheet(Words(_LINES[0], 72, 700, 14).content, media, crop, turn))
    document = read(tmp_path / "bees.pdf", data)
    note = _note(document, "sleep at night")
    copy = annotated(data, document, [note]).unwrap()
    (box,) = note.boxes
    assert _green(copy.data) == pytest.approx((box.x0, box.y0, box.x1, box.y1), abs=1.0)
    assert _green(data) == ()


def test_a_note_says_the_claim_in_any_script(tmp_path: Path) -> None:
    """Contents, author and colour are those of the note, on the page that it is of."""
    data = pdf(_SHEET, Sheet(Words("Ants walk far away.", 72, 700).content))
    document = read(tmp_path / "bees.pdf", data)
    said = 'CONTRADICTED: "(\\) ü Привет 蜂 ) Tj <script>'
    copy = annotated(data, document, [_note(document, "Ants walk", said)]).unwrap()
    assert _notes_of(copy.data) == []
    assert _notes_of(copy.data, 1) == [("/Highlight", said)]
    with pikepdf.open(io.BytesIO(copy.data)) as opened:
        (note,) = list(opened.pages[1].Annots)
        assert str(note["/T"]) == "VERA"
        assert [float(part) for part in note.C] == pytest.approx(_GREEN)
        assert len(note.QuadPoints) == 8
    assert not copy.encrypted
    assert not copy.repaired


def test_notes_that_were_there_stay(tmp_path: Path) -> None:
    """The links and notes of the paper itself, and its text, are in the copy as they were."""
    with pikepdf.open(io.BytesIO(pdf(_SHEET))) as plain:
        own = pikepdf.Dictionary(
            Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Text, Rect=[9, 9, 19, 19], Contents="mine"
        )
        plain.pages[0].Annots = plain.make_indirect(pikepdf.Array([plain.make_indirect(own)]))
        plain.save(out := io.BytesIO())
    data = out.getvalue()
    document = read(tmp_path / "bees.pdf", data)
    notes = [_note(document, line) for line in _LINES]
    copy = annotated(data, document, notes).unwrap()
    ours = ("/Highlight", "GROUNDED: it does.")
    assert _notes_of(copy.data) == [("/Text", "mine"), ours, ours, ours]
    assert read(tmp_path / "copy.pdf", copy.data).text == document.text


def test_a_copy_is_the_same_each_time(tmp_path: Path) -> None:
    """The same notes on the same paper make the same bytes."""
    data = pdf(_SHEET)
    document = read(tmp_path / "bees.pdf", data)
    notes = [_note(document, _LINES[1])]
    assert annotated(data, document, notes) == annotated(data, document, notes)


@pytest.mark.parametrize("rounds", [2, 3, 4, 6])
def test_an_encrypted_paper_stays_so(tmp_path: Path, rounds: Literal[2, 3, 4, 6]) -> None:
    """The copy opens with the password of the paper and not without; the report can say so."""
    protected = pikepdf.Encryption(
        owner="boss", user="bees", R=rounds, aes=rounds > 3, metadata=rounds > 3
    )
    with pikepdf.open(io.BytesIO(pdf(_SHEET))) as plain:
        plain.save(out := io.BytesIO(), encryption=protected)
    data = out.getvalue()
    document = read(tmp_path / "bees.pdf", data, "bees")
    note = _note(document, _LINES[0], "GROUNDED: of bees")
    copy = annotated(data, document, [note], "bees").unwrap()
    assert copy.encrypted
    with pytest.raises(pikepdf.PasswordError):
        pikepdf.open(io.BytesIO(copy.data))
    assert b"of bees" not in copy.data
    assert _notes_of(copy.data, 0, "bees") == [("/Highlight", "GROUNDED: of bees")]
    (box,) = note.boxes
    found = _green(copy.data, 0, "bees")
    assert found == pytest.approx((box.x0, box.y0, box.x1, box.y1), abs=1.0)


def test_a_damaged_paper_is_repaired_first(tmp_path: Path) -> None:
    """Of a paper that is only read once it is repaired, the copy is of the repaired one."""
    data = pdf(_SHEET, _SHEET)
    data = data[: data.rindex(b"<< /Type /Catalog")]  # neither a catalog nor a table of objects
    document = read(tmp_path / "bees.pdf", data)
    assert document.damaged
    note = _note(document, _LINES[0])
    copy = annotated(data, document, [note]).unwrap()
    (box,) = note.boxes
    assert _green(copy.data) == pytest.approx((box.x0, box.y0, box.x1, box.y1), abs=1.0)


def _fault(data: bytes, document: Document, limits: Limits | None = None) -> UnreadableDocument:
    made = annotated(data, document, [_note(document, _LINES[0])], None, limits or Limits())
    assert failed(made)
    error = made.failure()
    assert isinstance(error, UnreadableDocument)
    assert error.detail
    assert error.hint
    return error


def test_pages_that_are_not_those_that_were_read_get_no_marks(tmp_path: Path) -> None:
    """A file with other pages, or pages of another size, is refused, not marked elsewhere."""
    document = read(tmp_path / "bees.pdf", pdf(_SHEET))
    more = _fault(pdf(_SHEET, _SHEET), document)
    assert "another number of pages" in more.detail
    other = _fault(pdf(evolve(_SHEET, media=(0, 0, 612, 792))), document)
    assert "another size" in other.detail
    rubbish = _fault(b"%PDF-1.7 nothing", document)
    assert rubbish.fault is ReadFault.DAMAGED


def test_what_takes_too_much_is_an_error(tmp_path: Path) -> None:
    """Writing the copy is limited as reading the paper is."""
    document = read(tmp_path / "bees.pdf", pdf(_SHEET))
    error = _fault(pdf(_SHEET), document, Limits(wall=0.001))
    assert error.fault is ReadFault.TOO_LARGE
