"""Code and what a console shows, by the face that they are set in: all its letters are as wide.

In such a face letters stand on a grid, in every other they drift off it within a few words.
"""

from __future__ import annotations

from itertools import compress
from typing import TYPE_CHECKING

import numpy as np
from attrs import evolve

from vera.core.document import Form, Kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vera.core.document import Floats
    from vera.verification.ingestion.pdf.lines import Line
    from vera.verification.ingestion.pdf.paragraphs import Paragraph

_FEWEST, _MANY = 20, 40
"""Letters of a line that tell of its face, with others, and of a block that tell by themselves:
fewer stand on a grid in any face now and then, and figures do in most."""
_OFF = 0.25
"""How far the middle of a letter may be off its place in the grid, in steps: half of chance."""
_ON_GRID = 0.9
"""Part of the letters that stand on the grid at least: accents and quotes may not."""
_MOST = 0.5
"""Part of the lines of such a face, and of the letters of a document that is typed, at least."""


def with_code(blocks: Sequence[Paragraph], boxes: Floats) -> list[Paragraph]:
    """The blocks, those of body text that are set in letters of one width as code.

    What is too short to tell is known by its face. None where most of the document is set so.
    """
    faces = _faces([line for block in blocks for line in block.lines], boxes)
    is_code = [
        (_letters(block.lines) >= _MANY or all(line.face in faces for line in block.lines))
        and _is_on_grid(block.lines, boxes)
        for block in blocks
    ]
    letters = [_letters(block.lines) for block in blocks]
    if sum(compress(letters, is_code)) > _MOST * sum(letters):
        return list(blocks)
    return [
        evolve(block, form=Form.CODE) if found and _may_be(block) else block
        for block, found in zip(blocks, is_code, strict=True)
    ]


def _faces(lines: Sequence[Line], boxes: Floats) -> set[int]:
    """The faces of which most lines stand on a grid; of a line only some letters tell the face."""
    known: dict[int, list[bool]] = {}
    for line in lines:
        if line.face and _letters([line]) >= _FEWEST:
            known.setdefault(line.face, []).append(_is_on_grid([line], boxes))
    return {face for face, found in known.items() if sum(found) > _MOST * len(found)}


def _letters(lines: Sequence[Line]) -> int:
    return sum(sign.isalpha() for line in lines for sign in line.text)


def _may_be(block: Paragraph) -> bool:
    return block.kind is Kind.BODY and block.form is Form.PROSE and not block.is_caption


def _is_on_grid(lines: Sequence[Line], boxes: Floats) -> bool:
    """Whether the letters of lines stand on a grid, with one step for all of them."""
    middles = [_middles(line, boxes) for line in lines]
    steps = np.concatenate([np.zeros(0), *(np.diff(each) for each in middles)])
    step = float(np.median(steps)) if len(steps) else 0.0
    if step <= 0:
        return False
    off = np.concatenate([_off(each / step) for each in middles if len(each)])
    return bool(np.mean(off <= _OFF) >= _ON_GRID)


def _middles(line: Line, boxes: Floats) -> NDArray[np.float64]:
    """Where the middles of the letters of a line are, from left to right."""
    glyphs = line.glyphs[line.glyphs >= 0]
    box = boxes[glyphs].astype(np.float64)
    box = box[box[:, 2] > box[:, 0]]
    return np.asarray((box[:, 0] + box[:, 2]) / 2)


def _off(places: NDArray[np.float64]) -> NDArray[np.float64]:
    """How far each is off the grid that fits most of them."""
    turn = float(np.angle(np.exp(2j * np.pi * places).mean()))
    away = places - turn / (2 * np.pi)
    return np.asarray(np.abs(away - np.round(away)))
