"""The words of a document's units, ready to be searched."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from attrs import field, frozen

from vera.verification.language.acronyms import Definition, definitions, synonyms
from vera.verification.language.words import content, words
from vera.verification.retrieval.bm25 import Bm25

if TYPE_CHECKING:
    from numpy.typing import NDArray

_IN_PAPER, _IN_ENGLISH = 0.75, 2.0
"""The powers of the two rarities in a term's weight, chosen on CL-SciSumm and SciFact (ADR 18)."""
_LEAST_RARE = 0.05
"""What a term counts that nearly all units hold, so that none counts nothing: by hand."""
_SMOOTHED = 0.5
"""Added to how many units hold a term, which may be none: as in the idf of BM25."""


@frozen(eq=False, slots=False)
class Lexicon:
    """The terms of n units: `bm25` finds units by term.

    `acronyms` are those that the document defines, `synonyms` the stems that they stand for.
    """

    bm25: Bm25
    acronyms: tuple[Definition, ...] = field(repr=False)
    synonyms: Mapping[str, frozenset[str]] = field(repr=False)

    @classmethod
    def of(cls, texts: Sequence[str], document: str) -> Lexicon:
        """The lexicon of the units' texts, and of the acronyms in what the document says."""
        terms = [content(words(text)) for text in texts]
        acronyms = tuple(definitions(document))
        return cls(Bm25.of(terms), acronyms, synonyms(acronyms))

    def weights(self, terms: Mapping[str, float]) -> NDArray[np.float64]:
        """How much each term counts (t,), given how rare it is in English.

        A word that few units hold says more about where a claim stands than one that all hold.
        """
        held = [
            len(self.bm25.postings[term][0]) if term in self.bm25.postings else 0 for term in terms
        ]
        idf = np.log((self.bm25.count + 1) / (np.array(held, dtype=np.float64) + _SMOOTHED))
        english = np.array(list(terms.values()), dtype=np.float64)
        return np.asarray(np.maximum(idf, _LEAST_RARE) ** _IN_PAPER * english**_IN_ENGLISH)

    def held(self, terms: Sequence[str]) -> NDArray[np.bool_]:
        """Which units hold each of the terms (n, t); an acronym and its long form are the same."""
        found = np.stack([self._units_with(term) for term in terms], axis=1)
        for short, long in self.synonyms.items():
            if short in terms:
                spelled_out = np.logical_and.reduce([self._units_with(word) for word in long])
                found[:, terms.index(short)] |= spelled_out
            if long and long.issubset(terms):
                found[:, [terms.index(word) for word in long]] |= self._units_with(short)[:, None]
        return found

    def _units_with(self, term: str) -> NDArray[np.bool_]:
        units = np.zeros(self.bm25.count, dtype=np.bool_)
        if term in self.bm25.postings:
            units[self.bm25.postings[term][0]] = True
        return units
