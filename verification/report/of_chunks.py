"""How a document is chunked: as text to read, or as one JSON object."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from attrs import frozen

from vera.core.chunk import Chunk, ChunkConfig, Measure
from vera.core.document import Document
from vera.verification.chunking.fields import content_hash, fields_of
from vera.verification.report.as_json import json_box, json_limit, json_text
from vera.verification.report.of_document import document_head
from vera.verification.report.printable import printable, printable_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vera.core.ports import Tokenizer

SCHEMA = "vera.chunks/1"

_UNITS = {
    Measure.CHARACTERS: ("character", "characters"),
    Measure.TOKENS: ("token", "tokens"),
    Measure.EMBEDDER: ("token of the embedder", "tokens of the embedder"),
}


@frozen
class Chunked:
    """A document, its chunks in order, and the chunker and sizes that made them."""

    document: Document
    chunks: tuple[Chunk, ...]
    chunker: str
    config: ChunkConfig

    def shared(self) -> Iterator[int]:
        """For each chunk, how many characters it shares with the one before."""
        if self.chunks:
            yield 0
        for before, chunk in pairwise(self.chunks):
            yield max(before.span.end - chunk.span.start, 0)

    def labels(self, chunk: Chunk) -> list[str]:
        """The labels of the chunk's pages, as printed; empty where the file does not tell."""
        known = {page.number: page.label for page in self.document.pages}
        return [known[number] for number in chunk.pages]


def counted(number: int, measure: Measure) -> str:
    """A size with its unit.

    >>> counted(1, Measure.TOKENS)
    '1 token'
    """
    return f"{number} {_UNITS[measure][number != 1]}"


def headline(chunked: Chunked) -> str:
    """What was chunked, how, and into how many chunks."""
    config, number = chunked.config, len(chunked.chunks)
    size = json_limit(config.target)
    limits = "" if size is None else f" of {counted(size, config.measure)}"
    if config.overlap:
        limits += f", {config.overlap:.0%} shared"
    if config.maximum > config.target:
        limits += f", at most {config.maximum}"
    many = f"{number} chunk" if number == 1 else f"{number} chunks"
    return printable(f"{chunked.document.source}: {many} by {chunked.chunker}{limits}")


def place(chunk: Chunk, shared: int, measure: Measure) -> list[str]:
    """Where a chunk stands, how large it is, and what it has in common with the one before."""
    parts = [f"[{chunk.span.start}, {chunk.span.end})", counted(chunk.size, measure)]
    if len(chunk.pages) == 1:
        parts.append(f"p. {chunk.pages[0]}")
    elif chunk.pages:
        parts.append(f"pp. {chunk.pages[0]}-{chunk.pages[-1]}")
    if chunk.section:
        parts.append(chunk.section)
    if shared:
        parts.append(f"shares {counted(shared, Measure.CHARACTERS)}")
    cuts = [name for name, cut in (("before", chunk.cut_before), ("after", chunk.cut_after)) if cut]
    if cuts:
        parts.append(f"cut {' and '.join(cuts)}")
    return parts


def chunks_text(chunked: Chunked) -> str:
    """Each chunk below a line that says where it stands; nothing drives a terminal."""
    blocks = [f"{headline(chunked)}\n"]
    for chunk, shared in zip(chunked.chunks, chunked.shared(), strict=True):
        parts = [str(chunk.index), chunk.id, *place(chunk, shared, chunked.config.measure)]
        head = printable(" | ".join(parts))
        blocks.append(f"--- {head}\n{printable_text(chunk.text)}\n")
    return "\n".join(blocks)


def chunks_json(chunked: Chunked, cl100k: Tokenizer) -> str:
    """One object, described by `schema/chunks-1.json`; spans count characters of its text."""
    document, config = chunked.document, chunked.config
    fields = fields_of(chunked.chunker)
    value = {
        "schema": SCHEMA,
        "document": {
            **document_head(document, document.pages),
            "metadata": dict(fields.of_document(document, chunked.chunks, cl100k.count)),
        },
        "chunker": chunked.chunker,
        "settings": {
            "target": json_limit(config.target),
            "overlap": config.overlap,
            "minimum": config.minimum,
            "maximum": json_limit(config.maximum),
            "measure": config.measure.name.lower(),
            "whole": json_limit(config.whole),
        },
        "chunks": [
            {
                "id": chunk.id,
                "index": chunk.index,
                "text": chunk.text,
                "span": [chunk.span.start, chunk.span.end],
                "pages": list(chunk.pages),
                "page_labels": chunked.labels(chunk),
                "boxes": [json_box(box) for box in document.boxes_of(chunk.span)],
                "section": chunk.section,
                "size": chunk.size,
                "cut_before": chunk.cut_before,
                "cut_after": chunk.cut_after,
                "content_hash": content_hash(chunk.text),
                "shared": shared,
                "metadata": dict(fields.of_chunk(document, chunk, cl100k.count)),
            }
            for chunk, shared in zip(chunked.chunks, chunked.shared(), strict=True)
        ],
    }
    return json_text(value) + "\n"
