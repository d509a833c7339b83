"""Type whose letters are all of one width, as code and what a program prints are set in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.core.document import Floats
    from vera.verification.ingestion.pdf.lines import Line

_FEWEST = 30
"""Pairs of letters of a font that are measured at least."""
_SAME_STEP = 0.06
"""Type sizes by which the step from letter to letter may differ: thin letters stand a bit off."""
_SHARE = 0.8
"""The share of the steps that are the same: typewriters have 0.9 and more, others 0.7 at most."""


def typewriters(pages: Sequence[Sequence[Line]], boxes: Floats) -> frozenset[int]:
    """The faces that step by one width; `boxes` float32 (n, 4) are those of the glyphs."""
    lines = [line for own in pages for line in own if line.face and len(line.text) > 1]
    if not lines:
        return frozenset()
    text = "".join(line.text for line in lines)
    codes = np.frombuffer(text.encode("utf-32-le"), "<u4")
    glyphs = np.concatenate([line.glyphs for line in lines])
    lengths = [len(line.glyphs) for line in lines]
    face = np.repeat([line.face for line in lines], lengths)
    size = np.repeat(np.array([max(line.size, 1.0) for line in lines], dtype=np.float32), lengths)
    plain = (codes >= ord("a")) & (codes <= ord("z")) & (glyphs >= 0)
    pairs = np.flatnonzero(plain[1:] & plain[:-1])
    middle = boxes[glyphs, 0] + boxes[glyphs, 2]
    steps = (middle[pairs + 1] - middle[pairs]) / (2 * size[pairs])
    faces = face[pairs]
    within = (steps > 0) & (steps < 1) & (faces == face[pairs + 1])
    steps, faces = steps[within], faces[within]
    found = set()
    for it in np.unique(faces).tolist():
        own = steps[faces == it]
        same = np.abs(own - np.median(own)) <= _SAME_STEP
        if len(own) >= _FEWEST and float(same.mean()) >= _SHARE:
            found.add(it)
    return frozenset(found)
