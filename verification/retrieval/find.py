"""A claim finds passages: the nearest chunks, and the sentences that come nearest."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from attrs import frozen

from vera.core.document import Span
from vera.verification.retrieval.dense import top_k
from vera.verification.retrieval.passages import LONGEST_WINDOW, Passages

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vera.core.ports import Matrix


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


def _windows(
    passages: Passages, query: NDArray[np.float32], units: NDArray[np.intp], most: int
) -> tuple[Hit, ...]:
    """The best windows of neighbouring units of a paragraph, among `units` (sorted indexes).

    They share no text; ties go to the earlier, then to the shorter. The cosine with a pooled vector
    is the weighted sum of the units' products with the query over the length of their weighted sum.
    """
    rows, weights = passages.rows[units].astype(np.float64), passages.weights[units]
    products = (rows * query.astype(np.float64)).sum(axis=1) * weights
    sums = np.zeros_like(products)
    firsts, lasts, scores = [], [], []
    for size in range(1, min(LONGEST_WINDOW, len(units)) + 1):
        count = len(units) - size + 1
        sums = sums[:count] + products[size - 1 :]
        first, last = units[:count], units[size - 1 :]
        together = np.flatnonzero(
            (last - first == size - 1) & (passages.paragraphs[first] == passages.paragraphs[last])
        )
        firsts.append(first[together])
        lasts.append(last[together])
        scores.append(sums[together] / passages.window_norms[size - 1, first[together]])
    first, last, score = map(np.concatenate, (firsts, lasts, scores))
    chosen: list[Hit] = []
    for at in np.lexsort((last, first, -score)):
        if len(chosen) == most:
            break
        span = Span(passages.units[first[at]].start, passages.units[last[at]].end)
        if not any(span.overlaps(other.span) for other in chosen):
            chosen.append(Hit(span, min(max(float(score[at]), -1.0), 1.0)))
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
        hits = (
            Hit(passages.chunks[at].span, float(score))
            for at, score in zip(indexes, scores, strict=True)
        )
        found.append(Found(passages, tuple(hits), _windows(passages, query, units, k)))
    return found
