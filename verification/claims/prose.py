"""The blocks of a document that may hold claims."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vera.core.document import Form, Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vera.core.document import Block, Document

_NONE = {Kind.TITLE, Kind.FRONT, Kind.HEADING, Kind.CAPTION, Kind.REFERENCES}
_NEITHER = {Form.CODE, Form.FORMULA}


def is_prose(block: Block) -> bool:
    """Whether a block is no heading, front matter, caption, code, formula or reference."""
    return block.kind not in _NONE and block.form not in _NEITHER


def blocks_of_prose(document: Document) -> Iterator[tuple[int, str]]:
    """The text of each block of prose, with the line of the document's text on which it begins."""
    line, counted = 1, 0
    for block in document.blocks:
        if not is_prose(block):
            continue
        line += document.text.count("\n", counted, block.span.start)
        counted = block.span.start
        yield line, block.span.of(document.text)
