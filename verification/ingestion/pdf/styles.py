"""Which type a document sets its headings in, and which its running text: font and size."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, TypeAlias

from attrs import frozen

from vera.core.document import Form, Kind
from vera.verification.ingestion.headings import (
    MOST_LINES,
    Style,
    is_numbered,
    is_title,
    is_well_known,
)
from vera.verification.ingestion.pdf.paragraphs import ends_sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.verification.ingestion.pdf.columns import Columns
    from vera.verification.ingestion.pdf.lines import Line
    from vera.verification.ingestion.pdf.paragraphs import Paragraph

_Type: TypeAlias = tuple[int, float]

_MOSTLY = 0.5
"""The share of the lines in a type that stand in long paragraphs, from which on it is the text's."""
_SURELY = 0.8
"""The share of the blocks in a type that stand like headings, from which on it is that of such."""
_FEWEST = 2
_PITCH = 3.0
"""Type sizes from a heading's line to the first one of its text, at most."""


def _type_of(lines: Sequence[Line]) -> _Type | None:
    """The font and size that all of the lines are set in, None where they are not known."""
    first = lines[0]
    key = first.face, round(first.size * 2) / 2
    same = all(line.face == first.face and abs(line.size - first.size) < 0.3 for line in lines)
    return key if first.face and same else None


@frozen(eq=False)
class Styles:
    """The types of a document that are surely those of its text, and of its headings."""

    text: frozenset[_Type]
    headings: frozenset[_Type]

    @classmethod
    def of(cls, blocks: Sequence[Paragraph], columns: Columns) -> Styles:
        """Told by where the blocks in each type stand, and by titles that are known by their words."""
        lines: Counter[_Type] = Counter()
        long: Counter[_Type] = Counter()
        every: Counter[_Type] = Counter()
        heads: Counter[_Type] = Counter()
        for at, block in enumerate(blocks):
            for line in block.lines:
                if key := _type_of((line,)):
                    lines[key] += 1
                    long[key] += len(block.lines) > MOST_LINES
            if key := _type_of(block.lines):
                every[key] += 1
                heads[key] += _stands_like_heading(blocks, at, columns)
        text = frozenset(
            key
            for key in lines
            if long[key] > _MOSTLY * lines[key]
            or (every[key] > _FEWEST and heads[key] < (1 - _SURELY) * every[key])
        )
        headings = frozenset(
            key
            for key, count in heads.items()
            if count >= _FEWEST and count >= _SURELY * every[key] and key not in text
        )
        return cls(text, headings)

    def of_lines(self, lines: Sequence[Line]) -> Style:
        """What the type of the lines says of them."""
        key = _type_of(lines)
        if key in self.headings:
            return Style.HEADINGS
        return Style.TEXT if key in self.text else Style.UNKNOWN


def _stands_like_heading(blocks: Sequence[Paragraph], at: int, columns: Columns) -> bool:
    """Whether a block is a title by its words, right over running text in another type."""
    block = blocks[at]
    if block.kind is not Kind.BODY or block.form is not Form.PROSE or block.is_caption:
        return False
    if len(block.lines) > MOST_LINES or not is_title(block.text):
        return False
    if at + 1 == len(blocks):
        return False
    last, under = block.lines[-1], blocks[at + 1]
    first = under.lines[0]
    if under.kind is not Kind.BODY or under.form is not Form.PROSE or first.page != last.page:
        return False
    down = first.baseline - last.baseline
    is_over = 0 < down < _PITCH * max(last.size, first.size)
    is_near = first.x0 < last.x1 and last.x0 < first.x1
    if not (is_over and is_near):
        return False
    return (
        first.face != last.face and columns.is_running(under, ends_sentence(under.text))
    ) or is_numbered(block.text) or is_well_known(block.text)
