"""Rows of tables whose cells are not known: each a paragraph, so that no sentence is made of two.

Such a table is looked for next to its caption alone, and known by gaps that no line of prose has.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vera.core.document import Form, Kind
from vera.verification.ingestion.pdf.paragraphs import Paragraph, ends_sentence

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vera.core.document import Floats
    from vera.verification.ingestion.pdf.lines import Line

_GAP = 1.4
"""The least gap between two cells, in type sizes; justified prose has up to 1.1 (ADR 0012)."""
_WORDS_OF_A_CELL = 6
_FEWEST_ROWS = 2
_MOST_BLOCKS = 80
_MOST_CELLS_OUTSIDE = 2
"""Blocks of short lines that may stand beyond the outermost row: the heads of columns."""
_SAME_ROW = 0.4
"""Baselines this much apart, in type sizes, are those of one row."""


def is_row(line: Line, boxes: Floats) -> bool:
    """Whether a gap in the line is too wide for prose; `boxes` are the document's glyphs'."""
    glyphs = line.glyphs[line.glyphs >= 0]
    box = boxes[glyphs]
    box = box[box[:, 2] > box[:, 0]]
    gaps = box[1:, 0] - box[:-1, 2]
    return bool((gaps > _GAP * max(line.size, 1.0)).any())


def _is_cell(line: Line) -> bool:
    return line.text.count(" ") < _WORDS_OF_A_CELL and not ends_sentence(line.text)


def _rows_of(block: Paragraph, boxes: Floats) -> int:
    """How many lines of the block are rows; 0 where less than half of them are."""
    rows = sum(is_row(line, boxes) for line in block.lines)
    return rows if 2 * rows >= len(block.lines) else 0


def _beside(caption: int, step: int, blocks: Sequence[Paragraph], boxes: Floats) -> list[int]:
    """The blocks of the table on one side of its caption, by index; none without rows there."""
    page = blocks[caption].lines[-1 if step > 0 else 0].page
    found: list[int] = []
    rows, inside = 0, 0
    end = min(max(caption + step * _MOST_BLOCKS, -1), len(blocks))
    for at in range(caption + step, end, step):
        block = blocks[at]
        if block.lines[0].page != page or block.is_caption or block.table >= 0:
            break
        own = _rows_of(block, boxes)
        if not own and not all(map(_is_cell, block.lines)):
            break
        found.append(at)
        rows += own
        inside = len(found) if own else inside
        if len(found) > inside + _MOST_CELLS_OUTSIDE:
            break
    return found[: inside + _MOST_CELLS_OUTSIDE] if rows >= _FEWEST_ROWS else []


def _in_rows(lines: Sequence[Line]) -> Iterator[Paragraph]:
    """The lines, those beside each other as one row."""
    row: list[Line] = []
    for line in lines:
        if row and abs(line.baseline - row[-1].baseline) > _SAME_ROW * max(line.size, row[-1].size):
            yield Paragraph(tuple(row), kind=Kind.TABLE, form=Form.ROW)
            row = []
        row.append(line)
    if row:
        yield Paragraph(tuple(row), kind=Kind.TABLE, form=Form.ROW)


def with_rows(blocks: Sequence[Paragraph], boxes: Floats) -> list[Paragraph]:
    """The blocks, with a paragraph for each row of each table that has a caption.

    `boxes` float32 (n, 4) are those of the document's glyphs.
    """
    inside = np.zeros(len(blocks), dtype=np.bool_)
    for at, block in enumerate(blocks):
        if block.is_table_caption and block.table < 0:
            for step in (-1, 1):
                inside[_beside(at, step, blocks, boxes)] = True
    done: list[Paragraph] = []
    for at, block in enumerate(blocks):
        done.extend(_in_rows(block.lines) if inside[at] else [block])
    return done
