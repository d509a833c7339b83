"""The cells of a row as HTML marks them, which JATS does too, and as CALS does (OASIS, in JATS)."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from attrs import frozen

from vera.verification.ingestion.markup.lxml import Element

if TYPE_CHECKING:
    from collections.abc import Iterator

_COUNT = re.compile(r"\s*(\d{1,9})")
_HEADS = frozenset(("columnheader", "rowheader"))
_TABLES = ("table", "tgroup")
_LARGEST = 999_999_999
_MOST_COLUMNS = 1_000
"""Columns that have names; HTML's cells cover so many at most."""


@frozen
class CellOf:
    """A cell of markup; `column` is -1 where the first one that is free is meant."""

    element: Element
    rows: int = 1
    columns: int = 1
    is_head: bool = False
    column: int = -1


def table_of(row: Element) -> Element:
    """The table that a row is of."""
    return next(row.iterancestors(*_TABLES), row.getparent())


def cells_of(row: Element) -> Iterator[CellOf]:
    """The cells of a row, in order."""
    names = None
    in_head = next(row.iterancestors("thead", *_TABLES), row).tag == "thead"
    for cell in row:
        if not isinstance(cell.tag, str):
            continue
        head = in_head or cell.tag == "th" or _is_named_head(cell)
        if cell.tag == "entry":
            names = _columns(row) if names is None else names
            yield _entry(cell, names, head)
        else:
            rows = _count(cell.get("rowspan")) or (1 if cell.get("rowspan") is None else _LARGEST)
            yield CellOf(cell, rows, _count(cell.get("colspan")) or 1, head)


def _is_named_head(cell: Element) -> bool:
    return bool(cell.get("scope")) or (cell.get("role") or "") in _HEADS


def _count(said: str | None) -> int:
    found = _COUNT.match(said or "")
    return int(found[1]) if found else 0


def _columns(row: Element) -> dict[str, int]:
    """The columns of a CALS table by their names."""
    group = next(row.iterancestors("tgroup"), None)
    specs = group.iterchildren("colspec") if group is not None else ()
    return {it.get("colname") or "": at for at, it in enumerate(islice(specs, _MOST_COLUMNS))}


def _entry(cell: Element, names: dict[str, int], head: bool) -> CellOf:
    start = names.get(cell.get("namest") or cell.get("colname") or "", -1)
    end = names.get(cell.get("nameend") or "", start)
    rows = 1 + _count(cell.get("morerows"))
    return CellOf(cell, rows, max(1, end - start + 1), head, start)
