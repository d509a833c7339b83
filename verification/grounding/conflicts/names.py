"""Another name where the paper has one: a system, data set, drug, gene, place or person.

A conflict takes three things: the claim's name stands nowhere in the evidence, in no form of it;
the evidence has a name that the claim lacks; and both stand in the same role, among the same words.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from core.document import Span
from core.verdict import Conflict
from verification.grounding.conflicts.beside import same_head, side, sides
from verification.grounding.conflicts.instruments import tools, used_instead
from verification.grounding.names import Forms, Name, Sort, names, stands_for
from verification.retrieval.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from verification.grounding.sentence import Sentence

CODE = "name"
_MOST = 2  # conflicts of one claim
_PLACED = 3  # least points of both sides together, where both sides have some
_COVERED = 0.7  # least share of the claim's other words that the evidence has, for one side only
_VERBATIM = 4  # points of both sides where the claim has the very words of the paper
_HEADED = 2  # points of the side on which both are names of the same thing
_KNOWN = 0.85  # least share of the claim's other words that makes that enough
_SAME = 0.9  # least share of the claim's other words there
_TITLED = 2  # how many times as many words with a capital as without make a title in a paper
_PREFIX = 3  # letters that a name shares with a longer form of it: TNF, TNF-alpha
_DEMONYM = 4  # letters that a place shares with its people: China, Chinese
_AGENTS = (frozenset({"covid19", "sarscov2", "2019ncov", "ncov2019"}), frozenset({"hiv", "aids"}))
"""Diseases and the viruses that cause them: many say one for the other."""


def check(claim: Sentence, evidence: Sentence) -> Iterator[Conflict]:
    """The names of a claim in whose role the evidence has another; at most two."""
    accused: set[str] = set()
    for name, rival in (*_in_role(claim, evidence), *_as_tools(claim, evidence)):
        if name.text not in accused and len(accused) < _MOST:
            accused.add(name.text)
            yield Conflict(CODE, name.text, rival.text, Span(rival.start, rival.end))


def _as_tools(claim: Sentence, evidence: Sentence) -> Iterator[tuple[Name, Name]]:
    """The claim's names of what something was done with, and what the evidence used for it."""
    known = _forms(evidence.text)
    for name in tools(claim):
        if name.key in known or _meant(name, claim, evidence):
            continue
        rivals = used_instead(claim, evidence, name)
        if rivals and not any(_akin(name, one) for one in rivals):
            own = _forms(claim.text)
            yield from ((name, one) for one in rivals[:1] if one.key not in own)


def _in_role(claim: Sentence, evidence: Sentence) -> Iterator[tuple[Name, Name]]:
    """The claim's names in whose place, among the same words, the evidence has another."""
    own = names(claim.text)
    strange = _strangers(claim, evidence)
    covered = _coverage(claim, evidence, strange) if own else 0
    if covered < (_COVERED / 2 if strange else _SAME):
        return
    known = _forms(claim.text)
    roles = [(rival, rival.key in known, *sides(evidence, rival)) for rival in _all_names(evidence)]
    for name in own:
        left, right = sides(claim, name)
        foreign = name in strange
        best, most = None, 0.0
        for rival, shared, before, after in roles:
            headed = foreign and not shared and same_head(claim, name, evidence, rival)
            points = _points(side(left, before), side(right, after), covered, headed)
            if name.key == rival.key and points >= most:
                best, most = None, points  # it has that role in the paper, too
            if name.key == rival.key or (shared and not foreign):
                continue
            apart = shared or not foreign or not _comparable(name, rival, headed)
            if points < _VERBATIM and (apart or _in_brackets(claim, name)):
                continue
            if points < _VERBATIM and _in_brackets(evidence, rival):
                continue
            if points > most and not (_akin(name, rival) or _marked(name.text, rival.text)):
                best, most = rival, points
        if best is None or (most < _VERBATIM and _meant(name, claim, evidence)):
            continue
        yield name, best


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


def _all_names(evidence: Sentence) -> tuple[Name, ...]:
    """The names of a paper's text, where sentences full of names are common and titles are rare."""
    return names(evidence.text, _TITLED)


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


def _marked(one: str, other: str) -> bool:
    """Whether a name is the other with small letters before it: HPV and hrHPV."""
    short, long = sorted((one, other), key=len)
    return len(short) >= _PREFIX and long.endswith(short) and long[: -len(short)].islower()


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


def _comparable(name: Name, rival: Name, headed: bool) -> bool:
    """Whether two names can be compared at all, where the words around them differ.

    A capital at the beginning of a sentence makes no name. Names of the same thing (`headed`) may
    be written in different ways, but for a substance.
    """
    sorts = {name.sort, rival.sort}
    proper = Sort.PROPER in sorts
    alike = len(sorts) == 1 or (headed and Sort.SUBSTANCE not in sorts)
    return alike and not (proper and (name.initial or rival.initial))


def _in_brackets(sentence: Sentence, name: Name) -> bool:
    """Whether a name only explains what stands before it."""
    return sentence.text[name.start - 1 : name.start] in {"(", "["}


def _points(left: float, right: float, covered: float, headed: bool) -> float:
    """How surely two names play the same role, or 0 where that is not sure enough.

    From `_VERBATIM` on the claim repeats the paper's words all around the name. `headed` says that
    a word which follows both is of one root.
    """
    right = max(right, _HEADED) if headed else right
    total = left + right
    if left and right and total >= _VERBATIM and covered >= _SAME:
        return total
    if headed and covered >= _KNOWN:
        return _PLACED
    if left and right and total >= _PLACED and covered >= _COVERED / 2:
        return _PLACED
    return _PLACED if max(left, right) >= _PLACED and covered >= _COVERED else 0
