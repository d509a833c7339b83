"""Headings that nothing but their number tells: "2 The data" in plain type, between 1 and 3."""

from __future__ import annotations

import re
from bisect import bisect
from typing import TYPE_CHECKING

from vera.core.document import Kind
from vera.verification.ingestion.headings import is_numbered
from vera.verification.ingestion.pdf.paragraphs import ends_sentence

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from vera.verification.ingestion.pdf.paragraphs import Paragraph

_NUMBER = re.compile(r"(\d{1,2})(?=[. ])")
_PART = re.compile(r"\d+\.\d")
_MOST_WORDS = 12
_NOTE = 0.96
"""The size of a footnote at most, as a part of the body's."""
_SMALLEST = 0.9
"""The size of such a heading at least, as a part of the body's."""


def _first_level(text: str) -> int:
    """The number of the section that the text numbers, or that its subsection is in, else 0.

    >>> _first_level("3.1 Data"), _first_level("4. Results"), _first_level("17 patients died")
    (3, 4, 0)
    """
    found = _NUMBER.match(text)
    return int(found[1]) if found and is_numbered(text) else 0


def _is_text(block: Paragraph, body: float) -> bool:
    """Whether it is in the text's type, and no note at a page's foot, table or caption."""
    return block.kind is Kind.BODY and not block.is_caption and block.size > _NOTE * body


def _may_be_heading(blocks: Sequence[Paragraph], at: int, body: float) -> bool:
    """Whether it is a line by itself, after a whole paragraph, that is no sentence and no item."""
    block = blocks[at]
    before = next((it.text for it in reversed(blocks[:at]) if _is_text(it, body)), ".")
    return (
        block.kind is Kind.BODY
        and len(block.lines) == 1
        and block.lines[0].is_upright
        and block.size >= _SMALLEST * body
        and len(block.text.split()) <= _MOST_WORDS
        and block.text[-1] not in ".,;:?!"
        and ends_sentence(before)
        and not before.endswith(":")
        and not _first_level(before)
    )


def missing(blocks: Sequence[Paragraph], headings: Collection[int], body: float) -> set[int]:
    """The blocks, by index, that have the numbers that are missing among those of the headings.

    `headings` are the known ones, by index; `body` is the body type's size in points. A section is
    taken only if the one before it is known and a later one, or one inside of it, follows.
    """
    numbers = ((at, _first_level(blocks[at].text)) for at in headings)
    known = {at: number for at, number in numbers if number}
    order = sorted(known)
    taken = {number for at, number in known.items() if not _PART.match(blocks[at].text)}
    found: set[int] = set()
    last = 0
    for at, block in enumerate(blocks):
        if at in known:
            last = known[at]
            continue
        number = _first_level(block.text)
        if number != last + 1 or not _may_be_heading(blocks, at, body):
            continue
        next_known = bisect(order, at)
        later = known[order[next_known]] if next_known < len(order) else 0
        if number not in taken and later >= number:
            found.add(at)
            last = number
    return found
