"""A table of a document: its cells, and the heads that say what each of them is about."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from attrs import field, frozen

from vera.core.document import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

MOST_PLACES = 1_000_000
"""Places of the grid of one table: a cell may say that it covers any number of them."""
_NUMBERS_OF_A_CELL = 7


@frozen
class Cell:
    """A cell: `span` is its text in the document, without length where nothing stands in it.

    `row` and `column` count from 0 and are those of its upper left corner; it covers `rows` and
    `columns` of the grid. `is_head` says that it tells what other cells are about.
    """

    span: Span
    row: int
    column: int
    rows: int = 1
    columns: int = 1
    is_head: bool = False

    def __attrs_post_init__(self) -> None:
        if min(self.row, self.column) < 0 or min(self.rows, self.columns) < 1:
            raise ValueError(f"not a cell: {self}")


@frozen(slots=False)
class Table:
    """A table. Its `cells` are in order of row and column, and so are their spans, apart.

    Each of its rows is a block of the document: its cells, parted by " | ". `caption` and `notes`
    are the blocks that belong to it and stand elsewhere in the text.
    """

    cells: tuple[Cell, ...] = field(repr=lambda cells: f"<{len(cells)} cells>")
    caption: Span | None = None
    notes: tuple[Span, ...] = ()

    def __attrs_post_init__(self) -> None:
        end, place = 0, (0, -1)
        for cell in self.cells:
            if cell.span.start < end or (cell.row, cell.column) <= place:
                raise ValueError(f"a cell out of order: {cell}")
            end, place = cell.span.end, (cell.row, cell.column)
        if sum(cell.rows * cell.columns for cell in self.cells) > MOST_PLACES:
            raise ValueError(f"a table of more than {MOST_PLACES:,} places")
        if not self.cells:
            raise ValueError("a table without cells")

    @property
    def span(self) -> Span:
        """From its first cell to its last."""
        return Span(self.cells[0].span.start, self.cells[-1].span.end)

    @cached_property
    def height(self) -> int:
        """How many rows it has."""
        return max(cell.row + cell.rows for cell in self.cells)

    @cached_property
    def width(self) -> int:
        """How many columns it has."""
        return max(cell.column + cell.columns for cell in self.cells)

    @cached_property
    def _grid(self) -> dict[tuple[int, int], Cell]:
        return {
            (row, column): cell
            for cell in self.cells
            for row in range(cell.row, cell.row + cell.rows)
            for column in range(cell.column, cell.column + cell.columns)
        }

    def at(self, row: int, column: int) -> Cell | None:
        """The cell that covers this place of the grid; None where there is none."""
        return self._grid.get((row, column))

    def cells_of(self, span: Span) -> tuple[Cell, ...]:
        """The cells that stand in a stretch of the document's text."""
        return tuple(
            cell
            for cell in self.cells
            if span.start <= cell.span.start and cell.span.end <= span.end
        )

    def row_heads(self, cell: Cell) -> tuple[Cell, ...]:
        """The heads to the left of a cell in its rows, the outermost first."""
        left = (self.at(cell.row, column) for column in range(cell.column))
        return tuple(dict.fromkeys(it for it in left if it is not None and it.is_head))

    def column_heads(self, cell: Cell) -> tuple[Cell, ...]:
        """The heads above a cell in its columns, the outermost first.

        Of heads that run across the whole table ("Women", above the rows of women), the nearest
        counts alone.
        """
        above = [self.at(row, cell.column) for row in range(cell.row)]
        heads = list(dict.fromkeys(it for it in above if it is not None and it.is_head))
        across = [it for it in heads if it.columns == self.width > 1]
        return tuple(it for it in heads if it not in across[:-1])


def numbers_of(tables: Iterable[Table]) -> Iterator[int]:
    """Tables as numbers from 0 on, from which `tables_of` makes them again."""
    for table in tables:
        spans = [*([table.caption] if table.caption else []), *table.notes]
        yield from (len(table.cells), int(table.caption is not None), len(table.notes))
        for span in spans:
            yield from (span.start, span.end)
        for cell in table.cells:
            yield from (cell.span.start, cell.span.end, cell.row, cell.column)
            yield from (cell.rows, cell.columns, int(cell.is_head))


def tables_of(numbers: Sequence[int], length: int) -> tuple[Table, ...]:
    """The tables of a text of `length` characters; numbers that are none raise ValueError.

    >>> table = Table((Cell(Span(0, 2), 0, 0, is_head=True), Cell(Span(5, 7), 0, 1)), Span(9, 12))
    >>> tables_of(list(numbers_of([table])), 12) == (table,)
    True
    """
    found: list[Table] = []
    at = 0

    def take(count: int) -> Sequence[int]:
        nonlocal at
        at += count
        if not 0 <= count <= at <= len(numbers):
            raise ValueError("the numbers of a table break off")
        return numbers[at - count : at]

    def spans(count: int) -> list[Span]:
        taken = take(2 * count)
        return [Span(*pair) for pair in zip(taken[::2], taken[1::2], strict=True)]

    while at < len(numbers):
        cells, captioned, notes = take(3)
        caption = spans(captioned) if captioned in {0, 1} else spans(-1)
        below = spans(notes)
        taken = take(_NUMBERS_OF_A_CELL * cells)
        parts = (taken[k::_NUMBERS_OF_A_CELL] for k in range(_NUMBERS_OF_A_CELL))
        made = tuple(
            Cell(Span(start, end), row, column, rows, columns, head != 0)
            for start, end, row, column, rows, columns, head in zip(*parts, strict=True)
        )
        found.append(Table(made, caption[0] if caption else None, tuple(below)))
        if any(span.end > length for span in (found[-1].span, *caption, *below)):
            raise ValueError("a table passes the end of the text")
    return tuple(found)
