"""BM25 is the formula, and nothing else."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vera.verification.retrieval.bm25 import LENGTH, SATURATION, Bm25

_TERMS = st.sampled_from(["model", "data", "loss", "gain", "river"])
_TEXTS = st.lists(st.lists(_TERMS, max_size=8), max_size=8)


def _score(texts: list[list[str]], at: int, query: list[str]) -> float:
    """The sum over the query's terms, as Robertson and Zaragoza write it."""
    average = max(sum(map(len, texts)) / len(texts), 1)
    total = 0.0
    for term in query:
        holding = sum(term in text for text in texts)
        times = texts[at].count(term)
        idf = math.log(1 + (len(texts) - holding + 0.5) / (holding + 0.5))
        norm = 1 - LENGTH + LENGTH * len(texts[at]) / average
        total += idf * times * (SATURATION + 1) / (times + SATURATION * norm)
    return total


@given(_TEXTS, st.lists(_TERMS | st.just("unheard"), max_size=6))
def test_it_is_the_formula(texts: list[list[str]], query: list[str]) -> None:
    """The score of each text is that of a plain loop over the formula."""
    scores = Bm25.of(texts).scores(query)
    assert scores.shape == (len(texts),)
    assert scores == pytest.approx([_score(texts, at, query) for at in range(len(texts))])


@given(_TEXTS.filter(bool), _TERMS)
def test_what_holds_a_term_scores_above_what_does_not(texts: list[list[str]], term: str) -> None:
    """A text scores above 0 for a term if and only if it holds it."""
    scores = Bm25.of(texts).scores([term])
    assert [score > 0 for score in scores] == [term in text for text in texts]


def test_a_rare_term_counts_more() -> None:
    """The inverse document frequency falls with the texts that hold a term, never below 0."""
    index = Bm25.of([["a", "b"], ["a"], ["a", "c"]])
    assert index.idf("unheard") > index.idf("b") == index.idf("c") > index.idf("a") > 0
    assert np.argmax(index.scores(["a", "b"])) == 0
