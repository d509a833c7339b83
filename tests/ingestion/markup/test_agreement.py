"""One paper in eight formats is one text: the same blocks, marks, tables and formulas.

Where a format says less, or numbers a thing that it writes without one, the difference is listed.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import pytest

from testdata.papers.docx import docx
from tests.ingestion.markup.marked import grid_of, marks_of
from vera.core.document import File, Form, Kind
from vera.verification.ingestion import reading
from vera.verification.ingestion.markup import docx as word
from vera.verification.ingestion.markup import html, jats, latex, markdown, org, rst, typst

if TYPE_CHECKING:
    from vera.core.document import Document
    from vera.core.ports import Reader

PAPERS = Path(__file__).parents[3] / "testdata" / "agreement"
_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_NOTES = (
    f'<w:footnotes {_W}><w:footnote w:id="2"><w:p><w:r><w:t>In one hive of two.</w:t></w:r></w:p>'
    "</w:footnote></w:footnotes>"
)
READERS: dict[str, Reader] = {
    "html": html, "xml": jats, "word.xml": word, "tex": latex, "typ": typst, "org": org, "rst": rst,
    "md": markdown,
}  # fmt: skip
_Block: TypeAlias = tuple[Kind, Form, str]
BODY, PROSE = Kind.BODY, Form.PROSE
BLOCKS = [
    (Kind.TITLE, PROSE, "Sleep of bees"),
    (Kind.LABEL, PROSE, "Keywords: bees, sleep"),
    (Kind.HEADING, PROSE, "Results"),
    (
        BODY,
        PROSE,
        (
            "On the 1st day each of 14 hives took 10^-3 mol of CO2 and 3 g of 14C through 5 cm^2 "
            "of comb. All bees slept at night, and wasps did not."
        ),
    ),
    (Kind.FOOTNOTE, PROSE, "In one hive of two."),
    (BODY, PROSE, "With x = (a + 1)/sqrt(b) the hours of sleep are"),
    (BODY, Form.FORMULA, "h = ∑_(i = 1)^n xi^2 ≤ α"),
    (Kind.LABEL, PROSE, "Theorem 1."),
    (BODY, PROSE, "Every bee sleeps in winter."),
    (Kind.CAPTION, PROSE, "Sleep of two hives."),
    (Kind.TABLE, Form.ROW, "Hive | Hours of sleep"),
    (Kind.TABLE, Form.ROW, "day | night"),
    (Kind.TABLE, Form.ROW, "Meadow | 1.5 | 7.2"),
    (Kind.TABLE, Form.ROW, "Forest | | 10^-2"),
    (Kind.FOOTNOTE, PROSE, "Without the queen."),
    (BODY, PROSE, "Bees need sleep."),
    (Kind.HEADING, PROSE, "References"),
    (Kind.REFERENCES, PROSE, "Tamm, A. Bees at night. 2018."),
]
GRID = [
    ["Hive*", "Hours of sleep*", "Hours of sleep*"],
    ["Hive*", "day*", "night*"],
    ["Meadow*", "1.5", "7.2"],
    ["Forest*", "", "10^-2"],
]
TITLE, KEYWORDS, THEOREM, CAPTION = BLOCKS[0], BLOCKS[1], BLOCKS[7], BLOCKS[9]
LISTED, WORK = BLOCKS[16], BLOCKS[17]
DATA = dict.fromkeys((TITLE, KEYWORDS))
"""Said by data of the file: the title is `Document.title`, keywords are not of the text."""
NUMBERED = {THEOREM: None}
"""The program that typesets it writes "Theorem 1"."""
HEADED = {TITLE: (Kind.HEADING, PROSE, "Sleep of bees")}
"""The title is the first heading."""
INSTEAD: dict[str, dict[_Block, _Block | None]] = {
    "html": {WORK: (Kind.REFERENCES, Form.ITEM, WORK[2])},
    "xml": {WORK: (*WORK[:2], "1 " + WORK[2])},  # what a mark calls has its label
    "word.xml": {CAPTION: (*CAPTION[:2], "Table 1: " + CAPTION[2])},  # else it could be a figure's
    "tex": {**DATA, **NUMBERED, LISTED: None, WORK: (*WORK[:2], "[tamm] " + WORK[2])},
    "typ": {**HEADED, **NUMBERED},
    "org": {
        **DATA,
        **NUMBERED,
        BLOCKS[10]: (Kind.TABLE, Form.ROW, "Hive | Hours of sleep |"),
        BLOCKS[11]: (Kind.TABLE, Form.ROW, "| day | night"),
    },
    "rst": {**HEADED, **NUMBERED, KEYWORDS: None},
}
"""What a format has in the place of a block, and where it has none."""
UNSPANNED = {"org": {(0, 2): "*", (1, 0): "*"}}
"""Org's tables have no cells over several columns: these are empty."""


def _read(name: str) -> Document:
    data = (PAPERS / f"bees.{name}").read_bytes()
    if name == "word.xml":
        data = docx(data.decode(), {"word/footnotes.xml": _NOTES})
    reader: Reader = READERS[name]
    return reader.read(File(f"bees.{name}", data, "d")).unwrap()


def _blocks(document: Document) -> list[_Block]:
    return [
        (it.kind, it.form, " ".join(it.span.of(document.text).split())) for it in document.blocks
    ]


def _expected(name: str) -> list[_Block]:
    order = [*BLOCKS]
    if name == "typ":  # a caption stands where it is written: behind the table
        order.insert(order.index(CAPTION) + 6, CAPTION)
        order.remove(CAPTION)
    there = (INSTEAD.get(name, {}).get(block, block) for block in order)
    return [block for block in there if block is not None]


@pytest.mark.parametrize("name", [it for it in READERS if it != "md"])
def test_one_paper_is_one_text(name: str) -> None:
    """Blocks with their kinds and forms, raised and lowered text, and formulas are the same."""
    document = _read(name)
    assert _blocks(document) == _expected(name)
    assert document.title == "Sleep of bees"


@pytest.mark.parametrize("name", [it for it in READERS if it != "md"])
def test_one_paper_has_the_same_table_and_marks(name: str) -> None:
    """Cells, heads, caption, notes; what a mark shows where the format writes it, and its note."""
    document = _read(name)
    (table,) = document.tables
    grid = [list(row) for row in GRID]
    for (row, column), text in UNSPANNED.get(name, {}).items():
        grid[row][column] = text
    assert grid_of(document, table) == grid
    assert table.caption is not None
    assert table.caption.of(document.text).endswith("Sleep of two hives.")
    assert [it.of(document.text) for it in table.notes] == ["Without the queen."]
    linked = name in {"html", "xml"}
    assert marks_of(document) == [
        ("comb.", "1", "citation" if linked else "mark", ""),
        ("slept", "a" if linked else "", "note", "In one hive of two."),
        ("7.2", "b", "note", "Without the queen."),
    ]


def test_markdown_keeps_its_own_text() -> None:
    """Its text is that of the file, sign by sign: raised text and formulas are as written."""
    document = _read("md")
    assert document.text == (PAPERS / "bees.md").read_text()
    said = [kind for kind, _, _ in _blocks(document)]
    assert [it for it in said if it in {Kind.LABEL, Kind.HEADING, Kind.CAPTION}] == [
        Kind.HEADING, Kind.LABEL, Kind.CAPTION, Kind.HEADING,
    ]  # fmt: skip
    assert grid_of(document, document.tables[0])[1] == ["Meadow*", "1.5", "7.2^b^"]


@pytest.mark.parametrize("name", ["html", "xml", "tex", "typ", "org", "rst", "md"])
def test_the_sandbox_reads_it_as_it_is_read_here(name: str) -> None:
    """The confined child has loaded what each of them needs."""
    there = reading.parse((PAPERS / f"bees.{name}").read_bytes(), f"bees.{name}").unwrap()
    here = _read(name)
    assert (there.text, there.blocks, there.marks, there.tables) == (
        here.text, here.blocks, here.marks, here.tables,
    )  # fmt: skip


def test_the_papers_own_tables_are_those_of_its_pdf() -> None:
    """What its source in Typst says in cells, and below which captions, its pages show."""
    folder = PAPERS.parent / "papers" / "vera"
    found = [
        reading.parse((folder / it).read_bytes(), it).unwrap() for it in ("paper.typ", "vera.pdf")
    ]
    source, pages = (
        [
            (
                table.height,
                table.width,
                sorted(
                    filter(None, (" ".join(it.span.of(paper.text).split()) for it in table.cells))
                ),
            )
            for table in paper.tables
        ]
        for paper in found
    )
    assert len(source) == 5
    assert sorted(source) == sorted(pages)
    assert all(table.caption for paper in found for table in paper.tables)
