"""Another name where the paper has one: a system, data set, drug, gene, place or person.

A conflict takes three things: the claim's name stands nowhere in the evidence, in no form of it;
the evidence has a name that the claim lacks; and both stand in the same role, among the same words.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import lru_cache
from typing import TYPE_CHECKING

from core.document import Span
from core.verdict import Conflict
from verification.grounding.names import Forms, Name, Sort, names, stands_for
from verification.retrieval.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from verification.grounding.sentence import Sentence
    from verification.retrieval.words import Word

CODE = "name"
_MOST = 2  # conflicts of one claim
_REACH = 4  # words on a side, in which the nearest one with a meaning is sought
_PLACED = 3  # least points of both sides together, where both sides have some
_COVERED = 0.7  # least share of the claim's other words that the evidence has, for one side only
_VERBATIM = 4  # points of both sides where the claim has the very words of the paper
_SAME = 0.9  # least share of the claim's other words there
_PREFIX = 3  # letters that a name shares with a longer form of it: TNF, TNF-alpha
_DEMONYM = 4  # letters that a place shares with its people: China, Chinese
_AGENTS = (frozenset({"covid19", "sarscov2", "2019ncov", "ncov2019"}), frozenset({"hiv", "aids"}))
"""Diseases and the viruses that cause them: many say one for the other."""

_END = re.compile(r"[.!?](?=\s)")
_ARTICLES = frozenset({"a", "an", "the"})


def check(claim: Sentence, evidence: Sentence) -> Iterator[Conflict]:
    """The names of a claim in whose role the evidence has another; at most two."""
    own = names(claim.text)
    strange = _strangers(claim, evidence)
    covered = _coverage(claim, evidence, strange) if own else 0
    if covered < (_COVERED / 2 if strange else _SAME):
        return
    known = _forms(claim.text)
    roles = [
        (rival, rival.key in known, *_sides(evidence, rival)) for rival in names(evidence.text)
    ]
    found = 0
    for name in own:
        left, right = _sides(claim, name)
        foreign = name in strange
        best, most = None, 0.0
        for rival, shared, before, after in roles:
            points = _points(_side(left, before), _side(right, after), covered)
            if name.key == rival.key and points >= most:
                best, most = None, points  # it has that role in the paper, too
            if name.key == rival.key or (shared and not foreign):
                continue
            apart = shared or not foreign or not _comparable(name, rival)
            if points < _VERBATIM and (apart or _in_brackets(claim, name)):
                continue
            if points < _VERBATIM and _in_brackets(evidence, rival):
                continue
            if points > most and not _akin(name, rival):
                best, most = rival, points
        if best is None or (most < _VERBATIM and _meant(name, claim, evidence)):
            continue
        yield Conflict(CODE, name.text, best.text, Span(best.start, best.end))
        found += 1
        if found == _MOST:
            return


def matched(claim: Sentence, evidence: Sentence) -> int:
    """How many names of the claim the evidence has, in whatever role."""
    return len(names(claim.text)) - unmatched(claim, evidence)


def unmatched(claim: Sentence, evidence: Sentence) -> int:
    """How many names of the claim the evidence has nowhere, in no form."""
    return sum(
        not _meant(name, claim, evidence)
        and not any(_akin(name, other) for other in names(evidence.text))
        for name in _strangers(claim, evidence)
    )


def missing(claim: str, known: Forms) -> int:
    """How many names of a claim a whole document has nowhere; `known` is made once for it.

    >>> missing("BERT beats GPT-4.", Forms.of("We train BERT."))
    1
    """
    return sum(name.key not in known for name in names(claim))


@lru_cache(maxsize=4096)
def _stems(name: Name) -> tuple[str, ...]:
    return tuple(word.stem for word in words(name.text))


@lru_cache(maxsize=4096)
def _forms(text: str) -> Forms:
    return Forms.of(text)


def _strangers(own: Sentence, other: Sentence) -> list[Name]:
    """The names of a text that the other does not have, as they are written."""
    found = names(own.text)
    known = _forms(other.text) if found else Forms("", frozenset())
    return [
        name
        for name in found
        if name.key not in known
        and not (name.sort is Sort.PROPER and other.stems.issuperset(_stems(name)))
    ]


def _meant(name: Name, own: Sentence, other: Sentence) -> bool:
    """Whether the other text can mean a name's bearer by other words: an acronym's."""
    first, *more = _stems(name) or ("",)
    means = own.synonyms.get(first, frozenset())
    if len(means & other.stems) * 3 >= len(means) * 2 > 0:
        return True
    if not more and any(first in other.synonyms.get(word.stem, ()) for word in other.words):
        return True
    return stands_for(name.text, other.words)


def _akin(name: Name, rival: Name) -> bool:
    """Whether two names may be forms of one: TNF and TNF-alpha, China and Chinese."""
    short, long = sorted((_american(name.key), _american(rival.key)), key=len)
    if len(short) >= _PREFIX and long.startswith(short) and not _numbered(short, long):
        return True
    if _shortened(short, long):
        return True
    if any(name.key in one and rival.key in one for one in _AGENTS):
        return True
    if name.sort is rival.sort is Sort.PROPER:
        own, other = _stems(name), _stems(rival)
        if len(own) != len(other):
            return own[-1:] == other[-1:]
        return name.key[:_DEMONYM] == rival.key[:_DEMONYM] and len(own) == 1
    return False


def _american(spelled: str) -> str:
    """A key in American spelling: "haemoglobin", "oestrogen"."""
    return spelled.replace("ae", "e").replace("oe", "e")


def _shortened(short: str, long: str) -> bool:
    """Whether one name is the other with letters left out: IL-2 and interleukin-2."""
    letters, spelled = short.rstrip("0123456789"), long.rstrip("0123456789")
    if short[len(letters) :] != long[len(spelled) :] or len(spelled) < 2 * len(letters) + 2:
        return False
    rest = iter(spelled)
    return letters[:1] == spelled[:1] and all(sign in rest for sign in letters)


def _numbered(short: str, long: str) -> bool:
    """Whether a name goes on with a digit, and so is another of a series: IL-1, IL-10."""
    return short[-1].isdigit() and long[len(short) : len(short) + 1].isdigit()


def _coverage(claim: Sentence, evidence: Sentence, strangers: Sequence[Name]) -> float:
    """The share of the claim's content words, without its strange names, that the evidence has."""
    strange = {stem for name in strangers for stem in _stems(name)}
    content = [word for word in claim.words if not word.is_function and word.stem not in strange]
    return sum(word.stem in evidence.stems for word in content) / len(content) if content else 0.0


def _sides(sentence: Sentence, name: Name) -> tuple[list[Word | None], list[Word | None]]:
    """The words before a name, nearest first, and those after; None where its sentence ends."""
    text, all_words = sentence.text, sentence.words
    first = bisect_left(all_words, name.start, key=_start)
    last = bisect_left(all_words, name.end, key=_start)
    before = all_words[max(0, first - _REACH) : first][::-1]
    after = all_words[last : last + _REACH]
    left = [word for word in before if _tells(word, text)]
    right = [word for word in after if _tells(word, text)]
    begins = not before or name.initial
    ends = not after or _END.search(text, name.end, after[0].start) is not None
    return [None] if begins else [*left], [None] if ends else [*right]


def _tells(word: Word, text: str) -> bool:
    """Whether a word says something of the role: no article, and no number of a reference."""
    return word.text not in _ARTICLES and text[word.start - 1 : word.start] != "["


def _start(word: Word) -> int:
    return word.start


def _side(own: Sequence[Word | None], other: Sequence[Word | None]) -> float:
    """The points of one side: the same next word, the same after it, or the same word near."""
    if not own or not other:
        return 0
    first, second = own[0], other[0]
    if first is None or second is None:
        return 1 if first is second else 0
    if first.stem == second.stem:
        again = len(own) > 1 < len(other) and _same(own[1], other[1])
        return (1 if first.is_function else 2) + again
    near, there = _content(own), _content(other)
    return 1 if near is not None and there is not None and near.stem == there.stem else 0


def _same(own: Word | None, other: Word | None) -> bool:
    return own is not None and other is not None and own.stem == other.stem


def _content(side: Sequence[Word | None]) -> Word | None:
    return next((word for word in side if word and not word.is_function), None)


def _comparable(name: Name, rival: Name) -> bool:
    """Whether two names can be compared at all, where the words around them differ.

    A capital at the beginning of a sentence makes no name.
    """
    proper = Sort.PROPER in (name.sort, rival.sort)
    return name.sort is rival.sort and not (proper and (name.initial or rival.initial))


def _in_brackets(sentence: Sentence, name: Name) -> bool:
    """Whether a name only explains what stands before it."""
    return sentence.text[name.start - 1 : name.start] in {"(", "["}


def _points(left: float, right: float, covered: float) -> float:
    """How surely two names play the same role, or 0 where that is not sure enough.

    From `_VERBATIM` on the claim repeats the paper's words all around the name.
    """
    total = left + right
    if left and right and total >= _VERBATIM and covered >= _SAME:
        return total
    if left and right and total >= _PLACED and covered >= _COVERED / 2:
        return _PLACED
    return _PLACED if max(left, right) >= _PLACED and covered >= _COVERED else 0
