"""Pages whose text runs up or down: they are read as if they were turned upright.

A wide page that was kept upright, a page with /Rotate that nothing needs, and Chinese or Japanese
text in columns from right to left: in all of these each letter stands above or below the one before
it. A page of upright text with a table along its side stays as it is (`turned`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from attrs import evolve

from vera.core.document import Box

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vera.core.document import Floats
    from vera.verification.ingestion.pdf.frame import Frame
    from vera.verification.ingestion.pdf.glyphs import Glyphs
    from vera.verification.ingestion.pdf.lines import Line

_FEWEST = 20
"""Steps from a letter to the next that tell how a page runs: as many letters as make a text of it
(`reading`)."""
_STRAY = 12
"""Steps the other way at most, as in a page number: a running head that is upright has more."""


def quarters(visible: NDArray[np.integer[Any]], boxes: Floats) -> int:
    """1 where the text of a page runs up it, 3 where down, 0 where it is upright.

    `visible` are the indices of the glyphs of the `boxes` (n, 4), as the page is shown; letters
    follow each other where no blank or line end is between.
    """
    next_to = np.diff(visible) == 1
    steps = np.diff(boxes[:, :2] + boxes[:, 2:], axis=0)[next_to]
    across, along = np.abs(steps[:, 0]), steps[:, 1]
    upright = np.count_nonzero(across > np.abs(along))
    up, down = np.count_nonzero(along < -across), np.count_nonzero(along > across)
    if upright > _STRAY or max(up, down) < _FEWEST:
        return 0
    return 1 if up > down else 3


def turned(frame: Frame, turn: int) -> Frame:
    """The frame of the page as it is read, so many quarters clockwise from how it is shown."""
    return evolve(frame, turn=frame.turn + turn)


def as_shown(page: Glyphs, box: Floats) -> Floats:
    """Boxes (n, 4) of a page as it is read, on the page as it is shown."""
    if not page.turn:
        return box
    x0, y0, x1, y1 = box.T
    if page.turn == 1:
        sides = y0, page.width - x1, y1, page.width - x0
    else:
        sides = page.height - y1, x0, page.height - y0, x1
    return np.stack(sides, axis=1).astype(np.float32)


def shown(pages: Sequence[Glyphs], box: Box) -> Box:
    """A place on one of the pages, as that is shown."""
    page = pages[box.page - 1]
    if not page.turn:
        return box
    sides = np.array([[box.x0, box.y0, box.x1, box.y1]], dtype=np.float32)
    return Box(box.page, *as_shown(page, sides)[0].tolist())


def downwards(lines: Sequence[Line]) -> list[Line]:
    """The lines of a page that was turned, from above.

    pdfium takes what stands side by side on the page for pieces of one line and sorts them from
    the left; where text runs down the page its first line is the rightmost one, so that lines that
    follow each other upwards were sorted so.
    """
    done: list[Line] = []
    run: list[Line] = []
    for line in lines:
        if run and not _is_above(line, run[-1]):
            done += run[::-1]
            run = []
        run.append(line)
    return done + run[::-1]


def from_the_right(lines: Sequence[Line], boxes: Floats, offset: int) -> list[Line]:
    """The lines of an upright page, those that run down it from the rightmost one.

    pdfium sorts them from the left, as it does on a page that is turned. `boxes` are those of the
    page's glyphs, of which the first has the number `offset` in the document.
    """
    done: list[Line] = []
    run: list[Line] = []
    for line in lines:
        runs_down = _runs_down(line, boxes, offset)
        if run and not (runs_down and _is_to_the_right(line, run[-1])):
            done += run[::-1]
            run = []
        (run if runs_down else done).append(line)
    return done + run[::-1]


def _runs_down(line: Line, boxes: Floats, offset: int) -> bool:
    if line.is_upright:
        return False
    own = boxes[line.glyphs[line.glyphs >= 0] - offset]
    seen = own[own[:, 2] > own[:, 0]]
    return len(seen) > 1 and bool(seen[0, 1] < seen[-1, 1])


def _is_to_the_right(line: Line, other: Line) -> bool:
    return line.x0 > other.x0 and min(line.y1, other.y1) > max(line.y0, other.y0)


def _is_above(line: Line, other: Line) -> bool:
    overlap = min(line.x1, other.x1) - max(line.x0, other.x0)
    return line.y1 < other.y1 and line.y0 < other.y0 and overlap > 0
