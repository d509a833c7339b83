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
from vera.verification.language.acronyms import explained, letters, synonyms
from vera.verification.language.rarity import rarity
from vera.verification.language.units import unit_at
from vera.verification.language.words import FUNCTION_WORDS, words
from vera.verification.retrieval.heads import Heads, knows_heads
from vera.verification.words import words as english

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_SMALL = frozenset(word.stem for word in words(" ".join(sorted(FUNCTION_WORDS))))
_SHORTEST = 3
"""Letters of a word that is shortened: by hand. Two are those of too many words."""
_ASIDE = re.compile(r"[(\[][^()\[\]]*[)\]]")


@frozen(eq=False)
class Line:
    """A row or a column: its number, and the cells that name it, the outermost first.

    `stems` are those of its name with how far each tells it from the others; what all lines have
    tells nothing. `aside` are stems that stand in brackets or are of a unit: they need not be said.
    `short` are those that may be shortened, and whether a period says so: "Avg.", but "Sys", which
    is only no word of English. `parts` are the stems of each of its heads.
    """

    at: int
    heads: tuple[Cell, ...]
    stems: Mapping[str, float] = field(repr=False)
    aside: frozenset[str] = field(repr=False)
    short: Mapping[str, bool] = field(repr=False)
    parts: tuple[frozenset[str], ...] = field(repr=False)

    @property
    def weight(self) -> float:
        """How much the whole name tells."""
        return sum(self.stems.values())


@frozen(eq=False, slots=False)
class Lines:
    """The rows or the columns of a table in order; `named` finds those that a stem can tell."""

    lines: tuple[Line, ...]
    named: Mapping[str, tuple[Line, ...]] = field(repr=False)

    @cached_property
    def short(self) -> Mapping[str, bool]:
        """The stems that are shortened in the name of any, and whether a period says so."""
        return {stem: said for line in self.lines for stem, said in line.short.items()}

    def __iter__(self) -> Iterator[Line]:
        return iter(self.lines)

    def __len__(self) -> int:
        return len(self.lines)


@frozen(eq=False, slots=False)
class Frame:
    """A table of a document, or the part of one below the same heads.

    `among` are the rows of it that say something; `rows` and `columns` are named by their heads.
    """

    document: Document = field(repr=False)
    table: Table
    heads: Heads = field(repr=False)
    among: frozenset[int] = field(repr=False)

    @cached_property
    def body(self) -> Mapping[tuple[int, int], Cell]:
        """The cells that say something, by row and column: no head, no name of a row, no blank."""
        return {
            (cell.row, cell.column): cell
            for cell in self._cells
            if not cell.is_head and cell.column != self.key and self.said(cell)
        }

    @cached_property
    def _cells(self) -> tuple[Cell, ...]:
        return tuple(cell for row in sorted(self.among) for cell in self.heads.cells[row])

    @cached_property
    def key(self) -> int | None:
        """The column whose cells name the rows where no heads do: the first, if all differ."""
        first = [self.table.at(row, 0) for row in sorted(self.among)]
        names = [self.said(cell) for cell in first if cell is not None and not cell.is_head]
        tells = len(names) == len(self.among) == len(set(names)) and all(names)
        return 0 if tells and self.table.width > 1 else None

    @cached_property
    def rows(self) -> Lines:
        """The rows by their heads, or by their cell of the column that is the `key`."""
        found = {}
        for (row, _), cell in self.body.items():
            if row not in found:
                group, names = self.heads.group(cell), self.table.row_heads(cell)
                key = None if self.key is None else self.table.at(row, self.key)
                own = names or ((key,) if key is not None else ())
                found[row] = (*((group,) if group else ()), *own)
        return self._lines(found)

    @cached_property
    def columns(self) -> Lines:
        """The columns by the heads over them."""
        found: dict[int, tuple[Cell, ...]] = {}
        for (_, column), cell in sorted(self.body.items()):
            found.setdefault(column, self.heads.over(cell))
        return self._lines(found)

    @cached_property
    def _heads(self) -> tuple[Cell, ...]:
        return (*self.heads.above(min(self.among)), *(it for it in self._cells if it.is_head))

    @cached_property
    def around(self) -> frozenset[str]:
        """The stems of the caption, and of the heads that name no line."""
        caption = self.table.caption
        named = {head for line in (*self.rows, *self.columns) for head in line.heads}
        heads = [self.said(it) for it in self._heads if it not in named]
        text = " ".join([*heads, caption.of(self.document.text) if caption else ""])
        return frozenset(word.stem for word in words(text))

    @cached_property
    def short(self) -> Mapping[str, frozenset[str]]:
        """What stands for what in this table, as `synonyms`: by its caption and its notes.

        Heads of a letter are explained anywhere: "precision (P)".
        """
        table, text = self.table, self.document.text
        spans = [*([table.caption] if table.caption else []), *table.notes]
        found = [one for span in spans for one in explained(span.of(text))]
        heads = {self.said(it) for it in self._heads}
        if any(len(head) == 1 for head in heads):
            found += [one for one in letters(text) if one.short in heads]
        return synonyms(found)

    def said(self, cell: Cell) -> str:
        """What stands in a cell."""
        return cell.span.of(self.document.text).strip()

    def heads_of(self, cell: Cell) -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
        """The cells that name the row of a cell, and those that name its column."""
        return self._named.get((True, cell.row), ()), self._named.get((False, cell.column), ())

    @cached_property
    def _named(self) -> Mapping[tuple[bool, int], tuple[Cell, ...]]:
        lines = ((True, self.rows), (False, self.columns))
        return {(is_row, line.at): line.heads for is_row, found in lines for line in found}

    def _lines(self, found: Mapping[int, Sequence[Cell]]) -> Lines:
        told = _apart({at: self._told(heads) for at, heads in found.items()})
        held = Counter(stem for stems, _ in told.values() for stem in stems)
        weights = {stem: math.log((1 + len(told) / held[stem]) / 2) for stem in held}
        named: dict[str, list[Line]] = {}
        lines = []
        for at, (stems, aside) in told.items():
            telling = {stem: rare * weights[stem] for stem, rare in stems.items()}
            heads = tuple(found[at])
            parts = tuple(frozenset(self._told((head,))[0]) for head in heads)
            line = Line(at, heads, telling, frozenset(aside), self._short(heads), parts)
            lines.append(line)
            for stem in telling:
                if weights[stem] > 0 or not line.weight:
                    named.setdefault(stem, []).append(line)
        return Lines(tuple(lines), {stem: tuple(each) for stem, each in named.items()})

    def _short(self, heads: Sequence[Cell]) -> dict[str, bool]:
        found = {}
        for text in map(self.said, heads):
            for word in words(text):
                has_period = text.startswith(".", word.end)
                if len(word.text) >= _SHORTEST and (has_period or word.text not in english()):
                    found[word.stem] = has_period
        return found

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


def _apart(
    told: dict[int, tuple[dict[str, float], set[str]]],
) -> dict[int, tuple[dict[str, float], set[str]]]:
    """The same; where two names have the same stems, what is beside them tells them apart.

    "Before the rains" and "after the rains" differ in a word that says little elsewhere.
    """
    alike: dict[frozenset[str], list[int]] = {}
    for at, (stems, _) in told.items():
        alike.setdefault(frozenset(stems), []).append(at)
    for places in alike.values():
        for at in places if len(places) > 1 else ():
            stems, aside = told[at]
            small = aside & _SMALL
            told[at] = {**stems, **dict.fromkeys(small, 1.0)}, aside - small
    return told


def _units(text: str) -> Iterator[tuple[int, int]]:
    """Where units stand behind a comma or a number: "Pressure, mmHg", "60 kg"."""
    for found in re.finditer(r"[,\d]\s?", text):
        if unit := unit_at(text, found.end()):
            yield unit.start, unit.end


def frames_of(document: Document) -> tuple[Frame, ...]:
    """The tables whose heads are known, each part below other heads by itself."""
    found = ((table, Heads.of(table)) for table in document.tables)
    return tuple(
        Frame(document, table, heads, frozenset(rows))
        for table, heads in found
        if knows_heads(table, heads)
        for rows in heads.sections()
    )
