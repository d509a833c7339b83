"""Order: two things of a copied sentence that changed places, or one that another replaced.

Such a claim has every word of the paper but one, and often every word; what it says of each is
false. Both are told only where the claim copies the paper word for word around them: two things
changed places ("swap"), or a word stands where the paper has another that is surely no other word
for the same ("word"): a name, a thing of a kind whose members exclude one another, or what the
paper itself tells apart from it.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from core.document import Span
from core.verdict import Conflict
from verification.grounding.conflicts import direction, names
from verification.grounding.contrasts import exclude
from verification.grounding.copies import Copy, Gap, copied
from verification.grounding.lexicon import NEGATORS, plain
from verification.grounding.names import Name, Sort, stands_for
from verification.grounding.names import names as names_of
from verification.grounding.sentence import Sentence
from verification.retrieval.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from verification.retrieval.words import Word

_LONGEST = 6  # words of a thing that changes places
_PASSED = 6  # words of the paper that the claim leaves out between them
_AROUND = 4  # least words with a meaning that are copied around a replaced one
_ALIKE = 3  # letters that two forms of one name share
_BESIDE = 3  # words of the paper beside a word in which the claim's own must not stand


def _stems_of(text: str) -> frozenset[str]:
    return frozenset(word.stem for word in words(text))


_ORDERED = plain("than before after without not rather instead")
"""Function words of which it matters what stands on which side."""

_EITHER_WAY = _stems_of(
    "associated association correlated correlation related relation relationship linked link "
    "interact interaction between both either among compared comparison versus vs similar "
    "similarly same identical equal equals equivalent comparable differ different difference "
    "differentiate distinguish combined combination combine together concomitant accompanied "
    "coexist alternate alternating exchanged agree agreement overlap resemble match mixed "
    "mixture coupled concordance bind binds binding bound pair paired parallel married adjacent "
    "synonymous"
)
"""Stems of what is true of two things in either order."""

_NAMING = _stems_of(
    "called known termed defined named represent constitute mean namely including plus well e g i "
)
"""Stems that name one thing by another where no other word stands with them."""

_VERSUS = plain("vs versus compared against")
_LIST = re.compile(r"\s*(?:[,;/&]|,?\s(?:and|or|nor)\b)\s*(?:and\b|or\b|the\b|an?\b|\s)*")
_BOUND = re.compile(r"[,;:.(]|\b(?:and|or|but|while|whereas)\b")
_APART = plain("and than versus vs unlike from to not against")
_ARTICLES = plain("the a an of in to")


def check(claim: Sentence, evidence: Sentence) -> Iterator[Conflict]:
    """Says which two things changed places, or which one stands for another; at most one.

    >>> from verification.grounding.sentence import Sentence
    >>> for found in check(Sentence("Ada paid 5 euros and Bob 7."),
    ...                    Sentence("Bob paid 5 euros, Ada 7 and Eve 9.")):
    ...     print(found)
    claim says Ada ... Bob, paper says Bob paid 5 euros, Ada
    """
    copy = copied(claim, evidence)
    if copy is None:
        return
    match copy.gaps:
        case (first, second):
            found = _exchange(copy, first, second, claim, evidence)
        case (only,):
            found = _replaced(copy, only, claim, evidence)
        case _:
            found = None
    if found and not any(any(other(claim, evidence)) for other in (names.check, direction.check)):
        yield found  # and nothing twice


def _exchange(
    copy: Copy, first: Gap, second: Gap, claim: Sentence, evidence: Sentence
) -> Conflict | None:
    """The conflict of two gaps, where the paper has the words of each in the other's place."""
    one, other = copy.own[first.start : first.end], copy.own[second.start : second.end]
    between = [at for at in range(first.end, second.start) if at in copy.place]
    if not between or max(len(one), len(other)) > _LONGEST or not (_tells(one) and _tells(other)):
        return None
    low, high = copy.place[between[0]], copy.place[between[-1]] + 1
    # What the text has before and after all that is copied goes on: only the nearest words count.
    head = copy.its[max(first.low, low - len(other)) if first.start == 0 else first.low : low]
    end = min(second.high, high + len(one)) if second.end == len(copy.own) else second.high
    tail = copy.its[high:end]
    if _stems(head) != _stems(other) or _stems(tail) != _stems(one):
        return None
    taken = frozenset(copy.place.values())
    skipped = [word for at, word in enumerate(copy.its[low:high], low) if at not in taken]
    if len(skipped) > _PASSED or any(word.text in NEGATORS for word in skipped):
        return None
    shared = copy.own[first.end : second.start]
    before = copy.own[max(0, first.start - 2) : first.start]  # "we compared A with B"
    numbers = len(one) == len(other) == 1 and one[0].is_number and other[0].is_number
    if any(word.stem in _EITHER_WAY for word in before):
        return None
    if not (_ordered(shared) or (numbers and any(word.text in _VERSUS for word in shared))):
        return None
    if _listed(claim.text, one, other) or _moved(copy, first, second, claim.text):
        return None
    said = " ... ".join(claim.text[part[0].start : part[-1].end] for part in (one, other))
    span = Span(head[0].start, tail[-1].end)
    return Conflict("swap", said, span.of(evidence.text), span)


def _stems(part: Sequence[Word]) -> tuple[str, ...]:
    return tuple(word.stem for word in part)


def _tells(part: Sequence[Word]) -> bool:
    """Whether words name a thing, and deny nothing."""
    return any(not word.is_function for word in part) and all(
        word.text not in NEGATORS for word in part
    )


def _ordered(shared: Sequence[Word]) -> bool:
    """Whether what stands between two things is not true in either order."""
    if any(word.stem in _EITHER_WAY for word in shared):
        return False
    return any(
        word.text in _ORDERED or not (word.is_function or word.stem in _NAMING) for word in shared
    )


def _listed(text: str, one: Sequence[Word], other: Sequence[Word]) -> bool:
    """Whether two things are items of one list, whose order says nothing."""
    after = _LIST.match(text, one[-1].end)
    before = text[one[-1].end : other[0].start]
    last = [found.end() for found in _LIST.finditer(before)]
    return after is not None and bool(last) and last[-1] == len(before)


def _moved(copy: Copy, first: Gap, second: Gap, text: str) -> bool:
    """Whether whole clauses changed places: each thing kept all that is said of it."""
    before = {word.stem for word in copy.own[: first.start]}
    after = {word.stem for word in copy.own[second.end :] if not word.is_function}
    shared = copy.own[first.end : second.start]
    edges = (copy.own[first.end - 1], *shared, copy.own[second.start])
    for at, (left, right) in enumerate(pairwise(edges)):
        if not _BOUND.search(text, left.end, right.start):
            continue
        of_one = {word.stem for word in shared[:at] if not word.is_function}
        of_other = {word.stem for word in shared[at:] if not word.is_function}
        if of_other <= before and (after <= of_one or of_one <= after):
            return True
    return False


def _replaced(copy: Copy, gap: Gap, claim: Sentence, evidence: Sentence) -> Conflict | None:
    """The conflict of one gap, where a name or thing stands for the paper's other one."""
    around = [at for at, _ in copy.pairs if not copy.own[at].is_function]
    left, right = copy.place.get(gap.start - 1), copy.place.get(gap.end)
    if len(around) < _AROUND or len(copy.pairs) + gap.end - gap.start < len(copy.own):
        return None
    if left is None and right is None:
        return None
    low = gap.low if left is not None else max(0, gap.high - (gap.end - gap.start))
    high = gap.high if right is not None else min(gap.high, gap.low + gap.end - gap.start)
    if not low < high <= low + _LONGEST:
        return None
    own, its = copy.own[gap.start : gap.end], copy.its[low:high]
    beside = copy.its[max(0, low - _BESIDE) : high + _BESIDE]
    if any(word.stem in _stems(own) for word in beside):
        return None
    found = _named(own, its, claim, evidence)
    if found is None and len(own) == len(its) == 1:
        found = _other_thing(copy, own[0], low, evidence)
    if found is None:
        return None
    said = claim.text[own[0].start : own[-1].end]
    return Conflict("word", said, found.of(evidence.text), found)


def _named(
    own: Sequence[Word], its: Sequence[Word], claim: Sentence, evidence: Sentence
) -> Span | None:
    """Where the paper's name stands, if the words are one name each, and not of one bearer."""
    name, rival = _name_at(own[0], claim.text), _name_at(its[0], evidence.text)
    if name is None or rival is None or name.end < own[-1].end or own[0].is_number:
        return None
    told = Span(rival.start, _whole(rival, evidence.text))
    same = _ALIKE - (name.sort is rival.sort is Sort.PROPER)  # France, French
    if name.key[:same] == rival.key[:same] or stands_for(name.text, evidence.words):
        return None
    bearer = Sentence(told.of(evidence.text), evidence.synonyms)
    if stands_for(rival.text, claim.words) or not names.unmatched(
        Sentence(f"of {name.text}", claim.synonyms), bearer
    ):
        return None
    return told


def _name_at(word: Word, text: str) -> Name | None:
    """The name that a word begins, where its capital is no sentence's."""
    found = next((name for name in names_of(text) if name.start == word.start), None)
    return None if found and found.initial and found.sort is Sort.PROPER else found


def _whole(name: Name, text: str) -> int:
    """Where a name of several words ends: "PubMed Central"."""
    end = name.end
    for other in names_of(text):
        if other.start == end + 1 and text[end] == " ":
            end = other.end
    return end


def _other_thing(copy: Copy, own: Word, at: int, evidence: Sentence) -> Span | None:
    """Where the paper's word stands, if the claim's surely means another thing."""
    told = copy.its[at]
    if exclude(own.stem, told.stem) or _told_apart(own.stem, told.stem, evidence):
        return Span(told.start, told.end)
    return None


def _told_apart(one: str, other: str, evidence: Sentence) -> bool:
    """Whether the paper names both side by side as two: "the parser and the tagger"."""
    kept = [word for word in evidence.words if word.text not in _ARTICLES - _APART]
    return any(
        middle.text in _APART and {left.stem, right.stem} == {one, other}
        for left, middle, right in zip(kept, kept[1:], kept[2:], strict=False)
    )
