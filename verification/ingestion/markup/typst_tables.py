"""Where the cells of a table of Typst stand, and which are heads; nothing is run.

Cells fill the places that are free, row by row, but for those that name their place.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from attrs import Factory, define, frozen

from vera.core.table import MOST_PLACES
from vera.verification.ingestion.markup.grid import Box
from vera.verification.ingestion.markup.typst_code import arguments, closed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from vera.verification.ingestion.markup.typst_code import Argument

_PART = re.compile(r"(?:table|grid)\.(?P<part>header|footer|cell|hline|vline)\s*(?=[(\[])")
_COUNT = re.compile(r"\s*(\d{1,9})\s*")
_TIMES = re.compile(r"\s*\*\s*(\d{1,4})\s*")
_SPREAD = re.compile(r"\.\.\s*(?=\()")
_MOST_COLUMNS = 1_000
"""As of a cell of HTML."""


@frozen
class CellOf:
    """A cell: where what it shows stands in the source, how large it is, and in which row."""

    start: int
    end: int
    row: int
    box: Box
    is_foot: bool = False


@define
class _Placing:
    """The places so far; `until` has the row behind the last that is taken, by its column."""

    width: int
    found: list[CellOf] = Factory(list)
    until: dict[int, int] = Factory(dict)
    named: set[tuple[int, int]] = Factory(set)
    row: int = 0
    column: int = 0

    def put(self, start: int, end: int, given: dict[str, int], part: str = "") -> None:
        """Place a cell of the table, or of its header or footer."""
        columns = max(1, min(given.get("colspan", 1), self.width))
        rows = max(1, given.get("rowspan", 1))
        if "x" in given and "y" in given:
            row, column = min(given["y"], MOST_PLACES), min(given["x"], self.width - 1)
            self.named.add((row, column))
        else:
            while self.is_taken(columns):
                self.column += 1
                if self.column >= self.width:
                    self.row, self.column = self.row + 1, 0
            row, column = self.row, self.column
            for it in range(column, column + columns):
                self.until[it] = row + rows
            self.column += columns
        box = Box(rows=rows, columns=columns, is_head=part == "header", column=column)
        self.found.append(CellOf(start, end, row, box, part == "footer"))

    def is_taken(self, columns: int) -> bool:
        """Whether a cell of so many columns cannot stand at the next place."""
        last = self.column + columns
        return last > self.width or any(
            self.until.get(it, 0) > self.row or (self.row, it) in self.named
            for it in range(self.column, last)
        )


def rows_of(source: str, given: Iterable[Argument], computed: list[int]) -> Iterator[list[CellOf]]:
    """The cells of a table by their rows; where such stand as are `computed` is told there."""
    values = list(given)
    columns = next((it for it in values if it.name == "columns"), None)
    placing = _Placing(_width(source, columns) if columns else 1)
    for it in values:
        if not it.name:
            _place(source, it, placing, "", computed)
    rows: dict[int, list[CellOf]] = {}
    for cell in placing.found:
        rows.setdefault(cell.row, []).append(cell)
    for _, row in sorted(rows.items()):
        yield sorted(row, key=lambda cell: cell.box.column)


def _width(source: str, columns: Argument) -> int:
    """How many columns an argument says: a number, or an array with one of each."""
    said = _COUNT.fullmatch(source, columns.start, columns.end)
    if said is not None:
        return max(1, min(int(said[1]), _MOST_COLUMNS))
    if source[columns.start] != "(":
        return 1
    end = closed(source, columns.start, columns.end)
    count = sum(1 for _ in arguments(source, columns.start + 1, end - 1))
    times = _TIMES.match(source, end, columns.end)
    return max(1, min(count * (int(times[1]) if times else 1), _MOST_COLUMNS))


def _place(source: str, it: Argument, placing: _Placing, of: str, computed: list[int]) -> None:
    """Place what an argument stands for: a cell, those of a header or a footer, or of an array."""
    part = _PART.match(source, it.start, it.end)
    name = part["part"] if part else ""
    spread = _SPREAD.match(source, it.start, it.end)
    opened = spread or (part if name in {"header", "footer"} else None)
    if opened:
        end = closed(source, opened.end(), it.end)
        for inner in arguments(source, opened.end() + 1, end - 1):
            if not inner.name:
                _place(source, inner, placing, of or name, computed)
        if source[end : it.end].strip():
            computed.append(it.start)
    elif source.startswith("..", it.start):
        computed.append(it.start)
    elif part is None:
        placing.put(it.start, it.end, {}, of)
    elif name == "cell":
        _cell(source, part.end(), it.end, placing, of)


def _cell(source: str, at: int, end: int, placing: _Placing, part: str) -> None:
    """A cell that says its size or place: its content stands in the brackets, or behind them."""
    said: dict[str, int] = {}
    behind = closed(source, at, end) if source[at] == "(" else at
    start = stop = behind
    for it in arguments(source, at + 1, behind - 1) if behind > at else ():
        found = _COUNT.fullmatch(source, it.start, it.end)
        if not it.name:
            start, stop = it.start, it.end
        elif found:
            said[it.name] = int(found[1])
    if source.startswith("[", behind):
        start, stop = behind, end
    placing.put(start, stop, said, part)
