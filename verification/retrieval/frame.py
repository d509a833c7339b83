"""A table as claims speak of it: rows and columns by their names, and the cells where they meet."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from attrs import field, frozen

from vera.core.document import Document
from vera.core.table import Cell, Table
from vera.verification.language.rarity import rarity
from vera.verification.language.units import unit_at
from vera.verification.language.words import words
from vera.verification.retrieval.spoken import group_of, heads_over, knows_heads

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_ASIDE = re.compile(r"[(\[][^()\[\]]*[)\]]")


@frozen(eq=False)
class Line:
    """A row or a column: its number, and the cells that name it, the outermost first.

    `stems` are those of its name with how far each tells it from the others; what all lines have
    tells nothing. `aside` are stems that stand in brackets or are of a unit: they need not be said.
    """

    at: int
    heads: tuple[Cell, ...]
    stems: Mapping[str, float] = field(repr=False)
    aside: frozenset[str] = field(repr=False)

    @property
    def weight(self) -> float:
        """How much the whole name tells."""
        return sum(self.stems.values())


@frozen(eq=False, slots=False)
class Frame:
    """A table of a document; `rows` and `columns` are those that hold more than heads."""

    document: Document = field(repr=False)
    table: Table

    @cached_property
    def body(self) -> Mapping[tuple[int, int], Cell]:
        """The cells that say something, by row and column: no head, no name of a row, no blank."""
        return {
            (cell.row, cell.column): cell
            for cell in self.table.cells
            if not cell.is_head and cell.column != self.key and self.said(cell)
        }

    @cached_property
    def key(self) -> int | None:
        """The column whose cells name the rows where no heads do: the first, if all differ."""
        rows = {cell.row for cell in self.table.cells if not cell.is_head}
        first = [self.table.at(row, 0) for row in sorted(rows)]
        names = [self.said(cell) for cell in first if cell is not None and not cell.is_head]
        tells = len(names) == len(rows) == len(set(names)) and all(names)
        return 0 if tells and self.table.width > 1 else None

    @cached_property
    def rows(self) -> tuple[Line, ...]:
        """The rows by their heads, or by their cell of the column that is the `key`."""
        found = {}
        for (row, _), cell in self.body.items():
            if row not in found:
                group, names = group_of(self.table, cell), self.table.row_heads(cell)
                key = None if self.key is None else self.table.at(row, self.key)
                own = names or ((key,) if key is not None else ())
                found[row] = (*((group,) if group else ()), *own)
        return self._lines(found)

    @cached_property
    def columns(self) -> tuple[Line, ...]:
        """The columns by the heads over them."""
        found: dict[int, tuple[Cell, ...]] = {}
        for (_, column), cell in sorted(self.body.items()):
            found.setdefault(column, heads_over(self.table, cell))
        return self._lines(found)

    @cached_property
    def around(self) -> frozenset[str]:
        """The stems of the caption, and of the heads that name no line."""
        caption = self.table.caption
        named = {head for line in (*self.rows, *self.columns) for head in line.heads}
        heads = [self.said(it) for it in self.table.cells if it.is_head and it not in named]
        text = " ".join([*heads, caption.of(self.document.text) if caption else ""])
        return frozenset(word.stem for word in words(text))

    def said(self, cell: Cell) -> str:
        """What stands in a cell."""
        return cell.span.of(self.document.text).strip()

    def heads_of(self, cell: Cell) -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
        """The cells that name the row of a cell, and those that name its column."""
        row = next((it.heads for it in self.rows if it.at == cell.row), ())
        column = next((it.heads for it in self.columns if it.at == cell.column), ())
        return row, column

    def _lines(self, found: Mapping[int, Sequence[Cell]]) -> tuple[Line, ...]:
        told = {at: self._told(heads) for at, heads in found.items()}
        held = Counter(stem for stems, _ in told.values() for stem in stems)
        return tuple(
            Line(
                at,
                tuple(found[at]),
                {
                    stem: rare * math.log((1 + len(told) / held[stem]) / 2)
                    for stem, rare in stems.items()
                },
                frozenset(aside),
            )
            for at, (stems, aside) in told.items()
        )

    def _told(self, heads: Sequence[Cell]) -> tuple[dict[str, float], set[str]]:
        """The stems of a name with how rare they are, and those that need not be said."""
        stems: dict[str, float] = {}
        aside: set[str] = set()
        for head in heads:
            text = self.said(head)
            core = _ASIDE.sub(lambda found: " " * len(found[0]), text)
            units = [*_units(core)]
            for word in words(text):
                inside = core[word.start : word.end].strip() and not any(
                    start <= word.start < end for start, end in units
                )
                if inside and not word.is_function:
                    stems[word.stem] = rarity(word.text)
                else:
                    aside.add(word.stem)
        if not stems:  # all of it in brackets, or of words that say little
            stems, aside = dict.fromkeys(aside, 1.0), set()
        return stems, aside - stems.keys()


def _units(text: str) -> Iterator[tuple[int, int]]:
    """Where units stand behind a comma or a number: "Pressure, mmHg", "60 kg"."""
    for found in re.finditer(r"[,\d]\s?", text):
        if unit := unit_at(text, found.end()):
            yield unit.start, unit.end


def frames_of(document: Document) -> tuple[Frame, ...]:
    """The tables whose heads are known."""
    return tuple(Frame(document, table) for table in document.tables if knows_heads(table))
