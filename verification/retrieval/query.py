"""A claim as it is searched for."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from attrs import frozen

from vera.verification.language.citations import without_authors
from vera.verification.language.rarity import rarity
from vera.verification.language.words import content, words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vera.verification.language.words import Word

_ENOUGH = 3
"""Content words that a claim must have beside its citations: by hand."""


def without_citations(text: str) -> str:
    """The text without what it cites and whom it names for it, unless hardly anything is left.

    Whom a claim cites says little about what the cited paper itself says.

    >>> without_citations("Words order sentences (Lee, 2001; Kim et al., 2010) as in [3, 5].")
    'Words order sentences as in.'
    """
    left = without_authors(text)
    return left if len(content(words(left))) >= _ENOUGH else text


@frozen(slots=False)
class Query:
    """A claim, and the words by which it is searched."""

    text: str

    @cached_property
    def words(self) -> tuple[Word, ...]:
        """The words that are searched for: those of no citation."""
        return words(without_citations(self.text))

    @cached_property
    def rarities(self) -> Mapping[str, float]:
        """The stems of the content words, each once, in order, and how rare each word is."""
        return {word.stem: rarity(word.text) for word in self.words if not word.is_function}

    @property
    def terms(self) -> tuple[str, ...]:
        """The stems of the content words, each once, in order."""
        return tuple(self.rarities)
