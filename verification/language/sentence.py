"""A claim or a piece of evidence, taken apart once for all checks."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from attrs import field, frozen

from vera.verification.language.quantities import quantities
from vera.verification.language.words import Word, words

if TYPE_CHECKING:
    from vera.verification.language.quantity import Quantity

_END = re.compile(r"(?:(?<=[a-z\d%)\]][a-z\d%)\]])|(?<=\s\d))[.!?](?=\s+[A-Z])")
_ABBREVIATED = re.compile(
    r"\b(?:al|vs|fig|figs|eq|ref|no|dr|prof|resp|approx|cf|ca|etc)$", re.IGNORECASE
)
_CLAUSE_END = re.compile(
    r"[;:!?]|\.(?=\s|$)|,?\s(?:while|whereas|but|although|though|however|despite|unlike)\b"
    r"|,\s(?:and|or|which|who|where)\b|\s[–—]\s|[()]",
    re.IGNORECASE,
)


def sentence_ends(text: str) -> tuple[int, ...]:
    """The offsets of the marks that end a sentence of a short text before another, ascending.

    >>> sentence_ends("Bees sleep (see Fig. 2). Do wasps? No. They rest.")
    (23, 33)
    """
    return tuple(
        found.start()
        for found in _END.finditer(text)
        if is_open(text, found.start()) and not is_abbreviated(text[: found.start()])
    )


def is_abbreviated(before: str) -> bool:
    """Whether a period after this text ends an abbreviation, not a sentence."""
    return _ABBREVIATED.search(before) is not None


def is_open(text: str, at: int) -> bool:
    """Whether an offset lies outside brackets and quotation marks."""
    before = text[:at]
    pairs_of = (("(", ")"), ("[", "]"), ("“", "”"))
    return before.count('"') % 2 == 0 and all(
        before.count(left) == before.count(right) for left, right in pairs_of
    )


@frozen(eq=False, slots=False)
class Sentence:
    """The text of a claim, or of one to three sentences of a paper, and its words."""

    text: str
    synonyms: Mapping[str, frozenset[str]] = field(factory=dict, repr=False)
    """For a stem, others that mean the same here: an acronym and the words it stands for."""

    @cached_property
    def words(self) -> tuple[Word, ...]:
        """All words in order."""
        return words(self.text)

    @cached_property
    def quantities(self) -> tuple[Quantity, ...]:
        """All quantities in order."""
        return quantities(self.text, self.words)

    @cached_property
    def stems(self) -> frozenset[str]:
        """The stems of all words, and their synonyms."""
        stems = {word.stem for word in self.words}
        return frozenset(stems.union(*(self.synonyms.get(stem, ()) for stem in stems)))

    @cached_property
    def clause_ends(self) -> tuple[int, ...]:
        """The offsets at which a clause ends, ascending; the last is the text's length."""
        ends = (found.start() for found in _CLAUSE_END.finditer(self.text))
        return (*(end for end in ends if end), len(self.text))

    @cached_property
    def _starts(self) -> tuple[int, ...]:
        return tuple(word.start for word in self.words)

    def first_from(self, offset: int) -> int:
        """The place of the first word that begins at an offset or after it."""
        return bisect_left(self._starts, offset)

    @cached_property
    def sentence_ends(self) -> tuple[int, ...]:
        """The offsets of the marks that end a sentence before another, ascending."""
        return sentence_ends(self.text)

    def clause_of(self, offset: int) -> tuple[int, int]:
        """The clause [start, end) that holds an offset."""
        start = 0
        for end in self.clause_ends:
            if offset < end:
                return start, end
            start = end
        return start, len(self.text)
