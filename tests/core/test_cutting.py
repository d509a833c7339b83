"""Where a text is cut that must be cut."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import any_text
from vera.core.cutting import best_cut


@given(any_text.filter(bool), st.data())
def test_a_cut_is_always_found_in_the_range(text: str, data: st.DataObject) -> None:
    """The cut is after `low` and not after `high`, on any text."""
    high = data.draw(st.integers(1, len(text)))
    low = data.draw(st.integers(0, high - 1))
    assert low < best_cut(text, low, high) <= high


@pytest.mark.parametrize(
    ("text", "before", "after"),
    [
        ("one. two\nthree, four five", "one. two\n", "three, four five"),
        ("one. two, three four", "one. ", "two, three four"),
        ("one two, three four", "one two, ", "three four"),
        ("one two three", "one two ", "three"),
        ("文章。二つ、三つ", "文章。", "二つ、三つ"),
        ("二つ、三つ", "二つ、", "三つ"),
    ],
)
def test_the_best_kind_of_place_is_taken(text: str, before: str, after: str) -> None:
    """A line end is better than a sentence end, that than a clause end, that than a space."""
    cut = best_cut(text, 0, len(text) - 1)
    assert (text[:cut], text[cut:]) == (before, after)


def test_the_last_place_of_its_kind_is_taken() -> None:
    """A piece is as long as it can be."""
    assert best_cut("a b c d e", 0, 8) == 8


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("abe\u0301", 2),
        ("ab👍🏽", 2),
        ("ab👩\u200d👧", 2),
        ("ab❤\ufe0f", 2),
        ("ab1\ufe0f\u20e3", 2),
        ("abक\u093f", 2),
        ("ab\ud835\udc9c", 2),
        ("abcd", 3),
    ],
    ids=ascii,
)
def test_what_is_read_as_one_character_is_not_parted(text: str, cut: int) -> None:
    """Accents, vowel signs, joined emoji and surrogate pairs stay with what they belong to."""
    assert best_cut(text, 0, len(text) - 1) == cut


def test_a_line_end_of_two_characters_is_not_parted() -> None:
    """A cut comes before CR LF or after it."""
    assert best_cut("ab\r\ncd", 0, 4) == 4


def test_a_range_inside_one_cluster_is_cut_at_its_end() -> None:
    """Where every place parts a character, the cut still comes."""
    assert best_cut("a" + "\u0301" * 9, 2, 6) == 6
