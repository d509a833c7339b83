"""A claim or a piece of evidence, taken apart once for all checks."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping
from functools import cached_property

from attrs import field, frozen

from verification.retrieval.words import Word, words

_SENTENCE_END = re.compile(r"[.!?](?=\s)")
_CLAUSE_END = re.compile(
    r"[;:!?]|\.(?=\s|$)|,?\s(?:while|whereas|but|although|though|however|despite|unlike)\b"
    r"|,\s(?:and|or|which|who|where)\b|\s[–—]\s|[()]",
    re.IGNORECASE,
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
    def stems(self) -> frozenset[str]:
        """The stems of all words, and their synonyms."""
        own = {word.stem for word in self.words}
        return frozenset(own.union(*(self.synonyms.get(stem, ()) for stem in own)))

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
        return tuple(found.start() for found in _SENTENCE_END.finditer(self.text))

    def clause_of(self, offset: int) -> tuple[int, int]:
        """The clause [start, end) that holds an offset."""
        start = 0
        for end in self.clause_ends:
            if offset < end:
                return start, end
            start = end
        return start, len(self.text)
