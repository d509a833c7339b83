"""Tables of reStructuredText have their cells where these stand in the source."""

from __future__ import annotations

import pytest

from tests.ingestion.markup.lines import lines_of
from tests.ingestion.markup.marked import grid_of, marks_of
from vera.core.document import Document, File, Kind
from vera.verification.ingestion.markup.rst import read

_GRID = """Bees.

.. table:: Sleep of
           two hives.
   :widths: auto

   +--------+-------------+
   | Hive   | Hours       |
   |        +-----+-------+
   |        | day | night |
   +========+=====+=======+
   | A      | 1   | two   |
   | [#]_   |     | lines |
   +--------+-----+-------+
   | B      | none        |
   +--------+-------------+

.. [#] In winter.

After.
"""
_SIMPLE = """=====  =====  ======
   Inputs     Output
------------  ------
  A      B    A or B
=====  =====  ======
False  False  False

True   False  True
              or so
=====  =====  ======

After.
"""
_LIST = """.. list-table:: Sleep.
   :header-rows: 1
   :stub-columns: 1

   * - Hive
     - Hours
   * - A
     - 1
       and more
   * -
     - *2*

After.
"""
_CSV = """.. csv-table:: Sleep.
   :header: "Hive", "Hours, all"
   :delim: ;

   A; "1
   and more"
   B; 2

After.
"""


def _read(source: str) -> Document:
    return read(File("a.rst", source.encode(), "d")).unwrap()


def test_a_grid_with_cells_over_rows_and_columns() -> None:
    """Heads are above the double line; a cell of several lines is one text."""
    found = _read(_GRID)
    (table,) = found.tables
    assert grid_of(found, table) == [
        ["Hive*", "Hours*", "Hours*"], ["Hive*", "day*", "night*"],
        ["A*", "1", "two lines"], ["B*", "none", "none"],
    ]  # fmt: skip
    assert table.caption is not None
    assert table.caption.of(found.text) == "Sleep of two hives."
    assert marks_of(found) == [("A", "", "note", "In winter.")]
    assert lines_of(found) == {
        1: "Bees.", 3: "Sleep of two hives.", 8: "Hive | Hours", 10: "day | night",
        12: "A | 1 | two lines", 15: "B | none", 18: "In winter.", 20: "After.",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (
            _SIMPLE,
            [
                ["Inputs*", "Inputs*", "Output*"], ["A*", "B*", "A or B*"],
                ["False", "False", "False"], ["True", "False", "True or so"],
            ],
        ),
        (_LIST, [["Hive*", "Hours*"], ["A*", "1 and more"], ["*", "2"]]),
        (_CSV, [["Hive*", "Hours, all*"], ["A*", "1 and more"], ["B*", "2"]]),
    ],
)  # fmt: skip
def test_tables_without_lines_between_their_cells(source: str, expected: list[list[str]]) -> None:
    """Columns are below a line, or cells are items, or stand between commas."""
    found = _read(source)
    assert grid_of(found, found.tables[0]) == expected
    assert found.blocks[-1].span.of(found.text) == "After."


@pytest.mark.parametrize(
    "source",
    [
        "+---+---+\n| a | b |\n+---+ c |\n| d e   |\n+---+---+\n",
        "+---+---+\n| a | b | c\n+---+---+\n| d | e\n+---+---+\n",
        ".. list-table::\n\n   a b c d e\n",
        ".. csv-table::\n   :file: abcde.csv\n",
    ],
)
def test_what_is_no_table_is_read_all_the_same(source: str) -> None:
    """Lines that part no rectangles, a list-table without a list, a file of another name."""
    found = _read(source + "\nEnd.\n")
    assert found.tables == ()
    assert not any(it.kind is Kind.TABLE for it in found.blocks)
    assert set("abcde") <= set(found.text + "".join(found.notes))
