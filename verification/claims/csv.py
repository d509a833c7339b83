"""Claims as a table, in CSV or TSV: the column `claim` has them."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from vera.core.errors import ReadFault
from vera.core.result import Result, Success, failed
from vera.core.verdict import Claim
from vera.verification.claims.faults import refused

if TYPE_CHECKING:
    from collections.abc import Sequence

COLUMN = "claim"
_SHOWN = 8
"""Columns that an error names."""
_HINT = "name the columns in the first row, and one of them claim"


def claims_of_csv(text: str, name: str, separators: str) -> Result[list[Claim]]:
    """The claim of each row, with the line on which the row begins.

    The separator is the first of these that gives a column `claim`. A row without a cell is
    skipped; one whose claim is blank is a claim without text. Errors: DAMAGED, with the line.
    """
    read: list[Result[list[tuple[int, list[str]]]]] = []
    for separator in separators:
        read.append(found := _rows(text, name, separator))
        if not failed(found) and COLUMN in _names(found.unwrap()[0][1]):
            return _claims(found.unwrap(), name)
    if failed(read[0]):
        return read[0]
    line, header = read[0].unwrap()[0]
    named = ", ".join(map(repr, header[:_SHOWN]))
    return refused(name, ReadFault.DAMAGED, f"no column is named claim, but {named}", _HINT, line)


def _claims(rows: Sequence[tuple[int, list[str]]], name: str) -> Result[list[Claim]]:
    (_, header), *others = rows
    at = _names(header).index(COLUMN)
    claims: list[Claim] = []
    for line, cells in others:
        if len(cells) != len(header):
            detail = f"it has {len(cells)} cells, and the first row {len(header)}"
            hint = "put a claim that holds a separator between double quotes"
            return refused(name, ReadFault.DAMAGED, detail, hint, line)
        claims.append(Claim(" ".join(cells[at].split()), line))
    return Success(claims)


def _names(header: Sequence[str]) -> list[str]:
    return [cell.strip().lower() for cell in header]


def _rows(text: str, name: str, separator: str) -> Result[list[tuple[int, list[str]]]]:
    """The rows that have a cell, at least one, each with the line on which it begins."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    rows, line = [], 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                rows.append((line, cells))
            line = reader.line_num + 1
    except csv.Error as error:
        hint = "close every double quote, and write one inside a cell twice"
        return refused(name, ReadFault.DAMAGED, f"it is no CSV: {error}", hint, line)
    if not rows:
        return refused(name, ReadFault.EMPTY, "there is no claim in it", _HINT)
    return Success(rows)
