"""The tables of a page, cell by cell: found by their rules, or by columns of white.

Rows without cells are better than wrong cells: what is not surely a table stays with the lines.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve, frozen

from vera.core.document import Form, Kind
from vera.verification.ingestion.pdf.cells import Laid
from vera.verification.ingestion.pdf.loose_regions import loose
from vera.verification.ingestion.pdf.paragraphs import Paragraph
from vera.verification.ingestion.pdf.rows_of_words import parts_of, printed
from vera.verification.ingestion.pdf.ruled_regions import grown, ruled
from vera.verification.ingestion.pdf.rules import Ruling, single
from vera.verification.ingestion.pdf.table_columns import columns_of
from vera.verification.ingestion.pdf.table_evidence import is_table
from vera.verification.ingestion.pdf.table_heads import settled
from vera.verification.ingestion.pdf.table_regions import with_caption
from vera.verification.ingestion.pdf.table_rows import bands_of, rows_of
from vera.verification.ingestion.pdf.table_sheet import Sheet, beside
from vera.verification.ingestion.pdf.turned import as_read, turned
from vera.verification.ingestion.pdf.typewriter import NONE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from vera.core.document import Floats
    from vera.verification.ingestion.pdf.cells import Settled
    from vera.verification.ingestion.pdf.lines import Line
    from vera.verification.ingestion.pdf.rows_of_words import Words
    from vera.verification.ingestion.pdf.table_regions import Region
    from vera.verification.ingestion.pdf.typewriter import Typewriters


_FEWEST_ROWS = 2


@frozen(eq=False)
class Found:
    """A table of a page: the lines that it is made of, and its cells row by row."""

    lines: frozenset[int]
    rows: tuple[tuple[Laid, ...], ...]


def _is_typed(region: Region, words: Words) -> bool:
    """Whether most of it is set as what a program prints, and its code, are."""
    typed = sum(len(line.text) for line in region.lines if words.is_typed(line))
    return 2 * typed > sum(len(line.text) for line in region.lines)


def _cells(region: Region, words: Words) -> list[Settled]:
    """The cells of what may be a table; none where it is surely not one."""
    if not region.caption and (region.figure or _is_typed(region, words)):
        return []
    rows = printed(region.lines, words)
    if len(rows) < 2:
        return []
    left, right = min(row.x0 for row in rows), max(row.x1 for row in rows)
    level = single(region.ruling.level)
    full = bands_of(level, left, right)
    inner = [at for at in full if rows[0].baseline - rows[0].size / 2 < at]
    body = next((k for k, row in enumerate(rows) if inner and row.baseline > inner[0]), 0)
    columns = columns_of(rows, region.ruling.upright, body)
    if len(columns) < 2:
        return []
    laid = rows_of(rows, columns, region.ruling.level, inner)
    if not is_table(laid, columns, region):
        return []
    cuts = [rule.at for rule in region.ruling.level]
    return settled(laid, len(columns), cuts)


def _regions(sheet: Sheet, ruling: Ruling) -> Iterator[tuple[Region, list[Settled]]]:
    taken: set[int] = set()
    index = {id(line): at for at, line in enumerate(sheet.lines)}
    for found in ruled(sheet, ruling):
        if not taken.isdisjoint(index[id(line)] for line in found.lines):
            continue
        region = grown(found, sheet, ruling, taken)
        cells = _cells(with_caption(region, sheet), sheet.words)
        if cells:
            taken.update(index[id(line)] for line in region.lines)
            yield region, cells
    if sum(sheet.wide) + beside(sheet.lines) < _FEWEST_ROWS:
        return
    for region in loose(sheet, taken, ruling):
        cells = _cells(with_caption(region, sheet), sheet.words)
        if cells:
            yield region, cells


def tables_on(
    lines: Sequence[Line],
    upended: Sequence[int],
    rules: Floats,
    boxes: Floats,
    typewriters: Typewriters = NONE,
) -> list[Found]:
    """The tables among the lines of one page, in the order of the lines.

    `upended` are those that run along the side of the page, by index: tables among them are read
    from there. `rules` float32 (k, 4) are what is drawn thin, `boxes` float32 (n, 4) the
    document's glyphs, `typewriters` what is set in letters of one width.
    """
    place = {id(line): at for at, line in enumerate(lines)}
    aside = set(upended)
    level = [line for at, line in enumerate(lines) if at not in aside]
    found = [
        Found(frozenset(place[id(line)] for line in region.lines), _in_rows(cells, boxes))
        for region, cells in _regions(Sheet.of(level, boxes, typewriters), Ruling.of(rules))
    ]
    if upended:
        side = as_read(lines, upended, boxes)
        of = {id(line): own for line, own in zip(side.lines, side.originals, strict=True)}
        ruling = Ruling.of(turned(rules, side.way))
        for region, cells in _regions(Sheet.of(side.lines, side.boxes), ruling):
            own = [_as_printed(cell, of) for cell in cells]
            at = frozenset(place[id(of[id(line)])] for line in region.lines)
            found.append(Found(at, _in_rows(own, boxes)))
    return sorted(found, key=lambda it: min(it.lines))


def _as_printed(cell: Settled, of: Mapping[int, Line]) -> Settled:
    """The cell with the lines as they stand on the page."""
    return evolve(cell, words=tuple(evolve(word, line=of[id(word.line)]) for word in cell.words))


def _in_rows(cells: Sequence[Settled], boxes: Floats) -> tuple[tuple[Laid, ...], ...]:
    height = max(cell.row for cell in cells) + 1
    rows: list[list[Laid]] = [[] for _ in range(height)]
    for it in cells:
        lines = tuple(parts_of(it.words, boxes))
        rows[it.row].append(Laid(it.row, it.column, it.rows, it.columns, it.is_head, lines))
    return tuple(map(tuple, rows))


def rows_of_table(found: Found, number: int) -> Iterator[Paragraph]:
    """A paragraph for each row of the table."""
    for row in found.rows:  # one between two rules may hold no letter
        lines = tuple(line for cell in row for line in cell.lines)
        if lines:
            yield Paragraph(lines, kind=Kind.TABLE, form=Form.ROW, table=number, cells=row)
