"""The typeset papers and what is scored on them, on cases whose right answer is known by hand."""

from __future__ import annotations

from functools import cache

import attrs
import pytest

from benchmarks.reading.typeset import latex_source, typst_source
from benchmarks.reading.typeset.alignment import align, comparable
from benchmarks.reading.typeset.build import placed
from benchmarks.reading.typeset.cells import judge_tables
from benchmarks.reading.typeset.finding import Seen, SeenCell, SeenTable, of_rows
from benchmarks.reading.typeset.grids import grids, parse
from benchmarks.reading.typeset.layouts import DEV, HELD_OUT, LATEX, LAYOUTS, part_of, tables_of
from benchmarks.reading.typeset.notation import said
from benchmarks.reading.typeset.papers import paper
from benchmarks.reading.typeset.scoring import judge
from benchmarks.reading.typeset.truth import Paragraph, TrueCell, TrueTable, Truth, truth_of

NAMES = [layout.name for layout in LAYOUTS]


@cache
def _truth(name: str) -> Truth:
    layout = next(one for one in LAYOUTS if one.name == name)
    blocks = paper(name)
    return truth_of(blocks, placed(blocks, tables_of(layout)), layout)


def _seen_table(table: TrueTable) -> SeenTable:
    cells = tuple(
        SeenCell(it.text, it.row, it.column, it.rows, it.columns, it.is_head) for it in table.cells
    )
    return SeenTable(cells, (table.caption, *table.notes))


def _as_it_should_be(truth: Truth) -> Seen:
    text, marks = "", []
    for one in truth.paragraphs:
        marks += [(len(text) + it.at, it.printed) for it in one.items if it.kind == "mark"]
        text += one.text + "\n\n"
    marks += [(len(text), it) for t in truth.tables for cell in t.cells for it in cell.marks]
    return Seen(text, truth.headings, tuple(marks), (), tuple(map(_seen_table, truth.tables)))


def _made(source: str) -> Truth:
    one = said(source)
    return Truth("made", "T", "", (), (), (), (Paragraph("body", one.text, one.items),), ())


@pytest.mark.parametrize("name", NAMES)
def test_a_paper_that_is_read_as_it_should_be_has_nothing_wrong(name: str) -> None:
    """Every column is full, and nothing is false."""
    truth = _truth(name)
    scores = judge(truth, _as_it_should_be(truth))
    assert scores.missed == ()
    assert scores.right == scores.of
    assert scores.marks_found == scores.marks > 0
    assert (scores.marks_false, scores.joined, scores.split, scores.statements) == (0, 0, 0, 0)
    assert (scores.headings_missed, scores.headings_false) == (0, 0)
    cells = scores.cells
    assert cells.f1 == 1
    assert (cells.found, cells.tied, cells.about_tied) == (cells.tables, cells.body, cells.about)


@pytest.mark.parametrize(
    ("source", "read", "kind"),
    [
        ("found on the surface{n:3} of the stone", "found on the surface3 of the stone", "mark"),
        ("as was shown there.{c:4–6} The stone", "as was shown there.4-6 The stone", "mark"),
        ("at the end of the paper.{n:†}", "at the end of the paper.†", "mark"),
        ("a thickness of 10{^:−3} cm a year", "a thickness of 10-3 cm a year", "exponent"),
        ("a thickness of 10{^:−3} cm a year", "a thickness of 10 -3 cm a year", "exponent"),
        ("the share of CO{_:2} in the air", "the share of CO 2 in the air", "index"),
        ("in all some 20{;}000 readings", "in all some 20, 000 readings", "thousands"),
        ("so Herr Müller was there first", "so Herr M ̈uller was there first", "accent"),
        ("so Herr Müller was there first", "so Herr Muller was there first", "accent"),
        ("which is difficult to be read", "which is di�cult to be read", "ligature"),
        ("which is difficult to be read", "which is di ffi cult to be read", "ligature"),
    ],
)
def test_what_is_read_wrong_is_counted_where_it_stands(source: str, read: str, kind: str) -> None:
    """An item is right as its source has it, and wrong as it is misread here."""
    truth = _made(source)
    right = judge(truth, Seen(truth.paragraphs[0].text))
    wrong = judge(truth, Seen(read))
    assert (right.right[kind], right.of[kind]) == (1, 1)
    assert (wrong.right[kind], wrong.of[kind]) == (0, 1)
    assert wrong.missed[0].startswith(kind)


def test_a_mark_that_is_an_exponent_is_false() -> None:
    """What is told as a mark and is printed as none counts against the reader."""
    truth = _made("the fit has R{^:2} of 0.93 and a mark{n:2} here")
    text = truth.paragraphs[0].text
    both = Seen(text, marks=((text.index("^"), "2"), (text.index(" here"), "2")))
    assert (judge(truth, both).marks_found, judge(truth, both).marks_false) == (1, 1)


def test_words_that_are_joined_or_split_are_counted() -> None:
    """A blank that is missing between words and one that is too many are one each."""
    truth = _made("some words stand in a line here")
    scores = judge(truth, Seen("somewords stand in a li ne here"))
    assert (scores.joined, scores.split) == (1, 1)


def test_a_label_is_taken_for_a_sentence_where_evidence_has_it() -> None:
    """The words of a figure count within any sentence, the head of a theorem only by itself."""
    truth = attrs.evolve(_made("nothing"), labels=("Depth (m)",), run_in=("Lemma 1 (Ice).",))
    both = Seen("", statements=("It rose Depth (m) again.", "Lemma 1 (Ice)."))
    head = Seen("", statements=("Lemma 1 (Ice). Ice is cold.",))
    assert judge(truth, both).statements == 2
    assert judge(truth, head).statements == 0


def _true(source: str) -> TrueTable:
    cells = tuple(
        TrueCell(it.text, it.row, it.column, it.rows, it.columns, it.is_head)
        for it in parse("made", 1, source).cells
    )
    return TrueTable("made", "", (), cells)


def test_a_cell_in_the_wrong_column_loses_its_relations() -> None:
    """Of five relations one is wrong where a text moved into the empty place beside it."""
    true = _true("| A | B | C |\n| 1 | | 3 |")
    counts, _ = judge_tables([true], [of_rows([["A", "B", "C"], ["1", "3", ""]])])
    assert (counts[0].relations, counts[0].told, counts[0].right) == (5, 5, 4)


def test_heads_are_tied_by_what_they_say() -> None:
    """A body cell is tied where it has the row heads and the column heads of the truth."""
    true = _true("heads: 2\n| Fish | East | < |\n| ^ | Old | New |\n| Perch | 1 | 2 |")
    seen = _seen_table(true)
    flat = SeenTable(tuple(attrs.evolve(it, columns=1) for it in seen.cells))
    assert judge_tables([true], [seen])[0][0].tied == 2
    assert judge_tables([true], [flat])[0][0].tied == 1


def test_a_table_that_is_none_counts_against_precision() -> None:
    """Relations of a table that no true one is paired with are told and wrong."""
    true = _true("| A | B |\n| 1 | 2 |")
    read = [of_rows([["A", "B"], ["1", "2"]]), of_rows([["x", "y"]])]
    counts, others = judge_tables([true], read)
    assert counts[0].f1 == 1
    assert (others.false, others.told) == (1, 1)


def test_half_of_the_layouts_and_a_third_of_the_kinds_are_held_out() -> None:
    """No table of a held-out kind stands in a layout for development, and none is set twice."""
    parts = {layout.name: part_of(layout) for layout in LAYOUTS}
    assert sorted(parts.values()) == [DEV] * 5 + [HELD_OUT] * 5
    kinds = {
        part: {grid.kind for it in LAYOUTS if parts[it.name] == part for grid in tables_of(it)}
        for part in (DEV, HELD_OUT)
    }
    assert len(kinds[HELD_OUT] - kinds[DEV]) == 4
    names = [grid.name for layout in LAYOUTS for grid in tables_of(layout)]
    assert len(names) == len(set(names)) == sum(map(len, grids().values())) == 60


@pytest.mark.parametrize("name", NAMES)
def test_a_label_stands_once_in_its_paper(name: str) -> None:
    """What a figure says is said nowhere else, so that it is known again."""
    truth = _truth(name)
    said_here = [one.text for one in truth.paragraphs] + [t.caption for t in truth.tables]
    said_here += [cell.text for table in truth.tables for cell in table.cells]
    for label in truth.labels:
        assert not any(comparable(label).text in comparable(text).text for text in said_here), label


@pytest.mark.parametrize("name", NAMES)
def test_every_layout_has_a_source(name: str) -> None:
    """The source has each paragraph's first words and every heading."""
    layout = next(one for one in LAYOUTS if one.name == name)
    blocks = paper(name)
    made = latex_source if layout.engine == LATEX else typst_source
    source = made.source_of(blocks, placed(blocks, tables_of(layout)), layout)
    assert all(block.source in source for block in blocks if block.role == "heading")
    assert source.count("footnote{") + source.count("#footnote(") >= 4


def test_a_text_is_found_around_what_stands_inside_it() -> None:
    """A note that interrupts a sentence does not keep its end from being found."""
    true = comparable("The sentence begins on this page and it ends on the next page of the paper.")
    read = comparable(
        "The sentence begins on this page 3 A note stands at the foot. 17 and it ends on the next "
        "page of the paper."
    )
    assert min(align(true, read).at) >= 0
