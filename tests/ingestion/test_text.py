"""Plain text is read exactly, or refused with a reason."""

from __future__ import annotations

import codecs
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vera.core.document import File
from vera.core.errors import ReadFault, UnreadableDocument
from vera.core.result import failed
from vera.verification.ingestion.text import read

if TYPE_CHECKING:
    from vera.core.document import Document

TEXTS = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), min_size=1)


def _text_of(data: bytes) -> Document:
    return read(File("a.txt", data, "digest")).unwrap()


def _fault_of(data: bytes) -> UnreadableDocument:
    result = read(File("a.txt", data, "digest"))
    assert failed(result)
    error = result.failure()
    assert isinstance(error, UnreadableDocument)
    return error


@given(TEXTS.filter(lambda text: bool(text.strip()) and text[0] != "\ufeff"))
def test_text_is_kept_exactly(text: str) -> None:
    """The document's text is the file's, in any of the encodings that can be told apart."""
    assert _text_of(codecs.BOM_UTF8 + text.encode()).text == text
    assert _text_of(codecs.BOM_UTF16_LE + text.encode("utf-16-le")).text == text
    assert _text_of(codecs.BOM_UTF16_BE + text.encode("utf-16-be")).text == text
    assert _text_of(text.encode()).text == text


@given(st.binary())
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    """No bytes make the reader raise."""
    result = read(File("a.txt", data, "digest"))
    assert failed(result) or result.unwrap().text.strip()


def test_line_ends_stay() -> None:
    """CRLF is not changed, so that offsets are those of the file."""
    assert _text_of(b"one\r\n\r\ntwo").text == "one\r\n\r\ntwo"


@pytest.mark.parametrize("mark", [b"", codecs.BOM_UTF8])
def test_another_encoding_is_named(mark: bytes) -> None:
    """A byte that is no UTF-8 is named by its offset in the file, and iconv as the way out."""
    error = _fault_of(mark + "naïve".encode("latin-1"))
    assert error.fault is ReadFault.UNDECODABLE
    assert f"offset {2 + len(mark)}" in str(error)
    assert "iconv" in error.hint


def test_half_a_wide_character_is_refused() -> None:
    """UTF-16 that ends inside a character is an error, not a shorter text."""
    assert _fault_of(codecs.BOM_UTF16_LE + b"a\0b").fault is ReadFault.UNDECODABLE


def test_binary_content_is_no_text() -> None:
    """NUL characters mean that the file is something else."""
    assert _fault_of(b"ab\0c").fault is ReadFault.UNSUPPORTED


@pytest.mark.parametrize("data", [b"", b" \r\n\t\n", codecs.BOM_UTF8])
def test_blank_text_is_empty(data: bytes) -> None:
    """A file without a visible character gives nothing to check claims on."""
    assert _fault_of(data).fault is ReadFault.EMPTY
