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
    from collections.abc import Iterable, Sequence

    from vera.verification.ingestion.pdf.columns import Columns
    from vera.verification.ingestion.pdf.lines import Line
    from vera.verification.ingestion.pdf.paragraphs import Paragraph

_Type: TypeAlias = tuple[int, float]

_STEP = 0.3
"""Points that sizes of one type differ by, less than."""
_MOSTLY = 0.5
"""The share of the lines in a type that stand in long paragraphs, above which it is the text's."""
_SURELY = 0.8
"""The share of the blocks in a type that stand like headings, from which on it is that of such."""
_FEWEST = 2
_PLACED = 1.5
"""Type sizes from the edge or the middle of a column, at most."""
_WHITE = 1.3
"""Steps from line to line, from such a title to its text: more than between paragraphs' lines."""
_PITCH = 3.0
"""Type sizes from a heading's line to the first one of its text, at most."""


def _type_of(lines: Sequence[Line]) -> _Type | None:
    """The font and size that all of the lines are set in, None where they are not known."""
    face, size = lines[0].face, lines[0].size
    if not face or any(line.face != face or abs(line.size - size) >= _STEP for line in lines[1:]):
        return None
    return face, _rounded(size)


def _rounded(size: float) -> float:
    return round(size * 2) / 2


def _lines_of_types(blocks: Iterable[Paragraph]) -> Counter[_Type]:
    """How many lines are set in each type."""
    found: Counter[_Type] = Counter()
    printed = Counter((line.face, line.size) for block in blocks for line in block.lines)
    for (face, size), count in printed.items():
        if face:
            found[face, _rounded(size)] += count
    return found


@frozen(eq=False)
class Styles:
    """The types of a document that are surely those of its text, and of its headings."""

    text: frozenset[_Type]
    headings: frozenset[_Type]

    @classmethod
    def of(cls, blocks: Sequence[Paragraph], columns: Columns) -> Styles:
        """Told by where the blocks in each type stand."""
        short = [at for at, block in enumerate(blocks) if len(block.lines) <= MOST_LINES]
        lines = _lines_of_types(blocks)
        long = _lines_of_types(block for block in blocks if len(block.lines) > MOST_LINES)
        every: Counter[_Type] = Counter()
        heads: Counter[_Type] = Counter()
        tables: Counter[_Type] = Counter()  # right under a block
        for at in short:
            if key := _type_of(blocks[at].lines):
                every[key] += 1
                tables[key] += at + 1 < len(blocks) and blocks[at + 1].kind is Kind.TABLE
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
            if count >= _FEWEST
            and count >= _SURELY * (every[key] - tables[key])
            and key not in text
        )
        return cls(text, headings)

    def of_block(self, blocks: Sequence[Paragraph], at: int, columns: Columns) -> Style:
        """What its type, or the white around it, says of a short block."""
        if len(blocks[at].lines) > MOST_LINES:
            return Style.TEXT
        key = _type_of(blocks[at].lines)
        if key in self.headings and _is_placed(blocks[at], columns):
            return Style.HEADINGS
        if key not in self.text:
            return Style.UNKNOWN
        return Style.HEADINGS if _is_set_apart(blocks, at, columns) else Style.TEXT


def _is_placed(block: Paragraph, columns: Columns) -> bool:
    """Whether a block begins at the edge of its column, or stands in its middle or over several."""
    first = block.lines[0]
    column = columns.around(first)
    if column is None:
        return True
    left, right = first.x0 - column.left, column.right - first.x1
    return left < _PLACED * first.size or abs(left - right) < 2 * _PLACED * first.size


def _is_set_apart(blocks: Sequence[Paragraph], at: int, columns: Columns) -> bool:
    """Whether a line in the text's type stands by itself, in white, between whole paragraphs."""
    if not 0 < at < len(blocks) - 1 or len(blocks[at].lines) > 1:
        return False
    before, line, under = blocks[at - 1], blocks[at].lines[0], blocks[at + 1]
    column = columns.around(line)
    return (
        before.kind is Kind.BODY
        and before.lines[-1].page in (line.page, line.page - 1)
        and columns.is_running(before, ends_sentence=True)
        and ends_sentence(before.text)
        and not before.text.endswith(":")
        and column is not None
        and abs(line.x0 - column.left) < line.size
        and line.x1 < column.right - line.size
        and not under.text[:1].islower()
        and len(under.lines) > 1
        and any(it.face == line.face for it in under.lines)
        and _stands_over(line, under, columns)
        and under.lines[0].baseline - line.baseline
        > _WHITE * (under.lines[1].baseline - under.lines[0].baseline)
    )


def _stands_like_heading(blocks: Sequence[Paragraph], at: int, columns: Columns) -> bool:
    """Whether a block is a title by its words, right over running text in another type."""
    block = blocks[at]
    if block.kind is not Kind.BODY or block.form is not Form.PROSE or at + 1 == len(blocks):
        return False
    last, under, text = block.lines[-1], blocks[at + 1], block.text
    return (
        _stands_over(last, under, columns)
        and is_title(text)
        and not block.is_caption
        and (under.lines[0].face != last.face or is_numbered(text) or is_well_known(text))
    )


def _stands_over(line: Line, under: Paragraph, columns: Columns) -> bool:
    """Whether a line is near over running text in its column."""
    first = under.lines[0]
    down = first.baseline - line.baseline
    return (
        under.kind is Kind.BODY
        and under.form is Form.PROSE
        and first.page == line.page
        and 0 < down < _PITCH * max(line.size, first.size)
        and first.x0 < line.x1
        and line.x0 < first.x1
        and columns.is_running(under, ends_sentence(under.text))
    )
