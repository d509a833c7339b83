"""Windows: ids by content, one piece while small, and a chunk with its neighbours."""

from __future__ import annotations

import hashlib
import re

import pytest
from attrs import evolve

from tests.chunking.chunkers import chunks_of
from vera.core.document import Document
from vera.verification.chunking.window import BOUNDARY, WINDOW, artifact_id, with_neighbours

SMALL = WINDOW.config.resized(20, 0.25).unwrap()
TEXT = " ".join(f"word{number}" for number in range(60))
DOCUMENT = Document(TEXT, "a paper", "c0ffee00" + "0" * 56)


def test_ids_name_the_document_the_place_and_the_content() -> None:
    """An id is `{artifact}::chunk::{index:03d}::{hash8}`."""
    for chunk in chunks_of(DOCUMENT, WINDOW, SMALL):
        digest = hashlib.sha256(chunk.text.encode()).hexdigest()
        assert chunk.id == f"art_c0ffee00::chunk::{chunk.index:03d}::{digest[:8]}"


def test_a_document_without_a_digest_is_named_by_its_text() -> None:
    """The name is the same for the same text, and another for another."""
    names = {artifact_id(Document(text, "a paper", "")) for text in ("one", "one", "two\ud800")}
    assert len(names) == 2
    assert all(re.fullmatch("art_[0-9a-f]{8}", name) for name in names)


def test_up_to_1200_tokens_nothing_is_cut() -> None:
    """A text of 1200 tokens is one chunk; one more makes windows of at most 900."""
    whole = chunks_of(Document("word" + " word" * 1199, "a paper", ""), WINDOW, WINDOW.config)
    cut = chunks_of(Document("word" + " word" * 1200, "a paper", ""), WINDOW, WINDOW.config)
    assert [chunk.size for chunk in whole] == [1200]
    assert [chunk.size for chunk in cut] == [900, 401]
    assert cut[0].span.end - cut[1].span.start == len("word" + " word" * 99)


def test_every_chunk_fits_whatever_whole_is() -> None:
    """`whole` is not a second maximum: past it the windows keep to theirs."""
    config = evolve(SMALL, whole=30)
    chunks = chunks_of(DOCUMENT, WINDOW, config)
    assert len(chunks) > 1
    assert all(chunk.size <= 20 for chunk in chunks)


def test_neighbours_are_given_without_what_they_repeat() -> None:
    """Every word stands once, in order, and the chunk that was asked for is whole."""
    chunks = chunks_of(DOCUMENT, WINDOW, SMALL)
    for chunk in chunks:
        shown = with_neighbours(DOCUMENT, chunks, chunk.index)
        parts = shown.split(f"\n{BOUNDARY}\n")
        first, last = max(chunk.index - 1, 0), min(chunk.index + 1, len(chunks) - 1)
        assert len(parts) == last - first + 1
        assert parts[chunk.index - first] == chunk.text
        span = DOCUMENT.text[chunks[first].span.start : chunks[last].span.end]
        assert " ".join(parts) == span


def test_without_reach_there_are_no_neighbours() -> None:
    """A reach of 0 gives the chunk alone."""
    chunks = chunks_of(DOCUMENT, WINDOW, SMALL)
    assert with_neighbours(DOCUMENT, chunks, 2, reach=0) == chunks[2].text


@pytest.mark.parametrize("index", [-1, 99])
def test_a_chunk_that_is_not_there_has_no_neighbours(index: int) -> None:
    """A wrong index is an error, not the last chunk."""
    with pytest.raises(IndexError, match=f"no chunk {index}"):
        with_neighbours(DOCUMENT, chunks_of(DOCUMENT, WINDOW, SMALL), index)
