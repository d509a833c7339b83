"""Code, and what a program prints, says of a number only what stands beside it (ADR 75).

Who reads sentences sees no lines and columns: a listing that has a number somewhere reads as if it
said it of whatever else it names.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from vera.core.document import Form
from vera.core.verdict import Status
from vera.verification.checks.number_role import Role, roles
from vera.verification.checks.quantity_agreement import agreement
from vera.verification.language.quantity import Quantity
from vera.verification.language.sentence import Sentence

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from vera.core.document import Document, Span
    from vera.verification.grounding.score import Judgement
    from vera.verification.language.words import Word
    from vera.verification.retrieval.question import Question

_IN_NAME = re.compile(r"\w\(?$")
"""Before a number that is part of a name: "AR(6)"."""
_NAMED = re.compile(r"[=:<>]\s*$")
"""Before a number that has its name in its line."""
_NO_MEASURE = frozenset({"label", "ordinal"})
"""Sorts of quantities that name a thing: "the second"."""


@frozen
class _Told:
    """A number of a listing with its line, and the stems of the words that name it.

    Those of its `name` stand between the number before it and itself, or are what it counts; where
    there are none, they begin the line. Those of its `column` stand over it.
    """

    number: Quantity
    line: int
    name: frozenset[str]
    column: frozenset[str]


def held_to_listing(question: Question, read: Judgement) -> Judgement:
    """What is read in a listing: it grounds no number of something else, and denies nothing."""
    document = question.passages.document
    if read.status is Status.GROUNDED:
        listing = _listing(document, read.evidence[0].span)
        if listing and (number := unowned(question.claim, listing)):
            why = f"a listing reads as if it said it, but has {number} of nothing that it names"
            return evolve(read, status=Status.UNSUPPORTED, reason=why)
    if read.conflicts and all(_listing(document, it.span) for it in read.conflicts):
        why = f"a listing differs: {read.reason}"
        return evolve(read, status=Status.UNSUPPORTED, reason=why, conflicts=())
    return read


def _listing(document: Document, passage: Span) -> str:
    """The code that a passage is of, whole, "" where it is of anything else, too.

    A long listing is several passages, and the names of its columns may stand in another.
    """
    blocks = [it for it in document.blocks if it.span.overlaps(passage)]
    if not all(it.form is Form.CODE for it in blocks):
        return ""
    return "\n".join(it.span.of(document.text) for it in blocks)


def unowned(claim: Sentence, listing: str) -> str:
    r"""The first number of a claim that a listing has of something else, or has not; else "".

    It is of something else if another number of its line has a name that stands nearer to the
    claim's, or if it has no name of the claim's and any other number has; not a number that is the
    claim's, too, and stands nearer to that name there.

    >>> listing = "LM test = 0.2, df = 1, p-value = 0.65\nages 4 7\nweights 5 9"
    >>> unowned(Sentence("The LM test has a p-value of 0.65."), listing)
    ''
    >>> unowned(Sentence("The LM test has a p-value of 0.2."), listing)
    '0.2'
    >>> unowned(Sentence("The ages begin with 5."), listing)
    '5'
    >>> table = "       mean  sd\nsigma  1.02  0.07\nmu     0.01  0.10"
    >>> unowned(Sentence("The mean of sigma is 0.07."), table)
    '0.07'
    """
    told = [*_told(listing)]
    asked = [(one, role) for one, role in roles(claim) if not one.derived]
    for said, role in asked:
        if said.sort in _NO_MEASURE or _IN_NAME.search(claim.text[: said.start]):
            continue
        rivals = [it for it in told if _is_rival(it, said, role, asked)]
        places = (it for it in told if _agree(said, it))
        if not any(_is_of(it, rivals, role) for it in places):
            return claim.text[said.start : said.end]
    return ""


def _told(listing: str) -> Iterator[_Told]:
    lines = [Sentence(line) for line in listing.splitlines()]
    for at, line in enumerate(lines):
        head: frozenset[str] | None = None
        reached = 0
        for number in line.quantities:
            if number.derived:
                continue
            before = [it for it in line.words if reached <= it.start and it.end <= number.start]
            own = _stems(before) | number.counted
            column: frozenset[str] = frozenset()
            if (head is None or not own) and not _NAMED.search(line.text[: number.start]):
                column = _over(lines, at, number)
            head = _stems(before) if head is None else head
            reached = number.end
            yield _Told(number, at, own or head, column)


def _stems(found: Iterable[Word]) -> frozenset[str]:
    return frozenset(it.stem for it in found if not (it.is_function or it.is_number))


def _over(lines: Sequence[Sentence], at: int, number: Quantity) -> frozenset[str]:
    """The stems of the words over the numbers that stand in one column with a number."""
    for line in reversed(lines[:at]):
        above = [it for it in line.words if it.start < number.end and number.start < it.end]
        if not any(it.is_number for it in above):
            return _stems(above)
    return frozenset()


def _agree(said: Quantity, told: _Told) -> bool:
    return agreement(said, told.number, convert=True) > 0


def _nearness(role: Role, told: _Told) -> float:
    """How near the names of a number stand to one of the claim, by its role there."""
    named = (told.name, told.column)
    return sum(sum(role.get(stem, 0.0) for stem in it) / max(len(it), 1) for it in named)


def _is_rival(
    told: _Told, said: Quantity, role: Role, asked: Sequence[tuple[Quantity, Role]]
) -> bool:
    near = _nearness(role, told)
    return (
        near > 0
        and not _agree(said, told)
        and not any(
            _agree(one, told) and _nearness(its, told) > near
            for one, its in asked
            if one is not said
        )
    )


def _is_of(told: _Told, rivals: Sequence[_Told], role: Role) -> bool:
    near = _nearness(role, told)
    return not any(_nearness(role, it) > near for it in rivals if it.line == told.line or not near)
