"""Words are where the text has them, without case, endings and accents."""

from __future__ import annotations

import pytest
from hypothesis import given

from tests.strategies import any_text
from vera.verification.language.anchors import anchors
from vera.verification.language.rarity import rarity
from vera.verification.language.words import FUNCTION_WORDS, content, words


@given(any_text)
def test_words_stand_where_they_say(text: str) -> None:
    """Words are in order, apart, and are the text at their offsets in lower case."""
    last = 0
    for word in words(text):
        assert last <= word.start < word.end <= len(text)
        assert word.text == text[word.start : word.end].lower()
        assert word.stem
        last = word.end


@given(any_text)
def test_nothing_that_is_written_is_lost(text: str) -> None:
    """Every letter and every decimal digit is in a word."""
    held = {at for word in words(text) for at in range(word.start, word.end)}
    assert all(at in held for at, sign in enumerate(text) if sign.isalpha() or sign.isdecimal())


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("increasing", "increased"),
        ("Naïve", "naive"),
        ("the model's", "the models"),
        ("MODELS", "model"),
        ("study’s", "study's"),
    ],
)
def test_forms_of_one_word_are_one(one: str, other: str) -> None:
    """Case, accents, endings and the form of an apostrophe make no difference."""
    assert [word.stem for word in words(one)] == [word.stem for word in words(other)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3,000 pairs", ["3,000", "pairs"]),
        ("F1 of 71.3%", ["f1", "of", "71.3"]),
        ("BERT-base", ["bert", "base"]),
        ("2nd", ["2", "nd"]),
        ("", []),
        ("… —", []),
    ],
)
def test_what_a_word_is(text: str, expected: list[str]) -> None:
    """A number is a word with its decimals; a hyphen parts two words."""
    assert [word.text for word in words(text)] == expected


def test_content_is_without_function_words() -> None:
    """What says how a sentence is built is left out; negations are, too."""
    assert content(words("The model does not use the data.")) == ["model", "data"]
    assert {"the", "not", "of"} <= FUNCTION_WORDS


@given(any_text)
def test_anchors_are_of_the_text(text: str) -> None:
    """Each anchor stands in the text, but for case and thousands' commas."""
    plain = text.replace(",", "").lower()
    assert all(anchor in plain for anchor in anchors(text))


def test_what_an_anchor_is() -> None:
    """Numbers, acronyms and names within a sentence are anchors; a capital at its start is not."""
    found = anchors("Iron binds to TNF-α in Wuhan, as mRNA does on 12.5% of 3,000 pairs.")
    assert {"tnf", "α", "wuhan", "mrna", "12.5", "3000"} <= found
    assert "iron" not in found


def test_rarity() -> None:
    """A common word is less rare than a special one, and an unknown one is the rarest."""
    assert 0.05 <= rarity("the") < rarity("river") < rarity("qwertyuiop") == 1.0
    assert rarity("River") == rarity("river")
