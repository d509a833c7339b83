"""What holds of every document that a reader gives, whatever the file was."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from vera.core.errors import ReadFault, UnreadableDocument
from vera.core.result import Result, failed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.core.document import Block, Box, Document, Places, Section


class BrokenError(Exception):
    """Something that must hold does not."""


def hold(sound: bool, rule: str) -> None:
    """Raise `BrokenError` with the rule unless it is kept."""
    if not sound:
        raise BrokenError(rule)


def check_read(found: Result[Document], *, ours: bool = True) -> Document | None:
    """Check what a reader gave: a sound document, or an error that says what is wrong.

    What is not `ours`, but a hostile child's, has sound offsets and may say anything.
    """
    if not failed(found):
        check(found.unwrap())
        if ours:
            _tidy(found.unwrap())
        return found.unwrap()
    error = found.failure()
    if not isinstance(error, UnreadableDocument):
        raise BrokenError(f"an error of a reader is an UnreadableDocument, not {error!r}")
    hold(isinstance(error.fault, ReadFault) and bool(error.detail), "an error says what is wrong")
    return None


def check(document: Document) -> None:
    """Check offsets, order, nesting and places."""
    text = document.text
    hold(bool(text.strip()), "a document has text")
    _blocks(text, document.blocks)
    _sections(len(text), document.sections)
    numbers = [page.number for page in document.pages]
    hold(numbers == list(range(1, len(numbers) + 1)), "pages are numbered from 1")
    for page in document.pages:
        hold(page.span.end <= len(text), "a page's span is in the text")
        hold(math.isfinite(page.width) and math.isfinite(page.height), "a page has a size")
    hold((document.places is None) == (not document.pages), "pages have places")
    if document.places is not None:
        _places(document.places, len(text), len(document.pages))
        for block in document.blocks:
            check_boxes(document.boxes_of(block.span), document)
    check_boxes([each.box for each in document.left_out], document)


def _tidy(document: Document) -> None:
    hold("\0" not in document.text, "a text has no NUL")
    hold("\n" not in document.title, "a title is one line")
    hold(all(map(str.strip, document.authors)), "no author is blank")
    hold(all(map(str.strip, document.notes)), "no note is blank")
    for block in document.blocks:
        said = block.span.of(document.text)
        hold(bool(said.strip()), "no block is blank")
        hold(said == said.strip(), "a block begins and ends with what it says")


def _blocks(text: str, blocks: Sequence[Block]) -> None:
    for block in blocks:
        hold(0 < len(block.span) == len(block.span.of(text)), "a block is in the text")
    for one, other in pairwise(blocks):
        hold(one.span.end <= other.span.start, "blocks are in order and apart")


def _sections(length: int, sections: Sequence[Section]) -> None:
    around: list[Section] = []
    for one, other in pairwise(sections):
        hold(one.span.start <= other.span.start, "sections are in order")
    for section in sections:
        hold(section.span.end <= length, "a section is in the text")
        depth = len(section.path)
        hold(1 <= depth <= len(around) + 1, "a section is one deeper than its parent")
        del around[depth - 1 :]
        if around:
            hold(section.span.end <= around[-1].span.end, "a section is inside its parent")
            hold(section.path[:-1] == around[-1].path, "a section's path begins with its parent's")
        around.append(section)


def _places(places: Places, length: int, pages: int) -> None:
    hold(len(places.page) == length, "each character has a place")
    hold(bool(np.isfinite(places.box).all()), "boxes are finite")
    hold(bool(((places.page >= 1) & (places.page <= pages)).all()), "places are on pages")


def check_boxes(boxes: Sequence[Box], document: Document) -> None:
    """Check boxes of a document: finite, on one of its pages, corners in order."""
    for box in boxes:
        corners = (box.x0, box.y0, box.x1, box.y1)
        hold(all(map(math.isfinite, corners)), "a box is finite")
        hold(box.x0 <= box.x1 and box.y0 <= box.y1, "a box's corners are in order")
        hold(1 <= box.page <= len(document.pages), "a box is on a page")
