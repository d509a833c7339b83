r"""Tables of LaTeX have the cells, heads, captions and notes that the typeset page shows."""

from __future__ import annotations

import pytest

from tests.ingestion.markup.lines import lines_of
from tests.ingestion.markup.marked import grid_of, marks_of
from vera.core.document import Document, File
from vera.verification.ingestion import reading
from vera.verification.ingestion.markup import latex

_FLOAT = r"""Bees sleep.
\begin{table*}[ht]
\centering\small
\setlength{\tabcolsep}{4pt}
\caption[Short]{Sleep of bees.\label{tab:a}}
\begin{threeparttable}
\resizebox{\textwidth}{!}{%
\begin{tabular}{@{}lrr@{}}
\toprule
 & \multicolumn{2}{c}{Night} \\
\cmidrule(lr){2-3}
Colony & Hours (h)\tnote{a} & $n$ \\
\midrule
\multirow{2}{*}{A} & $5.1^{***}$ & 20 \\
 & 10$^{-3}$ & 1,000\textsuperscript{b} \\[2pt]
\addlinespace[2pt]
B & $-0.45$ (0.12) & \begin{tabular}[c]{@{}c@{}}two\\lines\end{tabular}\footnote{A foot.} \\
\bottomrule
\end{tabular}}
\begin{tablenotes}[flushleft]
\item[a] Adjusted for age.
\item[b] Of all.
\end{tablenotes}
\end{threeparttable}
Note: *** $p<.001$.
\end{table*}
More.
"""


def _read(source: str) -> Document:
    return latex.read(File("bees.tex", source.encode(), "0")).unwrap()


def _grids(source: str) -> list[list[list[str]]]:
    found = _read(source)
    return [grid_of(found, table) for table in found.tables]


def test_a_float_with_its_table_caption_and_notes() -> None:
    """Cells over rows and columns, heads above the first line, and marks tied to their notes."""
    found = _read(_FLOAT)
    (table,) = found.tables
    assert grid_of(found, table) == [
        ["*", "Night*", "Night*"],
        ["Colony*", "Hours (h)*", "n*"],
        ["A*", "5.1", "20"],
        ["A*", "10^-3", "1,000"],
        ["B*", "-0.45 (0.12)", "two lines"],
    ]
    assert table.caption is not None
    assert table.caption.of(found.text) == "Sleep of bees."
    assert [it.of(found.text) for it in table.notes] == [
        "A foot.", "Adjusted for age.", "Of all.", "Note: *** p < .001.",
    ]  # fmt: skip
    assert marks_of(found) == [
        ("(h)", "a", "note", "Adjusted for age."),
        ("5.1", "***", "mark", ""),
        ("1,000", "b", "note", "Of all."),
        ("lines", "", "note", "A foot."),
    ]
    assert lines_of(found)[14] == "A | 5.1 | 20"
    assert lines_of(found)[27] == "More."


def test_the_head_of_every_page_of_a_long_table_is_read_once() -> None:
    """The first head counts, and what stands at the foot of pages is no row."""
    source = r"""\begin{longtable}{ll}
\caption{Long.}\\ \hline
Name & Value \\ \hline \endfirsthead
Name & Value \\ \hline \endhead
\multicolumn{2}{r}{Continued} \\ \endfoot
\hline \endlastfoot
a & 1 \\
b & 2
\end{longtable}
"""
    found = _read(source)
    assert grid_of(found, found.tables[0]) == [["Name*", "Value*"], ["a*", "1"], ["b*", "2"]]
    assert found.tables[0].caption is not None
    assert "Continued" not in found.text


def test_a_table_of_astronomers() -> None:
    """AASTeX names its heads, and writes notes and comments inside the table."""
    source = r"""\begin{deluxetable}{lr}
\tablecaption{Stars}
\tablehead{\colhead{Name} & \colhead{Mag\tablenotemark{a}}}
\startdata
X & 3 \\
Y & 4
\enddata
\tablenotetext{a}{In V.}
\tablecomments{All stars.}
\end{deluxetable}
"""
    found = _read(source)
    assert grid_of(found, found.tables[0]) == [["Name*", "Mag*"], ["X*", "3"], ["Y*", "4"]]
    assert [it.of(found.text) for it in found.tables[0].notes] == ["In V.", "All stars."]
    assert marks_of(found) == [("Mag", "a", "note", "In V.")]


@pytest.mark.parametrize(
    ("lines", "heads"),
    [
        (r"\hline M & K \\ \hline x & y \\ z & w \\ \hline", 1),
        (r"\hline M & K \\ \hline\hline x & y \\ \hline z & w \\ \hline", 1),
        (r"\hline M & K \\ \hline x & y \\ \hline z & w \\ \hline", 0),
        (r"M & K \\ x & y \\ z & w", 0),
    ],
)
def test_lines_tell_heads_where_they_differ(lines: str, heads: int) -> None:
    """The first line, or the double one among single ones; of lines below each row none does."""
    (grid,) = _grids(rf"\begin{{tabular}}{{|l|l|}} {lines} \end{{tabular}}")
    assert [all(it.endswith("*") for it in row) for row in grid] == [at < heads for at in range(3)]


def test_a_row_without_text_is_a_row() -> None:
    """Its cells have their places, between those of the rows around it."""
    found = _read("\\begin{tabular}{lll}a & b & c\\\\ & & \\\\ & \n & \\\\ d & e & f\\end{tabular}")
    assert grid_of(found, found.tables[0]) == [
        ["a", "b", "c"], ["", "", ""], ["", "", ""], ["d", "e", "f"],
    ]  # fmt: skip
    assert lines_of(found) == {1: "a | b | c", 2: "d | e | f"}


def test_tables_side_by_side_have_their_own_captions() -> None:
    """What a minipage holds is tied to the table in it."""
    inside = r"\begin{tabular}{l}%s\end{tabular}\captionof{table}{%s.}"
    one = rf"\begin{{minipage}}{{3cm}}{inside}\end{{minipage}}"
    found = _read(rf"\begin{{table}}[t]{one % ('a', 'One')}{one % ('b', 'Two')}\end{{table}}")
    said = [table.caption.of(found.text) for table in found.tables if table.caption]
    assert said == ["One.", "Two."]


def test_a_table_of_another_file_is_named() -> None:
    """What a float takes in is not read, and a reader is told; a picture shows no words."""
    source = r"""Bees sleep.
\begin{table}\caption{One.}\includegraphics[width=3cm]{a}\input{tables/one}\end{table}
"""
    found = _read(source)
    assert found.notes == ("what it takes in is not part of this text: tables/one",)
    assert lines_of(found) == {1: "Bees sleep.", 2: "One."}


def test_a_number_and_an_index_in_the_line() -> None:
    """Raised and lowered text has the form that it has in every format."""
    found = _read(r"H$_2$O, 14 cm$^2$, the 19\textsuperscript{th}, $^{14}$C, 45$^\circ$, x$^2$.")
    assert found.text.strip() == "H2O, 14 cm^2, the 19th, 14C, 45°, x^2."


def test_the_term_of_an_item_is_read() -> None:
    """It stands in the place of the sign before the item."""
    found = _read(r"\begin{description}\item[Drone] a male bee.\end{description}")
    assert found.text.split() == ["Drone", "a", "male", "bee."]


def test_the_sandbox_reads_a_table_as_it_is_read_here() -> None:
    """What the confined child answers is the same table."""
    there, here = reading.parse(_FLOAT.encode(), "bees.tex").unwrap(), _read(_FLOAT)
    assert (there.tables, there.marks) == (here.tables, here.marks)
