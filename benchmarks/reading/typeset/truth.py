"""What is printed in a typeset paper, as a file beside its PDF says it."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import attrs
from attrs import frozen

from benchmarks.reading.typeset.notation import Item, said
from benchmarks.reading.typeset.papers import Figure

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from benchmarks.reading.typeset.grids import Grid
    from benchmarks.reading.typeset.layouts import Layout
    from benchmarks.reading.typeset.papers import Block

LOSSES = {"missing": "", "unknown": "\ufffd"}
"""By name, what the fonts of a PDF that loses its ligatures call them: nothing, or no sign."""
_MARK = re.compile(r"\{n:([^}]*)\}")
_PARAGRAPHS = frozenset(
    {
        "authors",
        "affiliation",
        "abstract",
        "body",
        "caption",
        "note",
        "theorem",
        "quote-cjk",
        "quote-rtl",
    }
)


@frozen
class Paragraph:
    """A text that stands in one piece on the page, and what in it is easily read wrong.

    `own_mark` is what is printed before a note and calls it elsewhere.
    """

    role: str
    text: str
    items: tuple[Item, ...] = ()
    own_mark: str = ""


@frozen
class TrueCell:
    """A cell of a table; `printed` is its text with the `marks` in it."""

    text: str
    row: int
    column: int
    rows: int = 1
    columns: int = 1
    is_head: bool = False
    marks: tuple[str, ...] = ()
    printed: str = ""


@frozen
class TrueTable:
    """A table as printed: its caption with the number, and its notes without their marks."""

    kind: str
    caption: str
    notes: tuple[str, ...]
    cells: tuple[TrueCell, ...]


@frozen
class Truth:
    """A whole paper.

    `labels` are what names a thing and states nothing; each stands there once. `run_in` are labels
    that begin a paragraph: the heads of theorems. `losing` says how the fonts of its PDF do not
    tell what their ligatures are (`LOSSES`), and is empty where they do.
    """

    name: str
    title: str
    running: str
    headings: tuple[str, ...]
    labels: tuple[str, ...]
    run_in: tuple[str, ...]
    paragraphs: tuple[Paragraph, ...]
    tables: tuple[TrueTable, ...]
    losing: str = ""

    def to_json(self) -> str:
        """The truth as its file has it."""
        return json.dumps(attrs.asdict(self), indent=1, ensure_ascii=False) + "\n"


def from_json(path: Path) -> Truth:
    """The truth that a file tells."""
    said_of: dict[str, Any] = json.loads(path.read_text("utf-8"))
    paragraphs = tuple(
        _made(Paragraph, {**one, "items": [_made(Item, it) for it in one["items"]]})
        for one in said_of.pop("paragraphs")
    )
    tables = tuple(
        _made(TrueTable, {**one, "cells": [_made(TrueCell, it) for it in one["cells"]]})
        for one in said_of.pop("tables")
    )
    truth: Truth = _made(Truth, {**said_of, "paragraphs": paragraphs, "tables": tables})
    return truth


def _made(kind: Any, said_of: dict[str, Any]) -> Any:
    values = {key: tuple(it) if isinstance(it, list) else it for key, it in said_of.items()}
    return kind(**values)


def _table(grid: Grid, number: int, layout: Layout) -> TrueTable:
    label = " ".join(layout.table.format(number).split())
    caption = f"{label} {said(grid.caption).text}" if grid.caption else ""
    cells = tuple(
        TrueCell(
            cell.text,
            cell.row,
            cell.column,
            cell.rows,
            cell.columns,
            cell.is_head,
            tuple(it.printed for it in said(cell.source).items if it.kind == "mark"),
            said(_MARK.sub(r"\1", cell.source)).text,
        )
        for cell in grid.cells
    )
    notes = tuple(said(note).text.strip() for note in grid.notes)
    return TrueTable(grid.kind, caption, notes, cells)


def _tables(tables: Mapping[int, Sequence[Grid]], layout: Layout) -> Iterator[TrueTable]:
    number = 0
    for grid in (grid for at in sorted(tables) for grid in tables[at]):
        number += bool(grid.caption)
        yield _table(grid, number, layout)


def truth_of(
    blocks: Sequence[Block], tables: Mapping[int, Sequence[Grid]], layout: Layout
) -> Truth:
    """The truth of a paper before it is typeset: where lines break is not known yet."""
    sources = [
        (block, said(block.source.replace(" | ", " ")))
        for block in blocks
        if block.role in _PARAGRAPHS
    ]
    paragraphs = [
        Paragraph(it.role, one.text, one.items, it.key if it.role == "note" else "")
        for it, one in sources
    ]
    by_role = {block.role: block for block in blocks}
    labels = [word for it in blocks if it.role == "figure" for word in Figure.of(it).words]
    labels += [by_role[role].source for role in ("keywords", "notice") if role in by_role]
    # Of what stands in a margin, the dates and names; its single words may stand elsewhere.
    beside = by_role["side"].source.split("; ") if "side" in by_role else []
    labels += [label for label in beside if ": " in label]
    return Truth(
        layout.name,
        by_role["title"].source,
        by_role["running"].source,
        tuple(said(block.source).text for block in blocks if block.role == "heading"),
        tuple(said(label).text for label in labels),
        tuple(said(block.parts[0]).text for block in blocks if block.role == "theorem"),
        tuple(paragraphs),
        tuple(_tables(tables, layout)),
    )
