"""Direction: what rises in the claim and falls in the paper, and sides that changed places."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from core.verdict import Conflict
from verification.grounding.alignment import alignment, covered, told
from verification.grounding.lexicon import NEGATORS
from verification.grounding.senses import MOST, Event, Senses, senses
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

_SWAPPED_TOLD = 0.5
"""The same where one sentence of the evidence has nearly all of the claim's words."""

_TOLD = 0.75
"""Share of the claim's words in the sentence, for that."""

_AGREED = 0.35
"""How much of an agreement makes an opposed word elsewhere doubtful."""

_FAR = 0.5
"""What an agreement counts between a word that says how much and one that says "causes"."""

_COVERED = 0.5
_ENUMERATING = re.compile(r",|\b(?:and|or)\b")
_WHERE = ("place", "way")
_SUPERLATIVE = re.compile(r".*est|most|worst")
_COPIED = 0.85
"""Share of the claim's other words in one sentence, from which a superlative is of its noun."""

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
    for event in ours.judged[:MOST]:
        found = _opposed(ours, event, theirs) or _of_its_noun(ours, event, theirs)
        if found and (found[1] or not _undone(ours, event, theirs, found[0])):
            other, swapped = found
            paper, span = theirs.said(other.at)
            yield Conflict("swap" if swapped else "direction", ours.said(event.at)[0], paper, span)
    for places in (exchanged(ours, theirs), journey(ours, theirs)):
        if places:
            paper, span = theirs.around_said(places[1])
            yield Conflict("swap", ours.around_said(places[0])[0], paper, span)


def _undone(ours: Senses, event: Event, theirs: Senses, other: Event) -> bool:
    """Whether two opposed words on another axis undo these.

    "Less sleep meant worse recall" is "more sleep meant better recall". Those of an enumeration
    undo nothing ("raised X and was safe"), nor those that tell where ("rose above").
    """
    its = {
        (one.axis, one.sense)
        for one in theirs.events
        if not one.denied and _one_clause(theirs, other.at, one.at)
    }
    return any(
        one.sense
        and one.axis not in {event.axis, *_WHERE}
        and not one.denied
        and (one.axis, -one.sense) in its
        and (one.axis, one.sense) not in its
        for one in ours.events
        if _one_clause(ours, event.at, one.at)
    )


def _one_clause(text: Senses, at: int, other: int) -> bool:
    first, last = sorted((at, other))
    if first == last or text.clauses[first] != text.clauses[last]:
        return False
    between = text.sentence.text[text.words[first].end : text.words[last].start]
    return not _ENUMERATING.search(between)


def _opposed(ours: Senses, event: Event, theirs: Senses) -> tuple[Event, bool] | None:
    """The event of the evidence that goes the other way than the claim's, and if sides swapped."""
    if event.denied or not event.sense:
        return None
    opposed, agreed, place = 0.0, 0.0, None
    for other in theirs.judged[:MOST]:
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
            far = _causes(ours, event) != _causes(theirs, other)
            agreed = max(agreed, near * _FAR if far else near)
        elif near > opposed:
            opposed, place = near, (other, swapped)
    enough = _ABOUT.get(event.axis, _ABOUT_OTHERS)
    if place and place[1]:
        whole = told(ours, event.at, theirs, place[0].at) >= _TOLD
        enough = _SWAPPED_TOLD if whole else _SWAPPED
    elif event.axis in _ABOUT and _alone(ours, event, theirs):
        enough = _ALONE
    if agreed > _AGREED:
        enough = _SAME
    return place if opposed >= enough and opposed > agreed + _CLEAR else None


def _causes(text: Senses, event: Event) -> bool:
    """Whether it is a "causes", which says less of how much there is than "higher" does."""
    return text.names(event.at)[0] == "cause"


def _of_its_noun(ours: Senses, event: Event, theirs: Senses) -> tuple[Event, bool] | None:
    """The opposite of "the highest yield" in a sentence that has all other words of the claim.

    Another "highest" of that sentence is no agreement if it is of another thing: "the highest
    precision and the lowest yield".
    """
    if event.denied or not _SUPERLATIVE.fullmatch(ours.words[event.at].text):
        return None
    noun = ours.words[event.at + 1 : event.at + 2]
    if not noun or noun[0].is_function or ours.clauses[event.at + 1] != ours.clauses[event.at]:
        return None
    same = [one for one in theirs.events[:MOST] if one.axis == event.axis and one.sense]
    for other in same:
        if (
            other.denied
            or other.sense == event.sense
            or not _before(theirs, other, noun[0].stem, 1)
        ):
            continue
        if orientation(ours, event.at, theirs, other.at) < 0:
            continue  # the other side of a comparison
        own = theirs.sentences[other.at]
        beside = [one for one in same if theirs.sentences[one.at] == own]
        agreed = (one for one in beside if one.sense == event.sense)
        if any(one.denied or not _of_another(theirs, one, noun[0].stem) for one in agreed):
            continue
        if _covered_by(ours, event.at, theirs, own) >= _COPIED:
            return other, False
    return None


def _before(text: Senses, event: Event, stem: str, reach: int) -> bool:
    """Whether a word stands within `reach` words after an event."""
    return any(word.stem == stem for word in text.words[event.at + 1 : event.at + 1 + reach])


def _of_another(text: Senses, event: Event, stem: str) -> bool:
    """Whether an event is followed at once by another thing than the one named by a stem."""
    after = text.words[event.at + 1 : event.at + 2]
    return bool(after) and not after[0].is_function and not _before(text, event, stem, 3)


def _covered_by(claim: Senses, but: int, evidence: Senses, number: int) -> float:
    """The share of the claim's content words, without one, that a sentence of the evidence has."""
    words = [
        at
        for at, word in enumerate(claim.words)
        if at != but and not word.is_function and word.text not in NEGATORS
    ]
    there = {
        name
        for at in range(len(evidence.words))
        if evidence.sentences[at] == number
        for name in evidence.names(at)
    }
    return sum(not there.isdisjoint(claim.names(at)) for at in words) / (len(words) or 1)


def _alone(ours: Senses, event: Event, theirs: Senses) -> bool:
    """Whether either text goes only one way on an axis, and they speak of the same."""
    own = (one for one in ours.judged if one.axis == event.axis)
    its = (one for one in theirs.judged if one.axis == event.axis)
    return (
        all(one.sense == event.sense and not one.denied for one in own)
        and all(one.sense != event.sense and not one.denied for one in its)
        and covered(ours, theirs) >= _COVERED
    )
