"""Walks through the nodes of a file of LaTeX and writes what they show, block by block."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from attrs import Factory, define

from vera.core.document import Form, Kind
from vera.verification.ingestion.markup import tex
from vera.verification.ingestion.markup.grid import Box, Grid
from vera.verification.ingestion.markup.latex_commands import (
    FLOATS,
    FORMULAS,
    HOLDS,
    NOTED,
    SKIPPED,
    TABLES,
)
from vera.verification.ingestion.markup.latex_nodes import arguments, commands, has_table, in_line
from vera.verification.ingestion.markup.latex_shown import AFTER, command
from vera.verification.ingestion.markup.latex_tables import Beside, parts_of
from vera.verification.ingestion.markup.line_for_line import Page
from vera.verification.ingestion.markup.tex_in_line import scripted

if TYPE_CHECKING:
    from collections.abc import Iterable

_DEEPEST = 200
"""Groups inside groups beyond which a file is none that anybody wrote."""
_BLANK = re.compile(r"[ \t]*\n[ \t]*\n\s*")


@define
class Walk:
    """Walks through the nodes of a file and writes what they show."""

    source: str
    page: Page
    nodes: Any
    plain: Callable[[Any], str]
    own: dict[str, str]
    files: dict[str, list[object]] = Factory(dict)
    faults: list[str] = Factory(list)
    notes: list[tuple[int, list[Any]]] = Factory(list)
    called: int = 0
    title: str = ""
    read_to: int = 0
    in_cell: bool = False

    def walk(self, nodes: Iterable[Any], depth: int = 0) -> None:
        """Write what the nodes show, in order."""
        if depth > _DEEPEST:
            raise RecursionError
        for node in nodes:
            if node is not None and node.pos + node.len > self.read_to:
                self._one(node, depth + 1)

    def _one(self, node: Any, depth: int) -> None:
        kinds = self.nodes
        if node.isNodeType(kinds.LatexCommentNode):
            return
        self.page.at(max(node.pos, self.read_to))
        if node.isNodeType(kinds.LatexCharsNode):
            self._chars(node.chars[max(0, self.read_to - node.pos) :])
        elif node.isNodeType(kinds.LatexGroupNode):
            self.walk(node.nodelist, depth)
        elif node.isNodeType(kinds.LatexEnvironmentNode):
            self._environment(node, depth)
        elif node.isNodeType(kinds.LatexMacroNode):
            command(self, node, depth)
        elif getattr(node, "displaytype", "") == "display":
            self._display(node)
        elif node.isNodeType(kinds.LatexMathNode):
            self._formula(node)
        else:  # special signs
            self.page.put(in_line(self.plain(node)))

    def _formula(self, node: Any) -> None:
        """A formula in the line; what is raised behind a number may be a mark."""
        opened, closed = node.delimiters
        said = str(node.latex_verbatim())
        inside = said[len(opened) : len(said) - len(closed)].strip()
        end = node.pos + node.len
        if not scripted(self.page, inside, self.source[end : end + AFTER]):
            self.page.put(self._shown(node))

    def _shown(self, node: Any) -> str:
        return tex.text_of_nodes(node.nodelist, self.plain) or in_line(self.plain(node))

    def _display(self, node: Any) -> None:
        """A formula that is set apart."""
        self.end()
        self.page.put(self._shown(node))
        if self.in_cell:
            self.page.put(" ")
        else:
            self.page.end(form=Form.FORMULA)

    def _chars(self, chars: str) -> None:
        start = 0
        for found in _BLANK.finditer(chars):
            self.page.put(chars[start : found.start()])
            self.end()
            start = found.start()
        self.page.put(chars[start:])

    def end(self, kind: Kind = Kind.BODY) -> None:
        """End the paragraph; its footnotes follow, each a block of its own. A cell has none."""
        if self.in_cell:
            self.page.put(" ")
            return
        self.page.end(kind)
        read_to = self.read_to
        while self.notes:  # a note may have notes
            number, note = self.notes.pop(0)
            self.read_to = 0  # it stands before what was read last
            self.page.note(partial(self.walk, note), number)
        self.read_to = read_to

    def _environment(self, node: Any, depth: int) -> None:
        name = node.environmentname.rstrip("*")
        if name == "math" or node.nodelist is None or name in SKIPPED:
            return
        start = len(self.page.blocks)
        if name in FORMULAS:
            self._display(node)
        elif node.environmentname in TABLES:
            self._table(node, depth)
        elif name in FLOATS and "table" not in name and not has_table(node, self.nodes):
            self.end()
            for caption in commands(node, "caption", self.nodes):
                self.caption(arguments(caption), depth)
        else:
            self.end()
            kind = {"abstract": Kind.ABSTRACT, "thebibliography": Kind.REFERENCES}.get(name)
            kind = Kind.FOOTNOTE if name in FLOATS or name in NOTED else kind
            before, self.page.region.kind = self.page.region.kind, kind or self.page.region.kind
            self.walk(node.nodelist, depth)
            self.end()
            self.page.region.kind = before
        if not self.in_cell and (name in FLOATS or name in HOLDS or name in TABLES):
            self.page.enclose(start)

    def _table(self, node: Any, depth: int) -> None:
        """The rows of a table; one in a cell is the text of that cell."""
        if self.in_cell:
            for part in parts_of(node.nodelist):
                for cell in [part] if isinstance(part, Beside) else part.cells:
                    self.page.put(" ")
                    self.walk(cell.nodes, depth)
            return
        self.end()
        grid = Grid()
        for part in parts_of(node.nodelist):
            if isinstance(part, Beside):
                self.walk(part.nodes, depth)
                self.end(Kind.FOOTNOTE if part.is_note else Kind.BODY)
                continue
            self.page.at(part.place)
            cells = [
                (
                    partial(self._cell, it.nodes, depth),
                    Box(
                        rows=it.rows,
                        columns=it.columns,
                        is_head=part.is_head or it.is_head,
                        column=it.column,
                    ),
                )
                for it in part.cells
            ]
            self.page.row(grid, cells)
        self.end()

    def _cell(self, nodes: list[Any], depth: int) -> None:
        self.in_cell = True
        self.walk(nodes, depth)
        self.in_cell = False

    def caption(self, given: list[Any], depth: int) -> None:
        """Write what the last argument shows as a caption."""
        self.end()
        self.walk(given[-1:], depth)
        self.end(Kind.CAPTION)

    def head(self, given: list[Any], level: int, depth: int) -> None:
        """Write what the last argument shows as a heading; `level` counts from 1."""
        self.end()
        self.walk(given[-1:], depth)
        if not self.in_cell:
            self.page.end_heading(level)
