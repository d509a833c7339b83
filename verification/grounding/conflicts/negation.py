"""Negation: what the claim affirms and the paper denies, or the other way round."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from core.verdict import Conflict
from verification.grounding.lexicon import NEGATORS
from verification.grounding.senses import MOST, Event, Senses, alignment, senses

if TYPE_CHECKING:
    from collections.abc import Iterator

    from verification.grounding.sentence import Sentence

_ABOUT = 0.5
"""Share of what a predicate is about that both sides must name."""

_SAME = 0.9
"""The same where the words could also be said of another thing."""

_AGREED = 0.35
"""How much of an agreement makes a denial elsewhere doubtful."""

_CLEAR = 0.08
"""How much more a denial must be about the same thing than the best agreement is."""


def check(claim: Sentence, evidence: Sentence) -> Iterator[Conflict]:
    """Says where one side denies what the other affirms of the same thing.

    >>> from verification.grounding.sentence import Sentence
    >>> for found in check(Sentence("The drug did not reduce blood pressure in adults."),
    ...                    Sentence("In adults, the drug reduced blood pressure.")):
    ...     print(found)
    claim says not reduce, paper says reduced
    """
    ours, theirs = senses(claim), senses(evidence)
    yield from islice(_conflicts(ours, theirs), 1)


def _conflicts(ours: Senses, theirs: Senses) -> Iterator[Conflict]:
    if not (ours.denied or theirs.denied or theirs.insignificant):
        return
    for at in range(min(MOST, len(ours.words))):
        found = _denial(ours, at, theirs)
        if found >= 0:
            paper, span = theirs.said(found)
            yield Conflict("negation", ours.said(at)[0], paper, span)


def _denial(ours: Senses, at: int, theirs: Senses) -> int:
    """The place in the evidence that denies (or affirms) a word otherwise than the claim; or -1."""
    word = ours.words[at]
    event = ours.event_at.get(at)
    if not event and ((word.is_function and word.text != "used") or word.text in NEGATORS):
        return -1
    names = ours.names(at)
    same = {other for name in names for other in theirs.places.get(name, ())}
    if event:
        same.update(one.at for one in theirs.events[:MOST] if _comparable(event, one))
    same = {other for other in same if theirs.words[other].text not in NEGATORS}
    against = {other for other in same if _differ(ours, at, theirs, other)}
    if not against:
        return -1
    opposed, agreed, place = 0.0, 0.0, -1
    if event and event.denied and event.axis == "change" and theirs.unchanged:
        agreed = _AGREED + 0.01
    for other in sorted(same):
        near = alignment(ours, at, theirs, other)
        if other not in against:
            agreed = max(agreed, near)
        elif near > opposed and at not in ours.scoped and other not in theirs.scoped:
            opposed, place = near, other
    aside = at in ours.aside or place in theirs.aside
    enough = _SAME if aside or agreed > _AGREED else _ABOUT
    return place if opposed >= enough and opposed > agreed + _CLEAR else -1


def _differ(ours: Senses, at: int, theirs: Senses, other: int) -> bool:
    """Whether one of them is denied; a p-value denies in the evidence what the claim affirms."""
    denied = other in theirs.denied
    if at not in ours.insignificant:
        denied = denied or other in theirs.insignificant
    return (at in ours.denied) != denied


def _comparable(ours: Event, theirs: Event) -> bool:
    if ours.denied == theirs.denied:
        return ours.axis == theirs.axis or "change" in {ours.axis, theirs.axis}
    denied, affirmed = (ours, theirs) if ours.denied else (theirs, ours)
    if denied.axis == "change":
        return affirmed.axis in {"change", "amount", "quality"}
    return (denied.axis, denied.sense) == (affirmed.axis, affirmed.sense)
