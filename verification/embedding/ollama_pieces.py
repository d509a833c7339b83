"""What a server embeds: texts, and parts of those that are too long for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from vera.core.cutting import best_cut
from vera.core.result import Result, Success
from vera.core.text import is_blank
from vera.verification.embedding.pooling import pool

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.core.ports import Matrix

Row: TypeAlias = NDArray[np.float32]


@frozen
class Piece:
    """A text of the call, or a part of one that is too long: `start` is its offset in it."""

    owner: int
    start: int
    text: str

    def halves(self) -> tuple[Piece, ...]:
        """Two pieces, parted at the best place near the middle; a blank one is left out."""
        third = len(self.text) // 3
        cut = best_cut(self.text, third, min(len(self.text) - third, len(self.text) - 1))
        parts = ((self.start, self.text[:cut]), (self.start + cut, self.text[cut:]))
        return tuple(Piece(self.owner, start, part) for start, part in parts if not is_blank(part))


@frozen(eq=False)
class Round:
    """What became of some pieces: those with a vector, and those that must be cut."""

    rows: tuple[tuple[Piece, Row], ...] = ()
    too_long: tuple[Piece, ...] = ()

    def __add__(self, other: Round) -> Round:
        return Round(self.rows + other.rows, self.too_long + other.too_long)


def gathered(
    rows: Sequence[tuple[Piece, Row]], count: int, dimension: int, embedder: str
) -> Result[Matrix]:
    """One row a text, in order; that of a text in several pieces is pooled from theirs."""
    found = sorted(rows, key=lambda row: (row[0].owner, row[0].start))
    matrix = np.empty((len(found), dimension), dtype=np.float32)
    for at, (_, row) in enumerate(found):
        matrix[at] = row
    matrix.flags.writeable = False
    if len(found) == count:
        return Success(matrix)
    owners = [piece.owner for piece, _ in found]
    edges = np.searchsorted(owners, np.arange(count + 1))
    ranges = np.stack([edges[:-1], edges[1:]], axis=1)
    weights = np.array([len(piece.text) for piece, _ in found], dtype=np.float32)
    return pool(matrix, weights, ranges, embedder)
