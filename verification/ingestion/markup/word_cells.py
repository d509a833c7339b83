"""The cells of a row of a table of Word: where each stands, and which are heads.

ECMA-376, part 1, 17.4. A row is one of heads where it is repeated on every page, or where the style
of the table sets its first row apart and the table asks for that; so for the first column.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vera.verification.ingestion.markup.cells import CellOf
from vera.verification.ingestion.markup.word_fields import W

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from vera.verification.ingestion.markup.lxml import Element

_LOOKS = {"firstRow": 0x20, "firstColumn": 0x80}
"""The bits of `tblLook` (17.4.55)."""
_FIRSTS = {"firstRow": "firstRow", "firstColumn": "firstCol"}
"""What the style calls that part (17.18.89)."""
_WIDEST = 1_000
"""Columns that a cell covers at most, as in HTML."""


def is_deleted(row: Element) -> bool:
    """Whether a tracked change took a row away."""
    return row.find(f"{W}trPr/{W}del") is not None


def cells_of(row: Element, styles: Mapping[str, frozenset[str]]) -> Iterator[CellOf]:
    """The cells of a row, in order; one that goes on with the cell above it is none.

    `styles` says which parts the styles of tables set apart.
    """
    table = next(row.iterancestors(f"{W}tbl"), None)
    is_first = table is not None and _above(row) is None
    in_head = _is_on(row.find(f"{W}trPr/{W}tblHeader"))
    in_head = in_head or (is_first and _asks(table, "firstRow", styles))
    sides = table is not None and _asks(table, "firstColumn", styles)
    for column, columns, cell in _placed(row):
        if _merge(cell) == "continue":
            continue
        rows = 1
        below = _below(row)
        while _merge(cell) == "restart" and below is not None:
            if not any(at == column and _merge(it) == "continue" for at, _, it in _placed(below)):
                break
            rows, below = rows + 1, _below(below)
        yield CellOf(cell, rows, columns, in_head or (sides and column == 0), column)


def _is_on(switch: Element | None) -> bool:
    return switch is not None and switch.get(f"{W}val") not in {"0", "false", "off"}


def _asks(table: Element, part: str, styles: Mapping[str, frozenset[str]]) -> bool:
    style = table.find(f"{W}tblPr/{W}tblStyle")
    look = table.find(f"{W}tblPr/{W}tblLook")
    if style is None or look is None:
        return False
    if _FIRSTS[part] not in styles.get(style.get(f"{W}val") or "", frozenset()):
        return False
    if (said := look.get(f"{W}{part}")) is not None:
        return said not in {"0", "false", "off"}
    try:
        return bool(int(look.get(f"{W}val") or "0", 16) & _LOOKS[part])
    except ValueError:
        return False


def _number(cell: Element, path: str) -> int:
    found = cell.find(path)
    said = (found.get(f"{W}val") or "") if found is not None else ""
    return min(int(said), _WIDEST) if said.isdecimal() and len(said) <= 9 else 0


def _placed(row: Element) -> Iterator[tuple[int, int, Element]]:
    """The cells of a row with the column of each and how many it covers."""
    column = _number(row, f"{W}trPr/{W}gridBefore")
    for cell in row.iter(f"{W}tc"):
        if next(cell.iterancestors(f"{W}tr")) is row:
            columns = max(1, _number(cell, f"{W}tcPr/{W}gridSpan"))
            yield column, columns, cell
            column += columns


def _merge(cell: Element) -> str:
    """Whether a cell begins one of several rows, goes on with one, or neither."""
    found = cell.find(f"{W}tcPr/{W}vMerge")
    return (found.get(f"{W}val") or "continue") if found is not None else ""


def _next(row: Element, way: str) -> Element | None:
    step = getattr(row, way)()
    while step is not None and (step.tag != f"{W}tr" or is_deleted(step)):
        step = getattr(step, way)()
    return step


def _above(row: Element) -> Element | None:
    return _next(row, "getprevious")


def _below(row: Element) -> Element | None:
    return _next(row, "getnext")
