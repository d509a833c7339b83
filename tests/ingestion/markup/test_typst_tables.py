"""Tables and formulas of Typst have the cells and the text that the typeset page shows."""

from __future__ import annotations

import pytest

from tests.ingestion.markup.lines import lines_of
from tests.ingestion.markup.marked import grid_of, marks_of
from vera.core.document import Document, File, Form, Kind
from vera.verification.ingestion import reading
from vera.verification.ingestion.markup import typst
from vera.verification.ingestion.markup.typst_math import text_of

_FIGURE = """Bees sleep.
#figure(
  caption: [Sleep (see @t) "of bees".],
  block[
    #table(
      columns: (auto, 1fr),
      table.header([Hive], [Hours#footnote[A foot.]]),
      table.cell(rowspan: 2)[A], [5 /* no] */of 7], "six",
      ..([B], $10^(-3)$),
      table.hline(),
      table.cell([c], colspan: 2),
      [#table(columns: 2)[x][y]], -3.5,
    )
    _Note:_ all at https://a.org.
  ],
) <t>
After.
"""


def _read(source: str) -> Document:
    return typst.read(File("bees.typ", source.encode(), "0")).unwrap()


def test_a_figure_with_its_table_caption_and_note() -> None:
    """Cells fill the free places; what stands beside the table is its note."""
    found = _read(_FIGURE)
    (table,) = found.tables
    assert grid_of(found, table) == [
        ["Hive*", "Hours*"], ["A*", "5 of 7"], ["A*", "six"], ["B*", "10^-3"], ["c*", "c*"],
        ["x y*", "-3.5"],
    ]  # fmt: skip
    assert table.caption is not None
    assert table.caption.of(found.text) == 'Sleep "of bees".'
    assert [it.of(found.text) for it in table.notes] == [
        "A foot.", "Note: all at https://a.org.",
    ]  # fmt: skip
    assert marks_of(found) == [("Hours", "", "note", "A foot.")]
    assert lines_of(found)[17] == "After."


def test_cells_that_are_computed_are_named() -> None:
    """Nothing is run: a reader is told which lines were not read."""
    found = _read("Bees.\n#table(columns: 2, [a], ..rows.map(it => [it]),\n  [b], total)\n")
    assert found.damaged
    assert found.notes == (
        "line 2: cells of a table that are computed were not read",
        "line 3: cells of a table that are computed were not read",
    )


def test_a_cell_names_its_place() -> None:
    """The others fill what is left; what claims more columns than there are has all."""
    found = _read(
        "#table(columns: 2, table.cell(x: 1, y: 0)[b], [a], table.cell(colspan: 999999999)[c])"
    )
    assert grid_of(found, found.tables[0]) == [["a", "b"], ["c", "c"]]


def test_a_function_of_ones_own_that_draws_a_table() -> None:
    """It is one where it is given the columns and a part of a table."""
    found = _read("#figure(ruled(columns: 2, table.hline(), [a], [b]), caption: [One.])\n#f([c])")
    assert [grid_of(found, it) for it in found.tables] == [[["a", "b"]]]
    assert [it.span.of(found.text) for it in found.blocks] == ["a | b", "One.", "c"]


def test_what_a_template_is_given_is_shown() -> None:
    """Its title, abstract and keywords are those of the paper."""
    found = _read(
        '#show: paper.with(title: [Of *bees*], abstract: [Bees sleep.], index-terms: ("a", "b"))\n'
        "= One\nText.\n"
    )
    assert found.title == "Of bees"
    assert [(it.kind, it.span.of(found.text)) for it in found.blocks] == [
        (Kind.ABSTRACT, "Bees sleep."), (Kind.LABEL, "Keywords: a, b"), (Kind.HEADING, "One"),
        (Kind.BODY, "Text."),
    ]  # fmt: skip


def test_a_formula_between_blanks_is_set_apart() -> None:
    """In a cell or a heading it stays in the line."""
    found = _read("= On $ x $\nThen\n$ a/(b + 1) $\nends#sub[1].\n#table([$ y $], [z])\n")
    assert [(it.form, it.span.of(found.text)) for it in found.blocks] == [
        (Form.PROSE, "On x"), (Form.PROSE, "Then"), (Form.FORMULA, "a/(b + 1)"),
        (Form.PROSE, "ends1."), (Form.ROW, "y"), (Form.ROW, "z"),
    ]  # fmt: skip


def test_brackets_in_text_are_signs() -> None:
    """Round ones, quotes and addresses in content close nothing."""
    found = _read('A#footnote[a) of "5 (see https://a.org] then.')
    assert [it.span.of(found.text) for it in found.blocks] == [
        "A then.", 'a) of "5 (see https://a.org',
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("(a b) / c / (||u|| thin v)", "(ab/c)/(||u|| v)"),
        ("integral_0^1 f(x)/2 dif x", "∫_0^1 f(x)/2dx"),
        ("hat(x) - overline(y) in RR", "x̂ - ȳ ∈ ℝ"),
        ("mat(1, 2; 3, 4) vec(a, b)", "(1, 2; 3, 4)(a; b)"),
        ('x_"max" != abs(sqrt(root(3, n)))', "xmax ≠ |sqrt(root(3, n))|"),
        ("y &= 1 \\ z &= Omega'", "y = 1; z = Ω'"),
        ("x^(a^(b", "x^(a^b)"),
        ("(" * 500 + "x", "(" * 500 + "x"),
    ],
)
def test_formulas(source: str, shown: str) -> None:
    """They are as MathML's and TeX's; what breaks off or is too deep stays readable."""
    assert text_of(source) == shown


def test_the_sandbox_reads_a_table_as_it_is_read_here() -> None:
    """What the confined child answers is the same table."""
    there, here = reading.parse(_FIGURE.encode(), "bees.typ").unwrap(), _read(_FIGURE)
    assert (there.tables, there.marks, there.text) == (here.tables, here.marks, here.text)
