"""The passages of one document, each with its vector: its units, its chunks, its windows.

Only units are embedded: the sentences, cut further where a chunk ends inside one. The vector of a
chunk, and of a window of neighbouring units, is pooled from theirs (ADR 0006), so that every chunk
size costs the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from core.chunk import Chunk
from core.document import Document, Kind, Span
from core.errors import ReadFault, UnreadableDocument
from core.ports import Matrix, Role
from core.result import Failure, Result, Success, failed
from core.text import is_blank
from verification.embedding.pooling import Ranges, Weights, pool

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from core.ports import Embedder

LONGEST_WINDOW = 3
"""Sentences that a window of evidence may have."""


@frozen(eq=False)
class Passages:
    """A document ready to be searched.

    `units` are n spans in order, `rows` (n, dimension) their vectors, `weights` (n,) their lengths
    in characters, `paragraphs` (n,) the number of the paragraph each stands in, ascending.
    `window_norms` (`LONGEST_WINDOW`, n) are the lengths of the weighted sums of the rows of one,
    two, ... units from each unit on, 0 where they pass the end. `chunks` are m chunks; `ranges`
    (m, 2) says which units [first, last) each is made of, and `chunk_rows` (m, dimension) are their
    vectors.
    """

    document: Document
    units: tuple[Span, ...] = field(repr=False)
    rows: Matrix = field(repr=False)
    weights: Weights = field(repr=False)
    paragraphs: Ranges = field(repr=False)
    window_norms: NDArray[np.float64] = field(repr=False)
    chunks: tuple[Chunk, ...] = field(repr=False)
    ranges: Ranges = field(repr=False)
    chunk_rows: Matrix = field(repr=False)


def units_of(
    document: Document,
    sentences: Sequence[Span],
    chunks: Sequence[Chunk],
    references: bool = False,
) -> tuple[Span, ...]:
    """The sentences that can be evidence, cut where a chunk begins or ends inside one.

    What is blank is none, nor what stands in no block of the document (a comment, say), nor the
    list of references unless it is asked for.
    """
    cuts = {chunk.span.start for chunk in chunks if chunk.cut_before}
    cuts |= {chunk.span.end for chunk in chunks if chunk.cut_after}
    inside = np.array(sorted(cuts), dtype=np.int64)
    units: list[Span] = []
    for sentence in _evident(document, sentences, references):
        low, high = np.searchsorted(inside, (sentence.start + 1, sentence.end))
        edges = [sentence.start, *map(int, inside[low:high]), sentence.end]
        units.extend(map(Span, edges[:-1], edges[1:]))
    return tuple(unit for unit in units if not is_blank(unit.of(document.text)))


def _evident(document: Document, sentences: Sequence[Span], references: bool) -> Iterator[Span]:
    if not document.blocks:
        yield from sentences
        return
    blocks = iter(document.blocks)
    block = next(blocks)
    for sentence in sentences:
        while block.span.end <= sentence.start and (after := next(blocks, None)):
            block = after
        shown = block.span.start <= sentence.start < block.span.end
        if shown and (references or block.kind is not Kind.REFERENCES):
            yield sentence


def index(
    document: Document,
    sentences: Sequence[Span],
    chunks: Sequence[Chunk],
    embedder: Embedder,
    progress: Callable[[int, int], None] | None = None,
    references: bool = False,
) -> Result[Passages]:
    """Embed the units of a document, once each, and pool its chunks from them.

    `progress` is told how many units are done, and of how many. Errors are those of the embedder,
    and an `UnreadableDocument` where nothing can be evidence.
    """
    units = units_of(document, sentences, chunks, references)
    if not units:
        detail = "it holds no text that can be evidence"
        return Failure(UnreadableDocument("index", document.source, ReadFault.EMPTY, detail))
    done = 0

    def count(more: int) -> None:
        nonlocal done
        done += more
        if progress is not None:
            progress(done, len(units))

    rows = embedder.embed([unit.of(document.text) for unit in units], Role.PASSAGE, count)
    if failed(rows):
        return rows
    weights = np.array([len(unit) for unit in units], dtype=np.float32)
    starts = np.array([unit.start for unit in units], dtype=np.int64)
    ends = np.array([unit.end for unit in units], dtype=np.int64)
    first = np.searchsorted(ends, [chunk.span.start for chunk in chunks], side="right")
    last = np.searchsorted(starts, [chunk.span.end for chunk in chunks], side="left")
    filled = np.flatnonzero(first < last)
    ranges = np.column_stack((first, last))[filled]
    chunk_rows = pool(rows.unwrap(), weights, ranges, embedder.info.name)
    if failed(chunk_rows):
        return chunk_rows
    kept = tuple(chunks[int(at)] for at in filled)
    return Success(
        Passages(
            document,
            units,
            rows.unwrap(),
            weights,
            _paragraphs(document, units),
            _window_norms(rows.unwrap(), weights),
            kept,
            ranges,
            chunk_rows.unwrap(),
        )
    )


def _window_norms(rows: Matrix, weights: Weights) -> NDArray[np.float64]:
    norms = np.zeros((LONGEST_WINDOW, len(rows)))
    sums = parts = rows * weights[:, None]
    for size in range(min(LONGEST_WINDOW, len(rows))):
        sums = sums[: len(parts) - size] + parts[size:] if size else parts
        norms[size, : len(sums)] = np.linalg.norm(sums, axis=1)
    return norms


def _paragraphs(document: Document, units: Sequence[Span]) -> NDArray[np.intp]:
    starts = [block.span.start for block in document.paragraphs()]
    return np.searchsorted(starts, [unit.start for unit in units], side="right")
