"""The blocks of a document by their lines, for formats that are read line for line."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vera.core.document import Document


def lines_of(document: Document) -> dict[int, str]:
    """Each block by the line that it begins on."""
    text = document.text
    return {
        text.count("\n", 0, block.span.start) + 1: " ".join(block.span.of(text).split())
        for block in document.blocks
    }
