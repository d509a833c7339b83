"""Type whose letters are all of one width, as code and what a program prints are set in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from attrs import field, frozen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.core.document import Floats, Ints
    from vera.verification.ingestion.pdf.lines import Line

_FEWEST = 30
"""Pairs of letters of a font that are measured at least."""
_SAME_STEP = 0.06
"""Type sizes by which the step from letter to letter may differ: thin letters stand a bit off."""
_SHARE = 0.8
"""The share of the steps that are the same: typewriters have 0.9 and more, others 0.7 at most."""
_FEWEST_IN_LINE = 5
"""Pairs of letters by which a line in several faces is told."""


@frozen(eq=False)
class Typewriters:
    """What is set in letters of one width: the numbers of such `faces`, and lines of several.

    `mixed` are the identities of lines in several faces (bold words, slanted comments) that all
    step by the width of one of the `faces`.
    """

    faces: frozenset[int] = frozenset()
    mixed: frozenset[int] = field(default=frozenset(), repr=False)

    def set_line(self, line: Line) -> bool:
        """Whether the line is set so."""
        return line.face in self.faces or id(line) in self.mixed


NONE = Typewriters()


def typewriters(pages: Sequence[Sequence[Line]], boxes: Floats) -> Typewriters:
    """What is set so on the pages; `boxes` float32 (n, 4) are those of the glyphs."""
    lines = [line for own in pages for line in own if len(line.text) > 1]
    if not lines:
        return NONE
    at, steps = _steps(lines, boxes)
    face = np.array([line.face for line in lines])[at]
    widths: dict[int, float] = {}
    for it in np.unique(face[face > 0]).tolist():
        own = steps[face == it]
        width = float(np.median(own))
        if len(own) >= _FEWEST and float((np.abs(own - width) <= _SAME_STEP).mean()) >= _SHARE:
            widths[it] = width
    several = face == 0
    of_line = np.bincount(at[several], minlength=len(lines))
    mixed: set[int] = set()
    for width in set(widths.values()):
        same = several & (np.abs(steps - width) <= _SAME_STEP)
        agree = np.bincount(at[same], minlength=len(lines))
        told = (of_line >= _FEWEST_IN_LINE) & (agree >= _SHARE * of_line)
        mixed.update(id(lines[k]) for k in np.flatnonzero(told).tolist())
    return Typewriters(frozenset(widths), frozenset(mixed))


def _steps(lines: Sequence[Line], boxes: Floats) -> tuple[Ints, Floats]:
    """The steps from letter to letter, in type sizes, and the line of each.

    Digits tell nothing: they are of one width in most fonts.
    """
    codes = np.frombuffer("".join(line.text for line in lines).encode("utf-32-le"), "<u4")
    glyphs = np.concatenate([line.glyphs for line in lines])
    at = np.repeat(np.arange(len(lines), dtype=np.int32), [len(line.glyphs) for line in lines])
    size = np.array([max(line.size, 1.0) for line in lines], dtype=np.float32)
    small = codes | 0x20
    plain = (small >= ord("a")) & (small <= ord("z")) & (glyphs >= 0)
    pairs = np.flatnonzero(plain[1:] & plain[:-1] & (at[1:] == at[:-1]))
    middle = boxes[glyphs, 0] + boxes[glyphs, 2]
    steps = (middle[pairs + 1] - middle[pairs]) / (2 * size[at[pairs]])
    within = (steps > 0) & (steps < 1)
    return at[pairs[within]], steps[within].astype(np.float32)
