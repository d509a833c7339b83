"""Numbers: a claim's quantity against the one that the paper gives in its role.

What role a quantity has, the words around it say: the nearer a word, and the fewer commas, other
numbers and conjunctions between, the more it is the quantity's own. Two quantities can be compared
if they are of one sort; they have one role if the claim's words around its quantity stand around
the paper's.
"""

from __future__ import annotations

import operator
import re
from typing import TYPE_CHECKING

from vera.core.document import Span
from vera.core.verdict import Conflict
from vera.verification.checks.number_owner import ANYONE, counts_another, is_told_of_another
from vera.verification.checks.number_role import likeness as likeness_of
from vera.verification.checks.number_role import roles
from vera.verification.checks.quantity_agreement import (
    FULLY,
    agreement,
    comparable,
    near,
    other_scale,
)
from vera.verification.language.quantities import MOST

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vera.verification.checks.comparison import Comparison
    from vera.verification.checks.number_role import Roles
    from vera.verification.language.quantity import Quantity
    from vera.verification.language.sentence import Sentence

_AND = re.compile(r"-?,?\s?(?:and|or|vs\.?|versus|/)?\s?")

# All set by hand; what the check accuses with them, and how often rightly: ADR 17 and 43.
SAME_ROLE = 0.45
"""The least share of a claim's words around a number that must stand around the paper's."""

SAME_COUNTED = 0.2
"""The same where one of the words that follow both numbers at once is the same."""

SOLE = 0.3
"""The same where the evidence has only one number that can be compared."""

OTHER_FORM = 0.7
"""The same where one number has decimals and the other has none."""

_OFTEN = {"number", "date", "day", "time", "label", "ordinal", "interval", "p"}
"""Sorts of which a text has several in different roles: one alone says little."""

COVERED = 0.35
"""The least share of the claim's words that the evidence must have to speak of the same thing."""

_MOMENTS = {"day", "week", "month", "cycle", "visit"}
"""Labels of a place in time."""

_SEVERAL = 3  # quantities that make an enumeration


def _conflict(claim: Sentence, evidence: Sentence, said: Quantity, told: Quantity) -> Conflict:
    code = "number"
    if said.sort in {"date", "day"}:
        code = "date"
    elif said.unit != told.unit and near(said.low, told.low, 0) and near(said.high, told.high, 0):
        code = "unit"
    same = near(said.low, told.low, 0) and near(said.high, told.high, 0)
    ours, theirs = (_place(one, with_limit=same) for one in (said, told))
    return Conflict(code, ours.of(claim.text), theirs.of(evidence.text), theirs)


def _place(one: Quantity, *, with_limit: bool) -> Span:
    """Where a quantity is; `with_limit` with the words that make it a limit."""
    return Span(*(one.words if with_limit and one.words else (one.start, one.end)))


def _speaks_of_it(claim: Sentence, evidence: Sentence) -> bool:
    stems = {word.stem for word in claim.words if not (word.is_function or word.is_number)}
    return len(stems & evidence.stems) >= COVERED * len(stems)


def check(compared: Comparison) -> Iterator[Conflict]:
    """The claim's quantities for which the evidence has another in the same role."""
    claim, evidence = compared.claim, compared.evidence
    if not 0 < len(claim.quantities) <= MOST or not _speaks_of_it(claim, evidence):
        return
    if len(evidence.quantities) > MOST:
        return
    ours, theirs = roles(claim), roles(evidence)
    for said, told in _rivals(ours, theirs, claim, evidence):
        yield _conflict(claim, evidence, said, told)


def _rivals(
    ours: Roles, theirs: Roles, claim: Sentence, evidence: Sentence
) -> Iterator[tuple[Quantity, Quantity]]:
    numbers = [told for told, _ in theirs]
    alike = [[likeness_of(role, other, evidence) for _, other in theirs] for _, role in ours]
    agreeing = [
        [
            agreement(one, other, convert=like >= SAME_COUNTED)
            for (other, _), like in zip(theirs, row, strict=True)
        ]
        for (one, _), row in zip(ours, alike, strict=True)
    ]
    for at, (said, _) in enumerate(ours):
        if said.derived:
            continue
        rivals = [
            index
            for index, (told, _) in enumerate(theirs)
            if not (told.derived or agreeing[at][index])
            and not _listed(evidence.text, theirs, index, agreeing[at])
            and not _enumerated(evidence, theirs, index, agreeing[at])
            and comparable(said, told)
            and _counts_alike(said, told)
            and not any(
                agreeing[other][index] == FULLY
                and (_is_moment(said) or alike[other][index] >= alike[at][index])
                for other, (one, _) in enumerate(ours)
                if other != at and not one.derived
            )
        ]
        if not rivals:
            continue
        same = [index for index, one in enumerate(agreeing[at]) if one]
        owners = [
            index
            for index in rivals
            if any(_belongs(said, numbers, one, index, claim, evidence) for one in same)
        ]
        best = max(owners or rivals, key=lambda index: (alike[at][index], -index))
        fits = map(operator.mul, agreeing[at], alike[at])
        fit = max(
            (
                fit
                for index, fit in enumerate(fits)
                if fit and not _belongs(said, numbers, index, best, claim, evidence)
            ),
            default=0.0,
        )
        if said.sort == "label" and fit:
            continue
        sole = len({(theirs[index][0].low, theirs[index][0].high) for index in rivals}) == 1
        told, likeness = theirs[best][0], alike[at][best]
        needed = SAME_ROLE if fit else _needed(said, told, sole)
        if likeness > fit and likeness >= needed:
            yield said, told


def _is_moment(one: Quantity) -> bool:
    """Whether it is a place in time, of which a claim may name two where the paper names one.

    "At week 24, of those seen to week 52" does not deny "from baseline to week 24".
    """
    return one.sort == "label" and one.unit in _MOMENTS


def _belongs(
    said: Quantity,
    numbers: Sequence[Quantity],
    agreeing: int,
    rival: int,
    claim: Sentence,
    evidence: Sentence,
) -> bool:
    """Whether a number that agrees is told of another thing than the claim's, and the rival not."""
    one, other = numbers[agreeing], numbers[rival]
    if one.sort != other.sort or one.derived:
        return False
    return counts_another(said, one, other) or is_told_of_another(
        said, claim, evidence, numbers, agreeing, rival
    )


def _listed(text: str, theirs: Roles, index: int, agreeing: Sequence[float]) -> bool:
    """Whether a number stands in a list beside one that agrees: either may have the role."""
    for first in (index - 1, index):
        neighbour = first + (first == index)
        if 0 <= first < len(theirs) - 1 and agreeing[neighbour] == FULLY:
            end, start = theirs[first][0].end, theirs[first + 1][0].start
            if _AND.fullmatch(text, end, start):
                return True
    return False


def _enumerated(evidence: Sentence, theirs: Roles, index: int, agreeing: Sequence[float]) -> bool:
    """Whether a number is one of three or more of a sort that the same word introduces.

    Of "for 38% by A, for 40% by B and for 45% by C", the words around tell too little which is
    meant where one of them is the claim's.
    """
    told = theirs[index][0]
    leads = [_lead(evidence, one) for one, _ in theirs]
    alike = [
        at
        for at, (one, _) in enumerate(theirs)
        if leads[at]
        and leads[at] == leads[index]
        and (one.sort, one.unit) == (told.sort, told.unit)
    ]
    return len(alike) >= _SEVERAL and any(agreeing[at] == FULLY for at in alike)


def _lead(evidence: Sentence, one: Quantity) -> str:
    """The word before a quantity."""
    at = evidence.first_from(one.start)
    return evidence.words[at - 1].text if at else ""


def _counts_alike(said: Quantity, told: Quantity) -> bool:
    return not (said.counted and told.counted) or bool(said.counted & told.counted)


def _needed(said: Quantity, told: Quantity, sole: bool) -> float:
    """How alike two roles must be, by what else says that they are one.

    That may be what both count, or one value that is the least in one and the most in the other.
    """
    same_value = said.bound != told.bound and near(said.low, told.low, 0)
    if same_value or said.counted & told.counted - ANYONE:
        return SAME_COUNTED
    if said.sort == "number" and (said.step < 1) != (told.step < 1):
        return OTHER_FORM
    return SOLE if sole and said.sort not in _OFTEN else SAME_ROLE


def unmatched(claim: Sentence, evidence: Sentence) -> int:
    """How many of the claim's quantities the evidence has nowhere."""
    return len(_lacking(written(claim), evidence.quantities))


def _has(claim: Quantity, paper: Quantity) -> bool:
    alike = claim.unit == paper.unit and agreement(claim, paper, convert=False) > 0
    return alike or other_scale(claim, paper)


def written(claim: Sentence) -> list[Quantity]:
    """The quantities that a claim writes."""
    return [one for one in claim.quantities[:MOST] if not one.derived]


def _lacking(ours: Sequence[Quantity], theirs: Sequence[Quantity]) -> list[Quantity]:
    """Those of a claim's quantities that are not among others."""
    return [one for one in ours if not any(_has(one, other) for other in theirs)]
