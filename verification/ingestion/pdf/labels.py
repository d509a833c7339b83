"""The words in a figure: axes, ticks, legends, boxes, the letters of its panels; signs alone.

They are known by where they stand: beside the caption of a figure, up to the nearest running text,
where lines do not fill their column and are no sentences. They stay in the text (ADR 0066).
"""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING

from attrs import evolve

from vera.core.document import Form, Kind
from vera.verification.ingestion.headings import is_numbered, is_well_known
from vera.verification.ingestion.pdf.paragraphs import ends_sentence, has_bullet

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vera.verification.ingestion.pdf.columns import Columns
    from vera.verification.ingestion.pdf.paragraphs import Paragraph

_FIGURE = re.compile(r"(?:Supplementary |Additional |Extended Data )?(?:Fig|FIG|Scheme|Plate)")
_NEAR = 3.0
"""Points by which a label may reach over the edges of its caption's columns."""
_TICKS = 3
"""Lines of numbers that stand one after the other, at least: an axis."""
_NUMBERS = re.compile(r"[\d.,%\s−–+-]*\d[\d.,%\s−–+-]*")
_WORD = re.compile(r"[^\W\d_]{3,}")
_SAME_SIZE, _LARGER, _PITCH = 0.06, 1.08, 3.0
"""As for paragraphs and headings; the last in type sizes, from line to line."""


def _top(block: Paragraph) -> float:
    return min(line.y0 for line in block.lines)


def _foot(block: Paragraph) -> float:
    return max(line.y1 for line in block.lines)


def _page(block: Paragraph) -> int:
    return block.lines[0].page


def _is_figure_caption(block: Paragraph) -> bool:
    return block.is_caption and _FIGURE.match(block.text) is not None


def _may_be_label(blocks: Sequence[Paragraph], at: int, columns: Columns) -> bool:
    """Whether a block is no running text, nor what another part of it may end in or begin."""
    block = blocks[at]
    text, first = block.text, block.lines[0]
    if block.kind is not Kind.BODY or block.form is not Form.PROSE:
        return False
    if block.is_caption or has_bullet(first) or is_well_known(text):
        return False
    if columns.is_running(block, ends_sentence(text)):
        return False
    column = columns.around(first)
    if column is None or abs(first.x0 - column.left) >= _NEAR:
        return not (is_numbered(text) and text[0].isalpha())
    return not (is_numbered(text) or _ends_text(blocks, at, columns) or _opens(blocks, at, columns))


def _ends_text(blocks: Sequence[Paragraph], at: int, columns: Columns) -> bool:
    """Whether the block, which begins at the edge of its column, may end the text before it."""
    if not at:
        return False
    block, before = blocks[at], blocks[at - 1]
    return (
        not ends_sentence(before.text)
        and abs(before.size - block.size) < _SAME_SIZE * block.size
        and columns.is_running(before, ends_sentence=False)
    )


def _opens(blocks: Sequence[Paragraph], at: int, columns: Columns) -> bool:
    """Whether the block, which begins at the edge of its column, is set over running text."""
    if at + 1 == len(blocks):
        return False
    block, later = blocks[at].lines[-1], blocks[at + 1].lines[0]
    stands_out = block.bold or block.size > _LARGER * later.size
    is_over = 0 < later.baseline - block.baseline < _PITCH * max(block.size, later.size)
    return stands_out and is_over and columns.is_running(blocks[at + 1], ends_sentence=False)


def _beside(
    caption: Paragraph, others: Iterable[tuple[int, Paragraph]], may: set[int], columns: Columns
) -> list[int]:
    """The labels over a caption, up to what is none; where there is none, those under it."""
    left, right = columns.under(caption)
    top, foot = _top(caption), _foot(caption)
    near = [
        (at, block)
        for at, block in others
        if max(left, min(line.x0 for line in block.lines))
        < min(right, max(line.x1 for line in block.lines))
    ]
    solid = [
        block
        for at, block in near
        if at not in may and block is not caption and block.form is Form.PROSE
    ]
    highest = max((_foot(block) for block in solid if _foot(block) <= top + _NEAR), default=0.0)
    above = [at for at, block in near if at in may and highest - _NEAR <= _top(block) < top]
    if above:
        return above
    lowest = min((_top(block) for block in solid if _top(block) >= foot - _NEAR), default=1e9)
    return [at for at, block in near if at in may and foot < _foot(block) <= lowest + _NEAR]


def _ticks(blocks: Sequence[Paragraph], may: set[int]) -> set[int]:
    """Blocks of numbers that follow each other: an axis of a figure without a caption."""
    found: set[int] = set()
    alone = [at in may and bool(_NUMBERS.fullmatch(block.text)) for at, block in enumerate(blocks)]
    for is_number, run in groupby(range(len(blocks)), key=alone.__getitem__):
        ticks = list(run)
        if is_number and sum(len(blocks[at].lines) for at in ticks) >= _TICKS:
            found.update(ticks)
    return found


def with_labels(blocks: Sequence[Paragraph], columns: Columns) -> list[Paragraph]:
    """The blocks, the words of each figure that stand together as one label."""
    may = {at for at in range(len(blocks)) if _may_be_label(blocks, at, columns)}
    on_page: dict[int, list[tuple[int, Paragraph]]] = {}
    for at, block in enumerate(blocks):
        on_page.setdefault(_page(block), []).append((at, block))
    labels = {
        at for at in may if not blocks[at].lines[0].is_upright and _WORD.search(blocks[at].text)
    }
    labels |= _ticks(blocks, may)
    labels |= {at for at in may if not any(map(str.isalnum, blocks[at].text))}
    for block in filter(_is_figure_caption, blocks):
        labels.update(_beside(block, on_page[_page(block)], may, columns))
    labels |= {
        at
        for at, block in enumerate(blocks)
        if block.form is Form.FORMULA and {at - 1, at + 1} <= labels
    }
    done: list[Paragraph] = []
    for at, block in enumerate(blocks):
        if at not in labels:
            done.append(block)
        elif at - 1 in labels and _page(done[-1]) == _page(block):
            done[-1] = evolve(done[-1], lines=done[-1].lines + block.lines)
        else:
            done.append(evolve(block, kind=Kind.LABEL, form=Form.PROSE))
    return done
