"""The cells of a table that a passage is of, for people and for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.core.verdict import TableCell


def cells_text(cells: Sequence[TableCell]) -> str:
    r"""The cells with their heads on one line; what they share is said once.

    >>> from vera.core.document import Span
    >>> from vera.core.verdict import TableCell
    >>> one = TableCell("Table 2", ("BERT",), ("MNLI",), "86.7", Span(7, 11))
    >>> two = TableCell("Table 2", ("BERT",), ("QQP",), "72.1", Span(14, 18))
    >>> print(cells_text([one]), cells_text([one, two]), sep="\n")
    Table 2, row BERT, column MNLI: 86.7
    Table 2, row BERT: MNLI 86.7; QQP 72.1
    """
    if len(cells) <= 1:
        return "".join(map(str, cells))
    first = cells[0]
    lead = ", ".join(filter(None, (first.table, f"row {' '.join(first.row)}" if first.row else "")))
    said = "; ".join(" ".join((*cell.column, cell.text)) for cell in cells)
    return f"{lead}: {said}" if lead else said
