"""The heads of a table's columns: which of them a row stands below."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from itertools import groupby
from typing import TYPE_CHECKING

from attrs import field, frozen

from vera.core.table import Cell

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vera.core.table import Table


def knows_heads(table: Table, heads: Heads) -> bool:
    """Whether it is known what the columns of a table are."""
    return any(heads.over(cell) for cell in table.cells if not cell.is_head)


def rows_of_table(table: Table) -> Iterator[tuple[Cell, ...]]:
    """The cells of each row that begin in it."""
    for _, cells in groupby(table.cells, key=lambda cell: cell.row):
        yield tuple(cells)


@frozen(eq=False)
class Heads:
    """The heads of the columns of a table, row by row, found in one pass over it.

    `rows` are those that say something, ascending; `cells` are those of each. Of
    heads that stand further below, the nearest above a row count alone: a table that goes on
    begins again with its heads.
    """

    rows: tuple[int, ...]
    cells: Mapping[int, tuple[Cell, ...]] = field(repr=False)
    _begins: tuple[int, ...] = field(repr=False)
    _over: tuple[dict[int, tuple[Cell, ...]], ...] = field(repr=False)
    _groups: tuple[Cell | None, ...] = field(repr=False)

    @classmethod
    def of(cls, table: Table) -> Heads:
        """The heads of a table."""
        rows = tuple(sorted({it.row for it in table.cells if not it.is_head and len(it.span)}))
        says, last = frozenset(rows), -1
        begins: list[int] = [-1]
        over: list[dict[int, tuple[Cell, ...]]] = [{}]
        groups: list[Cell | None] = [None]
        found: dict[int, tuple[Cell, ...]] = {}
        block: dict[int, tuple[Cell, ...]] = {}
        for cells in rows_of_table(table):
            row = cells[0].row
            if row in says:
                last, found[row] = row, cells
                continue
            begins.append(row)
            if last > begins[-2]:
                block = {}
            group = next((it for it in cells if it.columns == table.width > 1), None)
            groups.append(group or groups[-1])
            for cell in cells if group is None else ():
                if cell.is_head and len(cell.span):
                    for column in range(cell.column, cell.column + cell.columns):
                        block[column] = (*block.get(column, ()), cell)
            over.append({**over[-1], **block} if block else over[-1])
        return cls(rows, found, tuple(begins), tuple(over), tuple(groups))

    def sections(self) -> Iterator[tuple[int, ...]]:
        """The rows that say something, together as far as their columns have the same heads."""
        for _, rows in groupby(self.rows, key=lambda row: id(self._over[self._at(row)])):
            yield tuple(rows)

    def above(self, row: int) -> Iterator[Cell]:
        """The heads of all columns above a row, each once."""
        yield from dict.fromkeys(it for heads in self._over[self._at(row)].values() for it in heads)

    def over(self, cell: Cell) -> tuple[Cell, ...]:
        """The heads of the columns of a cell, the outermost first."""
        return self._over[self._at(cell.row)].get(cell.column, ())

    def group(self, cell: Cell) -> Cell | None:
        """The head across the whole table under which a cell stands: it is of the rows below it."""
        return self._groups[self._at(cell.row)]

    def _at(self, row: int) -> int:
        return bisect_right(self._begins, row - 1) - 1
