r"""The rows of a table of LaTeX: the nodes of each cell, which rows are heads, and what is no row.

Heads are what longtable, AASTeX or makecell calls so; else the rows above the first line across the
table that others stand below. Where a line stands below each row alike, none tells.
"""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING, Any

from attrs import Factory, define, frozen

from vera.verification.ingestion.markup.latex_commands import (
    CAPTIONS,
    KEPT,
    RULES,
    SETS,
    TABLE_NOTES,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_NUMBER = re.compile(r"\s*(\d{1,4})\s*")
_COUNTED = re.compile(r"\b(?P<of>[rc])\s*=\s*(?P<count>\d{1,4})")
_ENDS_ROW = frozenset(("\\", "tabularnewline", "cr"))
_WRAPPED = 6
"""Groups and commands around what says how large a cell is; more than anybody writes."""
_MOST_HEADS = 4
"""Rows above the first line that are heads: a head, its parts, units, numbers. By hand."""


@frozen
class CellOf:
    """A cell: its nodes, the column of its left side, and how many rows and columns it covers."""

    nodes: list[Any]
    column: int
    rows: int = 1
    columns: int = 1
    is_head: bool = False


@frozen
class RowOf:
    """A row: its cells, and where it begins in the source."""

    cells: list[CellOf]
    place: int
    is_head: bool = False


@frozen
class Beside:
    """What stands between the rows and is none: a caption, a note, a foot of all pages."""

    nodes: list[Any]
    is_note: bool = False


@define
class _Row:
    nodes: list[list[Any]]
    ruled: int = 0
    """How many lines stand below it, across the table."""
    is_head: bool = False


@define
class _Rows:
    """The rows so far."""

    found: list[_Row | Beside] = Factory(list)
    cells: list[list[Any]] = Factory(lambda: [[]])
    begun: int = 0
    headed: bool = False
    foot: list[_Row | Beside] = Factory(list)

    def take(self, nodes: Iterable[Any], is_head: bool = False) -> None:
        for node in nodes:
            name = _name(node)
            if getattr(node, "specials_chars", "") == "&":
                self.cells.append([])
            elif name in _ENDS_ROW:
                self.end(is_head)
            elif name in RULES:
                self.end(is_head)
                last = self.found[-1] if self.found else None
                if isinstance(last, _Row):
                    last.ruled += 1
            elif name in {"endfirsthead", "endhead", "endfoot", "endlastfoot"}:
                self.end(is_head)
                self._repeated(name)
            elif name == "tablehead":
                self.end()
                for it in node.nodeargd.argnlist:
                    self.take(it.nodelist, is_head=True)
                self.end(is_head=True)
            elif name == "kill":
                self.cells = [[]]
            elif name in CAPTIONS or name in TABLE_NOTES - {"tablefootnote"}:
                self.end(is_head)
                self.found.append(Beside([node]))
            else:
                self.cells[-1].append(node)

    def end(self, is_head: bool = False) -> None:
        """A row ends, if one has begun."""
        cells, self.cells = self.cells, [[]]
        if len(cells) > 1 or any(map(_shows, cells[0])):
            self.found.append(_Row(cells, is_head=is_head))

    def _repeated(self, name: str) -> None:
        """What stood since the last such command is the head or the foot of pages."""
        part, self.found = self.found[self.begun :], self.found[: self.begun]
        rows = [it for it in part if isinstance(it, _Row)]
        if name in {"endfoot", "endlastfoot"}:
            self.foot = [Beside(list(chain(*it.nodes)), is_note=True) for it in rows]
        elif name == "endfirsthead" or not self.headed:
            self.headed = True
            for it in rows:
                it.is_head = True
            self.found += part
        self.begun = len(self.found)


def parts_of(nodes: Iterable[Any]) -> Iterator[RowOf | Beside]:
    """The rows of a table in order, and what stands between them and is none."""
    table = _Rows()
    table.take(nodes)
    table.end()
    rows = [it for it in table.found if isinstance(it, _Row)]
    above = 0 if any(it.is_head for it in rows) else _above(rows)
    for at, row in enumerate(rows):
        row.is_head = row.is_head or at < above
    for it in [*table.found, *table.foot]:
        if isinstance(it, Beside):
            yield it
        else:
            first = next((node for cell in it.nodes for node in cell), None)
            place = first.pos if first is not None else 0
            yield RowOf(list(_cells(it.nodes)), place, it.is_head)


def _above(rows: list[_Row]) -> int:
    """How many rows stand above the line that parts head and body."""
    inner = [it.ruled for it in rows[:-1]]
    most = max(inner, default=0)
    if not most or (len(inner) > 1 and min(inner) == most):
        return 0
    strong = most if min(inner) > 0 else 1
    above = next(at for at, it in enumerate(inner, start=1) if it >= strong)
    return above if above <= _MOST_HEADS else 0


def _cells(row: list[list[Any]]) -> Iterator[CellOf]:
    column = 0
    for nodes in row:
        rows = columns = 1
        is_head, inner = False, nodes
        for _ in range(_WRAPPED):
            node = next(filter(_shows, inner), None)
            spans = next((it for it in inner if _name(it) == "SetCell"), None)
            if spans is not None:
                said = {it["of"]: int(it["count"]) for it in _COUNTED.finditer(_said(spans, 0))}
                rows, columns = said.get("r", rows), said.get("c", columns)
            name = _name(node)
            if name == "multicolumn":
                columns = _count(_said(node, 0))
            elif name in {"multirow", "multirowcell"}:
                rows = _count(_said(node, 1 if name == "multirow" else 0))
            is_head = is_head or name in {"thead", "colhead"}
            inner = _inside(node, name)
        yield CellOf(nodes, column, rows, columns, is_head)
        column += columns


def _inside(node: Any, name: str) -> list[Any]:
    """The nodes in a group, or in the last argument of a command that shows it."""
    if name in KEPT or name in {"multicolumn", "multirow", "textcolor"}:
        given = [it for it in node.nodeargd.argnlist or () if it is not None]
        node = given[-1] if given else None
    is_group = type(node).__name__ == "LatexGroupNode"
    return list(node.nodelist) if is_group else []


def _said(node: Any, at: int) -> str:
    """An argument of a command as it is written."""
    given = node.nodeargd.argnlist or ()
    return str(given[at].latex_verbatim()).strip("{}[]") if at < len(given) and given[at] else ""


def _count(said: str) -> int:
    found = _NUMBER.fullmatch(said)
    return max(1, int(found[1])) if found else 1


def _name(node: Any) -> str:
    return str(getattr(node, "macroname", "")).rstrip("*")


def _shows(node: Any) -> bool:
    """Whether a node shows something in a cell."""
    kind = type(node).__name__
    if kind == "LatexCharsNode":
        return bool(node.chars.strip())
    if kind == "LatexGroupNode":
        return any(map(_shows, node.nodelist))
    if kind == "LatexMacroNode":
        return _name(node) not in SETS
    return kind in {"LatexEnvironmentNode", "LatexMathNode"} or (
        kind == "LatexSpecialsNode" and node.specials_chars != "~"
    )
