"""A DOCX is read as its author accepted it."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from testdata.papers.docx import docx
from vera.core.document import File, Kind
from vera.core.errors import ReadFault, UnreadableDocument
from vera.core.result import failed
from vera.verification.ingestion.markup import docx as reader
from vera.verification.ingestion.markup.docx import read

PAPER = Path(__file__).parents[3] / "testdata" / "papers" / "notes.docx"


def _fault_of(data: bytes) -> ReadFault:
    result = read(File("a.docx", data, "d"))
    assert failed(result)
    error = result.failure()
    assert isinstance(error, UnreadableDocument)
    return error.fault


def test_the_parts_of_a_document() -> None:
    """Changes are as accepted; styles tell titles and headings in any language; notes follow."""
    found = read(File("a.docx", PAPER.read_bytes(), "d")).unwrap()
    assert [(block.kind, block.span.of(found.text)) for block in found.blocks] == [
        (Kind.TITLE, "Reading what an editor accepted"),
        (Kind.HEADING, "1 Changes"),
        (Kind.BODY, "A deleted word is never read."),
        (Kind.FOOTNOTE, "By this reader."),
        (Kind.HEADING, "1.1 Tables"),
        (Kind.CAPTION, "Table 1: Two rows."),
        (Kind.TABLE, "Part | Read"),
        (Kind.TABLE, "comment | no"),
        (Kind.HEADING, "References"),
        (Kind.REFERENCES, "ECMA-376, Office Open XML file formats."),
    ]
    assert (found.title, found.authors) == (
        "Reading what an editor accepted",
        ("The VERA authors",),
    )
    assert found.section_of(found.text.index("comment")) == "1 Changes > 1.1 Tables"


def test_raised_and_lowered_digits_stay_so() -> None:
    """Ten to the fifth is not 105, and a number of a reference is not a part of the word before."""
    runs = (
        ("", "10"),
        ("superscript", "5"),
        ("", " bees of H"),
        ("subscript", "2"),
        ("", "O sleep"),
    )
    body = "".join(
        f'<w:r><w:rPr><w:vertAlign w:val="{shift or "baseline"}"/></w:rPr>'
        f'<w:t xml:space="preserve">{text}</w:t></w:r>'
        for shift, text in (*runs, ("superscript", "3, 5"), ("", "."))
    )
    found = read(File("a.docx", docx(f"<w:p>{body}</w:p>"), "d")).unwrap()
    assert found.text.strip() == "10^5 bees of H2O sleep."
    assert [(mark.shown, mark.span.end) for mark in found.marks] == [("3, 5", 22)]


def test_the_paper_is_what_its_script_makes() -> None:
    """The file in testdata holds what the script would write."""
    one, two = (zipfile.ZipFile(io.BytesIO(data)) for data in (PAPER.read_bytes(), docx()))
    with one, two:
        assert {n: one.read(n) for n in one.namelist()} == {n: two.read(n) for n in two.namelist()}


def test_bombs_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """A part that unpacks to more than the limit is refused, whatever its archive claims."""
    monkeypatch.setattr(reader, "_LARGEST_PART", 1 << 20)
    bomb = docx("<w:p/>" + " " * (10 << 20))
    assert len(bomb) < 100_000
    assert _fault_of(bomb) is ReadFault.TOO_LARGE


@pytest.mark.parametrize("keep", [10, 300, 700])
def test_half_a_file(keep: int) -> None:
    """A file that was cut off is damaged."""
    assert _fault_of(docx()[:keep]) is ReadFault.DAMAGED


def test_flipped_bytes() -> None:
    """A file with one byte changed is read or refused, and nothing is raised."""
    whole = docx()
    for at in range(0, len(whole), 37):
        read(File("a.docx", whole[:at] + bytes([whole[at] ^ 255]) + whole[at + 1 :], "d"))


def test_blank_document() -> None:
    """A document without a word is empty."""
    assert _fault_of(docx("<w:p/>")) is ReadFault.EMPTY


WORDS = st.text("abcé", min_size=1, max_size=4)
SAID = st.one_of(
    WORDS.map(lambda word: (f"<w:r><w:t>{word}</w:t></w:r>", word)),
    WORDS.map(lambda word: (f"<w:ins><w:r><w:t>{word}</w:t></w:r></w:ins>", word)),
    WORDS.map(lambda word: (f"<w:hyperlink><w:r><w:t>{word}</w:t></w:r></w:hyperlink>", word)),
    WORDS.map(lambda word: (f"<w:r><w:t>{word}</w:t><w:br/></w:r>", f"{word} ")),
    WORDS.map(lambda word: (f"<w:del><w:r><w:delText>{word}</w:delText></w:r></w:del>", "")),
    WORDS.map(lambda word: (f"<w:r><w:rPr><w:vanish/></w:rPr><w:t>{word}</w:t></w:r>", "")),
)
PARAGRAPH = st.lists(SAID, max_size=5).map(
    lambda parts: (
        "<w:p>{}</w:p>".format("".join(p for p, _ in parts)),
        "".join(t for _, t in parts),
    )
)
ROW = st.lists(PARAGRAPH.filter(lambda it: bool(it[1])), min_size=1, max_size=3).map(
    lambda cells: (
        "<w:tbl><w:tr>{}</w:tr></w:tbl>".format("".join(f"<w:tc>{p}</w:tc>" for p, _ in cells)),
        " | ".join(" ".join(text.split()) for _, text in cells),
    )
)


@settings(deadline=None)
@given(st.lists(st.one_of(PARAGRAPH, ROW), min_size=1, max_size=6))
def test_all_that_is_visible_is_a_block_of_its_own(parts: list[tuple[str, str]]) -> None:
    """Paragraphs and rows as accepted are the blocks, each whole, in order and apart."""
    result = read(File("a.docx", docx("".join(markup for markup, _ in parts)), "d"))
    said = [text for text in (" ".join(text.split()) for _, text in parts) if text]
    if failed(result):
        assert not said
        return
    found, end = result.unwrap(), 0
    assert [block.span.of(found.text) for block in found.blocks] == said
    for block in found.blocks:
        assert not found.text[end : block.span.start].strip()
        assert end <= block.span.start < block.span.end
        end = block.span.end
    assert end == len(found.text)
