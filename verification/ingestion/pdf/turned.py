"""Lines that run up or down a page, as they read when the page is turned."""

from __future__ import annotations

from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING

import numpy as np
from attrs import evolve, frozen

from vera.core.document import Floats
from vera.verification.ingestion.pdf.lines import Line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_FEWEST = 3
"""Lines along the side of a page from which on they can be a table; a stamp is one or two."""
_HEIGHT = 0.75
"""The height of the tallest letter of most lines, in type sizes."""
_STEP = 0.6
"""Parts of a letter's height from which on letters stand in two lines."""
_SHORT = 4
"""Letters of a line below which its box does not tell how it runs (`Line.is_upright`)."""


@frozen(eq=False)
class Turned:
    """Lines as read with the page turned, and the `boxes` (n, 4) of their own glyphs.

    `originals` are the same lines as they stand on the page, in the same order.
    """

    lines: tuple[Line, ...]
    originals: tuple[Line, ...]
    boxes: Floats
    way: int


def turned(box: Floats, way: int) -> Floats:
    """Boxes (n, 4) of a page whose text runs up (1) or down (-1), as if it were turned upright."""
    x0, y0, x1, y1 = box.T
    parts = (-y1, x0, -y0, x1) if way > 0 else (y0, -x1, y1, -x0)
    return np.stack(parts, axis=1).astype(np.float32)


def _is_upended(lines: Sequence[Line], at: int) -> bool:
    line = lines[at]
    if len(line.text) >= _SHORT:
        return not line.is_upright
    near = [lines[k] for k in (at - 1, at + 1) if 0 <= k < len(lines)]
    return any(
        not other.is_upright
        and line.y0 <= other.y1
        and line.y1 >= other.y0
        and abs(line.x0 - other.x1) < _SHORT * max(other.x1 - other.x0, line.x1 - line.x0)
        for other in near
    )


def _way(line: Line, boxes: Floats) -> int:
    """1 where the letters run up the page, -1 where down."""
    box = boxes[line.glyphs[line.glyphs >= 0]]
    box = box[box[:, 2] > box[:, 0]]
    steps = np.diff(box[:, 1] + box[:, 3])
    return 1 if len(steps) and float(np.median(steps)) < 0 else -1


def parted(lines: Sequence[Line], boxes: Floats) -> tuple[list[Line], list[int]]:
    """The lines of a page, those along its side one by one, and which those are, by index.

    The PDF library has several lines as one where a page is read from its side.
    """
    upended = [at for at in range(len(lines)) if _is_upended(lines, at)]
    if not any(len(lines[at].text) >= _SHORT for at in upended):
        return list(lines), []
    wanted = set(upended)
    done: list[Line] = []
    found: list[int] = []
    for at, line in enumerate(lines):
        for part in _parts(line, boxes) if at in wanted else (line,):
            if at in wanted:
                found.append(len(done))
            done.append(part)
    return (done, found) if len(found) >= _FEWEST else (list(lines), [])


def _parts(line: Line, boxes: Floats) -> Iterator[Line]:
    """The line cut where its letters go to another column of letters."""
    seen = [
        (at, boxes[glyph])
        for at, glyph in enumerate(line.glyphs.tolist())
        if glyph >= 0 and boxes[glyph, 2] > boxes[glyph, 0]
    ]
    if not seen:
        yield line
        return
    widths = [float(box[2] - box[0]) for _, box in seen]
    tall = max(widths)
    cuts = [
        at
        for (_, a), (at, b) in pairwise(seen)
        if max(float(b[0] - a[2]), float(a[0] - b[2])) > 0
        or abs(float(a[0] + a[2] - b[0] - b[2])) / 2 > _STEP * tall
    ]
    for start, end in pairwise([0, *cuts, len(line.text)]):
        text = line.text[start:end]
        left, right = len(text) - len(text.lstrip()), len(text.rstrip())
        if left < right:
            part = line.part(start + left, start + right, boxes)
            own = boxes[part.glyphs[part.glyphs >= 0]]
            tallest = float((own[:, 2] - own[:, 0]).max())
            yield evolve(part, size=max(tallest / _HEIGHT, 1.0))


def as_read(lines: Sequence[Line], upended: Sequence[int], boxes: Floats) -> Turned:
    """Those of the lines of a page that run along its side, as read from there."""
    own = [lines[at] for at in upended]
    way = 1 if sum(_way(line, boxes) * len(line.text) for line in own) > 0 else -1
    size = median(line.size for line in own)
    made: list[Line] = []
    local: list[Floats] = []
    count = 0
    for line in own:
        box = turned(boxes[np.maximum(line.glyphs, 0)], way)
        box[line.glyphs < 0] = 0
        box[boxes[np.maximum(line.glyphs, 0), 2] <= boxes[np.maximum(line.glyphs, 0), 0]] = 0
        seen = box[box[:, 2] > box[:, 0]]
        glyphs = np.where(line.glyphs < 0, -1, np.arange(count, count + len(box))).astype(np.int32)
        made.append(
            Line(
                line.page,
                line.text,
                glyphs,
                float(seen[:, 0].min()),
                float(seen[:, 1].min()),
                float(seen[:, 2].max()),
                float(seen[:, 3].max()),
                size,
                float(np.median(seen[:, 3])),
                line.bold,
            )
        )
        local.append(box)
        count += len(box)
    return Turned(tuple(made), tuple(own), np.concatenate(local), way)
