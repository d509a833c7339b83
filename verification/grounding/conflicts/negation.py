"""Negation: what the claim affirms and the paper denies, or the other way round."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from core.verdict import Conflict
from verification.grounding.lexicon import ASIDE, HEDGED, NEGATORS, plain
from verification.grounding.senses import MOST, Event, Senses, alignment, covered, senses

if TYPE_CHECKING:
    from collections.abc import Iterator

    from verification.grounding.sentence import Sentence
    from verification.retrieval.words import Word

_ABOUT = 0.5
"""Share of what a predicate is about that both sides must name."""

_SAME = 0.9
"""The same where the words could also be said of another thing."""

_AGREED = 0.35
"""How much of an agreement makes a denial elsewhere doubtful."""

_COVERED = 0.45
"""Share of a claim's words in evidence that denies nothing, from which its denial is opposed."""

_CLEAR = 0.08
"""How much more a denial must be about the same thing than the best agreement is."""

_NOT_LESS = plain("less unless nevertheless nonetheless wireless")
"""Words that end in "less" and deny nothing."""


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
    plain = _only_affirms(ours, theirs)
    if plain:
        at, found = plain
        paper, span = theirs.around_said(found)
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


def _only_affirms(ours: Senses, theirs: Senses) -> tuple[int, int] | None:
    """What the claim denies where the evidence, in its words, denies nothing in any way."""
    denied = [
        target
        for at, target, _ in ours.scopes
        if target >= 0
        and ours.words[at].text not in ASIDE
        and target not in ours.aside
        and not ours.sentence.text[: ours.words[at].start].rstrip().endswith("(")
    ]
    if len(denied) != 1 or denied[0] not in ours.denied or theirs.negators or theirs.denied:
        return None
    if theirs.insignificant or any(_may_deny(word) for word in theirs.words):
        return None
    event = ours.event_at.get(denied[0])
    if event and not event.sense:
        return None  # a difference may be told in numbers
    if event and any(event.axis == one.axis and event.sense != one.sense for one in theirs.events):
        return None
    if covered(ours, theirs) < _COVERED:
        return None
    near = [n for n in range(len(ours.words)) if ours.weights[n] == 1.0]
    near.sort(key=lambda n: abs(n - denied[0]))
    for at in near:
        for name in ours.names(at):
            if name in theirs.places:
                return denied[0], theirs.places[name][0]
    return None


def _may_deny(word: Word) -> bool:
    """Whether a word can deny something by itself: "harmless" says that there is no harm."""
    return word.stem in HEDGED or (word.text.endswith("less") and word.text not in _NOT_LESS)


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
