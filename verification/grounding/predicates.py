"""Single words as predicates: what they are called, and what they say by themselves."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from verification.grounding.lexicon import (
    BASES,
    CHANGE,
    KINDS,
    NOT_DENIED,
    NOT_POLAR,
    POLAR,
    UNCHANGED,
)
from verification.retrieval.words import words

if TYPE_CHECKING:
    from verification.retrieval.words import Word

THERE_IS = "there is"
"""One name for "occurs" and "is found", besides their own."""


def changes(word: Word) -> bool:
    """Whether the word says that something changed, and not which way."""
    return word.stem in CHANGE and word.text not in NOT_POLAR


def pole(word: Word) -> tuple[str, int] | None:
    """The axis of a word and its sense on it."""
    return None if word.text in NOT_POLAR else POLAR.get(word.stem)


@lru_cache(maxsize=1 << 15)
def name(text: str, stem: str) -> str:
    """What a word is called when predicates are compared: near synonyms have one name.

    >>> name("demonstrated", "demonstr") == name("shows", "show")
    True
    """
    if "effectiv" in text:
        return "effective"
    base = positive(text)
    plain = words(base)[0].stem if base else stem
    return KINDS.get(plain, plain)


@lru_cache(maxsize=1 << 14)
def positive(word: str) -> str:
    """The word that a prefix denies, or nothing.

    >>> positive("ineffective"), positive("unrelated"), positive("understood"), positive("increase")
    ('effective', 'related', '', '')
    """
    for prefix in ("in", "im", "ir", "il", "dis"):
        if word.startswith(prefix) and word[len(prefix) :] in BASES:
            return word[len(prefix) :]
    if word.startswith(("un", "non")) and word not in UNCHANGED:
        bare = word.removeprefix("non") if word.startswith("non") else word.removeprefix("un")
        if len(bare) > 3 and not any(word.startswith(other) for other in NOT_DENIED):
            return bare
    return ""
