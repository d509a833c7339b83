"""A cell of a table on a page, with its lines."""

from __future__ import annotations

from attrs import frozen

from vera.verification.ingestion.pdf.lines import Line


@frozen(eq=False)
class Laid:
    """A cell as `vera.core.table.Cell`, with its lines instead of a span."""

    row: int
    column: int
    rows: int
    columns: int
    is_head: bool
    lines: tuple[Line, ...]
