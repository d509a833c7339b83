"""Displayed formulas: lines of signs that are set apart from the edge of their column.

A formula is a block of its own, its pieces in the order of the page; the sentence around it goes on
behind it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from vera.core.document import Form, Kind
from vera.verification.ingestion.pdf.columns import Columns
from vera.verification.ingestion.pdf.lines import Line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vera.verification.ingestion.pdf.paragraphs import Paragraph

_RELATION = re.compile(r"[=<>≤≥≈∝∈≡∼≜→←↔⇒⇔∑∏∫√≠⊂⊆∪∩]")
_SIGN = re.compile(r"[+|*/^~−±×·∂∇∀∃α-ωΑ-Ω\u2200-\u22ff\ue000-\uf8ff\ufffd\U0001d400-\U0001d7ff]")
_WORD = re.compile(r"[^\W\d_]{3,}")
_TWO_WORDS = re.compile(r"[^\W\d_]{2,},? [^\W\d_]{2,}")
_OPERATORS = re.compile(
    r"(?:arg|argmax|argmin|cosh?|cov|det|dim|div|exp|inf|ker|lim|log|max|min|mod|prob|rank|sgn|sign"
    r"|sinh?|softmax|sup|tanh?|var|and|else|for|otherwise|where|with)"
)
"""Words that formulas have: those that TeX sets as operators, and those of cases."""
_NUMBER = re.compile(r"\(\s*[A-Z]?\.?\d{1,3}(?:[.–-]\d{1,3})*\s*[a-z]?\s*\)$")
_MOST_WORDS = 0.3
"""The share of words in what is shown of a formula, at most: by hand."""
_MOST_WORDS_AT_EDGE = 0.1
"""The same at the edge of a column, where the line of a paragraph may stand: by hand."""
_STRAY = 3
"""Characters of a piece of a formula that pdfium has as a line: a limit, a bracket, a sum."""
_CORE = 4
_INDENT = 0.8
"""In type sizes, from the left edge of the column: the first line of a paragraph has more words."""
_BESIDE = 0.5
"""Type sizes between the baselines of two pieces of one line: one may be raised or lowered."""
_FAR = 3.0
"""Type sizes between two pieces of one formula, at most."""


def _shown(text: str) -> int:
    """How many characters are no blanks."""
    return sum(map(len, text.split()))


def _share_of_words(text: str) -> float:
    shown = _shown(text)
    words = sum(len(word) for word in _WORD.findall(text) if not _OPERATORS.fullmatch(word.lower()))
    return words / max(shown, 1)


def _is_signs(text: str) -> bool:
    """Whether a line is made of signs and letters alone, and not of words.

    >>> _is_signs("P(w|t) = exp(λf) (3)"), _is_signs("where λ = 2 is the weight"), _is_signs("n")
    (True, False, True)
    """
    bare = _NUMBER.sub("", text).strip()
    if len(bare) > _STRAY and not (_RELATION.search(bare) or _SIGN.search(bare)):
        return False
    return not bare or _share_of_words(bare) <= _MOST_WORDS


def is_numbered_formula(text: str) -> bool:
    """Whether a line is a formula with its number, though it has words for signs.

    >>> is_numbered_formula("v = Encoder(input)[CLS], (1)")
    True
    >>> is_numbered_formula("as we said, p = 2 holds (1)")
    False
    """
    bare, numbers = _NUMBER.subn("", text)
    return bool(numbers and _RELATION.search(bare)) and _TWO_WORDS.search(bare) is None


def _is_of_words(text: str) -> bool:
    return _share_of_words(text) > 1 - _MOST_WORDS or len(_WORD.findall(text)) > _STRAY


def _is_core(lines: Sequence[Line]) -> bool:
    """Whether the pieces are a formula together: a relation, and more than a few signs."""
    text = " ".join(line.text for line in lines)
    if not _RELATION.search(text):
        return False
    bare = _NUMBER.sub("", text).strip()
    return (
        _RELATION.search(bare) is not None and _shown(bare) >= _CORE and any(map(str.isalpha, bare))
    )


@frozen(eq=False)
class _Page:
    """The lines of a page, to be asked what stands beside one of them."""

    lines: Sequence[Line]
    columns: Columns

    def is_set_apart(self, line: Line) -> bool:
        """Whether a line is made of signs, and stands off the edge and beside no words."""
        column = self.columns.around(line)
        if column is None or line.x0 <= column.left + _INDENT * line.size:
            return False
        is_at_right = column.right - line.x1 < line.size
        return self.is_alone(line) or (is_at_right and is_numbered_formula(line.text))

    def is_alone(self, line: Line) -> bool:
        """Whether a line is made of signs and stands beside no words in its column."""
        if not _is_signs(line.text) or not line.is_upright:
            return False
        column = self.columns.around(line)
        return column is not None and not any(
            abs(line.baseline - other.baseline) < _BESIDE * max(line.size, other.size)
            and min(line.y1, other.y1) - max(line.y0, other.y0) > _BESIDE * (other.y1 - other.y0)
            and column.left - line.size < other.x0 < column.right
            and _is_of_words(other.text)
            for other in self.lines
            if other is not line
        )

    def is_formula(self, block: Paragraph, before: Paragraph | None) -> bool:
        """Whether all of a block is one, at the edge of its column too: under other text there."""
        first = block.lines[0]
        return (
            before is not None
            and before.lines[-1].page == first.page
            and before.lines[-1].baseline < first.baseline
            and before.lines[-1].x0 < first.x1
            and first.x0 < before.lines[-1].x1
            and _is_core(block.lines)
            and _share_of_words(block.text) <= _MOST_WORDS_AT_EDGE
            and all(map(self.is_alone, block.lines))
        )


def _parted(blocks: Sequence[Paragraph], columns: Columns) -> Iterator[tuple[Paragraph, bool]]:
    """The blocks, those that hold formulas in parts, and whether each is made of signs."""
    printed: dict[int, list[Line]] = {}
    for block in blocks:
        printed.setdefault(block.lines[0].page, []).extend(block.lines)
    pages = {number: _Page(own, columns) for number, own in printed.items()}
    before: Paragraph | None = None
    for block in blocks:
        page = pages[block.lines[0].page]
        if block.kind is not Kind.BODY or block.form is not Form.PROSE or block.is_caption:
            yield block, False
        elif page.is_formula(block, before):
            yield block, True
        else:
            runs = groupby(block.lines, key=page.is_set_apart)
            parts = [(tuple(lines), apart) for apart, lines in runs]
            if len(parts) == 1:
                yield block, parts[0][1]
            elif any(apart and not _is_core(lines) for lines, apart in parts):
                yield block, False
            else:
                yield from ((evolve(block, lines=lines), apart) for lines, apart in parts)
        before = block


def _are_near(before: Paragraph, block: Paragraph) -> bool:
    a, b = before.lines, block.lines
    gap = max(min(it.y0 for it in b) - max(it.y1 for it in a),
              min(it.y0 for it in a) - max(it.y1 for it in b))  # fmt: skip
    return a[0].page == b[0].page and gap < _FAR * max(before.size, block.size)


def with_formulas(blocks: Sequence[Paragraph], columns: Columns) -> list[Paragraph]:
    """The blocks, each displayed formula as one."""
    done: list[Paragraph] = []
    run: list[Paragraph] = []

    def end() -> None:
        lines = tuple(line for piece in run for line in piece.lines)
        if run and _is_core(lines):
            done.append(evolve(run[0], lines=lines, form=Form.FORMULA))
        else:
            done.extend(run)
        run.clear()

    for block, is_apart in _parted(blocks, columns):
        if run and not (is_apart and _are_near(run[-1], block)):
            end()
        if is_apart:
            run.append(block)
        else:
            done.append(block)
    end()
    return done
