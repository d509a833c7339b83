"""A chunk's fields are those of its scheme, and true."""

from __future__ import annotations

import hashlib

import numpy as np

from vera.core.chunk import Chunk
from vera.core.document import Document, Page, Places, Span
from vera.verification.chunking.fields import fields_of
from vera.verification.chunking.strategies import STRATEGIES
from vera.verification.chunking.strategy import PackingChunker
from vera.verification.chunking.tiktoken import load

TEXT = "One two. Three."


def _document() -> Document:
    """A text of which "One two." stands on page 2, the rest on page 3."""
    page = np.array([2] * 9 + [3] * 6, dtype=np.int32)
    left = np.arange(len(TEXT), dtype=np.float32)
    box = np.stack([left, np.full_like(left, 5), left + 1, np.full_like(left, 7.25)], axis=1)
    pages = (Page(2, 10, 10, Span(0, 9)), Page(3, 10, 10, Span(9, 15)))
    return Document(TEXT, "a.pdf", "ab" * 32, pages=pages, places=Places(page, page, box))


def _chunk(document: Document, start: int, end: int) -> Chunk:
    span = Span(start, end)
    return Chunk("id", span.of(TEXT), "a.pdf", span, 4, document.pages_of(span))


def test_tokens_tells_page_and_box() -> None:
    """The fields for citations: pages, a box around the first page's part, exact tokens."""
    document, count = _document(), load().unwrap().count
    assert fields_of("tokens:legal").of_chunk(document, _chunk(document, 4, 15), count) == {
        "chunk_id": "chunk_4",
        "tokens": 4,
        "page": 2,
        "pages": [2, 3],
        "bbox": [4.0, 5.0, 9.0, 7.25],
        "start_char": 4,
        "end_char": 15,
    }


def test_tokens_without_pages() -> None:
    """A format without pages has no page and no box, rather than page 1."""
    document = Document(TEXT, "a.txt", "")
    values = fields_of("tokens").of_chunk(document, _chunk(document, 0, 8), len)
    assert (values["page"], values["pages"], values["bbox"]) == (None, [], None)


def test_window_tells_the_artifact() -> None:
    """The fields of artifacts; one piece is no chunk of its artifact."""
    document, fields = _document(), fields_of("window")
    chunk = _chunk(document, 0, 8)
    assert fields.of_chunk(document, chunk, len) == {
        "chunk_id": "id",
        "artifact_id": "art_abababab",
        "chunk_index": 4,
        "start_char": 0,
        "end_char": 8,
        "token_count": 8,
        "content_hash": hashlib.sha256(b"One two.").hexdigest(),
    }
    whole = fields.of_document(document, [chunk], len)
    assert (whole["is_chunked"], whole["num_chunks"], whole["token_count"]) == (False, 0, 15)
    parts = fields.of_document(document, [chunk, chunk], len)
    assert (parts["is_chunked"], parts["num_chunks"]) == (True, 2)


def test_every_strategy_has_fields() -> None:
    """Whatever the strategy, a chunk of half a character has fields."""
    document, count = Document("\ud800", "a.txt", ""), load().unwrap()
    for name, strategy in STRATEGIES.items():
        chunker = PackingChunker(strategy, strategy.config, count)
        (chunk,) = chunker.chunk(document, [Span(0, 1)])
        assert fields_of(name).of_chunk(document, chunk, count.count)
