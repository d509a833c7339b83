"""Chunks that end where neighbouring sentences part in meaning (ADR 0014).

The vectors are those of the sentences, which verification computes anyway: no model is asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vera.core.chunk import ChunkConfig
from vera.verification.chunking.strategy import Material, Strategy
from vera.verification.chunking.units import Unit, Units

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

_BESIDE = 3
"""Sentences on each side whose mean vectors are compared; one alone says too little."""


def similarities(rows: NDArray[np.float32]) -> NDArray[np.float64]:
    """The cosine of the mean vectors before and after each of the n - 1 gaps between n sentences.

    0 where a side has no vector. Source: TextTiling's comparison of blocks (Hearst, 1997), with
    vectors in the place of words.
    """
    sums = np.concatenate([np.zeros((1, rows.shape[1])), np.cumsum(rows, axis=0, dtype=np.float64)])
    gaps = np.arange(1, len(rows))
    before = sums[gaps] - sums[np.maximum(gaps - _BESIDE, 0)]
    after = sums[np.minimum(gaps + _BESIDE, len(rows))] - sums[gaps]
    lengths = np.linalg.norm(before, axis=1) * np.linalg.norm(after, axis=1)
    products = np.einsum("ij,ij->i", before, after)
    cosines = np.zeros(len(gaps))
    np.divide(products, lengths, out=cosines, where=lengths > 0)
    return cosines


def depths(similarity: NDArray[np.float64]) -> NDArray[np.float64]:
    """How deep each gap lies below the peaks on its two sides (Hearst, 1997); 0 on a slope.

    >>> depths(np.array([0.9, 0.4, 0.8])).round(1).tolist()
    [0.0, 0.9, 0.0]
    """
    left, right = _peaks(similarity), _peaks(similarity[::-1])[::-1]
    valley = (left > similarity) & (right > similarity)
    return np.where(valley, left + right - 2 * similarity, 0.0)


def _peaks(similarity: NDArray[np.float64]) -> NDArray[np.float64]:
    """The top of the slope that leads up to the left of each gap."""
    peaks = np.array(similarity)
    for at in np.flatnonzero(similarity[:-1] > similarity[1:]) + 1:
        peaks[at] = peaks[at - 1]
    return peaks


def _walls(rows: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Whether a chunk should begin with each sentence: gaps deeper than most (mean + half sd)."""
    walls = np.zeros(len(rows), dtype=np.bool_)
    if len(rows) > 2 * _BESIDE:
        deep = depths(similarities(rows))
        walls[1:] = deep > deep.mean() + deep.std() / 2
    return walls


def units(material: Material) -> Iterator[Units]:
    """The sentences, a wall before each that begins something else; without vectors, none."""
    sentences, most = list(material.sentences), material.config.maximum
    rows = material.rows
    walls = np.zeros(len(sentences), dtype=np.bool_) if rows is None else _walls(rows)

    def parts() -> Iterator[Unit]:
        for sentence, wall in zip(sentences, walls.tolist(), strict=True):
            yield from material.pieces(sentence.start, sentence.end, most, wall=wall)

    return Units.batches(parts())


SEMANTIC = Strategy("semantic", units, ChunkConfig(3000, 0.0, 500, 5000), uses_vectors=True)
