"""Words by which a claim puts what is measured in order: more, most, rose."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from attrs import frozen

from vera.verification.language.word_list import word_list
from vera.verification.language.words import words
from vera.verification.words import words as known

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vera.verification.language.sentence import Sentence
    from vera.verification.language.words import Word


class Order(Enum):
    """What is put in order: two things, one among several, or one thing before and after."""

    TWO = "comparative"
    SEVERAL = "superlative"
    CHANGE = "change"


@frozen
class Ordering:
    """A word of a claim that puts in order: its place among the words, and whether it says more.

    `up` is None where what it measures tells that: the "best" is the most of some things, and the
    least of others.
    """

    order: Order
    up: bool | None
    at: int


_TWO = {word: up for name, up in (("more", True), ("less", False)) for word in word_list(name)}
_SEVERAL = {"most": True, "least": False} | {
    f"{word.removesuffix('er')}est": up for word, up in _TWO.items() if word.endswith("er")
}
_CHANGE = {
    word.stem: up
    for name, up in (("rising", True), ("falling", False))
    for word in words(" ".join(word_list(name)))
}
_SHORTEST = 2
"""Letters of an adjective before its ending: "shy", "dry", "red" have more; "test" has one."""
_BEST = frozenset(("best", "worst"))
_LIMITS = frozenset(("at", "no", "not"))
"""What before such a word makes it a limit, or denies it: "at least 5", "no more than"."""


def orderings(claim: Sentence) -> Iterator[Ordering]:
    """The words that put in order; of limits ("more than 5", "at least 5") none.

    >>> from vera.verification.language.sentence import Sentence
    >>> [(it.order.value, it.up) for it in orderings(Sentence("At least 5 fell lower than mine."))]
    [('change', False), ('comparative', False)]
    >>> [(it.order.value, it.up) for it in orderings(Sentence("The slowest test is the best."))]
    [('superlative', None), ('superlative', None)]
    """
    limits = [one.words for one in claim.quantities if one.words]
    for at, word in enumerate(claim.words):
        known = _known(word)
        before = claim.words[at - 1].text if at else ""
        limit = any(start <= word.start < end for start, end in limits)
        if known and not limit and before not in _LIMITS:
            yield Ordering(*known, at)


def _known(word: Word) -> tuple[Order, bool | None] | None:
    for order, said, key in (
        (Order.TWO, _TWO, word.text),
        (Order.SEVERAL, _SEVERAL, word.text),
        (Order.CHANGE, _CHANGE, word.stem),
    ):
        if key in said:
            return order, said[key]
    return (Order.SEVERAL, None) if word.text in _BEST or _is_superlative(word.text) else None


def _is_superlative(word: str) -> bool:
    """Whether a word has all three forms of an adjective: slow, slower, slowest.

    >>> [_is_superlative(it) for it in ("slowest", "earliest", "forest", "interest", "test")]
    [True, True, False, False, False]
    """
    if not word.endswith("est"):
        return False
    stem = word.removesuffix("est")
    if len(stem) < _SHORTEST:
        return False
    plain = {stem, f"{stem}e", f"{stem.removesuffix('i')}y"}
    return f"{stem}er" in known() and bool(plain & known())
