"""Chunks that begin at headings, with the fields that notes are found by (ADR 0015)."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from attrs import evolve

from vera.core.chunk import ChunkConfig
from vera.verification.chunking.notes import aliases, links, tags
from vera.verification.chunking.strategy import Material, Strategy
from vera.verification.chunking.stretches import Breaker, headed, wholes
from vera.verification.chunking.units import Units
from vera.verification.chunking.window import artifact_id

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from vera.core.chunk import Chunk
    from vera.core.document import Document, Span
    from vera.verification.chunking.counting import Count

_OWN = {"tags", "tag", "aliases", "alias"}


def units(material: Material) -> Iterator[Units]:
    """Paragraphs, lists, tables and code, a wall before each section.

    What is over the maximum goes by its items, rows, functions or sentences.
    """
    breaker = Breaker(material)
    parts = headed(wholes(material.document))
    return Units.batches(unit for part in parts for unit in breaker.units(part))


def _named(document: Document, chunks: Iterator[Chunk]) -> Iterator[Chunk]:
    artifact = artifact_id(document)
    for chunk in chunks:
        sibling = "" if chunk.part is None else f"_sub_{chunk.part}"
        yield evolve(chunk, id=f"{artifact}_chunk_{chunk.group}{sibling}")


def header_path(document: Document, span: Span) -> str:
    """The deepest path that all of the span is under: "Architecture > Components"."""
    holding = (it for it in document.sections_around(span.start) if it.span.end >= span.end)
    return str(next(holding, ""))


def _parents(document: Document, span: Span) -> str:
    """The headings above the span that it does not hold, as Markdown, each on a line."""
    above = [it for it in document.sections_around(span.start) if it.span.start < span.start]
    return "".join(f"{'#' * len(it.path)} {it.path[-1]}\n" for it in reversed(above))


def fields(document: Document, chunk: Chunk, count: Count) -> Mapping[str, object]:  # noqa: ARG001
    """A chunk of a note, with what it has from the note.

    `modified_time` is in ISO 8601 (UTC), None where it is not known. `metadata` has the tags and
    aliases of the note, the links of the chunk, and the other fields of the front matter as the
    author named them.
    """
    when = document.modified
    return {
        "chunk_id": chunk.id,
        "doc_id": artifact_id(document),
        "content": chunk.text,
        "chunk_index": chunk.index,
        "header_path": header_path(document, chunk.span),
        "start_pos": chunk.span.start,
        "end_pos": chunk.span.end,
        "file_path": document.source,
        "modified_time": None if when is None else datetime.fromtimestamp(when, UTC).isoformat(),
        "metadata": {
            **{key: value for key, value in document.front.items() if key not in _OWN},
            "tags": list(tags(document)),
            "links": links(document, chunk.span),
            "aliases": aliases(document),
        },
    }


def fields_with_parents(document: Document, chunk: Chunk, count: Count) -> Mapping[str, object]:
    """The same; `content` begins with the headings that the chunk stands under."""
    parents = _parents(document, chunk.span)
    content = f"{parents}\n{chunk.text}" if parents else chunk.text
    return {**fields(document, chunk, count), "content": content}


_SIZES = ChunkConfig(2000, 50 / 2000, 200, 2000)

HEADERS = Strategy("headers", units, _SIZES, presets={"parents": _SIZES}, named=_named)
