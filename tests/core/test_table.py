"""Tables: which heads tell what a cell is about, and tables as numbers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vera.core.document import Span
from vera.core.table import Cell, Table, numbers_of, tables_of

_ROWS = (
    (("Group", 1, True), ("Before", 2, True)),
    (("", 1, True), ("Mean", 1, True), ("SD", 1, True)),
    (("Women", 3, True),),
    (("Fasting", 1, True), ("5.1", 1, False), ("0.4", 1, False)),
    (("Men", 3, True),),
    (("Fasting", 1, True), ("5.6", 1, False), ("0.5", 1, False)),
)
"""Rows of (text, columns covered, is a head)."""


def _table() -> tuple[str, Table]:
    text, cells = "", []
    for row, parts in enumerate(_ROWS):
        column = 0
        for said, wide, head in parts:
            cells.append(Cell(Span(len(text), len(text) + len(said)), row, column, 1, wide, head))
            text += said + " "
            column += wide
    return text, Table(tuple(cells))


def _words(text: str, cells: tuple[Cell, ...]) -> list[str]:
    return [cell.span.of(text) for cell in cells]


def test_the_heads_of_a_cell_are_those_above_and_to_its_left() -> None:
    """Heads over several columns count for each; of heads across the table, the nearest does."""
    text, table = _table()
    first, last = table.at(3, 1), table.at(5, 2)
    assert first is not None
    assert last is not None
    assert _words(text, table.column_heads(first)) == ["Before", "Mean", "Women"]
    assert _words(text, table.column_heads(last)) == ["Before", "SD", "Men"]
    assert _words(text, table.row_heads(last)) == ["Fasting"]
    assert (table.height, table.width) == (6, 3)


def test_cells_of_a_stretch_are_those_wholly_inside() -> None:
    """A cell that the stretch cuts is none of its cells."""
    text, table = _table()
    start = text.index("Fasting")
    assert _words(text, table.cells_of(Span(start + 1, start + 15))) == ["5.1", "0.4"]


@pytest.mark.parametrize(
    "cells",
    [
        (),
        (Cell(Span(3, 4), 0, 0), Cell(Span(1, 2), 0, 1)),
        (Cell(Span(1, 2), 0, 1), Cell(Span(3, 4), 0, 0)),
        (Cell(Span(1, 2), 0, 0, 10_000, 10_000),),
    ],
)
def test_what_is_no_table_is_refused(cells: tuple[Cell, ...]) -> None:
    """No cells, cells out of order, or a grid without end."""
    with pytest.raises(ValueError, match=r"cell|places"):
        Table(cells)


@pytest.mark.parametrize("place", [(-1, 0, 1, 1), (0, -1, 1, 1), (0, 0, 0, 1), (0, 0, 1, 0)])
def test_a_cell_stands_in_a_grid(place: tuple[int, int, int, int]) -> None:
    """A cell covers at least one place, at or after the first row and column."""
    with pytest.raises(ValueError, match="not a cell"):
        Cell(Span(0, 0), *place)


def test_tables_come_back_from_their_numbers() -> None:
    """Cells, captions and notes are as they were."""
    text, table = _table()
    captioned = Table(table.cells, Span(1, 5), (Span(2, 3), Span(4, 9)))
    assert tables_of(list(numbers_of([table, captioned])), len(text)) == (table, captioned)


@given(st.lists(st.integers(0, 12), max_size=40))
def test_any_numbers_are_tables_or_refused(numbers: list[int]) -> None:
    """Numbers from a stranger make tables that say the same numbers, or a ValueError."""
    try:
        found = tables_of(numbers, 12)
    except ValueError:
        return
    again = tables_of(list(numbers_of(found)), 12)
    assert again == found
    assert all(table.span.end <= 12 for table in found)


def test_numbers_that_break_off_or_pass_the_text_are_refused() -> None:
    """Half a table is none, and no table is longer than its text."""
    text, table = _table()
    numbers = list(numbers_of([table]))
    for said, length in ((numbers[:-1], len(text)), (numbers, 10), ([1, 2, 0], 10)):
        with pytest.raises(ValueError, match="table"):
            tables_of(said, length)
