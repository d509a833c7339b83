"""Tables of markup that is read line for line have their cells where these stand in the source."""

from __future__ import annotations

from tests.ingestion.markup.lines import lines_of
from tests.ingestion.markup.marked import grid_of, marks_of
from vera.core.document import File
from vera.verification.ingestion.markup import markdown, org


def test_a_table_of_org() -> None:
    """Rows above the first line are heads; what says how wide columns are is no row."""
    source = b"""* Bees
#+CAPTION: Sleep.
#+NAME: t
| Hive | h /day/ | n |
| <l>  |   |  |
|------+---+---|
| A    | 1[fn:: In winter.] |  |
|      |   |   |
| B    | a \\| b | 3 |
After the table.
"""
    found = org.read(File("a.org", source, "d")).unwrap()
    (table,) = found.tables
    assert grid_of(found, table) == [
        ["Hive*", "h day*", "n*"], ["A*", "1", ""], ["B*", "a \\| b", "3"],
    ]  # fmt: skip
    assert table.caption is not None
    assert table.caption.of(found.text) == "Sleep."
    assert marks_of(found) == [("1", "", "note", "In winter.")]
    assert lines_of(found) == {
        1: "Bees", 2: "Sleep.", 4: "Hive | h day | n", 7: "A | 1 |", 9: "In winter.",
        10: "After the table.",
    }  # fmt: skip


def test_cells_without_text_have_a_place() -> None:
    """Empty cells at both ends of a row, and no line that tells heads."""
    found = org.read(File("a.org", b"|  | b |\n| c |  |\n", "d")).unwrap()
    assert grid_of(found, found.tables[0]) == [["", "b"], ["c", ""]]
    assert [found.tables[0].cells_of(it.span) for it in found.blocks] == [
        found.tables[0].cells[:2], found.tables[0].cells[2:],
    ]  # fmt: skip


def test_a_comment_is_no_part_of_a_cell_of_markdown() -> None:
    """Before or behind its text it is left out; amid it, the row has no place in the table."""
    source = b"| h | k |\n|---|---|\n| a <!-- x --> | 1 |\n| b | <!-- y --> 2 |\n"
    source += b"| c <!-- z --> d | 3 |\n| <!-- q --> | `<!-- w -->` |\n"
    found = markdown.read(File("a.md", source, "d")).unwrap()
    assert grid_of(found, found.tables[0]) == [
        ["h*", "k*"], ["a*", "1"], ["b*", "2"], ["*", "`<!-- w -->`"],
    ]  # fmt: skip
