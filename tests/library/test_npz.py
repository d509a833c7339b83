"""Documents as bytes, and back."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.library.shelves import fields
from tests.strategies import hostile_text
from vera.core.document import Document, Span
from vera.core.errors import StorageFault
from vera.core.result import failed
from vera.verification import wiring
from vera.verification.library.npz import from_bytes, to_bytes

_PAPERS = Path(__file__).parents[2] / "testdata" / "papers"


@given(hostile_text, hostile_text)
def test_any_text_comes_back(text: str, title: str) -> None:
    """A document and its sentences come back as they were, whatever is in the text."""
    document = Document(text, "a.txt", "00", title=title, front={"tags": [title, 1, None]})
    sentences = [Span(at, min(at + 7, len(text))) for at in range(0, len(text), 7)]
    record = from_bytes(to_bytes(document, sentences), "a.txt").unwrap()
    assert fields(record.document) == fields(document)
    assert list(record.sentences) == sentences


@pytest.mark.parametrize("name", ["vera/vera.pdf", "notes.md", "notes.docx", "plain.txt"])
def test_a_paper_comes_back(name: str) -> None:
    """Pages, places, blocks, sections and what was left out come back as they were read."""
    document = wiring.read_document(_PAPERS / name).unwrap()
    data = to_bytes(document, tuple(wiring.sentences_of(document)))
    assert fields(from_bytes(data, name).unwrap().document) == fields(document)
    assert data == to_bytes(document, tuple(wiring.sentences_of(document)))


@given(st.integers(0, 10_000))
def test_damage_is_a_fault(seed: int) -> None:
    """Bytes that are no record are an error that names the paper, never an exception."""
    chance = random.Random(seed)  # noqa: S311 - no secret
    data = bytearray(to_bytes(Document("Bees sleep.", "a.txt", "00"), [Span(0, 11)]))
    data[chance.randrange(len(data)) :] = chance.randbytes(chance.randrange(200))
    read = from_bytes(bytes(data), "bees.txt")
    assert not failed(read) or isinstance(read.failure(), StorageFault)
    assert failed(from_bytes(bytes(data[: len(data) // 2]), "bees.txt"))


def test_spans_beyond_the_text_are_damage() -> None:
    """A record whose sentences pass the end of its text is refused."""
    data = to_bytes(Document("Bees.", "a.txt", "00"), [Span(0, 99)])
    assert "damaged" in str(from_bytes(data, "a.txt").failure())
