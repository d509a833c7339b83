"""Displayed formulas: lines of signs that are set apart from the edge of their column.

A formula is a block of its own, its pieces in the order of the page; the sentence around it goes on
behind it.
"""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from vera.core.document import Form, Kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vera.verification.ingestion.pdf.columns import Columns
    from vera.verification.ingestion.pdf.lines import Line
    from vera.verification.ingestion.pdf.paragraphs import Paragraph

_RELATION = re.compile(r"[=<>≤≥≈∝∈≡∼≜→←↔⇒⇔∑∏∫√≠⊂⊆∪∩]|:=")
_SIGN = re.compile(
    r"[+|*/^~−±×·∂∇∀∃α-ωΑ-Ω\u2200-\u22ff\ue000-\uf8ff\ufffd]|[\U0001d400-\U0001d7ff]"
)
_WORD = re.compile(r"[^\W\d_]{3,}")
_OPERATORS = frozenset(
    "arg argmax argmin cos cosh cov det dim div else exp for inf ker lim log max min mod otherwise"
    " prob rank sgn sign sin sinh softmax sup tan tanh var where with and".split()  # noqa: SIM905
)
"""Words of three letters and more that formulas have: those that TeX sets as operators, and cases."""
_NUMBER = re.compile(r"\(\s*[A-Z]?\.?\d{1,3}(?:[.–-]\d{1,3})*\s*[a-z]?\s*\)$")
_MOST_WORDS = 0.3
"""The share of words in what is shown of a formula, at most: by hand."""
_STRAY = 3
"""Characters of a piece of a formula that pdfium has as a line: a limit, a bracket, a sum."""
_CORE = 4
_INDENT = 0.8
"""In type sizes, from the left edge of the column: the first lines of paragraphs have more words."""
_BESIDE = 0.5
"""Type sizes between the baselines of two pieces of one line: one may be raised or lowered."""
_FAR = 3.0
"""Type sizes between two pieces of one formula, at most."""


def _share_of_words(text: str) -> float:
    shown = sum(not sign.isspace() for sign in text)
    words = sum(len(word) for word in _WORD.findall(text) if word.lower() not in _OPERATORS)
    return words / max(shown, 1)


def _is_signs(text: str) -> bool:
    """Whether a line is made of signs and letters alone, and not of words.

    >>> _is_signs("P(w|t) = exp(λf) (3)"), _is_signs("where λ = 2 is the weight"), _is_signs("n")
    (True, False, True)
    """
    bare = _NUMBER.sub("", text).strip()
    if not bare:
        return True
    if _share_of_words(bare) > _MOST_WORDS:
        return False
    return len(bare) <= _STRAY or bool(_RELATION.search(bare) or _SIGN.search(bare))


def _is_of_words(text: str) -> bool:
    return _share_of_words(text) > 1 - _MOST_WORDS or len(_WORD.findall(text)) > _STRAY


def _is_core(lines: Sequence[Line]) -> bool:
    """Whether the pieces are a formula together: they relate something, in more than a few signs."""
    text = " ".join(line.text for line in lines)
    bare = _NUMBER.sub("", text).strip()
    return (
        _RELATION.search(bare) is not None
        and sum(not sign.isspace() for sign in bare) >= _CORE
        and any(map(str.isalpha, bare))
    )


@frozen(eq=False)
class _Page:
    """The lines of a page, to be asked what stands beside one of them."""

    lines: Sequence[Line]
    columns: Columns

    def is_set_apart(self, line: Line) -> bool:
        """Whether a line is made of signs, and stands off the edge and beside no words."""
        column = self.columns.around(line)
        if column is None or not line.is_upright or not _is_signs(line.text):
            return False
        if line.x0 <= column.left + _INDENT * line.size:
            return False
        return not any(
            abs(line.baseline - other.baseline) < _BESIDE * max(line.size, other.size)
            and column.left - line.size < other.x0 < column.right
            and _is_of_words(other.text)
            for other in self.lines
            if other is not line
        )


def _parted(blocks: Sequence[Paragraph], columns: Columns) -> Iterator[tuple[Paragraph, bool]]:
    """The blocks, those that hold formulas in parts, and whether each is made of signs."""
    lines: dict[int, list[Line]] = {}
    for block in blocks:
        lines.setdefault(block.lines[0].page, []).extend(block.lines)
    pages = {number: _Page(own, columns) for number, own in lines.items()}
    for block in blocks:
        if block.kind is not Kind.BODY or block.is_caption:
            yield block, False
            continue
        runs = groupby(block.lines, key=pages[block.lines[0].page].is_set_apart)
        parts = [(tuple(lines), apart) for apart, lines in runs]
        if any(apart and not _is_core(lines) for lines, apart in parts) and len(parts) > 1:
            yield block, False
            continue
        for lines, apart in parts:
            yield evolve(block, lines=lines), apart


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
