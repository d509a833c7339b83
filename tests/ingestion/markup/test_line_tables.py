"""Tables of markup that is read line for line have their cells where these stand in the source."""

from __future__ import annotations

import pytest

from tests.ingestion.markup.lines import lines_of
from tests.ingestion.markup.marked import grid_of, marks_of
from vera.core.document import File, Form
from vera.verification.ingestion import reading
from vera.verification.ingestion.markup import markdown, org, rst


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


def test_formulas_and_raised_text_of_org() -> None:
    """In the line and apart, with and without braces; addresses, code and names stay."""
    source = rb"""#+TITLE: Bees
CO_2, 10^{-3} and x_i with $a_1 \leq b$, \alpha and 5\deg, at https://a.org/x_2 and =x_2= in
snake_case. Then
\[ y = \frac{a}{b} \]
and *H_{2}O*\nbsp{}ends.
\begin{align}
x &= 1 \\
y &= 2
\end{align}
| a^2 | \(b^2\) |
See [[https://a.org/b_1]] [[*Else]].
"""
    found = org.read(File("a.org", source, "d")).unwrap()
    assert [(it.form, " ".join(it.span.of(found.text).split())) for it in found.blocks] == [
        (Form.PROSE, ("CO2, 10^-3 and xi with a1 ≤ b, α and 5°, at https://a.org/x_2 and x_2 in "
                     "snake_case. Then")),
        (Form.FORMULA, "y = a/b"), (Form.PROSE, "and H2O ends."),
        (Form.FORMULA, "x = 1; y = 2"), (Form.ROW, "a^2 | b^2"),
        (Form.PROSE, "See https://a.org/b_1 ."),
    ]  # fmt: skip


@pytest.mark.parametrize(("option", "shown"), [("nil", "a^2 b_{3}"), ("{}", "a^2 b3")])
def test_an_option_of_org_says_what_is_raised(option: str, shown: str) -> None:
    """Nothing, or what stands in braces."""
    found = org.read(File("a.org", f"#+OPTIONS: toc:nil ^:{option}\na^2 b_{{3}}".encode(), "d"))
    assert found.unwrap().text.strip() == shown


@pytest.mark.parametrize(
    ("name", "source"),
    [("a.org", rb"* H\nx^2 \(a\) \alpha\n| a | $b$ |"), ("a.rst", b"H\n===\n\n:math:`a_i`\n")],
)
def test_the_sandbox_reads_formulas_as_they_are_read_here(name: str, source: bytes) -> None:
    """What the confined child answers is the same text."""
    here = {"a.org": org, "a.rst": rst}[name].read(File(name, source, "d")).unwrap()
    there = reading.parse(source, name).unwrap()
    assert (there.text, there.blocks, there.marks) == (here.text, here.blocks, here.marks)


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
