"""The fields that each scheme of chunks gives one, under its own names, as views of one Chunk.

A strategy that has fields of its own is one line in `FIELDS`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence

from attrs import frozen

from vera.core.chunk import Chunk
from vera.core.document import Box, Document
from vera.verification.chunking import headers, sections
from vera.verification.chunking.counting import Count, Values
from vera.verification.chunking.window import artifact_id


def content_hash(text: str) -> str:
    """The SHA-256 of the text as UTF-8, in hexadecimal; half a character counts as it is."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def plain(document: Document, chunk: Chunk, count: Count) -> Values:  # noqa: ARG001
    """For evidence: where the chunk begins and how long it is, in characters.

    >>> from vera.core.document import Span
    >>> paper = Document("A bee sleeps.", "bees.txt", "")
    >>> plain(paper, Chunk("0", "bee", "bees.txt", Span(2, 5), 0), len)
    {'source': 'bees.txt', 'offset': 2, 'length': 3}
    """
    return {"source": chunk.source, "offset": chunk.offset, "length": chunk.length}


def tokens(document: Document, chunk: Chunk, count: Count) -> Values:
    """For citations: pages beside offsets; `bbox` is [x0, y0, x1, y1] around the first page's part.

    Points from the upper left corner of the page. `page` and `bbox` are None without pages.
    """
    boxes = document.boxes_of(chunk.span)
    first = [box for box in boxes if box.page == chunk.pages[0]]
    return {
        "chunk_id": f"chunk_{chunk.index}",
        "tokens": count(chunk.text),
        "page": chunk.pages[0] if chunk.pages else None,
        "pages": list(chunk.pages),
        "bbox": _around(first) if first else None,
        "start_char": chunk.span.start,
        "end_char": chunk.span.end,
    }


def _around(boxes: Sequence[Box]) -> list[float]:
    corners = (
        min(box.x0 for box in boxes),
        min(box.y0 for box in boxes),
        max(box.x1 for box in boxes),
        max(box.y1 for box in boxes),
    )
    return [round(corner, 2) for corner in corners]


def window(document: Document, chunk: Chunk, count: Count) -> Values:
    """A chunk of an artifact, which is whatever was taken in from outside."""
    return {
        "chunk_id": chunk.id,
        "artifact_id": artifact_id(document),
        "chunk_index": chunk.index,
        "start_char": chunk.span.start,
        "end_char": chunk.span.end,
        "token_count": count(chunk.text),
        "content_hash": content_hash(chunk.text),
    }


def artifact(document: Document, chunks: Sequence[Chunk], count: Count) -> Values:
    """The artifact that was chunked, or is one piece and then has no chunks."""
    is_chunked = len(chunks) > 1
    return {
        "artifact_id": artifact_id(document),
        "title": document.title,
        "token_count": count(document.text),
        "is_chunked": is_chunked,
        "num_chunks": len(chunks) if is_chunked else 0,
        "content_hash": content_hash(document.text),
    }


def _nothing(document: Document, chunks: Sequence[Chunk], count: Count) -> Values:  # noqa: ARG001
    return {}


@frozen
class Fields:
    """What a strategy tells of each chunk, and of the document as a whole."""

    of_chunk: Callable[[Document, Chunk, Count], Values] = plain
    of_document: Callable[[Document, Sequence[Chunk], Count], Values] = _nothing


FIELDS = {
    "tokens": Fields(tokens),
    "window": Fields(window, artifact),
    "headers": Fields(headers.fields),
    "headers:parents": Fields(headers.fields_with_parents),
    "sections": Fields(sections.fields),
}
"""By the name of the strategy, or of a preset with its own; one not here has the plain ones."""


def fields_of(chunker: str) -> Fields:
    """The fields of a strategy, or of one of its presets ("tokens:legal")."""
    return FIELDS.get(chunker) or FIELDS.get(chunker.partition(":")[0], Fields())
