"""Direction: what rises in the claim and falls in the paper, and sides that changed places."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from core.verdict import Conflict
from verification.grounding.senses import MOST, Event, Senses, alignment, covered, senses
from verification.grounding.sides import exchanged, journey, orientation

if TYPE_CHECKING:
    from collections.abc import Iterator

    from verification.grounding.sentence import Sentence

_ABOUT = {"amount": 0.4, "quality": 0.4, "sign": 0.4, "harm": 0.4}
_ABOUT_OTHERS = 0.6
"""Share of what a word is about that both sides must name, by axis."""

_SAME = 0.9
"""The same where the evidence also says what the claim says, of something like it."""

_ALONE = 0.25
"""The same where the evidence goes only one way and has half of the claim's words."""

_SWAPPED = 0.7
"""The same where only the sides of a comparison changed places."""

_AGREED = 0.35
"""How much of an agreement makes an opposed word elsewhere doubtful."""

_COVERED = 0.5
_CLEAR = 0.08
"""How much more an opposed word must be about the same thing than the best agreement is."""


def check(claim: Sentence, evidence: Sentence) -> Iterator[Conflict]:
    """Says where the two go opposite ways, or where their sides changed places.

    >>> from verification.grounding.sentence import Sentence
    >>> for found in check(Sentence("Mortality rose in the treated group."),
    ...                    Sentence("Mortality in the treated group fell sharply.")):
    ...     print(found)
    claim says rose, paper says fell
    """
    ours, theirs = senses(claim), senses(evidence)
    yield from islice(_conflicts(ours, theirs), 1)


def _conflicts(ours: Senses, theirs: Senses) -> Iterator[Conflict]:
    for event in ours.events[:MOST]:
        found = _opposed(ours, event, theirs)
        if found:
            other, swapped = found
            paper, span = theirs.said(other.at)
            yield Conflict("swap" if swapped else "direction", ours.said(event.at)[0], paper, span)
    for places in (exchanged(ours, theirs), journey(ours, theirs)):
        if places:
            paper, span = theirs.around_said(places[1])
            yield Conflict("swap", ours.around_said(places[0])[0], paper, span)


def _opposed(ours: Senses, event: Event, theirs: Senses) -> tuple[Event, bool] | None:
    """The event of the evidence that goes the other way than the claim's, and if sides swapped."""
    if event.denied or not event.sense:
        return None
    opposed, agreed, place = 0.0, 0.0, None
    for other in theirs.events[:MOST]:
        if other.axis != event.axis or other.denied:
            continue
        near = alignment(ours, event.at, theirs, other.at)
        if near < 0.3:
            continue
        facing = orientation(ours, event.at, theirs, other.at)
        if not facing and event.sense != other.sense:
            continue
        swapped = facing < 0
        if swapped and (event.at in ours.scoped or other.at in theirs.scoped):
            continue
        same = (event.sense == other.sense) != swapped
        turned = (ours.turned(event.at) - theirs.turned(other.at)) % 2
        if same or turned:
            agreed = max(agreed, near)
        elif near > opposed:
            opposed, place = near, (other, swapped)
    enough = _ABOUT.get(event.axis, _ABOUT_OTHERS)
    if place and place[1]:
        enough = _SWAPPED
    elif event.axis in _ABOUT and _alone(ours, event, theirs):
        enough = _ALONE
    if agreed > _AGREED:
        enough = _SAME
    return place if opposed >= enough and opposed > agreed + _CLEAR else None


def _alone(ours: Senses, event: Event, theirs: Senses) -> bool:
    """Whether either text goes only one way on an axis, and they speak of the same."""
    own = (one for one in ours.events if one.axis == event.axis)
    its = (one for one in theirs.events if one.axis == event.axis)
    return (
        all(one.sense == event.sense and not one.denied for one in own)
        and all(one.sense != event.sense and not one.denied for one in its)
        and covered(ours, theirs) >= _COVERED
    )
