"""The words of a document find its units, whichever form of an acronym is asked for."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from vera.verification.retrieval.lexicon import Lexicon
from vera.verification.retrieval.query import Query

_TEXTS = (
    "We train a long short-term memory (LSTM) on news.",
    "The LSTM reads every word.",
    "A long short-term memory forgets.",
    "Bees have a long memory.",
)
_LEXICON = Lexicon.of(_TEXTS, " ".join(_TEXTS))


def _held(claim: str) -> list[list[str]]:
    """The terms of a claim that each unit holds."""
    terms = list(Query(claim).terms)
    found = _LEXICON.held(terms)
    assert found.shape == (len(_TEXTS), len(terms))
    return [[term for term, held in zip(terms, row, strict=True) if held] for row in found]


def test_an_acronym_is_found_in_full() -> None:
    """A unit that spells an acronym out holds it; one that has some of its words does not."""
    assert _held("LSTM") == [["lstm"], ["lstm"], ["lstm"], []]


def test_the_full_form_is_found_as_an_acronym() -> None:
    """A unit with the acronym alone holds each word of the long form."""
    words = ["long", "short", "term", "memori"]
    assert _held("long short-term memory") == [words, words, words, ["long", "memori"]]


def test_some_words_of_the_long_form_are_not_the_acronym() -> None:
    """Only all words of the long form together stand for it."""
    assert _held("long memory")[1] == []


def test_a_rare_word_weighs_more() -> None:
    """A word that few units hold, and that is rare in English, weighs more; none weighs nothing."""
    terms = Query("long news unheardof").rarities
    long, news, unheard = _LEXICON.weights(terms)
    assert 0 < long < news < unheard


@given(st.lists(st.sampled_from(["model", "data", "loss"]), min_size=1, max_size=3, unique=True))
def test_what_is_held_is_what_is_written(terms: list[str]) -> None:
    """Without acronyms a unit holds the terms that it has."""
    texts = ["the model", "data of a model", "", "a loss"]
    lexicon = Lexicon.of(texts, " ".join(texts))
    expected = [[term in text for term in terms] for text in texts]
    assert lexicon.held(terms).tolist() == expected
    assert np.all(lexicon.weights(dict.fromkeys(terms, 1.0)) > 0)
