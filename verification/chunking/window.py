"""Token windows with stable ids, and a chunk together with its neighbours (ADR 0014)."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from attrs import evolve

from vera.core.chunk import ChunkConfig, Measure
from vera.verification.chunking.strategy import Strategy
from vera.verification.chunking.tokens import units

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vera.core.chunk import Chunk
    from vera.core.document import Document

BOUNDARY = "[CHUNK BOUNDARY]"


def artifact_id(document: Document) -> str:
    """The name of a document by its content: "art_" and eight digits of its file's SHA-256."""
    return artifact_name(document.digest or _digest(document.text))


def artifact_name(digest: str) -> str:
    """The same from the SHA-256 in hexadecimal."""
    return f"art_{digest[:8]}"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _named(document: Document, chunks: Iterator[Chunk]) -> Iterator[Chunk]:
    artifact = artifact_id(document)
    for chunk in chunks:
        content = _digest(chunk.text)
        yield evolve(chunk, id=f"{artifact}::chunk::{chunk.index:03d}::{content[:8]}")


def with_neighbours(document: Document, chunks: Sequence[Chunk], index: int, reach: int = 1) -> str:
    """A chunk's text with `reach` neighbours on each side, `BOUNDARY` on a line between them.

    What two chunks share is given once, in the earlier of them, except that the chunk that was
    asked for is always whole. IndexError where there is no such chunk.
    """
    if not 0 <= index < len(chunks):
        raise IndexError(f"no chunk {index}: there are {len(chunks)}")
    asked = chunks[index].span
    parts = []
    for chunk in chunks[max(index - reach, 0) : index + reach + 1]:
        start, end = chunk.span.start, chunk.span.end
        if chunk.index < index:
            end = min(end, chunks[chunk.index + 1].span.start)
        elif chunk.index > index:
            start = max(start, chunks[chunk.index - 1].span.end)
        assert chunk.span == asked or not (start < asked.end and asked.start < end)  # noqa: S101
        parts.append(document.text[start:end].strip())
    return f"\n{BOUNDARY}\n".join(parts)


WINDOW = Strategy(
    "window", units, ChunkConfig(900, 100 / 900, 0, 900, Measure.TOKENS, whole=1200), named=_named
)
