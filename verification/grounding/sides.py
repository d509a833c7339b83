"""The two sides of a comparison, and whether they stand the other way round in another text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeAlias

from verification.grounding.lexicon import AGENTS, BEATS, plain
from verification.grounding.senses import MOST

if TYPE_CHECKING:
    from verification.grounding.senses import Senses

_Pair: TypeAlias = tuple[frozenset[str], frozenset[str]]

_MARKERS = plain("than compared versus vs relative comparison over unlike")
_NO_COMPARISON = plain("other else rather")
"""Words whose "than" compares nothing by more or less."""
_BE = plain("is are was were be been being gets got")
_AMONG = plain("in for with among by")
_NOUN_ENDINGS = ("ion", "ions", "ment", "ments", "ing", "or", "ors", "er", "ers")
_PRONOUNS = plain("it they this these he she")
_SUBJECT = 4
"""Words before a word among which a pronoun is taken for its subject."""
_BREAK = re.compile(r",\s|[();]")
_ORDER = plain("before after")
_ORDERED = 12
"""Words after those that can name what it comes before."""
_REACH = 40
"""Words on each side of a word that can name what it compares."""

_SURE = 0.34
"""How much more of the sides must lie one way than the other."""


def sides(text: Senses, at: int) -> _Pair | None:
    """What is compared by the word, and with what: stems that only one of the two names."""
    if text.words[at].text in _ORDER:
        return _in_order(text, at)
    near = range(max(0, at - _REACH), min(len(text.words), at + _REACH + 1))
    own = [n for n in near if text.sentences[n] == text.sentences[at]]
    markers = [
        n
        for n in own
        if n != at
        and text.words[n].text in _MARKERS
        and not (n and text.words[n - 1].text in _NO_COMPARISON)
    ]
    if not markers:
        return None
    than = [n for n in markers if n > at and text.words[n].text == "than"]
    marker = than[0] if than else min(markers, key=lambda n: abs(n - at))
    if text.words[marker].text == "over" and not (0 < marker - at <= 2):
        return None
    end = marker + 1
    limit = 12
    while end <= own[-1] and end - marker <= limit:
        between = text.sentence.text[text.words[end - 1].end : text.words[end].start]
        if _BREAK.search(between) and end - 1 > marker:
            break
        if end == at:
            return None  # it stands in what is compared with: "than in the first quarter"
        end += 1
    reference = _content(text, range(marker + 1, end))
    held = [n for n in own if (n < marker or n >= end) and n != at]
    holder = _content(text, held)
    return holder - reference, reference - holder


def _in_order(text: Senses, at: int) -> _Pair | None:
    """What comes before (or after), and what it does: A and B of "A before B", "before B, A"."""
    own = [n for n in range(len(text.words)) if text.sentences[n] == text.sentences[at]]
    ahead = [n for n in own if n < at]
    behind = [n for n in own if n > at]
    first = _content(text, ahead)
    if not first:  # "before B, A"
        breaks = [
            n
            for n in behind
            if _BREAK.search(text.sentence.text, text.words[n - 1].end, text.words[n].start)
        ]
        if not breaks:
            return None
        ahead = [n for n in behind if n >= breaks[0]]
        behind = [n for n in behind if n < breaks[0]]
        first = _content(text, ahead)
    second = _content(text, behind[:_ORDERED])
    first, second = first - second, second - first
    return (first, second) if first and second else None


def _content(text: Senses, places: list[int] | range) -> frozenset[str]:
    return frozenset(
        name for n in places if not text.words[n].is_function for name in text.names(n)
    )


def _holder(text: Senses, at: int) -> tuple[frozenset[str], frozenset[str]]:
    """The stems of "in the treated group" after a word, and those before the word."""
    after: list[int] = []
    for n in range(at + 1, min(at + 9, len(text.words))):
        if text.clauses[n] != text.clauses[at]:
            break
        if text.words[n].text in _AMONG and not after:
            after = list(range(n + 1, min(n + 7, len(text.words))))
    before = [n for n in range(max(0, at - 8), at) if text.clauses[n] == text.clauses[at]]
    return _content(text, [n for n in after if text.clauses[n] == text.clauses[at]]), _content(
        text, before
    )


def orientation(claim: Senses, at: int, evidence: Senses, other: int) -> int:
    """1 if both texts compare the same way, -1 if the other way round, 0 if that is unclear.

    Where one of them does not compare, what it says is taken to be of the first side, unless the
    other side is named there.
    """
    ours, theirs = sides(claim, at), sides(evidence, other)
    if ours and theirs:
        straight = _share(ours[0], theirs[0]) + _share(ours[1], theirs[1])
        across = _share(ours[0], theirs[1]) + _share(ours[1], theirs[0])
        return _sign(straight - across)
    if not (ours or theirs):
        return 0 if claim.words[at].stem in BEATS and _of_pronoun(evidence, other) else 1
    first, second = ours or theirs or (frozenset[str](), frozenset[str]())
    bare, place = (evidence, other) if ours else (claim, at)
    for part in _holder(bare, place):
        facing = _sign(_share(first, part) - _share(second, part))
        if facing:
            return facing
    return 1


def _of_pronoun(text: Senses, at: int) -> bool:
    """Whether a pronoun stands before a word, in its clause: of whom it is said is unclear."""
    near = range(max(0, at - _SUBJECT), at)
    return any(
        text.words[n].text in _PRONOUNS and text.clauses[n] == text.clauses[at] for n in near
    )


def _sign(difference: float) -> int:
    return (difference > _SURE) - (difference < -_SURE)


def _share(part: frozenset[str], whole: frozenset[str]) -> float:
    return len(part & whole) / len(part) if part else 0.0


def exchanged(claim: Senses, evidence: Senses) -> tuple[int, int] | None:
    """A verb of both texts whose doer in the one is what it is done to in the other."""
    for at in range(min(MOST, len(claim.words))):
        verb = claim.words[at]
        acts = verb.stem in AGENTS and not verb.text.endswith(_NOUN_ENDINGS)
        ours = _doer(claim, at) if acts else None
        if not ours:
            continue
        places = [
            other
            for other in evidence.places.get(claim.names(at)[0], ())
            if evidence.words[other].stem == verb.stem
            and not evidence.words[other].text.endswith(_NOUN_ENDINGS)
        ]
        found = [(other, _doer(evidence, other)) for other in places]
        facing = [(other, _facing(ours, theirs)) for other, theirs in found if theirs]
        across = [other for other, sign in facing if sign < 0]
        if across and not any(sign > 0 for _, sign in facing):
            return at, across[0]
    return None


def _facing(ours: _Pair, theirs: _Pair) -> int:
    """1 if the same does it to the same, -1 if the other way round, 0 if that is unclear."""
    (doer, done), (its_doer, its_done) = ours, theirs
    straight = bool(doer & its_doer) + bool(done & its_done)
    across = bool((doer - done) & its_done) + bool((done - doer) & its_doer)
    if across == 2 and not straight:
        return -1
    return 1 if straight else 0


def _doer(text: Senses, at: int) -> _Pair | None:
    """The stems of who does what a verb says, and to whom: up to three words each."""
    before: list[int] = []
    after: list[int] = []
    for n in range(at - 1, max(-1, at - 8), -1):
        if text.clauses[n] != text.clauses[at] or len(before) == 3:
            break
        if not text.words[n].is_function:
            before.append(n)
    for n in range(at + 1, min(at + 8, len(text.words))):
        if text.clauses[n] != text.clauses[at] or len(after) == 3:
            break
        if not text.words[n].is_function:
            after.append(n)
    if not before or not after or at in text.denied:
        return None
    first, second = _content(text, before), _content(text, after)
    by = any(text.words[n].text == "by" for n in range(at + 1, min(at + 3, len(text.words))))
    was = any(text.words[n].text in _BE for n in range(max(0, at - 3), at))
    if by and not was:
        return None
    return (second, first) if by else (first, second)


def journey(claim: Senses, evidence: Senses) -> tuple[int, int] | None:
    """The "from" of both texts where one goes from here to there and the other comes back."""
    theirs = _journeys(evidence)
    ways = {(start, end) for _, start, end in theirs}
    for at, start, end in _journeys(claim):
        if start == end or (start, end) in ways or (end, start) not in ways:
            continue
        return at, next(other for other, *way in theirs if way == [end, start])
    return None


def _journeys(text: Senses) -> list[tuple[int, str, str]]:
    found: list[tuple[int, str, str]] = []
    for at, word in enumerate(text.words):
        if word.text != "from":
            continue
        near = range(at + 1, min(at + 8, len(text.words) - 1))
        to = next((n for n in near if text.words[n].text == "to"), -1)
        start = [n for n in range(at + 1, max(to, at + 1)) if not text.words[n].is_function]
        end = [
            n
            for n in range(to + 1, min(to + 4, len(text.words)))
            if to > 0 and not text.words[n].is_function
        ]
        if start and end and len(found) < MOST:
            found.append((at, text.names(start[0])[0], text.names(end[0])[0]))
    return found
