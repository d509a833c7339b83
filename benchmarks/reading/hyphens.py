"""Words broken at a line's end whose right form the gold text tells."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from attrs import frozen

from benchmarks.reading.text import Comparable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from benchmarks.reading.gold import Gold, Sentence

_AROUND = 15
"""Letters on each side of a broken place that find it again."""
PLACE = "\ue000"
"""What is put where a word is broken, to be found again."""
BROKEN = re.compile(r"(?<=[^\W\d_])(?:\ufffe\s*|[-‐\u00ad\u0002]\s*\n\s*)(?=[^\W\d_])")
"""The end of a line within a word, in a text of lines (pdfium's)."""


@frozen
class Hyphen:
    """A broken place between `before` and `after`, and whether its hyphen belongs to the word."""

    before: str
    after: str
    belongs: bool

    def is_right_in(self, read: Comparable) -> bool:
        """Whether the text has the word in its right form."""
        at = read.letters.find(self.before + self.after)
        return at >= 0 and read.gap(at + len(self.before) - 1) == ("-" if self.belongs else "")


def _forms(sentences: Sequence[Sentence], before: str, after: str) -> Iterator[str]:
    for sentence in sentences:
        at = sentence.said.letters.find(before + after)
        if at >= 0:
            yield sentence.said.gap(at + len(before) - 1)


def hyphens(lines: str, gold: Gold) -> list[Hyphen]:
    """The broken places in a text of lines (pdfium's) that the gold sentences agree on.

    None where the gold text was itself extracted from pages, its words joined by a rule.
    """
    if not gold.authored:
        return []
    read = Comparable.of(BROKEN.sub(PLACE, lines))
    found = []
    for index in range(len(read.letters) - 1):
        if PLACE not in read.gap(index):
            continue
        before = read.letters[max(index + 1 - _AROUND, 0) : index + 1]
        after = read.letters[index + 1 : index + 1 + _AROUND]
        forms = set(_forms(gold.sentences, before, after))
        if forms in ({""}, {"-"}):
            found.append(Hyphen(before, after, forms == {"-"}))
    return found
