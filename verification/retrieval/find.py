"""A claim finds passages: the nearest chunks, and the sentences that come nearest."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from attrs import frozen

from core.document import Span
from verification.retrieval.dense import top_k
from verification.retrieval.passages import Passages

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from core.ports import Matrix

LONGEST_WINDOW = 3
"""Sentences that a window of evidence may have."""


@frozen
class Hit:
    """A passage of the document and its cosine to the claim, in [-1, 1]."""

    span: Span
    score: float


@frozen
class Found:
    """What a claim found in one document: its nearest chunks and windows, each best first."""

    passages: Passages
    chunks: tuple[Hit, ...]
    windows: tuple[Hit, ...]


def _windows(passages: Passages, query: NDArray[np.float64], units: NDArray[np.intp]) -> list[Hit]:
    """Every window of neighbouring units of a paragraph among `units` (sorted indexes), scored.

    The cosine with a pooled vector is computed from the units themselves: the weighted sum of
    their products with the query over the length of their weighted sum.
    """
    rows = passages.rows[units].astype(np.float64) * passages.weights[units, None]
    sums, hits = np.zeros_like(rows), []
    for size in range(1, min(LONGEST_WINDOW, len(units)) + 1):
        count = len(units) - size + 1
        sums = sums[:count] + rows[size - 1 :]
        scores = (sums * query).sum(axis=1) / np.linalg.norm(sums, axis=1)
        first, last = units[:count], units[size - 1 :]
        together = (last - first == size - 1) & (
            passages.paragraphs[first] == passages.paragraphs[last]
        )
        for at in np.flatnonzero(together):
            span = Span(passages.units[first[at]].start, passages.units[last[at]].end)
            hits.append(Hit(span, float(np.clip(scores[at], -1.0, 1.0))))
    return hits


def _apart(hits: list[Hit], most: int) -> tuple[Hit, ...]:
    """The best hits that share no text, at most `most`; ties go to the earlier, then shorter."""
    chosen: list[Hit] = []
    for hit in sorted(hits, key=lambda hit: (-hit.score, hit.span)):
        if len(chosen) == most:
            break
        if not any(hit.span.overlaps(other.span) for other in chosen):
            chosen.append(hit)
    return tuple(chosen)


def _around(at: int, units: int) -> NDArray[np.intp]:
    """The units that can share a window with unit `at`."""
    return np.arange(max(at - LONGEST_WINDOW + 1, 0), min(at + LONGEST_WINDOW, units))


def find(passages: Passages, queries: Matrix, k: int) -> list[Found]:
    """For each of the claims' vectors (m, dimension), the k nearest chunks and windows.

    Windows are sought in the k nearest chunks and around the k nearest sentences: a long chunk
    hides the one sentence in it that says the claim (ADR 0009).
    """
    chunks = top_k(queries, passages.chunk_rows, k)
    sentences = top_k(queries, passages.rows, k)
    found = []
    for query, (indexes, scores), (nearest, _) in zip(queries, chunks, sentences, strict=True):
        inside = [np.arange(first, last) for first, last in passages.ranges[indexes]]
        around = [_around(int(at), len(passages.units)) for at in nearest]
        units = np.unique(np.concatenate([*inside, *around]))
        windows = _windows(passages, query.astype(np.float64), units)
        hits = (
            Hit(passages.chunks[at].span, float(score))
            for at, score in zip(indexes, scores, strict=True)
        )
        found.append(Found(passages, tuple(hits), _apart(windows, k)))
    return found
