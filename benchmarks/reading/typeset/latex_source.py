r"""A paper of the neutral notation as a source in LaTeX.

Accents are written as commands (`\"u`): in the OT1 encoding TeX then prints a letter and an accent
over it, two glyphs; in T1 one.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from benchmarks.reading.typeset.drawing import HEIGHT, Word, drawing
from benchmarks.reading.typeset.notation import MARKS, pieces
from benchmarks.reading.typeset.papers import Block, Figure

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from benchmarks.reading.typeset.grids import Grid, GridCell
    from benchmarks.reading.typeset.layouts import Layout

_ACCENTS = {
    "\u0300": "`",
    "\u0301": "'",
    "\u0302": "^",
    "\u0303": "~",
    "\u0308": '"',
    "\u030a": "r",
    "\u030b": "H",
    "\u030c": "v",
    "\u0327": "c",
}
_LETTERS = {"ø": r"\o", "Ø": r"\O", "ł": r"\l", "Ł": r"\L", "ß": r"\ss", "æ": r"\ae", "Æ": r"\AE"}
_SIGNS = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "−": "$-$",
    "–": "--",
    "×": r"$\times$",
    "±": r"$\pm$",
    "°": r"$^\circ$",
    "µ": r"$\mu$",
    "©": r"\copyright{}",
    "†": r"\dag{}",
    "‡": r"\ddag{}",
    "<": "$<$",
    ">": "$>$",
    **{sign: f"\\{sign}" for sign in "%&#_${}"},
}
_SET_AS = {",": ",", ";": r",\,", "~": r"\,"}
_CENTRED = r"\makebox(0,0){%s}"
_COMMON = r"""\usepackage{booktabs,multirow,array,dcolumn,graphicx}
\newcolumntype{d}[1]{D{.}{.}{#1}}
\pdfsuppressptexinfo=-1 \pdftrailerid{}
\pdfinfoomitdate=1
\setlength{\parskip}{0pt plus 1pt}
\newcommand{\unbroken}{\hyphenpenalty=10000 \exhyphenpenalty=10000 }
% So that there are broken words to be read:
\hyphenpenalty=-200 \exhyphenpenalty=-2000 \pretolerance=-1
"""


def escaped(text: str) -> str:
    r"""Text as LaTeX that shows it, with accents as commands.

    >>> escaped("Müller & Söhne")
    'M\\"{u}ller \\& S\\"{o}hne'
    """
    made = "".join(map(_sign, text))
    return re.sub(r'"([^"{]*)"(?!\{)', r"``\1''", made)


def _sign(sign: str) -> str:
    if sign in _SIGNS:
        return _SIGNS[sign]
    if sign in _LETTERS:
        return _LETTERS[sign] + "{}"
    apart = unicodedata.normalize("NFD", sign)
    if len(apart) == 1:
        return sign
    letter = r"\i" if apart[0] == "i" else apart[0]
    return f"\\{_ACCENTS[apart[1]]}{{{letter}}}"


def markup(source: str, notes: dict[str, str] | None = None) -> str:
    r"""Inline notation as LaTeX; a mark whose note is in `notes` takes it out and brings it along.

    >>> markup("10{^:−3} m{c:1}")
    '10$^{-3}$ m\\textsuperscript{1}'
    """
    made = []
    for code, text in ((piece.code, piece.text) for piece in pieces(source)):
        if code == "n" and notes and text in notes:
            note = markup(notes.pop(text))
            made.append(
                f"{{\\renewcommand{{\\thefootnote}}{{{escaped(text)}}}\\footnote{{{note}}}}}"
            )
        elif code in MARKS or (code == "r" and text.isalpha()):
            made.append(f"\\textsuperscript{{{escaped(text)}}}")
        elif code in {"^", "r"}:
            made.append(f"$^{{{text.replace('−', '-')}}}$")
        elif code == "_":
            made.append(f"$_{{{text}}}$")
        elif code == "i":
            made.append(f"\\emph{{{escaped(text)}}}")
        else:
            made.append(_SET_AS.get(code, escaped(text)))
    return "".join(made)


def mathematics(formula: str) -> str:
    r"""A formula whose exponents and indices are in parentheses, as LaTeX.

    >>> mathematics("e^(-k t) + cos x_0")
    'e^{-k t} + \\cos x_0'
    """
    made, depths = "", []
    for at, sign in enumerate(formula):
        if sign == "(":
            depths.append(at > 0 and formula[at - 1] in "^_")
            made += "{" if depths[-1] else "("
        elif sign == ")":
            made += "}" if depths.pop() else ")"
        else:
            made += sign
    return re.sub(r"\b(cos|tan|log|exp)\b", r"\\\1", made.replace("||", r"\|"))


def _figure(block: Block, caption: str, layout: Layout) -> str:
    placed = []
    for it in drawing(Figure.of(block), layout.figure_width):
        if isinstance(it, Word):
            word = rf"\footnotesize {escaped(it.text)}"
            word = rf"\rotatebox{{90}}{{{word}}}" if it.turned else word
            placed.append(rf"\put({it.x:.3f},{it.y:.3f}){{{_CENTRED % word}}}")
        else:
            middle = f"{(it.x0 + it.x1) / 2:.3f},{(it.y0 + it.y1) / 2:.3f}"
            ends = f"({it.x0:.3f},{it.y0:.3f})({middle})({it.x1:.3f},{it.y1:.3f})"
            placed.append(rf"\qbezier{ends}")
    inside = "\n".join(placed)
    return (
        "\\begin{figure}[tb]\\centering\\unbroken\\setlength{\\unitlength}{1cm}\n"
        f"\\begin{{picture}}({layout.figure_width},{HEIGHT})\n{inside}\n\\end{{picture}}\n\n"
        f"{{\\small {caption}\\par}}\n\\end{{figure}}"
    )


def _cell(cell: GridCell, grid: Grid) -> str:
    text = markup(cell.source)
    if cell.is_head and cell.row < grid.heads:
        text = rf"\textbf{{{text}}}" if text else ""
    if cell.rows > 1:
        text = rf"\multirow{{{cell.rows}}}{{*}}{{{text}}}"
    is_head_of_decimals = grid.kind == "decimals" and cell.row < grid.heads and cell.column
    if cell.columns > 1 or is_head_of_decimals:
        across = "l" if cell.columns == grid.width else "c"
        text = rf"\multicolumn{{{cell.columns}}}{{{across}}}{{{text}}}"
    return text


def _column(grid: Grid, column: int) -> str:
    if grid.widths:
        # A column of text is 7 cm wide: the widths are in cm of a table of 11.6.
        return rf">{{\raggedright\arraybackslash}}p{{{0.56 * grid.widths[column]:.2f}cm}}"
    if column == 0 or grid.kind in {"words", "uncaptioned"}:
        return "l"
    if grid.kind == "decimals":
        cells = [it.source for it in grid.cells if it.column == column and not it.is_head]
        return f"d{{{max(len(text.partition('.')[2]) for text in cells)}}}"
    return "r" if grid.kind in {"bare", "wide"} else "c"


def _tabular(grid: Grid) -> str:
    bar = "|" if grid.kind == "grid" else ""
    ruled = grid.kind not in {"bare", "grid"}
    columns = bar + bar.join(_column(grid, at) for at in range(grid.width)) + bar
    lines = [rf"\begin{{tabular}}{{{columns}}}", r"\toprule" if ruled else r"\hline" if bar else ""]
    for row in range(grid.height):
        cells = [it for it in grid.cells if it.row == row]
        places: dict[int, str] = {it.column: _cell(it, grid) for it in cells}
        covered = {at for it in cells for at in range(it.column + 1, it.column + it.columns)}
        shown = (places.get(at, "") for at in range(grid.width) if at not in covered)
        end = r" \\"
        end += r" \hline" if bar else r" \midrule" if ruled and row == grid.heads - 1 else ""
        groups = [it for it in cells if 1 < it.columns < grid.width]
        end += "".join(
            rf" \cmidrule(lr){{{it.column + 1}-{it.column + it.columns}}}" for it in groups
        )
        lines.append(" & ".join(shown) + end)
    lines += [r"\bottomrule" if ruled else "", r"\end{tabular}"]
    return "\n".join(filter(None, lines))


def table(grid: Grid, number: int, layout: Layout) -> str:
    """A table with its caption above and its notes below, in a float if it has a caption."""
    label = layout.table.format(number)
    # What ends the label in a line of its own there breaks the line.
    label = label.replace("\n", r"\\ ")
    notes = r"\\ ".join(map(markup, grid.notes))
    body = f"{_tabular(grid)}\n\n{{\\footnotesize {notes}\\par}}"
    if not grid.caption:
        return f"\\begin{{center}}\\unbroken\\small\n{body}\n\\end{{center}}"
    wide = "*" if grid.kind == "wide" and layout.columns == 2 else ""
    caption = f"{{\\small {label}{markup(grid.caption)}\\par}}\\smallskip"
    return (
        f"\\begin{{table{wide}}}[tbp]\\centering\\unbroken\n{caption}\n\\small\\setlength{{\\tabcolsep}}{{4pt}}\n"
        f"{body}\n\\end{{table{wide}}}"
    )


def _front(blocks: Sequence[Block], layout: Layout) -> str:
    said: dict[str, list[str]] = {}
    for block in blocks:
        said.setdefault(block.role, []).append(block.source)
    title, authors = (markup(said[role][0]) for role in ("title", "authors"))
    addresses = r"\\ ".join(map(markup, said["affiliation"]))
    top = (
        f"\\begin{{center}}\\unbroken\n{{\\LARGE\\bfseries {title}\\par}}\\bigskip\n"
        f"{authors}\\par\\medskip\n"
        f"{{\\small {addresses}\\par}}\\end{{center}}\n"
    )
    abstract, keywords = said.get("abstract", [""])[0], said.get("keywords", [""])[0]
    within = f"\\textbf{{Abstract.}} {markup(abstract)}\n\n"
    if keywords:
        within += f"\\textbf{{Keywords:}} {markup(keywords)}\n\n"
    notice = markup(said["notice"][0])
    notice = f"{{\\renewcommand{{\\thefootnote}}{{}}\\footnotetext{{{notice}}}}}\n"
    if layout.columns == 2:
        return f"\\twocolumn[{top}\\bigskip]\n{notice}\n{within}"
    return f"{top}\n{notice}\n{within}"


def source_of(blocks: Sequence[Block], tables: Mapping[int, Sequence[Grid]], layout: Layout) -> str:
    """The whole source; `tables` are by the index of the block where they stand."""
    running = next(block.source for block in blocks if block.role == "running")
    notes = {block.key: block.source for block in blocks if block.role == "note"}
    preamble = layout.preamble.replace("RUNNING", escaped(running)) + _COMMON
    made = [preamble + "\\begin{document}", _front(blocks, layout)]
    number = 0
    for at, block in enumerate(blocks):
        if block.role == "heading":
            command = "sub" * (int(block.key) - 1) + "section"
            made.append(f"\\{command}{{{markup(block.source)}}}")
        elif block.role == "body":
            made.append(markup(block.source, notes))
        elif block.role == "figure":
            # Its caption is the next block.
            made.append(_figure(block, markup(blocks[at + 1].source), layout))
        elif block.role == "theorem":
            head, statement = map(markup, block.parts)
            made.append(f"\\medskip\\noindent\\textbf{{{head}}} \\textit{{{statement}}}\\medskip")
        elif block.role == "formula":
            formula, its_number = block.parts
            said = mathematics(formula)
            made.append(f"$$ {said} \\eqno{{{its_number}}} $$")
        elif block.role == "table":
            for grid in tables[at]:
                number += bool(grid.caption)
                made.append(table(grid, number, layout))
    return "\n\n".join([*made, "\\end{document}\n"])
