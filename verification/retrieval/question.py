"""A claim asked of one document."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from vera.core.document import Span
from vera.verification.language.sentence import Sentence
from vera.verification.retrieval.find import Found, find
from vera.verification.retrieval.passages import Passages
from vera.verification.retrieval.query import Query
from vera.verification.retrieval.search import Hits, search


@frozen(eq=False, slots=False)
class Question:
    """A claim's text, its vector (dimension,), and the document it is asked of.

    `parts` are its statements, each asked by itself, with the stretch of the claim that only this
    one covers. What is found is looked up when it is first asked for, and once. `top_k` is that of
    the settings (ADR 21).
    """

    text: str
    row: NDArray[np.float32] = field(repr=False)
    passages: Passages = field(repr=False)
    top_k: int = 3
    parts: tuple[tuple[Span, Question], ...] = ()

    @cached_property
    def query(self) -> Query:
        """The claim as it is searched for."""
        return Query(self.text)

    @cached_property
    def claim(self) -> Sentence:
        """The claim taken apart, with the acronyms of the document."""
        return Sentence(self.text, self.passages.lexicon.synonyms)

    @cached_property
    def hits(self) -> Hits:
        """The passages that speak to it, by meaning, words and names."""
        return search(self.passages, self.query, self.row)

    @cached_property
    def found(self) -> Found:
        """The nearest chunks and windows by cosine alone."""
        return find(self.passages, self.row[None, :], self.top_k)[0]
