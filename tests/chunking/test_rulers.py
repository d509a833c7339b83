"""A stretch measured by positions is as large as its text by itself."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.chunking.chunkers import TOKENIZER
from tests.strategies import any_text
from vera.verification.chunking.rulers import Characters, Tokens, exceeds

stretches = any_text.flatmap(
    lambda text: st.tuples(
        st.just(text), st.tuples(st.integers(0, len(text)), st.integers(0, len(text))).map(sorted)
    )
)


@settings(max_examples=300, deadline=None)
@given(stretches)
def test_the_size_of_a_stretch_is_the_count_of_its_text(stretch: tuple[str, list[int]]) -> None:
    """For any start and end, what surrounds the stretch changes nothing."""
    text, (start, end) = stretch
    assert Tokens(text, TOKENIZER).size(start, end) == TOKENIZER.count(text[start:end])
    assert Characters(len(text)).size(start, end) == len(text[start:end])


@settings(max_examples=200, deadline=None)
@given(any_text, st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60)), max_size=20))
def test_what_was_measured_before_changes_no_size(text: str, pairs: list[tuple[int, int]]) -> None:
    """A ruler that has measured other stretches, with the same ends too, gives the same sizes."""
    ruler = Tokens(text, TOKENIZER)
    for start, end in [*pairs, *((low, 60) for low, _ in pairs), *((0, high) for _, high in pairs)]:
        low, high = sorted((min(start, len(text)), min(end, len(text))))
        assert ruler.size(low, high) == TOKENIZER.count(text[low:high])


@settings(max_examples=200, deadline=None)
@given(any_text)
def test_positions_count_the_tokens_that_begin_before(text: str) -> None:
    """`ceil` is the number of tokens begun before an offset, `floor` the token that holds it."""
    ruler, offsets = Tokens(text, TOKENIZER), np.arange(len(text))
    starts = TOKENIZER.starts(text)
    assert ruler.ceil(offsets).tolist() == [int((starts < at).sum()) for at in offsets]
    for at, token in zip(offsets.tolist(), ruler.floor(offsets).tolist(), strict=True):
        assert starts[token] <= at
        assert not ((starts > starts[token]) & (starts <= at)).any()


@settings(max_examples=200, deadline=None)
@given(stretches, st.integers(1, 20))
def test_what_is_reached_is_no_larger_than_asked(stretch: tuple[str, list[int]], size: int) -> None:
    """It is larger than asked only if it is one character."""
    text, (start, _) = stretch
    if start < len(text):
        for ruler in (Tokens(text, TOKENIZER), Characters(len(text))):
            end = ruler.reach(start, size)
            assert start < end <= len(text)
            assert ruler.size(start, end) <= size or end == start + 1


@settings(max_examples=100, deadline=None)
@given(stretches, st.integers(0, 40))
def test_near_a_size_the_exact_one_decides(stretch: tuple[str, list[int]], size: int) -> None:
    """`exceeds` agrees with `size`."""
    text, (start, end) = stretch
    if start < end:
        ruler = Tokens(text, TOKENIZER)
        assert exceeds(ruler, start, end, size) == (ruler.size(start, end) > size)
