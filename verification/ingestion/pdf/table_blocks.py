"""Tables among the paragraphs of a document: their rows, their captions and their notes."""

from __future__ import annotations

from bisect import bisect
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from attrs import evolve

from vera.core.document import Kind, Span
from vera.core.table import MOST_PLACES, Cell, Table
from vera.verification.ingestion.pdf.loose_rows import with_rows
from vera.verification.ingestion.pdf.paragraphs import Paragraph, blocks_of
from vera.verification.ingestion.pdf.tables import rows_of_table, tables_on
from vera.verification.ingestion.pdf.turned import parted, turned

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from vera.core.document import Floats
    from vera.verification.ingestion.pdf.lines import Line
    from vera.verification.ingestion.pdf.paragraphs import Setting
    from vera.verification.ingestion.pdf.typewriter import Typewriters
    from vera.verification.ingestion.pdf.writing import Written

Extent: TypeAlias = tuple[float, float, float, float]

_FEWEST_TURNED = 2
_NEAR = 4.5
"""Type sizes between a table and its caption, or its notes, at most."""
_NOTE_GAP = 2.0
"""Type sizes of white between a table and what explains it, set as small as the table."""
_NOTE_SIZE = 0.96
_MOST_NOTES = 8


def with_tables(
    pages: Sequence[Sequence[Line]],
    rules: Sequence[Floats],
    boxes: Floats,
    setting: Setting,
    typewriters: Typewriters,
) -> list[Paragraph]:
    """The lines of the pages as paragraphs, those of tables in their rows.

    `rules` float32 (k, 4) are those of each page, `typewriters` what is set in letters of one
    width. What is in a table goes into no other paragraph, and none runs over a table.
    """
    parts: list[list[Paragraph]] = []
    number = 0
    for given, drawn in zip(pages, rules, strict=True):
        lines, upended = parted(given, boxes)
        own: list[Paragraph] = []
        taken: set[int] = set()
        start = 0
        for found in tables_on(lines, upended, drawn, boxes, typewriters):
            first = min(found.lines)
            own += _paragraphs(lines, start, first, taken, setting)
            own += rows_of_table(found, number)
            taken |= found.lines
            start, number = first, number + 1
        own += _paragraphs(lines, start, len(lines), taken, setting)
        parts.append(own)
    side = _usual_side(parts)
    blocks = [block for own in parts for block in _tied(own, side, setting)]
    return with_rows(blocks, boxes)


def _paragraphs(
    lines: Sequence[Line], start: int, end: int, taken: set[int], setting: Setting
) -> list[Paragraph]:
    runs: list[list[Line]] = [[]]
    for at in range(start, end):
        if at in taken:
            runs.append([])
        else:
            runs[-1].append(lines[at])
    return [Paragraph(found) for found in blocks_of(runs, setting)]


def _extent(blocks: Sequence[Paragraph]) -> Extent:
    lines = [line for block in blocks for line in block.lines]
    return (
        min(line.x0 for line in lines),
        min(line.y0 for line in lines),
        max(line.x1 for line in lines),
        max(line.y1 for line in lines),
    )


def _tables(blocks: Sequence[Paragraph]) -> dict[int, list[Paragraph]]:
    """The rows of each table."""
    rows: dict[int, list[Paragraph]] = {}
    for block in blocks:
        if block.cells:
            rows.setdefault(block.table, []).append(block)
    return rows


def _near(blocks: Sequence[Paragraph]) -> Iterator[tuple[float, int, int]]:
    """How far above a table its caption may be, less than 0 below it; by caption and table."""
    captions = [
        (at, block) for at, block in enumerate(blocks) if not block.cells and block.is_table_caption
    ]
    for table, rows in _tables(blocks).items() if captions else ():
        around = _extent(rows)
        for at, block in captions:
            box = _extent([block])
            if block.lines[0].is_upright or len(rows) < _FEWEST_TURNED:
                (x0, y0, x1, y1), (left, top, right, bottom) = around, box
            else:
                way = 1 if rows[-1].lines[0].x0 > rows[0].lines[0].x0 else -1
                both = turned(np.array([around, box], dtype=np.float32), way)
                (x0, y0, x1, y1), (left, top, right, bottom) = both.tolist()
            if right < x0 or left > x1:
                continue
            above, below = y0 - bottom, top - y1
            if max(above, below) <= _NEAR * block.size:
                yield (max(above, 0.0) if above > below else min(-below, -0.1)), at, table


def _usual_side(pages: Iterable[Sequence[Paragraph]]) -> int:
    """1 where captions stand above the tables of a document, -1 where below; 0 for neither."""
    votes = 0
    for blocks in pages:
        near = list(_near(blocks))
        for off, at, table in near:
            if sum(at == other or table == its for _, other, its in near) == 1:
                votes += 1 if off >= 0 else -1
    return (votes > 0) - (votes < 0)


def _tied(blocks: list[Paragraph], side: int, setting: Setting) -> list[Paragraph]:
    """The paragraphs of a page, the caption and the notes of each table with its number."""
    tables = _tables(blocks)
    if not tables:
        return blocks
    near = sorted((off * side < 0, abs(off), at, table) for off, at, table in _near(blocks))
    tied: dict[int, int] = {}
    for _, _, at, table in near:
        if at not in tied and table not in tied.values():
            tied[at] = table
    done = [
        evolve(block, table=tied[at]) if at in tied else block for at, block in enumerate(blocks)
    ]
    small = _small(blocks, setting)
    for table, rows in tables.items() if small else ():
        box = _extent(rows)
        own = [line for at, its in tied.items() if its == table for line in blocks[at].lines]
        left = min([box[0], *(line.x0 for line in own)])
        right = max([box[2], *(line.x1 for line in own)])
        bottom = max([box[3], *(line.y1 for line in own)])
        for at in _notes(done, small, (left, box[1], right, bottom)):
            done[at] = evolve(done[at], table=table, kind=Kind.FOOTNOTE)
    return done


def _small(blocks: Sequence[Paragraph], setting: Setting) -> list[tuple[float, int]]:
    """The blocks of a page that are set smaller than its body, with their upper edges, in order."""
    return sorted(
        (block.lines[0].y0, at)
        for at, block in enumerate(blocks)
        if block.kind is Kind.BODY
        and not block.is_caption
        and block.size <= _NOTE_SIZE * setting.body
    )


def _notes(
    blocks: Sequence[Paragraph], small: Sequence[tuple[float, int]], box: Extent
) -> Iterator[int]:
    """The small blocks right below a table and its caption: they explain it."""
    x0, _, x1, bottom = box
    for top, at in small[bisect(small, (bottom - 1, -1)) :][:_MOST_NOTES]:
        block = blocks[at]
        if top - bottom > _NOTE_GAP * block.size:
            return
        beside = block.lines[0].x0 > x1 or max(it.x1 for it in block.lines) < x0
        if not beside and block.table < 0:
            yield at
            bottom = max(bottom, block.lines[-1].y1)


def tables_of(blocks: Sequence[Paragraph], written: Sequence[Written]) -> tuple[Table, ...]:
    """The tables of a document, from where its blocks stand and the cells of each row."""
    rows: dict[int, list[Cell]] = {}
    captions: dict[int, Span] = {}
    notes: dict[int, list[Span]] = {}
    for block, place in zip(blocks, written, strict=True):
        if block.table < 0:
            continue
        if block.cells:
            rows.setdefault(block.table, []).extend(
                Cell(at, it.row, it.column, it.rows, it.columns, it.is_head)
                for it, at in zip(block.cells, place.cells, strict=True)
            )
        elif block.kind is Kind.CAPTION:
            captions.setdefault(block.table, place.span)
        else:
            notes.setdefault(block.table, []).append(place.span)
    return tuple(
        Table(tuple(made), captions.get(table), tuple(notes.get(table, ())))
        for table, made in rows.items()
        if sum(it.rows * it.columns for it in made) <= MOST_PLACES
    )
