"""Whether a number of the paper that agrees with a claim's is told of another thing.

"2 hard negatives and 3 easy ones" has the 3 of "three hard negatives", but not as their number. Two
signs say so: what the numbers count, and words in the same place of two parallel phrases.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from vera.verification.language.word_list import word_list

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.verification.language.quantity import Quantity
    from vera.verification.language.sentence import Sentence
    from vera.verification.language.words import Word

ANYONE = frozenset(word_list("counted_everywhere"))
"""Stems of what is counted in every paper."""

_WORDS_THAT_COUNT = 2  # least words after both numbers that say what is counted: by hand
_REACH = 8  # words with a meaning beside a number, up to the next: by hand


def counts_another(said: Quantity, agreeing: Quantity, rival: Quantity) -> bool:
    """Whether the claim counts what `rival` counts, and `agreeing` counts something else.

    >>> from vera.verification.language.sentence import Sentence
    >>> (said,) = Sentence("three hard negatives").quantities
    >>> two, three = Sentence("2 hard negatives and 3 easy negatives").quantities
    >>> counts_another(said, three, two), counts_another(said, two, three)
    (True, False)
    """
    shared = said.counted & rival.counted
    if len(shared) < _WORDS_THAT_COUNT or not agreeing.counted:
        return False
    return said.counted & agreeing.counted < shared


def is_told_of_another(
    said: Quantity,
    claim: Sentence,
    evidence: Sentence,
    numbers: Sequence[Quantity],
    agreeing: int,
    rival: int,
) -> bool:
    """Whether a word of the claim's clause stands beside `rival` where `agreeing` has another.

    >>> from vera.verification.language.sentence import Sentence
    >>> claim = Sentence("On the test set it is 95% right.")
    >>> paper = Sentence("It is 95% right on the training set and 92% on the test set.")
    >>> (said,) = claim.quantities
    >>> is_told_of_another(said, claim, paper, paper.quantities, 0, 1)
    True
    """
    theirs = _stems_around(evidence, numbers, rival)
    ours = _stems_around(evidence, numbers, agreeing)
    low, high = claim.clause_of(said.start)
    clause = {word.stem for word in _between(claim, low, high)}
    near = {stem for side in ours for stem in side}
    for mine, other in zip(ours, theirs, strict=True):
        for found, wanted in _before(mine, other):
            known = wanted in clause - ANYONE and wanted not in near
            if known and claim.stems.isdisjoint(found):
                return True
    return False


def _before(ours: Sequence[str], theirs: Sequence[str]) -> list[tuple[set[str], str]]:
    """For each word of theirs, what ours has before the same word that follows it."""
    slots: dict[str, set[str]] = {}
    for instead, follows in pairwise(ours):
        slots.setdefault(follows, set()).add(instead)
    return [(slots[follows], wanted) for wanted, follows in pairwise(theirs) if follows in slots]


def _stems_around(
    sentence: Sentence, numbers: Sequence[Quantity], at: int
) -> tuple[list[str], list[str]]:
    """The stems of the words with a meaning before and after a number, to the next one's."""
    low = numbers[at - 1].end if at else 0
    high = numbers[at + 1].start if at + 1 < len(numbers) else len(sentence.text)
    one = numbers[at]
    return (
        _stems(_between(sentence, low, one.start))[-_REACH:],
        _stems(_between(sentence, one.end, high))[:_REACH],
    )


def _between(sentence: Sentence, low: int, high: int) -> Sequence[Word]:
    return sentence.words[sentence.first_from(low) : sentence.first_from(high)]


def _stems(found: Sequence[Word]) -> list[str]:
    return [word.stem for word in found if not (word.is_function or word.is_number)]
