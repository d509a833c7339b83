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

_CAPTION = re.compile(
    r"(?::[ \t]|Table:\s|\W{0,3}(?:[^\W\d_]{1,20} )?Table[ \t][A-Z]{0,2}\d{1,3}\W{0,3}[.:])",
    re.IGNORECASE,
)
"""How a caption begins: as Pandoc has it (": ...", "Table: ..."), or with a number and a stop."""


def grids_of(
    tokens: Sequence[Token], line: Callable[[int, int], Span], text: str
) -> Iterator[Grid]:
    """The tables among the parser's tokens; `line` tells where lines stand in the text.

    A cell with a comment, which no reader sees, has no place: its row is read without it.
    """
    grid, row, count, head = Grid(), Span(0, 0), 0, False
    for token in tokens:
        match token.type:
            case "table_open":
                grid = Grid()
            case "tr_open" if token.map:
                row, count, head = line(*token.map), 0, False
            case "th_open" | "td_open":
                count, head = count + 1, token.type == "th_open"
            case "tr_close":
                said = row.of(text)
                if "<!--" not in said:
                    grid.row(said, row.start, boxes(said, count, head))
                    grid.first = row.start if grid.first < 0 else grid.first
                    grid.last = row.end
            case "table_close" if grid.first >= 0:
                yield grid


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
