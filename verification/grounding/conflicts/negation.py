"""Negation: what the claim affirms and the paper denies, or the other way round."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from core.verdict import Conflict
from verification.grounding.alignment import alignment, covered, told
from verification.grounding.converse import converse, part
from verification.grounding.lexicon import AS_MUCH, ASIDE, HEDGED, NEGATORS, plain
from verification.grounding.senses import MOST, Event, Senses, senses

if TYPE_CHECKING:
    from collections.abc import Iterator

    from verification.grounding.sentence import Sentence
    from verification.retrieval.words import Word

_ABOUT = 0.5
"""Share of what a predicate is about that both sides must name."""

_SAME = 0.9
"""The same where the words could also be said of another thing."""

_NEAR = 0.25
"""The same where one sentence of the evidence has most of the claim's words."""

_NEAR_CHANGE = 0.43
"""The same for a claim that something does or does not change, which names no way."""

_TOLD = 0.6
"""Share of the claim's words in the sentence that denies, for that."""

_BEFORE, _AFTER = 14, 6
"""Words before and after a word within which a negator of its clause may mean it after all."""

_AGREED = 0.35
"""How much of an agreement makes a denial elsewhere doubtful."""

_COVERED = 0.45
"""Share of a claim's words in evidence that denies nothing, from which its denial is opposed."""

_CLEAR = 0.08
"""How much more a denial must be about the same thing than the best agreement is."""

_ALL_TOLD = 0.95
"""Share of the claim's other words in a sentence that says something "but not" something else."""

_AS_MUCH = 6
"""Words after a "not" among which an "as well" makes it "less"."""

_NOTHING = plain("nothing nobody none")

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
    for at, found, around in _conflicts(ours, theirs):
        if not _is_meant_otherwise(ours, at, theirs, found):
            paper, span = theirs.around_said(found) if around else theirs.said(found)
            yield Conflict("negation", ours.said(at)[0], paper, span)
            return


def _is_meant_otherwise(ours: Senses, at: int, theirs: Senses, found: int) -> bool:
    """Whether a denial on one side agrees with the other side after all."""
    one, other = ours.clauses[at], theirs.clauses[found]
    claim, evidence = ours.sentence, theirs.sentence
    return (
        part(claim, one) * part(evidence, other) < 0  # most did not: few did
        or _is_undone(ours, at, theirs)
        or _is_undone(theirs, found, ours)
        or (at in ours.denied and _agrees_with_contrast(ours, theirs))
        or _is_less(ours, at, theirs)
        or _is_less(theirs, found, ours)
        or any(
            (ours.clause_at(pair.said.start), theirs.clause_at(pair.told.start)) == (one, other)
            for pair in converse(claim, evidence)
        )
    )


def _conflicts(ours: Senses, theirs: Senses) -> Iterator[tuple[int, int, bool]]:
    """The places in both, and whether what stands around the latter tells more than it does."""
    if not (ours.denied or theirs.denied or theirs.insignificant):
        return
    for at in range(min(MOST, len(ours.words))):
        found = _denial(ours, at, theirs)
        if found >= 0:
            yield at, found, False
    plain = _only_affirms(ours, theirs)
    if plain:
        yield *plain, True


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
    if ours.absent(at):
        against = {other for other in against if not theirs.absent(other)}
    if not against:
        return -1
    agreed, opposed = 0.0, dict[int, float]()
    if event and event.denied and event.axis == "change" and theirs.unchanged:
        agreed = _AGREED + 0.01
    for other in sorted(same):
        near = alignment(ours, at, theirs, other)
        if other not in against:
            agreed = max(agreed, near)
        elif at not in ours.scoped and other not in theirs.scoped:
            sure = _of_all(ours, at, theirs, other) or _but_not(ours, at, theirs, other)
            opposed[other] = 1.0 if sure else near
    place = max(opposed, key=lambda other: opposed[other], default=-1)
    if place < 0:
        return -1
    aside = at in ours.aside or place in theirs.aside
    both = _says_both(ours, at) or _spoken(ours, theirs, place)
    enough = _SAME if aside or both or agreed > _AGREED else _ABOUT
    if opposed[place] >= enough and opposed[place] > agreed + _CLEAR:
        return place
    if agreed or at in ours.aside or _says_both(ours, at):
        return -1
    least = _NEAR_CHANGE if event and event.axis == "change" else _NEAR
    near_by = (other for other, near in opposed.items() if near >= least)
    return next((other for other in near_by if _alone(ours, at, theirs, other)), -1)


def _is_undone(text: Senses, at: int, other: Senses) -> bool:
    """Whether a text tells what comes of the lack of a thing, the other text of the thing itself.

    "Without it, recall fell" and "it raised recall" are one; "without it, recall rose" is not.
    """
    lacking = any(
        text.words[n].text in ASIDE and at in {target, *scope} for n, target, scope in text.scopes
    )
    if not lacking:
        return False
    own, its = (
        {(one.axis, one.sense) for one in each.judged if not one.denied} for each in (text, other)
    )
    return any(
        sense and (axis, -sense) in its and (axis, sense) not in its and (axis, -sense) not in own
        for axis, sense in own
    )


def _is_less(text: Senses, at: int, other: Senses) -> bool:
    """Whether a text says "not as well" where the other one says "less well", or "worse"."""
    as_much = any(
        one.text == "as" and two.text in AS_MUCH
        for n, target, scope in text.scopes
        if at in {target, *scope}
        for one, two in pairwise(text.words[n + 1 : n + _AS_MUCH])
    )
    return as_much and any(
        event.sense < 0 and not event.denied and event.axis in {"amount", "quality"}
        for event in other.judged
    )


def _of_all(ours: Senses, at: int, theirs: Senses, other: int) -> bool:
    """Whether the evidence denies of everything what the claim says after its subject.

    "Nothing is grounded by default" denies that a claim is.
    """
    by = next((n for n, target, scope in theirs.scopes if other in {target, *scope}), -1)
    if by < 0 or theirs.words[by].text not in _NOTHING or other not in theirs.denied:
        return False
    said = [n for n in range(at + 1, len(ours.words)) if ours.weights[n] == 1.0]
    own = theirs.sentences[other]
    return bool(said) and all(
        any(
            theirs.sentences[n] == own
            for name in ours.names(at)
            for n in theirs.places.get(name, ())
        )
        for at in said
    )


def _but_not(ours: Senses, at: int, theirs: Senses, other: int) -> bool:
    """Whether the evidence says all that the claim says, "but not" of what the claim says it of.

    "It helped adults but not children" denies that it helped children.
    """
    if ours.denied or other not in _contrasted(theirs):
        return False
    return told(ours, at, theirs, other) >= _ALL_TOLD


def _agrees_with_contrast(ours: Senses, theirs: Senses) -> bool:
    """Whether a claim denies only what the evidence says "but not" of.

    "It did not help children" is true where "it helped adults but not children".
    """
    affirmed = {
        max((n for n in range(by) if theirs.weights[n] == 1.0), default=-1)
        for by, *_ in theirs.scopes
        if by and theirs.words[by - 1].text == "but"
    } - {-1}
    return not any(_is_named(ours, theirs, n) for n in affirmed) and any(
        _is_named(ours, theirs, n) for n in _contrasted(theirs)
    )


def _contrasted(text: Senses) -> frozenset[int]:
    """The words of which a text says "but not" them, up to the next comma."""
    found: set[int] = set()
    for by, _, scope in text.scopes:
        if by and text.words[by - 1].text == "but":
            start = text.words[by].end
            near = (n for n in scope if "," not in text.sentence.text[start : text.words[n].end])
            found.update(n for n in near if text.weights[n] == 1.0)
    return frozenset(found)


def _says_both(text: Senses, at: int) -> bool:
    """Whether a text affirms and denies a word: "from unstable to stable"."""
    same = (n for name in text.names(at) for n in text.places.get(name, ()))
    return any((n in text.denied) != (at in text.denied) for n in same)


def _spoken(ours: Senses, theirs: Senses, other: int) -> bool:
    """Whether the claim has a word of the evidence as it is there: "of similar age"."""
    same = (n for name in theirs.names(other) for n in ours.places.get(name, ()))
    return any((n in ours.denied) == (other in theirs.denied) for n in same)


def _alone(ours: Senses, at: int, theirs: Senses, other: int) -> bool:
    """Whether both speak of this alone, and a sentence of the evidence has the claim's words."""
    if other in theirs.aside or _spoken(ours, theirs, other):
        return False
    if _otherwise_denied(ours, at) or _otherwise_denied(theirs, other):
        return False
    return told(ours, at, theirs, other) >= _TOLD


def _otherwise_denied(text: Senses, at: int) -> bool:
    """Whether something else is denied near a word that is not, in its clause."""
    return at not in text.denied and any(
        text.clauses[n] == text.clauses[at] and -_BEFORE <= n - at <= _AFTER for n in text.negators
    )


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
    if len(denied) != 1 or denied[0] not in ours.denied or theirs.negators:
        return None
    if any(not theirs.is_non(at) or _is_named(ours, theirs, at) for at in theirs.denied):
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


def _is_named(ours: Senses, theirs: Senses, at: int) -> bool:
    return not ours.places.keys().isdisjoint(theirs.names(at))


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
