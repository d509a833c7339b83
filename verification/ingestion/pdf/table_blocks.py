"""Tables among the paragraphs of a document: their rows, their captions and their notes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from attrs import evolve

from vera.core.document import Kind, Span
from vera.core.table import MOST_PLACES, Cell, Table
from vera.verification.ingestion.pdf.loose_rows import with_rows
from vera.verification.ingestion.pdf.paragraphs import Paragraph, blocks_of
from vera.verification.ingestion.pdf.tables import rows_of_table, tables_on

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vera.core.document import Floats
    from vera.verification.ingestion.pdf.lines import Line
    from vera.verification.ingestion.pdf.paragraphs import Setting

_NEAR = 4.5
"""Type sizes between a table and its caption, or its notes, at most."""
_NOTE = re.compile(
    r"(?:notes?\b|source|abbreviations?\b|[*†‡§¶∗⋆]|[a-z\d]\s?(?=[A-Z]))", re.IGNORECASE
)
_NOTE_SIZE = 0.96
_MOST_NOTES = 8


def with_tables(
    pages: Sequence[Sequence[Line]], rules: Sequence[Floats], boxes: Floats, setting: Setting
) -> list[Paragraph]:
    """The lines of the pages as paragraphs, those of tables in their rows.

    `rules` float32 (k, 4) are those of each page. What is in a table goes into no other paragraph,
    and none runs over a table.
    """
    blocks: list[Paragraph] = []
    number = 0
    for lines, drawn in zip(pages, rules, strict=True):
        own: list[Paragraph] = []
        taken: set[int] = set()
        start = 0
        for found in tables_on(lines, drawn, boxes):
            first = min(found.lines)
            own += _paragraphs(lines, start, first, taken, setting)
            own += rows_of_table(found, number)
            taken |= found.lines
            start, number = first, number + 1
        own += _paragraphs(lines, start, len(lines), taken, setting)
        blocks += _tied(own, setting) if taken else own
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


def _extents(blocks: Sequence[Paragraph]) -> dict[int, tuple[float, float, float, float]]:
    extents: dict[int, tuple[float, float, float, float]] = {}
    for block in blocks:
        if block.cells:
            x0, y0, x1, y1 = extents.get(block.table, (1e9, 1e9, -1e9, -1e9))
            for line in block.lines:
                x0, y0 = min(x0, line.x0), min(y0, line.y0)
                x1, y1 = max(x1, line.x1), max(y1, line.y1)
            extents[block.table] = x0, y0, x1, y1
    return extents


def _tied(blocks: list[Paragraph], setting: Setting) -> list[Paragraph]:
    """The paragraphs of a page, the caption and the notes of each table with its number."""
    extents = _extents(blocks)
    near = sorted(
        (distance, at, table)
        for at, block in enumerate(blocks)
        if block.is_table_caption and not block.cells
        for table, box in extents.items()
        if (distance := _distance(block, box)) <= _NEAR * block.size
    )
    tied: dict[int, int] = {}
    for _, at, table in near:
        if at not in tied and table not in tied.values():
            tied[at] = table
    done = [
        evolve(block, table=tied[at]) if at in tied else block for at, block in enumerate(blocks)
    ]
    for table, box in extents.items():
        for at in _notes(done, box, setting):
            done[at] = evolve(done[at], table=table, kind=Kind.FOOTNOTE)
    return done


def _distance(block: Paragraph, box: tuple[float, float, float, float]) -> float:
    """Points of white above or below the table, up to the block; without end beside it."""
    x0, y0, x1, y1 = box
    left, right = min(it.x0 for it in block.lines), max(it.x1 for it in block.lines)
    if right < x0 or left > x1:
        return float("inf")
    top, bottom = block.lines[0].y0, block.lines[-1].y1
    return max(y0 - bottom, top - y1, 0.0)


def _notes(
    blocks: Sequence[Paragraph], box: tuple[float, float, float, float], setting: Setting
) -> Iterator[int]:
    """The blocks right below a table that are set small and explain it."""
    x0, _, x1, bottom = box
    below = sorted(
        (block.lines[0].y0, at)
        for at, block in enumerate(blocks)
        if block.kind is Kind.BODY
        and block.table < 0
        and not block.is_caption
        and block.lines[0].y0 > bottom - 1
        and block.lines[0].x0 >= x0 - 2 * block.size
        and max(it.x1 for it in block.lines) <= x1 + 2 * block.size
    )
    for top, at in below[:_MOST_NOTES]:
        block = blocks[at]
        near = top - bottom <= 1.5 * block.size
        small = block.size <= _NOTE_SIZE * setting.body
        if not (near and small and _NOTE.match(block.text)):
            return
        yield at
        bottom = block.lines[-1].y1


def tables_of(
    blocks: Sequence[Paragraph], spans: Sequence[Span], cells: Sequence[Sequence[Span]]
) -> tuple[Table, ...]:
    """The tables of a document, from the spans of its blocks and of the cells of each row."""
    rows: dict[int, list[Cell]] = {}
    captions: dict[int, Span] = {}
    notes: dict[int, list[Span]] = {}
    for block, span, own in zip(blocks, spans, cells, strict=True):
        if block.table < 0:
            continue
        if block.cells:
            rows.setdefault(block.table, []).extend(
                Cell(at, it.row, it.column, it.rows, it.columns, it.is_head)
                for it, at in zip(block.cells, own, strict=True)
            )
        elif block.kind is Kind.CAPTION:
            captions.setdefault(block.table, span)
        else:
            notes.setdefault(block.table, []).append(span)
    return tuple(
        Table(tuple(made), captions.get(table), tuple(notes.get(table, ())))
        for table, made in rows.items()
        if sum(it.rows * it.columns for it in made) <= MOST_PLACES
    )
