"""A path is opened once, and what cannot be read says why and what to do."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path

import pytest

from tests.pdfs import DRAWING, IMAGE, Sheet, Words, pdf
from tests.users import ordinary_user
from vera.core.errors import ReadFault, UnreadableDocument
from vera.core.result import failed
from vera.verification.ingestion import reading
from vera.verification.ingestion.reading import parse, read

PAPERS = Path(__file__).parents[2] / "testdata" / "papers"
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
TEXT = Sheet(Words("Enough words to be read as a page of text.", 100, 700).content)


def _fault_of(path: Path, password: str | None = None) -> UnreadableDocument:
    result = read(path, password)
    assert failed(result)
    error = result.failure()
    assert isinstance(error, UnreadableDocument)
    assert error.source == str(path)
    assert error.hint
    return error


@pytest.mark.parametrize(
    ("name", "content", "fault", "words"),
    [
        ("a.txt", b"", ReadFault.EMPTY, "0 bytes"),
        ("a.txt", b" \n", ReadFault.EMPTY, "blanks"),
        ("a.txt", b"\xff\xfe\xff", ReadFault.UNDECODABLE, "offset 2"),
        ("a.pdf", b"some words", ReadFault.UNSUPPORTED, "no PDF"),
        ("a.pdf", b"<?xml version='1.0'?><svg/>", ReadFault.UNSUPPORTED, "other than JATS"),
        ("a.docx", b"PK\x03\x04", ReadFault.UNSUPPORTED, "office document"),
        ("a.zip", b"PK\x03\x04", ReadFault.UNSUPPORTED, "office document"),
        ("a.docx", b"words", ReadFault.UNSUPPORTED, "named .docx"),
        ("a.xml", b"<TEI><text/></TEI>", ReadFault.UNSUPPORTED, "<TEI>"),
        ("a.xyz", b"words", ReadFault.UNSUPPORTED, "the unknown kind .xyz"),
        ("paper", b"\x7fELF\0", ReadFault.UNSUPPORTED, "no text"),
        ("a.pdf", b"%PDF-1.7 nothing more", ReadFault.DAMAGED, "damaged"),
        ("a.pdf", pdf(), ReadFault.DAMAGED, ""),
        ("a.pdf", pdf(Sheet(IMAGE)), ReadFault.SCANNED, "an image"),
        ("a.pdf", pdf(Sheet(IMAGE), Sheet(DRAWING)), ReadFault.SCANNED, "no page"),
        ("a.pdf", pdf(Sheet("")), ReadFault.EMPTY, "blank"),
    ],
)
def test_faults(tmp_path: Path, name: str, content: bytes, fault: ReadFault, words: str) -> None:
    """Each kind of bad file gives its own fault, with words that name the cause."""
    path = tmp_path / name
    path.write_bytes(content)
    error = _fault_of(path)
    assert error.fault is fault
    assert words in str(error)


def test_missing_file(tmp_path: Path) -> None:
    """A path that leads nowhere is a missing file, also below something that is no folder."""
    assert _fault_of(tmp_path / "no.pdf").fault is ReadFault.MISSING
    (tmp_path / "file").touch()
    assert _fault_of(tmp_path / "file" / "no.pdf").fault is ReadFault.MISSING


def test_folder(tmp_path: Path) -> None:
    """A folder is not a file."""
    assert _fault_of(tmp_path).fault is ReadFault.NOT_A_FILE


def test_forbidden_file(tmp_path: Path) -> None:
    """A file without permission to read it says so."""
    path = tmp_path / "a.txt"
    path.write_text("words")
    path.chmod(0)
    with ordinary_user():
        assert _fault_of(path).fault is ReadFault.FORBIDDEN


@pytest.mark.parametrize("name", ["a" * 5000, "a\0b"])
def test_impossible_names(tmp_path: Path, name: str) -> None:
    """A name that no file can have is an error of ours, not an exception."""
    assert _fault_of(tmp_path / name).fault in {ReadFault.BROKEN_IO, ReadFault.MISSING}


def test_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file above the limit is refused, and one at the limit is read."""
    monkeypatch.setattr(reading, "LARGEST", 5)
    path = tmp_path / "a.txt"
    path.write_bytes(b"words")
    assert not failed(read(path))
    path.write_bytes(b"words!")
    assert _fault_of(path).fault is ReadFault.TOO_LARGE


@pytest.mark.parametrize("name", ["paper.pdf", "paper.txt", "paper"])
@pytest.mark.parametrize("before", [b"", b"\n", b"x" * 1023])
def test_a_pdf_is_known_by_its_content(tmp_path: Path, name: str, before: bytes) -> None:
    """A PDF is read as one whatever its name is, and with other bytes before it."""
    path = tmp_path / name
    path.write_bytes(before + pdf(TEXT))
    assert read(path).unwrap().media_type == "application/pdf"


@pytest.mark.parametrize(
    ("name", "media_type"),
    [
        ("a.txt", "text/plain"),
        ("A.TXT", "text/plain"),
        ("README", "text/plain"),
        ("a.md", "text/markdown"),
    ],
)
def test_suffixes(tmp_path: Path, name: str, media_type: str) -> None:
    """Text is told from Markdown by the suffix, in small or capital letters."""
    path = tmp_path / name
    path.write_text("# Words\n\nand more")
    assert read(path).unwrap().media_type == media_type


@pytest.mark.parametrize("name", ["a.txt", "a.html", "paper", "a.xml", "a.docx"])
@pytest.mark.parametrize(
    ("paper", "media_type"),
    [("notes.html", "text/html"), ("notes.xml", "application/jats+xml"), ("notes.docx", DOCX)],
)
def test_markup_is_known_by_its_content(name: str, paper: str, media_type: str) -> None:
    """A page, a JATS article and a DOCX are read as what they are, if their name is no PDF's."""
    found = parse((PAPERS / paper).read_bytes(), name)
    assert found.unwrap().media_type == media_type


@pytest.mark.parametrize(
    ("paper", "what"),
    [("notes.html", "an HTML page"), ("notes.xml", "JATS XML"), ("notes.docx", "a Word file")],
)
def test_what_is_named_a_pdf_must_be_one(paper: str, what: str) -> None:
    """The page of an error in the place of a paper is refused: it would be checked as the paper."""
    error = parse((PAPERS / paper).read_bytes(), "a.pdf").failure()
    assert isinstance(error, UnreadableDocument)
    assert error.fault is ReadFault.UNSUPPORTED
    assert what in error.detail


def test_markdown_may_begin_with_markup() -> None:
    """A file named .md that begins with HTML is still Markdown."""
    assert parse(b"<html>\n\n# A", "a.md").unwrap().media_type == "text/markdown"


def test_content_at_hand() -> None:
    """Content without a file is known in the same way, or taken for what the caller says."""
    assert parse(pdf(TEXT), "standard input").unwrap().media_type == "application/pdf"
    assert parse(b"words", "a.xyz", otherwise="text/plain").unwrap().text == "words"
    assert failed(parse(b"words", "a.xyz"))


def test_digest_is_of_the_bytes(tmp_path: Path) -> None:
    """The digest is the SHA-256 of the file as it is, and the source what the user called it."""
    path = tmp_path / "a.txt"
    path.write_bytes(b"\xef\xbb\xbfwords")
    found = read(path).unwrap()
    assert found.digest == hashlib.sha256(b"\xef\xbb\xbfwords").hexdigest()
    assert found.source == str(path)


def test_importing_the_room_is_cheap() -> None:
    """No library that reads a format is loaded before a file of that format is read."""
    code = (
        "import sys, vera.verification.ingestion.reading;"
        "print({'pypdfium2', 'markdown_it', 'lxml'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
