"""The English words that are shipped: BERT's vocabulary, the commonest first.

It lists words by how often they occur in English books and Wikipedia. The file lies beside the
embedder that cuts its texts by it (see NOTICE).
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

_FIRST = "the"
"""Signs, digits and letters of many scripts stand before it."""
_PIECE = "##"
"""Begins what is only a part of words."""

_PART = 4
"""Least letters of each part of a word that is put together from two."""


@cache
def ranks() -> dict[str, int]:
    """The rank of each word and each part of words, from 1 for the commonest on."""
    lines = (
        files("vera.verification.embedding").joinpath("vocab.txt").read_text("utf-8").splitlines()
    )
    return {word: rank for rank, word in enumerate(lines[lines.index(_FIRST) :], start=1)}


@cache
def words() -> frozenset[str]:
    """The whole words, in lower case.

    >>> "literature" in words(), "litera" in words(), "##ing" in words()
    (True, False, False)
    """
    return frozenset(word for word in ranks() if not word.startswith(_PIECE) and len(word) > 1)


def is_word(word: str) -> bool:
    """Whether a word in lower case is listed, without an "s" at its end, or as two that are.

    >>> is_word("flattens"), is_word("workflow"), is_word("longterm"), is_word("litera")
    (True, True, True, False)
    """
    if word in words() or (word.endswith("s") and word[:-1] in words()):
        return True
    splits = range(_PART, len(word) - _PART + 1)
    return any(word[:at] in words() and word[at:] in words() for at in splits)
