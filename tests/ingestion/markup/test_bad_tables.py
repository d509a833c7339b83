"""Tables that are too large, too deep or malformed are read within limits, or named."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from testdata.papers.docx import docx
from vera.core.document import File
from vera.core.errors import ReadFault, UnreadableDocument
from vera.core.result import failed
from vera.verification.ingestion import reading
from vera.verification.ingestion.markup import html, jats, latex, typst

if TYPE_CHECKING:
    from vera.core.ports import Reader

BIG = "word " * 200_000
CELLS = 10_000
_ROW, _CELL = "<w:tbl><w:tr>{}</w:tr></w:tbl>", "<w:tc><w:p><w:r><w:t>{}</w:t></w:r></w:p></w:tc>"


def _cells(*texts: str) -> str:
    return "".join(map(_CELL.format, texts))


def _big() -> dict[str, bytes]:
    """A cell of 1 MB in each format."""
    row = f"<table><tr><td>a</td><td>{BIG}</td></tr></table>"
    line = f"+---+{'-' * len(BIG)}--+\n"
    said = {
        "a.html": f"<html><body>{row}</body></html>",
        "a.xml": f"<article><body><table-wrap>{row}</table-wrap></body></article>",
        "a.tex": rf"\begin{{tabular}}{{ll}}a & {BIG}\end{{tabular}}",
        "a.typ": f"#table(columns: 2, [a], [{BIG}])",
        "a.org": f"* x\n| a | {BIG} |\n",
        "a.rst": f"x\n\n{line}| a | {BIG} |\n{line}",
        "a.md": f"| a | b |\n|---|---|\n| c | {BIG} |\n",
    }
    word = docx(_ROW.format(_cells("a", BIG)))
    return {"a.docx": word, **{name: text.encode() for name, text in said.items()}}


def _many() -> dict[str, bytes]:
    """Ten thousand cells in each format."""
    row, rows, line = "<tr>" + "<td>1</td>" * 100 + "</tr>", 100, "+--" * 100 + "+\n"
    said = {
        "a.html": f"<html><body><table>{row * rows}</table></body></html>",
        "a.xml": f"<article><body><table>{row * rows}</table></body></article>",
        "a.tex": r"\begin{tabular}{l}" + ("1 & " * 99 + "1 \\\\\n") * rows + r"\end{tabular}",
        "a.typ": "#table(columns: 100, " + "[1], " * CELLS + ")",
        "a.org": ("| 1 " * 100 + "|\n") * rows,
        "a.rst": (line + "| 1" * 100 + "|\n") * rows + line,
        "b.rst": "=== " * 100 + "\n" + ("1   " * 100 + "\n") * rows + "=== " * 100 + "\n",
        "c.rst": ".. list-table::\n\n" + ("   * - 1\n" + "     - 1\n" * 99) * rows,
        "d.rst": ".. csv-table::\n\n" + ("   " + "1, " * 99 + "1\n") * rows,
    }
    word = "<w:tbl>" + f"<w:tr>{_cells(*'1' * 100)}</w:tr>" * rows + "</w:tbl>"
    return {"a.docx": docx(word), **{name: text.encode() for name, text in said.items()}}


@pytest.mark.parametrize("name", _big())
def test_a_cell_of_a_megabyte_is_read_or_named(name: str) -> None:
    """The cell has its text, or the file is refused with its reason."""
    result = reading.parse(_big()[name], name)
    if failed(result):
        error = result.failure()
        assert isinstance(error, UnreadableDocument)
        assert error.fault is ReadFault.TOO_LARGE
        return
    found = result.unwrap()
    assert any(len(cell.span) >= len(BIG) - 1 for cell in found.tables[0].cells)


@pytest.mark.parametrize("name", _many())
def test_ten_thousand_cells_are_read(name: str) -> None:
    """Each of them, and none twice."""
    (table,) = reading.parse(_many()[name], name).unwrap().tables
    assert len(table.cells) == CELLS


@pytest.mark.parametrize(
    ("name", "opening", "closing", "depth"),
    [
        ("a.html", "<table><tr><td>a", "", 200),
        ("a.tex", r"\begin{tabular}{l}a & ", r"\end{tabular}", 2_000),
        ("a.typ", "#table(columns: 2, [a], [", "])", 2_000),
        ("a.typ", "#figure(caption: [a", "", 60_000),
    ],
)
def test_tables_in_tables_end(name: str, opening: str, closing: str, depth: int) -> None:
    """Too deep ones are damage, and the process that reads them breaks down on none."""
    error = reading.parse((opening * depth + "x" + closing * depth).encode(), name).failure()
    assert isinstance(error, UnreadableDocument)
    assert error.fault in {ReadFault.DAMAGED, ReadFault.TOO_LARGE}
    assert "broke down" not in error.detail


@pytest.mark.parametrize(
    ("reader", "source"),
    [
        (html, "<p>x<table><tr><td colspan=1000000000 rowspan=1000000000>a<td>b</table><p>end"),
        (html, "<p>x<table><tr><td colspan=x rowspan=-5>a<td colspan=0>b</table><p>end"),
        (
            jats,
            (
                "<article><body><p>x</p><table><tgroup cols='999999999'><colspec colname='c1'/>"
                "<tbody><row><entry namest='c9' nameend='c1' morerows='1000000000'>a</entry>"
                "<entry>b</entry></row></tbody></tgroup></table><p>end</p></body></article>"
            ),
        ),
        (
            latex,
            (
                r"x \begin{tabular}{l}\multicolumn{1000000000}{c}{a} & \multirow{-3}{*}{b}"
                r"\end{tabular} end"
            ),
        ),
        (
            typst,
            (
                "x\n#table(columns: 1000000000, table.cell(colspan: 1000000000, rowspan: 0)[a],"
                " table.cell(x: 99999999, y: 99999999)[b])\nend"
            ),
        ),
    ],
)
def test_sizes_that_no_table_has(reader: Reader, source: str) -> None:
    """What stands in and around such cells is read, and each has a place or the table none."""
    found = reader.read(File("a", source.encode(), "d")).unwrap()
    assert [it for it in found.text.split() if it != "|"] == ["x", "a", "b", "end"]
    for table in found.tables:
        assert [cell.span.of(found.text) for cell in table.cells] == ["a", "b"]


@pytest.mark.parametrize(
    ("name", "part", "count"),
    [
        ("a.org", r"\[ ", 30_000),
        ("a.org", r"\begin{a} ", 30_000),
        ("a.org", "x^{a ", 100_000),
        ("a.rst", ":sup:`a ", 100_000),
        ("a.typ", "$x$ #super[$a$] ", 30_000),
        ("a.typ", "/* ", 100_000),
    ],
)
def test_what_is_opened_and_not_closed_ends(name: str, part: str, count: int) -> None:
    """It is read, or there is nothing to read: no limit of time is passed."""
    result = reading.parse(f"x\n\n{part * count}".encode(), name)
    assert not failed(result)
    assert result.unwrap().text.startswith("x")
