"""A claim with its numbers as the evidence writes them: 1.87 for 1.9, "66%" for "two thirds"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vera.verification.checks.numbers import written
from vera.verification.checks.quantity_agreement import FULLY, agreement
from vera.verification.language.quantities import MOST

if TYPE_CHECKING:
    from vera.verification.language.quantity import Quantity
    from vera.verification.language.sentence import Sentence

_AS_IT_IS = frozenset({"date", "day", "label", "ordinal", "p", "interval"})
"""Sorts of numbers that stay as they are."""


def restated(claim: Sentence, evidence: Sentence) -> str:
    """The claim's text; of each number that the evidence has with the same value, its words.

    A network that reads both takes a number that was rounded for another one. A number that the
    evidence writes in two ways, or as a limit that the claim does not tell, stays.

    >>> from vera.verification.language.sentence import Sentence
    >>> claim = Sentence("It took 1.9 hours for two thirds.")
    >>> restated(claim, Sentence("In 66% of cases it took 1.87 hours."))
    'It took 1.87 hours for 66%.'
    >>> restated(claim, Sentence("It took 1.7 hours."))
    'It took 1.9 hours for two thirds.'
    """
    ours = [
        one
        for one in written(claim)
        if one.sort not in _AS_IT_IS and claim.text[one.start : one.end] not in evidence.text
    ]
    if not ours:
        return claim.text
    found = evidence.quantities[:MOST]
    theirs = [one for one in found if not one.derived and one.sort not in _AS_IT_IS]
    text = claim.text
    for one in reversed(ours):
        words = {evidence.text[other.start : other.end] for other in theirs if _same(one, other)}
        if len(words) == 1:
            text = text[: one.start] + words.pop() + text[one.end :]
    return text


def _same(claim: Quantity, paper: Quantity) -> bool:
    return claim.bound == paper.bound and agreement(claim, paper, convert=True) == FULLY
