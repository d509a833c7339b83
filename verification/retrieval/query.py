"""A claim as it is searched for."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from attrs import frozen

from vera.verification.language.citations import uncited
from vera.verification.language.rarity import rarity
from vera.verification.language.words import content, words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vera.verification.language.words import Word

# How long a name or bracket may be, and which years count, is set by hand.
_YEAR = r"\b(?:1[89]|20)\d\d[a-z]?\b"
_AUTHOR = r"[A-Z][\w’'-]{1,40}"
_MORE = rf"(?:(?:,?\s(?:and|&)\s|,\s){_AUTHOR}){{0,8}}"
_INSIDE = r"[^()\[\]]{0,200}"
_CITATIONS = (
    re.compile(rf"\b{_AUTHOR}{_MORE}\set\sal\b\.?"),
    re.compile(rf"\b{_AUTHOR}{_MORE},?\s?[(\[]{_YEAR}[)\]]"),
    re.compile(rf"\s?[(\[](?:{_INSIDE}[^()\[\]\d])?{_YEAR}{_INSIDE}[)\]]"),
)
_ENOUGH = 3
"""Content words that a claim must have beside its citations: by hand."""


def without_citations(text: str) -> str:
    """The text without what it cites and whom it names for it, unless hardly anything is left.

    Whom a claim cites says little about what the cited paper itself says.

    >>> without_citations("Words order sentences (Lee, 2001; Kim et al., 2010) as in [3, 5].")
    'Words order sentences as in.'
    """
    kept = uncited(text).text
    for citation in _CITATIONS:
        kept = citation.sub("", kept)
    kept = " ".join(kept.split())
    return kept if len(content(words(kept))) >= _ENOUGH else text


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
