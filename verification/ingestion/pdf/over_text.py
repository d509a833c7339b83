"""Whether what looks like a heading is one by what it stands over: text, not cells or labels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vera.core.document import Form, Kind
from vera.verification.ingestion.headings import is_numbered, is_well_known
from vera.verification.ingestion.pdf.loose_rows import is_row
from vera.verification.ingestion.pdf.paragraphs import ends_sentence, has_bullet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.core.document import Floats
    from vera.verification.ingestion.pdf.columns import Columns
    from vera.verification.ingestion.pdf.paragraphs import Paragraph

_BETWEEN = 6
"""Blocks that are no text between a heading and its text, at most: a figure, its caption."""
_NUMBERS_OF_CELLS = 0.4
"""The share of words with digits above which lines are cells: by hand."""


def stands_over_text(
    blocks: Sequence[Paragraph], heads: Sequence[bool], at: int, columns: Columns, boxes: Floats
) -> bool:
    """Whether the block at an index, which looks like a heading, is the heading of a text.

    `heads` says which blocks look like headings, `boxes` are those of the document's glyphs. What
    is numbered or well known is one wherever it stands; the head of a table has wide gaps, or
    cells under it.
    """
    block = blocks[at]
    if is_numbered(block.text) or is_well_known(block.text):
        return True
    if any(is_row(line, boxes) for line in block.lines):
        return False
    for later in range(at + 1, min(at + 1 + _BETWEEN, len(blocks))):
        under = blocks[later]
        if under.kind is Kind.TABLE:
            return False
        if under.is_caption:
            return True
        if under.kind is not Kind.BODY or under.form is Form.FORMULA:
            continue
        is_text = columns.is_running(under, ends_sentence(under.text)) and not _is_of_cells(under)
        return is_text or heads[later] or has_bullet(under.lines[0])
    return True


def _is_of_cells(block: Paragraph) -> bool:
    words = block.text.split()
    return sum(any(map(str.isdigit, word)) for word in words) > _NUMBERS_OF_CELLS * len(words)
