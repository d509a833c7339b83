"""How well the cells of tables are found: adjacency relations, and the heads of each cell.

The measure of cells is that of the ICDAR 2013 table competition (Göbel, Hassan, Oro and Orsi: "A
methodology for evaluating algorithms for table understanding in PDF documents", DocEng 2012): every
cell that is not empty is related to the nearest one that is not empty to its right and below it; a
relation is right where both texts and the direction are. Cells that span are related to each of
their neighbours. Texts are compared without blanks and carets and with or without the marks in
them, since these have columns of their own.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

import attrs
from attrs import frozen

from benchmarks.reading.text import plain
from benchmarks.reading.typeset.finding import as_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from benchmarks.reading.typeset.finding import SeenCell, SeenTable
    from benchmarks.reading.typeset.truth import TrueCell, TrueTable

Relations: TypeAlias = Counter[tuple[str, str, str]]
_HALF = 0.5
_GONE = str.maketrans("", "", " ^")


@frozen
class CellCounts:
    """Numbers of some tables; those of tables add up.

    A table is found where one that was read has at least half of its cells' texts, whatever their
    places; `told` are relations of all tables that were read, also of those that are none.
    """

    tables: int = 0
    found: int = 0
    false: int = 0
    relations: int = 0
    told: int = 0
    right: int = 0
    body: int = 0
    tied: int = 0
    about: int = 0
    about_tied: int = 0
    marks: int = 0
    marks_apart: int = 0

    def __add__(self, other: CellCounts) -> CellCounts:
        return CellCounts(*map(sum, zip(attrs.astuple(self), attrs.astuple(other), strict=True)))

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall of relations."""
        return 2 * self.right / (self.relations + self.told) if self.relations else 0.0


def compared(text: str) -> str:
    """A cell's text as it is compared.

    >>> compared("10^-3 m")
    '10-3m'
    """
    return plain(text).translate(_GONE)


def relations(cells: Iterable[SeenCell | TrueCell], same: Mapping[str, str]) -> Relations:
    """The adjacency relations of a table; `same` says which texts are taken for which.

    >>> from benchmarks.reading.typeset.finding import of_rows
    >>> sorted(relations(of_rows([["a", "", "b"], ["c", "d", ""]]).cells, {}))
    [('a', 'b', 'right'), ('a', 'c', 'below'), ('c', 'd', 'right')]
    """
    grid: dict[tuple[int, int], SeenCell | TrueCell] = {}
    for cell in cells:
        if compared(cell.text):
            for row in range(cell.row, cell.row + cell.rows):
                for column in range(cell.column, cell.column + cell.columns):
                    grid[row, column] = cell
    pairs: dict[tuple[int, int, str], tuple[str, str, str]] = {}
    for axis, direction in ((0, "right"), (1, "below")):
        places = sorted(grid, key=lambda place: (place[axis], place[1 - axis]))
        for one, other in pairwise(places):
            first, second = grid[one], grid[other]
            if one[axis] == other[axis] and first is not second:
                texts = [compared(it.text) for it in (first, second)]
                shown = [same.get(text, text) for text in texts]
                pairs[id(first), id(second), direction] = (shown[0], shown[1], direction)
    return Counter(pairs.values())


def _texts(cells: Iterable[SeenCell | TrueCell], same: Mapping[str, str]) -> Counter[str]:
    every = (compared(cell.text) for cell in cells)
    return Counter(same.get(text, text) for text in every if text)


def _heads(cells: Iterable[SeenCell | TrueCell], same: Mapping[str, str]) -> Iterator[object]:
    """Of each cell that is no head and not empty: its text, and those of its heads."""
    made = [(it.text, it.row, it.column, it.rows, it.columns, it.is_head) for it in cells]
    text, table = as_table(made)
    for cell in table.cells:
        said = compared(cell.span.of(text))
        if said and not cell.is_head:
            heads = (table.row_heads(cell), table.column_heads(cell))
            named = (
                tuple(filter(None, (compared(head.span.of(text)) for head in side)))
                for side in heads
            )
            yield (
                same.get(said, said),
                *(tuple(same.get(name, name) for name in side) for side in named),
            )


def _same(table: TrueTable) -> dict[str, str]:
    return {compared(cell.printed): compared(cell.text) for cell in table.cells if cell.marks}


def _together(one: Counter[str] | Relations, other: Counter[str] | Relations) -> int:
    return (one & other).total()  # type: ignore[operator]


def judge_tables(
    true: Sequence[TrueTable], seen: Sequence[SeenTable]
) -> tuple[list[CellCounts], CellCounts]:
    """The counts of each true table, and of the tables read that are none.

    Each is paired with at most one that was read, those with the most relations in common first.
    """
    pairs = []
    for at, table in enumerate(true):
        same = _same(table)
        wanted, texts = relations(table.cells, same), _texts(table.cells, same)
        for number, one in enumerate(seen):
            right = _together(wanted, relations(one.cells, same))
            shared = _together(texts, _texts(one.cells, same))
            if shared:
                pairs.append((right, shared, -at, -number))
    taken: dict[int, int] = {}
    for _, _, at, number in sorted(pairs, reverse=True):
        if -at not in taken and -number not in taken.values():
            taken[-at] = -number
    counts = [
        _counts(table, seen[taken[at]] if at in taken else None) for at, table in enumerate(true)
    ]
    left = [one for number, one in enumerate(seen) if number not in taken.values()]
    told = sum(relations(one.cells, {}).total() for one in left)
    return counts, CellCounts(false=len(left), told=told)


def _counts(table: TrueTable, seen: SeenTable | None) -> CellCounts:
    same = _same(table)
    wanted, texts = relations(table.cells, same), _texts(table.cells, same)
    heads = Counter(_heads(table.cells, same))
    about = [compared(text) for text in (table.caption, *table.notes) if text]
    marks = [cell for cell in table.cells if cell.marks]
    whole = CellCounts(
        tables=1,
        relations=wanted.total(),
        body=heads.total(),
        about=len(about),
        marks=len(marks),
    )
    if seen is None:
        return whole
    told = relations(seen.cells, same)
    has_heads = any(cell.is_head for cell in seen.cells)
    plainly = {compared(cell.text) for cell in seen.cells}
    return attrs.evolve(
        whole,
        found=int(_together(texts, _texts(seen.cells, same)) >= _HALF * texts.total()),
        told=told.total(),
        right=_together(wanted, told),
        tied=(heads & Counter(_heads(seen.cells, same))).total() if has_heads else 0,
        # Notes may be one block, and whether a note's own mark is in its text is left open.
        about_tied=sum(any(text in compared(it) for it in seen.about) for text in about),
        marks_apart=sum(compared(cell.text) in plainly for cell in marks),
    )
