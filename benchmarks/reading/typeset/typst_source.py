"""A paper of the neutral notation as a source in typst."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from benchmarks.reading.typeset.drawing import HEIGHT, Word, drawing
from benchmarks.reading.typeset.notation import MARKS, pieces
from benchmarks.reading.typeset.papers import Block, Figure

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from benchmarks.reading.typeset.grids import Grid, GridCell
    from benchmarks.reading.typeset.layouts import Layout

_SPECIAL = re.compile(r"[\\#$*_<>@\[\]~`]|(?<=/)/|(?<=:)/")
_THIN = "#sym.space.thin;"
_SET_AS = {",": ",", ";": f",{_THIN}", "~": _THIN}


def escaped(text: str) -> str:
    """Text as markup that shows it."""
    return _SPECIAL.sub(r"\\\g<0>", text)


def markup(source: str, notes: dict[str, str] | None = None) -> str:
    """Inline notation as markup; a mark whose note is in `notes` takes it out and brings it along.

    >>> markup("10{^:−3} m{n:1}", {"1": "Measured."})
    '10#super[−3]; m#footnote(numbering: _ => "1")[Measured.];'
    """
    made = []
    # A semicolon ends each call: what follows could be its argument, or a field of it.
    for code, text in ((piece.code, piece.text) for piece in pieces(source)):
        if code == "n" and notes and text in notes:
            note = markup(notes.pop(text))
            made.append(f'#footnote(numbering: _ => "{text}")[{note}];')
        elif code in MARKS or code in {"^", "r"}:
            made.append(f"#super[{escaped(text)}];")
        elif code == "_":
            made.append(f"#sub[{escaped(text)}];")
        elif code == "i":
            made.append(f"#emph[{escaped(text)}];")
        else:
            made.append(_SET_AS.get(code, escaped(text)))
    return "".join(made)


def _figure(block: Block, layout: Layout) -> str:
    placed = []
    for it in drawing(Figure.of(block), layout.figure_width):
        if isinstance(it, Word):
            word = f"text(0.8em)[{escaped(it.text)}]"
            word = f"rotate(-90deg, reflow: true, {word})" if it.turned else word
            at = f"dx: {it.x:.3f}cm, dy: {HEIGHT - it.y:.3f}cm"
            placed.append(f"#place({at}, place(center + horizon, box({word})))")
        else:
            ends = f"start: ({it.x0:.3f}cm, {HEIGHT - it.y0:.3f}cm), "
            ends += f"end: ({it.x1:.3f}cm, {HEIGHT - it.y1:.3f}cm)"
            placed.append(f"#place(line({ends}, stroke: 0.5pt))")
    size = f"width: {layout.figure_width}cm, height: {HEIGHT}cm"
    inside = "\n".join(placed)
    return f"#align(center, block({size}, breakable: false)[\n{inside}\n])"


def _cell(cell: GridCell, grid: Grid) -> str:
    text = markup(cell.source)
    if cell.is_head and cell.row < grid.heads:
        text = f"*{text}*" if text else ""
    if grid.kind == "decimals" and not cell.is_head:
        text += f"#hide[{_padding(cell, grid)}]"
    spans = f"colspan: {cell.columns}, rowspan: {cell.rows}"
    left = cell.column == 0 or grid.kind in {"words", "multi-line", "uncaptioned"}
    return f"table.cell({spans}, align: {'left' if left else 'center'})[{text}]"


def _padding(cell: GridCell, grid: Grid) -> str:
    """Invisible digits that bring the points of a column under one another."""
    column = [it.source for it in grid.cells if it.column == cell.column and not it.is_head]
    longest = max((len(text.partition(".")[2]) for text in column), default=0)
    missing = longest - len(cell.source.partition(".")[2])
    point = "." if "." not in cell.source and longest else ""
    return point + "0" * missing


def _rules(grid: Grid) -> list[str]:
    if grid.kind in {"bare", "grid"}:
        return []
    rules = [f"table.hline(y: {y}, stroke: 0.6pt)" for y in (0, grid.heads, grid.height)]
    groups = {(it.row, it.column, it.columns) for it in grid.cells if 1 < it.columns < grid.width}
    rules += [
        f"table.hline(y: {row + 1}, start: {at}, end: {at + wide}, stroke: 0.4pt)"
        for row, at, wide in sorted(groups)
    ]
    return rules


def table(grid: Grid, number: int, layout: Layout) -> str:
    """A table with its caption above and its notes below."""
    widths = [f"{width}fr" for width in grid.widths] or ["auto"] * grid.width
    made = ", ".join([*(_cell(cell, grid) for cell in grid.cells), *_rules(grid)])
    stroke = "0.5pt" if grid.kind == "grid" else "none"
    body = f"#table(columns: ({', '.join(widths)}), stroke: {stroke}, inset: 4pt, {made})"
    caption = ""
    if grid.caption:
        label, end = re.fullmatch(r"(.*\d)(.*)", layout.table.format(number)).groups()  # type: ignore[union-attr]
        caption = f"*{escaped(label)}*{end}{markup(grid.caption)}"
    notes = "\\ ".join(map(markup, grid.notes))
    aligned = "center" if not grid.widths else "left"
    whole = (
        f"#set par(justify: false, first-line-indent: 0pt)\n{caption}\n\n"
        f"#align({aligned})[#set text(0.92em)\n{body}]\n\n#text(0.8em)[{notes}]"
    )
    if grid.kind == "wide" and layout.columns == 2:
        return f'#place(top, scope: "parent", float: true)[{whole}]'
    return f"#block(breakable: false, above: 1.4em, below: 1.4em, width: 100%)[{whole}]"


def _front(blocks: Sequence[Block], layout: Layout) -> str:
    said: dict[str, list[str]] = {}
    for block in blocks:
        said.setdefault(block.role, []).append(block.source)
    title, authors = (markup(said[role][0]) for role in ("title", "authors"))
    addresses = "\\ ".join(map(markup, said["affiliation"]))
    top = (
        f"#align(center)[#text(1.5em, weight: 700)[{title}]\n\n{authors}\n\n"
        f"#text(0.85em)[{addresses}]]\n"
    )
    if abstract := said.get("abstract"):
        top += f"\n#pad(x: 1em)[*Abstract.* {markup(abstract[0])}]\n"
    if keywords := said.get("keywords"):
        top += f"\n#pad(x: 1em)[*Keywords:* {markup(keywords[0])}]\n"
    if layout.columns == 2:
        top = f'#place(top + center, scope: "parent", float: true)[#set par(justify: true)\n{top}]'
    notice = f"#text(0.75em)[{markup(said['notice'][0])}]"
    # Its foot must be placed before the notes of the page, which are placed at its end.
    foot = f"#place(bottom, float: true, clearance: 1em)[#set align(left)\n{notice}]"
    if side := said.get("side"):
        words = "\\ ".join(map(markup, side[0].split("; ")))
        beside = f"#set par(justify: false)\n#text(0.75em)[{words}]"
        foot += f"\n#place(dx: -4.4cm, block(width: 3.8cm)[{beside}])"
    return f"{foot}\n{top}"


def source_of(blocks: Sequence[Block], tables: Mapping[int, Sequence[Grid]], layout: Layout) -> str:
    """The whole source; `tables` are by the index of the block where they stand."""
    running = next(block.source for block in blocks if block.role == "running")
    notes = {block.key: block.source for block in blocks if block.role == "note"}
    made = [layout.preamble.replace("RUNNING", escaped(running)), _front(blocks, layout)]
    number = 0
    for at, block in enumerate(blocks):
        if block.role == "heading":
            made.append(f"{'=' * int(block.key)} {markup(block.source)}")
        elif block.role == "body":
            made.append(markup(block.source, notes))
        elif block.role == "caption":
            made.append(f"#align(center, text(0.9em)[{markup(block.source, notes)}])")
        elif block.role == "figure":
            made.append(_figure(block, layout))
        elif block.role == "theorem":
            head, statement = block.parts
            made.append(f"*{markup(head)}* #emph[{markup(statement)}]")
        elif block.role == "formula":
            formula, its_number = block.parts
            made.append(
                f"#grid(columns: (1fr, auto), align: (center + horizon, right + horizon),"
                f" $ {formula} $, [{its_number}])"
            )
        elif block.role.startswith("quote-"):
            made.append(_quote(block))
        elif block.role == "table":
            for grid in tables[at]:
                number += bool(grid.caption)
                made.append(table(grid, number, layout))
    return "\n\n".join(made)


def _quote(block: Block) -> str:
    language = '"zh"' if block.role == "quote-cjk" else '"ar", dir: rtl'
    return f"#pad(x: 2em)[#set text(lang: {language})\n{escaped(block.source)}]"
