"""A claim's numbers that its paper has nowhere: whoever wrote the claim has them from elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from vera.verification.checks.numbers import written
from vera.verification.checks.quantity_agreement import FULLY, agreement, near, other_scale
from vera.verification.language.quantity import FIRST_YEAR, LAST_YEAR

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.verification.language.quantity import Quantity
    from vera.verification.language.sentence import Sentence

_LOOSE = frozenset({"date", "day", "label", "ordinal", "times"})
_SMALL = 10  # a smaller count may be the reader's own: by hand
_ROUND = frozenset({10.0, 20.0, 100.0, 1e3, 1e6, 1e9})
"""Numbers that in words can stand for many, "a hundred reasons": by hand."""


def nowhere(claim: Sentence, evidence: Sentence, paper: Sequence[Quantity]) -> tuple[Quantity, ...]:
    """The claim's quantities that neither the evidence has nor all that its `paper` has.

    One that the paper has in another unit, on another scale, more exactly or as what is left of a
    whole is not unsourced; one that is only within some limit or range of the paper is.
    """
    lacking = [one for one in written(claim) if not _is_in(one, evidence.quantities)]
    return tuple(one for one in lacking if not _is_in(one, paper))


def telling(claim: Sentence, unsourced: Sequence[Quantity]) -> tuple[str, ...]:
    """Of the claim's quantities that are `nowhere`, those that only the paper could have told.

    A date, a rank, a name, a share in words or a small count may be the reader's own.

    >>> from vera.verification.language.sentence import Sentence
    >>> from vera.verification.language.quantities import values
    >>> said = Sentence("In 2019 we fed 20 bees and 12 wasps for 3 days.")
    >>> paper = values("We kept over 5 bees, in all 20 bees. It rained for 72 h.")
    >>> telling(said, nowhere(said, Sentence("It rained."), paper))
    ('12',)
    """
    return tuple(claim.text[one.start : one.end] for one in unsourced if _tells(one))


def _tells(one: Quantity) -> bool:
    """Whether a quantity can only come from where it was measured or counted."""
    if one.sort in _LOOSE or _may_be_a_year(one):
        return False
    if one.worded and (one.sort != "number" or one.about or one.low in _ROUND):
        return False
    return one.sort != "number" or one.step < 1 or (one.low >= _SMALL and bool(one.counted))


def _may_be_a_year(one: Quantity) -> bool:
    plain = one.sort == "number" and not one.worded and one.step == 1
    return plain and FIRST_YEAR <= one.low <= LAST_YEAR


def _is_in(claim: Quantity, theirs: Sequence[Quantity]) -> bool:
    return all(
        any(_is_told_by(end, other) for each in theirs for other in _ends(each))
        for end in _ends(claim)
    )


def _ends(one: Quantity) -> tuple[Quantity, ...]:
    """A range's two ends; a single value itself, and a date."""
    if one.low == one.high or one.sort in {"date", "day"}:
        return (one,)
    return evolve(one, high=one.low), evolve(one, low=one.high)


def _is_told_by(claim: Quantity, paper: Quantity) -> bool:
    """Whether the paper's quantity is the claim's, at least as exactly, whatever it is of."""
    rest = claim
    if claim.sort == "percent" and claim.high <= 100:
        rest = evolve(claim, low=100 - claim.high, high=100 - claim.low, bound="")
    if claim.worded and not claim.about and claim.sort == "number" and paper.step < 1:
        return False  # "twelve" is no 12.0
    exact = paper.step <= claim.step or near(claim.low, paper.low, 0)
    same = any(agreement(one, paper, convert=True) == FULLY for one in (claim, rest))
    return (same and (exact or claim.unit != paper.unit)) or other_scale(claim, paper)
