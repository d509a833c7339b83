"""The tables of a PDF have their cells, in rows and columns, with the heads that name them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pdfs import Sheet, Words, paragraph, pdf
from vera.core.document import Form, Kind
from vera.core.result import failed
from vera.verification.ingestion.pdf.cells import Laid
from vera.verification.ingestion.pdf.lines import Line
from vera.verification.ingestion.pdf.rows_of_words import parts_of, words_of
from vera.verification.ingestion.pdf.rules import Rule, Ruling, of_one_extent
from vera.verification.ingestion.pdf.tables import Found, rows_of_table
from vera.verification.ingestion.reading import parse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.core.document import Document
    from vera.core.table import Table

OUR_PAPER = Path(__file__).parents[3] / "testdata" / "papers" / "vera" / "vera.pdf"
LEFT, TOP, ROW = 72, 600, 14
PROSE = [
    "We show in these lines that the paper is about something that was",
    "measured, and that has a value which is given in the table below.",
]
MORE = ["The values are those of a year in which nothing else was measured at", "all."]


def _rule(x0: float, y: float, x1: float) -> str:
    return f"{x0} {y} {x1 - x0} 0.5 re f"


def _upright(x: float, y0: float, y1: float) -> str:
    return f"{x} {y0} m {x} {y1} l S"


def _cells(rows: Sequence[Sequence[str]], step: float = 100, size: float = 9) -> list[str]:
    """The cells in columns `step` points wide, a row every 14 points; empty ones are left out."""
    return [
        Words(text, LEFT + step * column, TOP - ROW * at, size=size).content
        for at, row in enumerate(rows)
        for column, text in enumerate(row)
        if text
    ]


def _booktabs(rows: Sequence[Sequence[str]], heads: int = 1, step: float = 100) -> list[str]:
    """The cells between three rules: above, below the heads, and at the end."""
    right = LEFT + step * len(rows[0]) - 20
    heights = (TOP + 10, TOP - ROW * heads + 10, TOP - ROW * len(rows) + 10)
    return [*_cells(rows, step), *(_rule(LEFT - 2, y, right) for y in heights)]


def _read(*contents: str, caption: str = "Table 1: What was measured.") -> Document:
    above = [paragraph(PROSE, top=700)]
    if caption:
        above.append(Words(caption, LEFT, TOP + 20, size=9).content)
    below = paragraph(MORE, top=200)
    return parse(pdf(Sheet("\n".join([*above, *contents, below]))), "a.pdf").unwrap()


def _grid(found: Document, table: Table) -> list[list[str]]:
    """The texts of the cells, each in the place of its upper left corner."""
    grid = [[""] * table.width for _ in range(table.height)]
    for cell in table.cells:
        grid[cell.row][cell.column] = cell.span.of(found.text)
    return grid


def _only(found: Document) -> Table:
    (table,) = found.tables
    return table


def _heads(found: Document, table: Table, row: int, column: int) -> tuple[list[str], list[str]]:
    cell = table.at(row, column)
    assert cell is not None
    both = table.row_heads(cell), table.column_heads(cell)
    above, left = ([it.span.of(found.text) for it in heads] for heads in both)
    return above, left


ROWS = [
    ["Method", "Precision", "Recall"],
    ["ours", "0.93", "0.81"],
    ["theirs", "0.87", "0.84"],
    ["none", "0.12", "0.99"],
]


def test_a_cell_knows_its_heads() -> None:
    """A table between rules has its cells, and each is about its row and its column."""
    found = _read(*_booktabs(ROWS))
    table = _only(found)
    assert _grid(found, table) == ROWS
    assert _heads(found, table, 2, 1) == (["theirs"], ["Precision"])
    assert table.caption is not None
    assert table.caption.of(found.text) == "Table 1: What was measured."


def test_a_row_is_a_block_of_its_cells() -> None:
    """Each row is one block of form row, its cells parted by bars, and no prose is in it."""
    found = _read(*_booktabs(ROWS))
    rows = [block for block in found.blocks if block.kind is Kind.TABLE]
    assert [block.span.of(found.text) for block in rows] == [" | ".join(row) for row in ROWS]
    assert {block.form for block in rows} == {Form.ROW}


def test_a_table_without_rules_is_known_by_its_columns() -> None:
    """White that runs through all rows parts columns where no rule does, and no caption stands."""
    found = _read(*_cells(ROWS), caption="")
    assert _grid(found, _only(found)) == ROWS
    assert _only(found).caption is None


PRINTED = [
    ["model", "formula", "residual"],
    ["linear", "outcome", "0.9312"],
    ["squared", "outcome", "0.8741"],
    ["nothing", "constant", "0.1233"],
]


@pytest.mark.parametrize("caption", ["", "Table 1: What the program says."])
def test_what_a_program_prints_is_no_table_without_a_caption(caption: str) -> None:
    """Columns of a typewriter's letters are a table where a caption says so, not elsewhere."""
    typed = [
        Words(text, LEFT + 90 * column, TOP - 12 * at, size=9, typed=True).content
        for at, row in enumerate(PRINTED)
        for column, text in enumerate(row)
    ]
    found = _read(*typed, caption=caption)
    assert [_grid(found, table) for table in found.tables] == [PRINTED] * bool(caption)


def test_a_table_below_a_framed_program_is_not_joined_to_it() -> None:
    """Prose between the frame of a program's text and a table of its width parts the two."""
    code = ["newts <- counted(pond, year)", "model <- fitted(newts, frogs)"]
    frame = [
        Words(text, 80, 660 - 11 * at, size=9, typed=True).content for at, text in enumerate(code)
    ]
    right = LEFT + 280
    rules = [_rule(LEFT - 2, y, right) for y in (672, 644)]
    between = Words("The model is shown in words.", LEFT, 628).content
    found = _read(*frame, *rules, between, *_booktabs(ROWS), caption="")
    assert _grid(found, _only(found)) == ROWS


WORDS = [
    ["pgtime", "time to the last visit"],
    ["age", "age when it was found"],
    ["ploidy", "pattern of its nuclei"],
    ["g", "share of cells that divide"],
]


def test_columns_of_words_that_begin_at_one_place_are_a_table() -> None:
    """Words without rules and caption are a table where each column has one edge in all rows."""
    found = _read(*_cells(WORDS), caption="")
    assert _grid(found, _only(found)) == WORDS
    ragged = [
        Words(text, LEFT + 100 * column + 7 * (at % 3) * column, TOP - ROW * at, size=9).content
        for at, row in enumerate(WORDS)
        for column, text in enumerate(row)
    ]
    assert not _read(*ragged, caption="").tables


def test_numbers_before_long_cells_between_rules_are_no_list() -> None:
    """Rows between rules that begin with a number are those of a table, however long they are."""
    rows = [
        ["Nr", "Meaning"],
        ["1", "the number of steps that were taken"],
        ["2", "the largest of the steps, in days, that"],
        ["", "the program could take at once"],
        ["3", "the name of the method"],
    ]
    right = LEFT + 200
    rules = [_rule(LEFT - 2, y, right) for y in (612, 597, 583, 555, 541)]
    found = _read(*_cells(rows, step=30), *rules)
    assert [row[0] for row in _grid(found, _only(found))] == ["Nr", "1", "2", "3"]


def test_heads_above_the_first_rule_are_heads_of_the_table() -> None:
    """A table that begins with its heads, over the first of several rules, has them."""
    right = LEFT + 280
    rules = [_rule(LEFT - 2, TOP - y, right) for y in (4, 18, 32, 46)]
    found = _read(*_cells(ROWS), *rules, caption="")
    assert _grid(found, _only(found)) == ROWS


def test_values_in_two_lines_are_two_rows_however_full_their_columns() -> None:
    """Lines of one word each have nothing to wrap: each is a row of its own."""
    rows = [["Name", "Kind"], ["common", "newt"], ["crested", "frogs"], ["marbled", "toads"]]
    right = LEFT + 160
    rules = [_rule(LEFT - 2, TOP - y, right) for y in (-10, 4, 32, 46)]
    found = _read(*_cells(rows), *rules)
    assert _grid(found, _only(found)) == rows


def test_the_ticks_of_an_axis_are_no_table() -> None:
    """Rows of numbers one step apart over the name of an axis are a figure's, not a table's."""
    axes = [
        row
        for name in ("newts", "frogs", "toads")
        for row in (["0", "200", "400", "600", "800"], ["", "", name, "", ""])
    ]
    assert not _read(*_cells(axes), caption="").tables


def test_heads_that_tables_of_several_pages_share_are_no_running_heads() -> None:
    """Heads at the top of two pages stay where rows of their size follow at once."""
    pages = [[["Method", "Precision", "Recall"], *ROWS[1:]], [ROWS[0], *ROWS[:0:-1]]]
    sheets = [
        Sheet(
            "\n".join(
                [
                    *(
                        Words(text, LEFT + 100 * column, 770 - 11 * at, size=9).content
                        for at, row in enumerate(rows)
                        for column, text in enumerate(row)
                    ),
                    paragraph(PROSE, top=600),
                ]
            )
        )
        for rows in pages
    ]
    found = parse(pdf(*sheets), "a.pdf").unwrap()
    assert [_grid(found, table) for table in found.tables] == pages


def test_words_in_the_frame_of_a_figure_are_no_table() -> None:
    """What stands here and there between two rules of one width is no table."""
    points = [
        ["", "", "", "", "3"],
        ["", "8", "", "14", ""],
        ["", "1", "", "18", ""],
        ["11", "", "", "", "20"],
        ["", "", "16", "", ""],
    ]
    frame = [_rule(LEFT - 2, y, LEFT + 480) for y in (TOP + 12, TOP - 66)]
    assert not _read(*_cells(points), *frame, caption="").tables


def test_points_of_a_figure_are_no_table() -> None:
    """Signs that are no letters, between rules, are what a figure draws."""
    points = [["*", "*", "#"], ["#", "*", "*"], ["*", "#", "*"], ["*", "*", "4"]]
    assert not _read(*_booktabs(points), caption="").tables


def test_empty_cells_have_a_place() -> None:
    """An empty cell is there, without text, and the row's text begins and ends with no blank."""
    rows = [["Pond", "Newts", "Frogs"], ["A", "", "7"], ["B", "3", ""], ["C", "1", "2"]]
    found = _read(*_booktabs(rows))
    assert _grid(found, _only(found)) == rows
    texts = [block.span.of(found.text) for block in found.blocks if block.kind is Kind.TABLE]
    assert texts == ["Pond | Newts | Frogs", "A |  | 7", "B | 3 |", "C | 1 | 2"]


def test_a_row_that_begins_empty_stands_on_its_own_page() -> None:
    """The bars before the first text of a row have the page of that text."""
    rows = [["", "Newts", "Frogs"], ["A", "4", "7"], ["B", "3", "1"]]
    contents = "\n".join(_booktabs(rows))
    sheets = Sheet(paragraph(PROSE, top=700)), Sheet(contents)
    found = parse(pdf(*sheets), "a.pdf").unwrap()
    first = next(block for block in found.blocks if block.kind is Kind.TABLE)
    assert first.span.of(found.text) == "| Newts | Frogs"
    assert found.pages_of(first.span) == (2,)


def test_lines_of_a_cell_are_one_text() -> None:
    """A cell of several lines is one text, a word broken in it is whole, and each line has a box.

    The lines of the cell beside it are not mixed in.
    """
    lines = [
        Words("Who taught you?", LEFT, 600, size=9).content,
        Words("My father, or the broth-", 172, 600, size=9).content,
        Words("er who kept the herd", 172, 590, size=9).content,
        Words("61%", 300, 600, size=9).content,
        Words("Would you dig?", LEFT, 572, size=9).content,
        Words("Yes, but only where one", 172, 572, size=9).content,
        Words("has been dug before", 172, 562, size=9).content,
        Words("44%", 300, 572, size=9).content,
        Words("Question", LEFT, 618, size=9, bold=True).content,
        Words("Answer", 172, 618, size=9, bold=True).content,
        Words("Share", 300, 618, size=9, bold=True).content,
        *(_rule(70, y, 330) for y in (628, 612, 555)),
    ]
    found = parse(pdf(Sheet("\n".join(lines))), "a.pdf").unwrap()
    table = _only(found)
    assert _grid(found, table)[1:] == [
        ["Who taught you?", "My father, or the brother who kept the herd", "61%"],
        ["Would you dig?", "Yes, but only where one has been dug before", "44%"],
    ]
    cell = table.at(1, 1)
    assert cell is not None
    boxes = found.boxes_of(cell.span)
    assert [round(box.x0) for box in boxes] == [173, 172]
    assert boxes[0].y1 <= boxes[1].y0


def test_a_head_runs_over_the_columns_that_a_rule_groups() -> None:
    """A rule under a head says which columns it is about, however short the head is."""
    rows = [
        ["", "F1", "", "BLEU", ""],
        ["System", "dev", "test", "dev", "test"],
        ["ours", "0.91", "0.90", "31.2", "30.8"],
        ["theirs", "0.87", "0.85", "29.9", "29.1"],
    ]
    cut = TOP - 4
    rules = [_rule(LEFT + 98, cut, LEFT + 240), _rule(LEFT + 298, cut, LEFT + 440)]
    found = _read(*_booktabs(rows, heads=2), *rules)
    table = _only(found)
    assert _heads(found, table, 3, 2) == (["theirs"], ["F1", "test"])
    assert _heads(found, table, 2, 3) == (["ours"], ["BLEU", "dev"])


def test_a_head_across_the_table_is_about_the_rows_below_it() -> None:
    """A lone cell between the rows runs over all columns and names the rows below it."""
    rows = [
        ["Age", "Cases", "Share"],
        ["Women", "", ""],
        ["  18 to 40", "12", "0.4"],
        ["Men", "", ""],
        ["  18 to 40", "18", "0.6"],
    ]
    found = _read(*_booktabs(rows))
    table = _only(found)
    assert _heads(found, table, 4, 1)[1] == ["Cases", "Men"]
    assert _heads(found, table, 2, 1)[1] == ["Cases", "Women"]


def test_a_name_reaches_through_the_rows_of_its_group() -> None:
    """A first cell with empty ones below is about their rows, too."""
    rows = [
        ["Trench", "Layer", "Sherds"],
        ["East", "upper", "212"],
        ["", "lower", "87"],
        ["West", "upper", "145"],
        ["", "lower", "38"],
    ]
    found = _read(*_booktabs(rows))
    assert _heads(found, _only(found), 2, 2) == (["East", "lower"], ["Sherds"])
    assert _heads(found, _only(found), 4, 2) == (["West", "lower"], ["Sherds"])


def test_a_grid_parts_cells_that_stand_close() -> None:
    """Upright rules part columns where hardly any white does."""
    rows = [["ab", "cd", "ef"], ["12", "34", "56"], ["78", "90", "12"]]
    uprights = [_upright(LEFT - 3 + 14 * k, TOP - 32, TOP + 10) for k in range(4)]
    level = [_rule(LEFT - 3, TOP + 10 - ROW * k, LEFT + 39) for k in range(4)]
    found = _read(*_cells(rows, step=14), *uprights, *level)
    assert _grid(found, _only(found)) == rows


def test_small_type_below_a_table_is_its_note() -> None:
    """What stands below a table in small type belongs to it and is no body."""
    note = Words("Values are means of three runs.", LEFT, TOP - 62, size=8).content
    found = _read(*_booktabs(ROWS), note)
    (span,) = _only(found).notes
    assert span.of(found.text) == "Values are means of three runs."
    kinds = {block.span: block.kind for block in found.blocks}
    assert kinds[span] is Kind.FOOTNOTE


def test_a_caption_below_belongs_to_the_table_above() -> None:
    """Where the captions of a document stand below, each is that of the table above it."""
    contents = []
    for number, top in enumerate((0, -110), start=1):
        caption = f"Table {number}: Run {number}."
        words = Words(caption, LEFT, TOP - 66, size=9).content
        contents.append(f"q 1 0 0 1 0 {top} cm {' '.join([*_booktabs(ROWS), words])} Q")
    found = _read(*contents, caption="")
    captions = [table.caption.of(found.text) for table in found.tables if table.caption]
    assert captions == ["Table 1: Run 1.", "Table 2: Run 2."]


@pytest.mark.parametrize("turn", ["0 1 -1 0 700 0", "0 -1 1 0 -150 800"])
def test_a_table_along_the_side_is_read_from_there(turn: str) -> None:
    """A table that is set sideways on an upright page has the cells that it has upright."""
    sideways = f"q {turn} cm {' '.join(_booktabs(ROWS))} Q"
    found = parse(pdf(Sheet(sideways)), "a.pdf").unwrap()
    assert _grid(found, _only(found)) == ROWS


def test_a_cell_is_no_heading() -> None:
    """The bold heads of a table open no section."""
    rows = [
        Words(text, LEFT + 120 * column, TOP - 14 * at, size=9, bold=at == 0).content
        for at, row in enumerate(ROWS)
        for column, text in enumerate(row)
    ]
    found = _read(*rows)
    assert found.tables
    assert not found.sections


TWO_COLUMNS = [
    ("The first of these columns has", "The other one of these columns"),
    ("words that go on in the line", "has words of its own which go"),
    ("below, as the words of prose", "on in it, and nothing ties one"),
    ("do wherever they are printed.", "line to the one on its left."),
]
REFERENCES = [
    ("[1]", "A. Smith. A study of the first thing. 1999."),
    ("[2]", "B. Jones. A study of the second thing. 2001."),
    ("[3]", "C. Brown. A study of the third thing. 2003."),
]
EQUATIONS = [("f(x) + g(x)", "=", "h(x)"), ("f(x)", "=", "h(x) - g(x)"), ("g(x)", "=", "k(x)")]
CONTENTS = [
    ("Introduction . . . . . . . . . . . .", "1"),
    ("What we did . . . . . . . . . . . .", "7"),
    ("What we found . . . . . . . . . . .", "12"),
]


@pytest.mark.parametrize("rows", [TWO_COLUMNS, REFERENCES, EQUATIONS, CONTENTS])
def test_what_only_looks_like_a_table_is_none(rows: Sequence[Sequence[str]]) -> None:
    """Prose in columns, lists, aligned equations and lists of contents are no tables."""
    step = 40 if rows is REFERENCES else 200
    assert _read(*_cells(rows, step=step), caption="").tables == ()


def test_words_between_the_lines_of_a_figure_are_no_table() -> None:
    """What stands over the caption of a figure is not laid out as cells."""
    caption = Words("Figure 1: Some shares.", LEFT, TOP - 70, size=9).content
    assert _read(*_booktabs(ROWS), caption, caption="").tables == ()


def test_the_words_of_a_drawing_are_no_table() -> None:
    """Where more rules stand than rows and columns have sides, they are the ticks of axes."""
    ticks = [_upright(LEFT + 9 * k, TOP - 50, TOP + 8) for k in range(24)]
    assert _read(*_booktabs(ROWS), caption="").tables
    assert _read(*_booktabs(ROWS), *ticks, caption="").tables == ()


def test_the_rules_of_the_next_column_are_none_of_a_table() -> None:
    """Level rules that only touch the sides of a table run over something else."""
    pieces = [(10, 5, 100, 5.4), (98, 20, 190, 20.4), (0, 30, 200, 30.4), (40, 40, 70, 40.4)]
    inside = Ruling.of(np.array(pieces, dtype=np.float32)).within(8, 0, 102, 60).level
    assert [round(rule.at) for rule in inside] == [5, 30, 40]


def test_words_that_stand_over_each_other_are_written_once() -> None:
    """A word that is printed behind the one that follows it in its line is in a cell once."""
    boxes = np.array(
        [(10, 0, 15, 8), (0, 0, 0, 0), (40, 0, 45, 8), (0, 0, 0, 0), (25, 0, 30, 8)],
        dtype=np.float32,
    )
    line = Line(1, "a b c", np.arange(5, dtype=np.int32), 10, 0, 45, 8, 9, 8, bold=False)
    words = sorted(words_of(line, boxes), key=lambda word: word.x0)
    assert [part.text for part in parts_of(words, boxes)] == ["a", "c", "b"]


CELL = st.text(st.sampled_from("abcXY 0129.%-±é"), max_size=9).map(lambda it: it.strip(" -"))
"""None ends in a hyphen: in a cell of two lines it would be that of a broken word."""


@settings(max_examples=40, deadline=None)
@given(
    st.integers(2, 5).flatmap(
        lambda width: st.lists(
            st.lists(CELL, min_size=width, max_size=width), min_size=2, max_size=7
        )
    ),
    st.booleans(),
    st.booleans(),
)
def test_no_letter_of_a_table_is_lost(
    rows: list[list[str]], is_ruled: bool, is_captioned: bool
) -> None:
    """Whatever the cells hold, each letter is in the text once, and no cell holds another."""
    drawn = _booktabs(rows) if is_ruled else _cells(rows)
    found = _read(*drawn, caption="Table 1: Cells." if is_captioned else "")
    shown = "".join(PROSE + MORE + ["".join(row) for row in rows])
    shown += "Table 1: Cells." if is_captioned else ""
    bars = "|" * found.text.count("|")
    assert sorted(found.text.replace(" ", "").replace("\n", "")) == sorted(
        shown.replace(" ", "") + bars
    )
    for table in found.tables:
        for cell in table.cells:
            text = cell.span.of(found.text)
            assert text == text.strip()
            assert "|" not in text
            assert len(found.boxes_of(cell.span)) == (1 if text else 0) or len(text.split()) > 1


def test_ten_thousand_cells_are_read() -> None:
    """A table of 10,000 cells comes out whole."""
    rows = [[f"{at}.{column}" for column in range(10)] for at in range(1000)]
    words = [
        Words(text, 10 + 58 * column, 7990 - 8 * at, size=6).content
        for at, row in enumerate(rows)
        for column, text in enumerate(row)
    ]
    found = parse(pdf(Sheet("\n".join(words), media=(0, 0, 600, 8000))), "a.pdf").unwrap()
    assert _grid(found, _only(found)) == rows


@pytest.mark.parametrize("cell", ["x" * 1_000_000, "word " * 200_000])
def test_a_cell_of_a_megabyte_is_read_or_named(cell: str) -> None:
    """A cell of a megabyte breaks nothing: it is read as far as the PDF library reads it."""
    rows = [["A", "1"], ["B", cell], ["C", "2"]]
    result = parse(pdf(Sheet("\n".join(_cells(rows)))), "a.pdf")
    assert failed(result) or "C" in result.unwrap().text


def test_a_hundred_thousand_paths_are_passed_over() -> None:
    """A page full of drawn lines is read; no more of them are looked at than a table may have."""
    paths = "\n".join(f"{k % 500} {k % 700} m {k % 500 + 20} {k % 700} l S" for k in range(100_000))
    found = _read(paths, *_booktabs(ROWS))
    assert PROSE[0] in found.text


def test_pieces_of_a_rule_are_one_rule() -> None:
    """Pieces that touch are one rule; the trimmed rules over two groups of columns are two."""
    pieces = [(10, 5, 40, 5.4), (40.5, 5, 90, 5.4), (94, 5, 120, 5.4)]
    level = Ruling.of(np.array(pieces, dtype=np.float32)).level
    assert [(round(rule.start), round(rule.end)) for rule in level] == [(10, 90), (94, 120)]


def test_rules_are_grouped_by_their_ends() -> None:
    """Rules that begin and end at one place are those of one table; a double rule counts once."""
    rules = [Rule(10, 0, 100), Rule(12, 0.5, 100), Rule(40, 0, 99), Rule(50, 30, 60)]
    assert [[rule.at for rule in group] for group in of_one_extent(rules)] == [[10, 40], [50]]


def test_rows_that_begin_with_small_letters_are_rows() -> None:
    """Where the first cell of a column begins so, a small letter does not go on a cell."""
    document = parse(OUR_PAPER.read_bytes(), "vera.pdf").unwrap()
    table = document.tables[-1]
    rows = [
        [cell.span.of(document.text) for cell in table.cells if cell.row == row] for row in range(5)
    ]
    assert rows == [
        ["Case", "Answer"],
        ["text too long", "cut without a word, by default"],
        ["no text at all", "200 and no vectors"],
        ["one blank text", "200 and a vector"],
        ["text too long, with truncation off", "400, and the whole batch fails"],
    ]


def test_a_row_without_a_letter_is_no_paragraph() -> None:
    """What rules draw may have rows that hold nothing: the rows beside them are read."""
    line = Line(1, "67", np.arange(2, dtype=np.int32), 0.0, 0.0, 10.0, 10.0, 10.0, 10.0, bold=False)
    full, empty = Laid(0, 0, 1, 1, False, (line,)), Laid(1, 0, 1, 1, False, ())
    found = Found(frozenset({0}), ((full,), (empty,), ()))
    assert [row.lines for row in rows_of_table(found, 0)] == [(line,)]
