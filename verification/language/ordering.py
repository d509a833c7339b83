"""Words by which a claim puts what is measured in order: more, most, rose."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from attrs import frozen

from vera.verification.language.word_list import word_list

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vera.verification.language.sentence import Sentence


class Order(Enum):
    """What is put in order: two things, one among several, or one thing before and after."""

    TWO = "comparative"
    SEVERAL = "superlative"
    CHANGE = "change"


@frozen
class Ordering:
    """A word of a claim that puts in order: its place among the words, and whether it says more."""

    order: Order
    up: bool
    at: int


_WORDS = {
    word: (order, up)
    for name, order, up in (
        ("more", Order.TWO, True),
        ("less", Order.TWO, False),
        ("most", Order.SEVERAL, True),
        ("least", Order.SEVERAL, False),
        ("rising", Order.CHANGE, True),
        ("falling", Order.CHANGE, False),
    )
    for word in word_list(name)
}
_LIMITS = frozenset(("at", "no", "not"))
"""What before such a word makes it a limit, or denies it: "at least 5", "no more than"."""


def orderings(claim: Sentence) -> Iterator[Ordering]:
    """The words that put in order; of limits ("more than 5", "at least 5") none.

    >>> from vera.verification.language.sentence import Sentence
    >>> [(it.order.value, it.up) for it in orderings(Sentence("At least 5 fell lower than mine."))]
    [('change', False), ('comparative', False)]
    """
    limits = [one.words for one in claim.quantities if one.words]
    for at, word in enumerate(claim.words):
        known = _WORDS.get(word.text)
        before = claim.words[at - 1].text if at else ""
        limit = any(start <= word.start < end for start, end in limits)
        if known and not limit and before not in _LIMITS:
            yield Ordering(*known, at)
