"""The tables of Markdown: rows as they are written, their cells, and the caption beside them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from attrs import evolve

from vera.core.document import Kind, Span
from vera.verification.ingestion.markup.grid import Grid
from vera.verification.ingestion.markup.pipes import boxes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from markdown_it.token import Token

    from vera.core.document import Block
    from vera.core.table import Table
    from vera.verification.ingestion.markup.grid import Box

_CAPTION = re.compile(
    r"(?::[ \t]|Table:\s|\W{0,3}(?:[^\W\d_]{1,20} )?Table[ \t][A-Z]{0,2}\d{1,3}\W{0,3}[.:])",
    re.IGNORECASE,
)
"""How a caption begins: as Pandoc has it (": ...", "Table: ..."), or with a number and a stop."""


def grids_of(
    tokens: Sequence[Token], line: Callable[[int, int], Span], text: str
) -> Iterator[Grid]:
    """The tables among the parser's tokens; `line` tells where lines stand in the text.

    No reader sees a comment: it is no part of its cell. One amid the text of a cell parts it, and
    a row with such a cell is read without its place in the table.
    """
    grid, row, count, head = Grid(), Span(0, 0), 0, False
    comments: list[str] = []
    for token in tokens:
        match token.type:
            case "table_open":
                grid = Grid()
            case "tr_open" if token.map:
                row, count, head, comments = line(*token.map), 0, False, []
            case "th_open" | "td_open":
                count, head = count + 1, token.type == "th_open"
            case "inline" if token.children:
                comments += [
                    it.content
                    for it in token.children
                    if it.type == "html_inline" and it.content.startswith("<!--")
                ]
            case "tr_close":
                said = row.of(text)
                cells = [_without(comments, said, it) for it in boxes(said, count, head)]
                if not any(it in said[box.start : box.end] for it in comments for box in cells):
                    grid.row(said, row.start, cells)
                    grid.first = row.start if grid.first < 0 else grid.first
                    grid.last = row.end
            case "table_close" if grid.first >= 0:
                yield grid


def _without(comments: Sequence[str], row: str, cell: Box) -> Box:
    """The cell without the comments at its ends."""
    start, end = cell.start, cell.end
    for comment in comments:
        if row.startswith(comment, start, end):
            start += len(comment)
            start += len(row[start:end]) - len(row[start:end].lstrip())
    for comment in reversed(comments):
        if row.endswith(comment, start, end):
            end = start + len(row[start : end - len(comment)].rstrip())
    return evolve(cell, start=start, end=end)


def captioned(
    grids: Sequence[Grid], blocks: Sequence[Block], text: str
) -> tuple[list[Block], list[Table]]:
    """The blocks with those that are captions told, and the tables with their captions."""
    found = list(blocks)
    starts = {it.span.start: at for at, it in enumerate(found)}
    ends = {it.span.end: at for at, it in enumerate(found)}
    for grid in grids:
        beside = (starts.get(grid.first, 0) - 1, ends.get(grid.last, len(found)) + 1)
        for at in beside:
            if 0 <= at < len(found) and found[at].kind is Kind.BODY:
                span = found[at].span
                if grid.caption is None and _CAPTION.match(text, span.start, span.end):
                    found[at] = evolve(found[at], kind=Kind.CAPTION)
                    grid.caption = span
    return found, [table for grid in grids if (table := grid.table()) is not None]
