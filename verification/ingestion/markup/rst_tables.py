"""The tables of reStructuredText: where the text of each cell stands, and which cells are heads.

A grid is drawn with lines, a simple table has its columns below a line; a list-table is a list of
lists, a csv-table lines with commas (docutils: "Tables", and the directives of these names).
"""

from __future__ import annotations

import csv
import re
from itertools import pairwise
from typing import TYPE_CHECKING

from attrs import frozen

from vera.verification.ingestion.markup.grid import Box

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

GRID = re.compile(r"\s*\+-[-+]*\+\s*$")
"""The first line of a grid."""
SIMPLE = re.compile(r"\s*=+(?:\s+=+)+\s*$")
"""The first line of a simple table, and those below its heads and its end."""
_PARTED = re.compile(r"\+[-=]+(?=\+)")
_RUN = re.compile(r"\S+")
_SPANS = re.compile(r"\s*-+(?:\s+-+)*\s*$")
_ROW = re.compile(r"\s*[*+-]\s+(?=[*+-](?:\s|$))")
_CELL = re.compile(r"\s*[*+-](?:\s+|$)")
_DELIMITERS = {"tab": "\t", "space": " "}


@frozen
class Placed:
    """A cell: its text on one line, the line of the table on which it begins, and how far in."""

    text: str
    line: int
    at: int
    box: Box


def grid_end(lines: Sequence[str], start: int) -> int:
    """The line behind a grid that begins on a line."""
    end = start
    while end < len(lines) and lines[end].lstrip()[:1] in {"+", "|"} and lines[end].strip():
        end += 1
    return end


def simple_end(lines: Sequence[str], start: int) -> int:
    """The line behind a simple table; the first blank one where nothing ends it."""
    found = 0
    for at in range(start + 1, len(lines)):
        if SIMPLE.match(lines[at]):
            found += 1
            if found > 1 or at + 1 == len(lines) or not lines[at + 1].strip():
                return at + 1
    blank = (at for at in range(start, len(lines)) if not lines[at].strip())
    return next(blank, len(lines))


def grid_rows(lines: Sequence[str]) -> list[list[Placed]]:
    """The rows of a grid; none where its lines do not part it into rectangles."""
    margin = len(lines[0]) - len(lines[0].lstrip())
    parted = [at for at, line in enumerate(lines) if _PARTED.search(line)]
    sides = sorted(
        {margin}
        | {it.start() for at in parted for it in _PARTED.finditer(lines[at])}
        | {it.end() for at in parted for it in _PARTED.finditer(lines[at])}
    )
    above = next((at for at in parted if "+=" in lines[at]), 0)
    rows, columns = len(parted) - 1, len(sides) - 1
    if any(line[:margin].strip() or line[sides[-1] + 1 :].strip() for line in lines):
        return []

    def ruled_below(row: int, column: int) -> bool:
        between = lines[parted[row + 1]][sides[column] + 1 : sides[column + 1]]
        return between != "" and not between.strip("-=+")

    def ruled_beside(row: int, column: int) -> bool:
        side = sides[column + 1]
        within = lines[parted[row] + 1 : parted[row + 1]]
        return all(line[side : side + 1] in {"|", "+"} for line in within)

    found: list[list[Placed]] = [[] for _ in range(rows)]
    taken: set[tuple[int, int]] = set()
    for row in range(rows):
        for column in range(columns):
            if (row, column) in taken:
                continue
            right, below = column, row
            while right + 1 < columns and not ruled_beside(row, right):
                right += 1
            while below + 1 < rows and not ruled_below(below, column):
                below += 1
            down, along = range(row, below + 1), range(column, right + 1)
            covered = {(r, c) for r in down for c in along}
            whole = all(ruled_beside(it, right) for it in down)
            if covered & taken or not whole or not all(ruled_below(below, it) for it in along):
                return []
            taken |= covered
            box = Box(
                rows=below - row + 1,
                columns=right - column + 1,
                is_head=parted[row] < above,
                column=column,
            )
            stretch = range(parted[row] + 1, parted[below + 1])
            found[row].append(_placed(lines, stretch, sides[column] + 1, sides[right + 1], box))
    return found


def simple_rows(lines: Sequence[str]) -> list[list[Placed]]:
    """The rows of a simple table: a line without text in the first column goes on with the last."""
    starts = [it.start() for it in _RUN.finditer(lines[0])]
    borders = [at for at, line in enumerate(lines) if SIMPLE.match(line)]
    above = borders[1] if len(borders) > 2 else 0
    found: list[list[Placed]] = []
    begun = 1

    def end(stop: int, spans: Sequence[int]) -> None:
        if begun < stop:
            known = frozenset(spans)
            first = [(0, 0), *((it, at) for at, it in enumerate(starts) if at and it in known)]
            sides = [*first, (max(map(len, lines)), len(starts))]
            found.append(
                [
                    _placed(
                        lines,
                        range(begun, stop),
                        start,
                        last,
                        Box(columns=after - at, is_head=begun < above, column=at),
                    )
                    for (start, at), (last, after) in pairwise(sides)
                ]
            )

    for at in range(1, len(lines)):
        line = lines[at]
        if SIMPLE.match(line):
            end(at, starts)
            begun = at + 1
        elif _SPANS.match(line):
            end(at, [it.start() for it in _RUN.finditer(line)])
            begun = at + 1
        elif not line.strip() or line[starts[0] : starts[1]].strip():
            end(at, starts)
            begun = at + (not line.strip())
    end(len(lines), starts)
    return found


def list_rows(lines: Sequence[str], options: Mapping[str, str]) -> list[list[Placed]]:
    """The rows of a list of lists; none where something else stands before it."""
    found: list[list[tuple[int, int, list[str]]]] = []
    for at, line in enumerate(lines):
        row = _ROW.match(line)
        cell = _CELL.match(line, row.end() if row else 0)
        if row:
            found.append([])
        if cell and found:
            found[-1].append((at, cell.end(), [line[cell.end() :]]))
        elif line.strip() and not (found and found[-1]):
            return []
        elif line.strip():
            found[-1][-1][2].append(line)
    heads, stubs = _count(options, "header-rows"), _count(options, "stub-columns")
    return [
        [
            Placed(
                " ".join(" ".join(said).split()),
                at,
                start,
                Box(is_head=number < heads or column < stubs, column=column),
            )
            for column, (at, start, said) in enumerate(row)
        ]
        for number, row in enumerate(found)
    ]


def csv_rows(lines: Sequence[str], options: Mapping[str, str]) -> list[list[Placed]]:
    """The rows of lines with commas; those of the option "header" stand before them."""
    said = options.get("delim", ",")
    delimiter = _DELIMITERS.get(said, said if len(said) == 1 else ",")
    heads, stubs = _count(options, "header-rows"), _count(options, "stub-columns")
    reader = csv.reader(lines, delimiter=delimiter, skipinitialspace=True, strict=False)
    before = csv.reader([options.get("header", "")], skipinitialspace=True)  # always commas
    rows = [(0, cells) for cells in before if cells]
    heads += len(rows)
    at = 0
    for cells in reader:
        if cells:
            rows.append((at, cells))
        at = reader.line_num
    return [
        [
            Placed(
                " ".join(cell.split()),
                at,
                0,
                Box(is_head=number < heads or column < stubs, column=column),
            )
            for column, cell in enumerate(cells)
        ]
        for number, (at, cells) in enumerate(rows)
    ]


def _count(options: Mapping[str, str], name: str) -> int:
    said = options.get(name, "")
    return int(said) if said.isdecimal() and len(said) < 4 else 0


def _placed(lines: Sequence[str], stretch: range, start: int, end: int, box: Box) -> Placed:
    pieces = [(at, lines[at][start:end]) for at in stretch]
    shown = [(at, piece) for at, piece in pieces if piece.strip()]
    line, first = shown[0] if shown else (stretch.start, "")
    at = start + len(first) - len(first.lstrip())
    return Placed(" ".join(piece.strip() for _, piece in shown), line, at, box)
