"""The lines of a page as the search for tables needs them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from attrs import frozen

from vera.core.document import Floats
from vera.verification.ingestion.pdf.lines import Line
from vera.verification.ingestion.pdf.paragraphs import is_caption
from vera.verification.ingestion.pdf.rows_of_words import Words
from vera.verification.ingestion.pdf.typewriter import NONE, Typewriters

_WIDE = 1.0
"""Type sizes from which on a gap is too wide for prose that is not badly justified."""
_SAME_HEIGHT = 0.35


@frozen(eq=False, slots=False)
class Sheet:
    """The lines of a page: x0, y0, x1, y1 of each, the captions, and which have wide gaps."""

    lines: Sequence[Line]
    box: Floats
    captions: tuple[int, ...]
    wide: Sequence[bool]
    words: Words

    @classmethod
    def of(cls, lines: Sequence[Line], boxes: Floats, typewriters: Typewriters = NONE) -> Sheet:
        """Of the lines of one page; `typewriters` is what is set in letters of one width."""
        box = np.array([(it.x0, it.y0, it.x1, it.y1) for it in lines], dtype=np.float32).reshape(
            -1, 4
        )
        told = tuple(at for at, line in enumerate(lines) if is_caption(line.text))
        return cls(lines, box, told, wide_lines(lines, boxes), Words(boxes, typewriters))

    @cached_property
    def by_height(self) -> tuple[list[int], list[float]]:
        """The lines by the height of their middle, by index, and these heights."""
        middles = (self.box[:, 1] + self.box[:, 3]) / 2
        order = np.argsort(middles, kind="stable")
        return order.tolist(), middles[order].tolist()


def is_beside(a: Line, b: Line) -> bool:
    """Whether b stands to the right of a at the same height."""
    return (
        b.x0 >= a.x1 - 1
        and abs(b.baseline - a.baseline) <= _SAME_HEIGHT * max(a.size, b.size)
    )  # fmt: skip


def beside(lines: Sequence[Line]) -> int:
    """How many of the lines stand to the right of the one before, as `is_beside` tells."""
    told = np.array([(it.x0, it.x1, it.baseline, it.size) for it in lines]).reshape(-1, 4)
    x0, x1, baseline, size = told.T
    near = np.abs(np.diff(baseline)) <= _SAME_HEIGHT * np.maximum(size[1:], size[:-1])
    return int(np.count_nonzero(near & (x0[1:] >= x1[:-1] - 1)))


def wide_lines(lines: Sequence[Line], boxes: Floats) -> list[bool]:
    """Of each line of a page, whether it has a gap that no prose has."""
    if not lines:
        return []
    lengths = np.array([len(line.glyphs) for line in lines])
    glyphs = np.concatenate([line.glyphs for line in lines])
    box = boxes[glyphs]
    seen = np.flatnonzero((glyphs >= 0) & (box[:, 2] > box[:, 0]))
    number = np.repeat(np.arange(len(lines)), lengths)[seen]
    size = np.array([max(line.size, 1.0) for line in lines], dtype=np.float32)
    x0, x1 = box[seen, 0], box[seen, 2]
    gap = x0[1:] - x1[:-1] > _WIDE * size[number[1:]]
    wide = np.zeros(len(lines), dtype=np.bool_)
    wide[number[1:][gap & (number[1:] == number[:-1])]] = True
    told: list[bool] = wide.tolist()
    return told
