"""The rows of a table: printed rows that belong to one row of cells are put together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vera.verification.ingestion.pdf.cells import Placed, Row
from vera.verification.ingestion.pdf.joined_rows import together, with_centred
from vera.verification.ingestion.pdf.table_spans import spread

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.verification.ingestion.pdf.rows_of_words import Printed
    from vera.verification.ingestion.pdf.rules import Rule
    from vera.verification.ingestion.pdf.table_columns import Columns

_FULL = 0.85
"""The share of a table's width from which on a level rule parts rows, not heads of columns."""


def bands_of(rules: Sequence[Rule], left: float, right: float) -> list[float]:
    """The heights of the level rules that run over the whole of a table, from the top."""
    width = right - left
    return [
        rule.at
        for rule in rules
        if min(rule.end, right) - max(rule.start, left) >= _FULL * width
    ]  # fmt: skip


def rows_of(
    printed: Sequence[Printed], columns: Columns, level: Sequence[Rule], bands: Sequence[float]
) -> list[Row]:
    """The rows of cells. `level` are the rules across it, `bands` the heights of the full ones."""
    rows: list[Row] = []
    partial = [rule for rule in level if rule.at not in bands]
    for line in printed:
        cells = [Placed(*found) for found in columns.phrases(line)]
        band = sum(at < line.baseline - 0.3 * line.size for at in bands)
        rows.append(Row(cells, line.baseline, line.baseline, line.size, band))
    spread(rows, columns, partial)
    return list(together(list(with_centred(rows)), columns, partial))
