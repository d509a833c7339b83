"""A table while its rows are written: where each cell stands, as HTML says (4.9.12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import Factory, define, frozen

from vera.core.document import Span
from vera.core.table import MOST_PLACES, Cell, Table
from vera.verification.ingestion.table_heads import with_heads

if TYPE_CHECKING:
    from collections.abc import Sequence

BETWEEN = " | "
"""Parts the cells of a row in its text."""
_WIDEST, _HIGHEST = 1_000, 65_534
"""A cell that says it covers more columns, or rows, covers so many (HTML, 4.9.11)."""
CROWDED = (
    f"A table says that its cells cover more than {MOST_PLACES:,} places: only its rows were read."
)


@frozen
class Box:
    """A cell of a row as it is marked: where its text stands in that of the row, and its size."""

    start: int = 0
    end: int = 0
    rows: int = 1
    columns: int = 1
    is_head: bool = False
    column: int = -1
    """Where the markup says; else it is the first that is free."""


@define
class Grid:
    """Rows as they come; `first` and `last` are the numbers of their blocks, `last` behind them."""

    first: int = -1
    last: int = 0
    caption: Span | None = None
    notes: list[Span] = Factory(list)
    crowded: bool = False
    _cells: list[Cell] = Factory(list)
    _texts: list[str] = Factory(list)
    _row: int = 0
    _taken: dict[int, int] = Factory(dict)
    _group: object = None
    _of_group: int = 0
    _places: int = 0

    def row(self, text: str, at: int, boxes: Sequence[Box], group: object = None) -> None:
        """A row whose text begins at `at`; cells of one group of rows go into no other one."""
        if group is not self._group:
            self._close_group(group)
        column = 0
        self._places += len(self._taken)
        for box in boxes:
            column = max(box.column, column)
            while column in self._taken and box.column < 0:
                column += 1
            columns = max(1, min(box.columns, _WIDEST))
            rows = max(1, min(box.rows, _HIGHEST))
            span = Span(at + box.start, at + box.end)
            self._places += columns
            self.crowded = self.crowded or self._places > MOST_PLACES
            if self.crowded:
                return
            self._cells.append(Cell(span, self._row, column, rows, columns, box.is_head))
            self._texts.append(text[box.start : box.end])
            if rows > 1:
                self._taken.update(dict.fromkeys(range(column, column + columns), rows))
            column += columns
        self._row += 1
        if self.crowded or self._places > MOST_PLACES:
            self.crowded, self._taken = True, {}
            return
        self._taken = {at: left - 1 for at, left in self._taken.items() if left > 1}

    def covers(self, column: int) -> bool:
        """Whether a cell of a row above goes on in that column of the next row."""
        return column in self._taken

    def _close_group(self, group: object) -> None:
        """No cell goes on below the rows that are there."""
        for at in range(self._of_group, len(self._cells)):
            cell = self._cells[at]
            if cell.row + cell.rows > self._row:
                rows = max(1, self._row - cell.row)
                self._cells[at] = Cell(
                    cell.span, cell.row, cell.column, rows, cell.columns, cell.is_head
                )
        self._taken, self._group, self._of_group = {}, group, len(self._cells)

    def table(self) -> Table | None:
        """The table; None where it has no text, or more places than a table may have."""
        self._close_group(None)
        if not any(self._texts):
            return None
        self.crowded = self.crowded or sum(it.rows * it.columns for it in self._cells) > MOST_PLACES
        if self.crowded:
            return None
        cells = with_heads(self._cells, self._texts)
        return Table(cells, self.caption, tuple(self.notes))


def joined(texts: Sequence[str]) -> tuple[str, list[tuple[int, int]]]:
    """The text of a row, and where each cell stands in it; an empty one has a place, too.

    >>> joined(["a", "", "b c", ""])
    ('a |  | b c |', [(0, 1), (4, 4), (7, 10), (12, 12)])
    """
    at, places = 0, []
    for text in texts:
        places.append((at, at + len(text)))
        at += len(text) + len(BETWEEN)
    whole = BETWEEN.join(texts)
    shown = whole.strip()
    left = len(whole) - len(whole.lstrip())
    return shown, [
        (min(max(0, start - left), len(shown)), min(max(0, end - left), len(shown)))
        for start, end in places
    ]
