"""The layouts, and which of them and of the kinds of tables are held out.

The rule was fixed before anything was measured. Of the layouts with one column, and of those with
two, in alphabetical order, every second one is held out; of the kinds of tables, in alphabetical
order, the first of every three. A table of the other kinds stands in a held-out layout where it is
the last of its kind.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from benchmarks.reading.typeset.grids import grids

if TYPE_CHECKING:
    from collections.abc import Iterable

    from benchmarks.reading.typeset.grids import Grid

DEV, HELD_OUT = "dev", "held-out"
PARTS = (DEV, HELD_OUT)
TYPST, LATEX = "typst", "LaTeX"


@frozen
class Layout:
    """How a paper is set; `preamble` is in the language of `engine`.

    `needs` are fonts that are not inside the package of typst. `losing` says that there are more
    PDFs of it, whose fonts do not tell what their ligatures are. `table` and `figure` are how they
    are called.
    """

    name: str
    engine: str
    columns: int
    preamble: str
    needs: tuple[str, ...] = ()
    losing: bool = False
    figure_width: float = 7.0
    table: str = "Table {}. "


_TYPST_BASE = """#set par(justify: true, leading: 0.55em, spacing: 0.9em)
#set par(first-line-indent: {indent})
#set text(lang: "en", hyphenate: true, size: {size}, font: {font})
#set text(costs: (hyphenation: 0%, runt: 0%)) // so that there are broken words to be read
#set footnote.entry(separator: line(length: 25%, stroke: 0.4pt))
#show heading: set text(size: 1.05em)
#show heading.where(level: 1): set text(size: 1.15em)
#show heading: set block(above: 1.2em, below: 0.7em)
#show super: set super(typographic: {typographic})
"""


def _typst(font: str, size: str, indent: str = "0pt", typographic: bool = False) -> str:
    return _TYPST_BASE.format(
        font=font, size=size, indent=indent, typographic=str(typographic).lower()
    )


_LIBERTINUS = '"Libertinus Serif"'
_COMPUTER_MODERN = '"New Computer Modern"'
_FOLIO = "#context counter(page).display()"
_HEAD = "header: context if counter(page).get().first() > 1 [#text(0.8em)[RUNNING #h(1fr) {}]]"

LAYOUTS = (
    Layout(
        "a4-one-column",
        TYPST,
        1,
        f'#set page("a4", margin: 2.6cm, numbering: "1", {_HEAD.format("")})\n'
        + _typst(_LIBERTINUS, "11pt"),
        losing=True,
        figure_width=13.0,
    ),
    Layout(
        "acl-two-column",
        LATEX,
        2,
        r"""\documentclass[11pt,a4paper,twocolumn]{article}
\usepackage[T1]{fontenc}
\usepackage{mathptmx}
\usepackage[margin=2.5cm]{geometry}
\setlength{\columnsep}{0.6cm}
\pagestyle{plain}
\renewcommand{\abstractname}{Abstract}
""",
        table="Table {}: ",
    ),
    Layout(
        "cjk-quote",
        TYPST,
        1,
        f'#set page("a4", margin: (x: 3cm, y: 2.8cm), numbering: "1", {_HEAD.format(_FOLIO)})\n'
        + _typst(f'({_COMPUTER_MODERN}, "WenQuanYi Zen Hei")', "10.5pt", "1.2em"),
        needs=("WenQuanYi Zen Hei",),
        figure_width=12.0,
    ),
    Layout(
        "elsevier-like",
        LATEX,
        2,
        r"""\documentclass[10pt,twocolumn]{article}
\usepackage[OT1]{fontenc}
\usepackage[paperwidth=192mm,paperheight=262mm,margin=1.6cm,top=2.2cm]{geometry}
\setlength{\columnsep}{0.7cm}
\usepackage{fancyhdr}
\pagestyle{fancy}\fancyhf{}\fancyhead[R]{\thepage}
\fancyhead[C]{\mbox{\itshape\footnotesize RUNNING}}
\renewcommand{\headrulewidth}{0pt}
""",
        table="Table {}\n",
    ),
    Layout(
        "joss",
        TYPST,
        1,
        f'#set page("a4", margin: (left: 6cm, right: 2cm, y: 2.4cm), footer: [#text(0.75em)[RUNNING'
        f" #h(1fr) {_FOLIO}]])\n" + _typst(_LIBERTINUS, "10pt", typographic=True),
        figure_width=12.0,
        table="Table {}: ",
    ),
    Layout(
        "letter-two-column",
        LATEX,
        2,
        r"""\documentclass[10pt,letterpaper,twocolumn]{article}
\usepackage[OT1]{fontenc}
\usepackage[margin=0.75in]{geometry}
\usepackage{fancyhdr}
\pagestyle{fancy}\fancyhf{}\fancyhead[R]{\scriptsize\thepage}
\fancyhead[L]{\mbox{\scriptsize RUNNING}}
\renewcommand{\headrulewidth}{0pt}
""",
        table="TABLE {}. ",
    ),
    Layout(
        "line-numbers",
        LATEX,
        1,
        r"""\documentclass[12pt,letterpaper]{article}
\usepackage[OT1]{fontenc}
\usepackage[margin=1in]{geometry}
\usepackage{lineno}
\linespread{1.5}
\AtBeginDocument{\linenumbers}
\pagestyle{plain}
""",
        figure_width=12.0,
    ),
    Layout(
        "notes-letter",
        TYPST,
        1,
        f'#set page("us-letter", margin: (x: 1.3in, y: 1.1in), {_HEAD.format(_FOLIO)})\n'
        + _typst(_COMPUTER_MODERN, "11pt", "1.5em"),
        figure_width=11.0,
    ),
    Layout(
        "rtl-quote",
        TYPST,
        1,
        f'#set page("us-letter", margin: 1in, numbering: "1", {_HEAD.format("")})\n'
        + _typst(f'({_LIBERTINUS}, "Amiri", "DejaVu Sans")', "10.5pt"),
        needs=("Amiri", "DejaVu Sans"),
        figure_width=13.0,
    ),
    Layout(
        "two-column-a4",
        TYPST,
        2,
        f'#set page("a4", margin: (x: 1.7cm, y: 2.2cm), columns: 2, numbering: "1 of 1",'
        f" {_HEAD.format('')})\n#set columns(gutter: 0.6cm)\n" + _typst(_LIBERTINUS, "9pt", "1em"),
        losing=True,
        table="Table {} ",
    ),
)


def part_of(layout: Layout) -> str:
    """Whether a layout is for development or held out."""
    beside = [one.name for one in LAYOUTS if one.columns == layout.columns]
    return PARTS[sorted(beside).index(layout.name) % 2]


def _is_held_out(grid: Grid, kinds: list[str]) -> bool:
    return kinds.index(grid.kind) % 3 == 0


def tables_of(layout: Layout) -> tuple[Grid, ...]:
    """The tables that stand in a layout: those of its part, dealt out in turn."""
    part = part_of(layout)
    beside = [one for one in LAYOUTS if part_of(one) == part]
    return tuple(_tables_of_part(part))[beside.index(layout) :: len(beside)]


def _tables_of_part(part: str) -> Iterable[Grid]:
    every = grids()
    kinds = sorted(every)
    # By number first, so that each layout has tables of many kinds.
    for fifth in zip(*every.values(), strict=True):
        for grid in fifth:
            held_out = _is_held_out(grid, kinds) or grid.number == len(every[grid.kind])
            if held_out == (part == HELD_OUT):
                yield grid
