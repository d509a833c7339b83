"""What a library tells of a typeset paper, in one form for all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs
from attrs import frozen

from vera.core.document import Span
from vera.core.table import Cell, Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


@frozen
class SeenCell:
    """A cell as a library gives it; row and column count from 0."""

    text: str
    row: int
    column: int
    rows: int = 1
    columns: int = 1
    is_head: bool = False


@frozen
class SeenTable:
    """A table as a library gives it; `about` are the texts of its caption and notes."""

    cells: tuple[SeenCell, ...]
    about: tuple[str, ...] = ()


@frozen
class Seen:
    """All that is told of a paper; None where a library does not tell of it.

    A mark is where it stands in the text and what is printed there. `statements` are the sentences
    that can be evidence.
    """

    text: str | None = None
    sections: tuple[str, ...] | None = None
    marks: tuple[tuple[int, str], ...] | None = None
    statements: tuple[str, ...] | None = None
    tables: tuple[SeenTable, ...] | None = None

    def emptied(self) -> Seen:
        """The same things told, and nothing found."""
        told = {it.name: getattr(self, it.name) for it in attrs.fields(Seen)}
        return Seen(**{name: it and type(it)() for name, it in told.items()})


def of_rows(rows: Iterable[Sequence[str | None]]) -> SeenTable:
    """A table that is given as rows of texts."""
    return SeenTable(
        tuple(
            SeenCell(text or "", at, column)
            for at, row in enumerate(rows)
            for column, text in enumerate(row)
        )
    )


def of_json(said: dict[str, Any]) -> Seen:
    """What `attrs.asdict` made of it, sent from another process."""
    tables = said["tables"] and tuple(
        SeenTable(tuple(SeenCell(**cell) for cell in one["cells"]), tuple(one["about"]))
        for one in said["tables"]
    )
    marks = said["marks"] and tuple((at, shown) for at, shown in said["marks"])
    # An empty list is not None: the library tells, and there is nothing.
    told = {key: it and tuple(it) for key, it in said.items() if key in {"sections", "statements"}}
    return Seen(said["text"], marks=marks, tables=tables, **told)


def as_table(cells: Iterable[tuple[str, int, int, int, int, bool]]) -> tuple[str, Table]:
    """Cells (text, row, column, rows, columns, is head) as a table of ours, with its text."""
    text = ""
    made = []
    for said, row, column, rows, columns, is_head in sorted(cells, key=lambda it: it[1:3]):
        span = Span(len(text), len(text) + len(said))
        made.append(Cell(span, row, column, rows, columns, is_head))
        text += said
    return text, Table(tuple(made))
