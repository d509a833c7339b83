"""Sentences by the words that they share with a claim: BM25."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Sequence

SATURATION, LENGTH = 1.2, 0.75
"""k1 and b of BM25, the values that its authors found to work widely (Robertson and Zaragoza, The
Probabilistic Relevance Framework, 2009, section 3.5)."""


@frozen(eq=False)
class Bm25:
    """An index over n texts, each given as its terms."""

    count: int
    postings: Mapping[str, tuple[NDArray[np.intp], NDArray[np.float64]]] = field(repr=False)
    """For each term, the texts that hold it and its saturated frequency in each."""

    @classmethod
    def of(cls, texts: Sequence[Sequence[str]]) -> Bm25:
        """The index of the texts."""
        lengths = np.array([len(terms) for terms in texts], dtype=np.float64)
        norms = 1 - LENGTH + LENGTH * lengths / max(float(lengths.mean()) if len(texts) else 1, 1)
        places: dict[str, list[tuple[int, int]]] = {}
        for at, terms in enumerate(texts):
            for term, times in Counter(terms).items():
                places.setdefault(term, []).append((at, times))
        postings = {}
        for term, found in places.items():
            rows, times = np.array(found).T
            weight = times * (SATURATION + 1) / (times + SATURATION * norms[rows])
            postings[term] = (rows, weight)
        return cls(len(texts), postings)

    def idf(self, term: str) -> float:
        """ln(1 + (N - n + 0.5) / (n + 0.5)) for a term in n of N texts, never below 0."""
        holding = len(self.postings[term][0]) if term in self.postings else 0
        return math.log(1 + (self.count - holding + 0.5) / (holding + 0.5))  # as in Lucene

    def scores(self, terms: Sequence[str]) -> NDArray[np.float64]:
        """The BM25 score of each text (n,) for the terms of a query."""
        scores = np.zeros(self.count)
        for term, times in Counter(terms).items():
            if term in self.postings:
                rows, weights = self.postings[term]
                scores[rows] += times * self.idf(term) * weights
        return scores
