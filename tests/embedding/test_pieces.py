"""Cutting a text into pieces that a model reads."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from vera.verification.embedding.pieces import pieces_of

TEXTS = st.text(st.sampled_from("ab .,\n\u0301é👍"), min_size=1, max_size=200)


@given(text=TEXTS, room=st.integers(1, 12), width=st.integers(1, 5))
def test_pieces_are_the_text(text: str, room: int, width: int) -> None:
    """The pieces joined are the text, none is empty, and each fits what it was cut for."""
    starts = list(range(0, len(text), width))
    most = room * width
    pieces = pieces_of(text, starts, room, lambda piece: len(piece) <= most)
    assert "".join(pieces) == text
    assert all(pieces)
    assert all(len(piece) <= most for piece in pieces)


@given(text=TEXTS, room=st.integers(2, 12))
def test_pieces_that_grow(text: str, room: int) -> None:
    """A piece that has more tokens alone than in the text is made shorter."""
    starts = list(range(len(text)))
    pieces = pieces_of(text, starts, room, lambda piece: len(piece) + 1 <= room)
    assert "".join(pieces) == text
    assert all(len(piece) + 1 <= room for piece in pieces)


def test_a_sentence_end_is_preferred() -> None:
    """A piece ends where a sentence does, if one ends in the second half of what fits."""
    text = "One two three. Four five six seven eight nine"
    starts = [0, *(at + 1 for at, character in enumerate(text) if character == " ")]
    assert pieces_of(text, starts, 5, lambda _: True)[0] == "One two three. "


def test_blank_tails_stay_with_words() -> None:
    """What holds no token at the end of a text is no piece of its own."""
    assert pieces_of("one two   ", [0, 4], 1, lambda _: True) == ("one ", "two   ")


def test_a_character_of_many_tokens() -> None:
    """A character that is more tokens than there is room for is a piece of its own."""
    assert pieces_of("abc", [0, 1, 1, 1, 2], 2, lambda _: True) == ("a", "b", "c")
