"""Quantities told from their other side: what is not below 5 is at least 5.

"Pairs seen fewer than five times were dropped" and "pairs seen at least 5 times were kept" say the
same, as do "80% did not respond" and "20% responded", and "fell by 75%" and "fell to a quarter".
The numbers alone would deny each other.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from verification.grounding.agreement import FULLY, agreement
from verification.grounding.lexicon import plain
from verification.grounding.predicates import pole
from verification.grounding.quantities import MOST, quantities
from verification.grounding.quantity import Quantity
from verification.grounding.senses import senses

if TYPE_CHECKING:
    from collections.abc import Iterator

    from verification.grounding.sentence import Sentence

_LEFT_OUT = plain(
    "exclude excludes excluded excluding discard discards discarded discarding disregard "
    "disregards disregarded disregarding ignore ignores ignored ignoring omit omits omitted "
    "omitting reject rejects rejected rejecting ineligible except"
)
"""Words by which something is not taken."""

_PUT_ASIDE = plain("dropped removed filtered eliminated withdrawn pruned skipped")
"""Words that say so of what is put aside, and mean other things by themselves: "dropped to 5"."""

_PASSIVE = plain("are be been being is was were then we")
"""What stands before those."""

_REACHED = re.compile(
    r"\b(to|by)\s(?:(?:about|around|nearly|almost|roughly|approximately|only|just)\s)?$"
)
_MOST, _FEW = plain("most mostly majority"), plain("few minority")
_HALF = 50.0
_OTHER = {"<": ">", ">": "<", "": ""}
_VERB = 4
"""Words before the "to" or "by" of a quantity among which is what rises or falls."""


@frozen
class Pair:
    """A quantity of the claim and one of the evidence."""

    said: Quantity
    told: Quantity


def converse(claim: Sentence, evidence: Sentence) -> Iterator[Pair]:
    """The quantities that agree although their values or limits do not.

    They are one value that is the least in the one and the most in the other, or two shares of one
    whole, and just one of both is denied or left out; or what is left and what was taken.

    >>> from verification.grounding.sentence import Sentence
    >>> kept = Sentence("Pairs seen at least 5 times were kept.")
    >>> [bool(list(converse(Sentence(f"Pairs seen fewer than five times were {what}."), kept)))
    ...  for what in ("dropped", "kept")]
    [True, False]
    """
    for pair in _pairs(claim, evidence):
        rest = _is_rest(pair)
        if (rest and _to_and_by(claim, evidence, pair)) or (
            (rest or _is_other_limit(pair))
            and is_denied(claim, pair.said.start) != is_denied(evidence, pair.told.start)
        ):
            yield pair


def mistaken(claim: Sentence, evidence: Sentence) -> Iterator[Pair]:
    """The quantities of one value of which one is what was reached, the other by how much.

    >>> from verification.grounding.sentence import Sentence
    >>> len(list(mistaken(Sentence("Costs fell to 75%."), Sentence("Costs fell by 75%."))))
    1
    """
    for pair in _pairs(claim, evidence):
        limits = pair.said.bound or pair.told.bound
        if limits or not _to_and_by(claim, evidence, pair) or _is_rest(pair):
            continue
        if agreement(pair.said, pair.told, convert=True) == FULLY:
            yield pair


def part(sentence: Sentence, clause: int) -> int:
    """Whether a clause is of more than half of some things (1), of less (-1) or of neither (0).

    >>> from verification.grounding.sentence import Sentence
    >>> told = ("Most bees slept.", "Only 20% slept.", "Sleep fell by 20%.")
    >>> [part(Sentence(text), 0) for text in told]
    [1, -1, 0]
    """
    text = senses(sentence)
    own = {word.text for at, word in enumerate(text.words) if text.clauses[at] == clause}
    shares = [
        one.low
        for one in quantities(sentence)
        if one.sort == "percent" and one.counted and text.clause_at(one.start) == clause
    ]
    most = bool(own & _MOST) or any(share > _HALF for share in shares)
    few = bool(own & _FEW) or any(share < _HALF for share in shares)
    return most - few


def _pairs(claim: Sentence, evidence: Sentence) -> Iterator[Pair]:
    theirs = quantities(evidence)[:MOST]
    for said in quantities(claim)[:MOST]:
        for told in theirs:
            if said.sort == told.sort or {said.sort, told.sort} == {"number", "time"}:
                yield Pair(said, told)


def _is_other_limit(pair: Pair) -> bool:
    if {pair.said.bound, pair.told.bound} != {"<", ">"}:
        return False
    if pair.said.sort != pair.told.sort:  # "under 18" and "18 years or older"
        return {pair.said.unit, pair.told.unit} == {"", "year"} and pair.said.low == pair.told.low
    bare = (evolve(one, bound="") for one in (pair.said, pair.told))
    return agreement(*bare, convert=True) == FULLY


def _is_rest(pair: Pair) -> bool:
    said = pair.said
    if said.sort != "percent" or said.high > 100 or _OTHER[said.bound] != pair.told.bound:
        return False
    told = evolve(pair.told, bound="")
    rest = evolve(said, low=100 - said.high, high=100 - said.low, bound="")
    is_half = agreement(evolve(said, bound=""), told, convert=False) == FULLY
    return not is_half and agreement(rest, told, convert=False) == FULLY


def _to_and_by(claim: Sentence, evidence: Sentence, pair: Pair) -> bool:
    return {way(claim, pair.said)[0], way(evidence, pair.told)[0]} == {"to", "by"}


def way(sentence: Sentence, one: Quantity) -> tuple[str, int]:
    """The "to" or "by" of a quantity that something rose or fell to, or by, and its offset.

    >>> from verification.grounding.sentence import Sentence
    >>> fell = Sentence("Costs fell to about 5%, due to 3% less travel.")
    >>> [way(fell, one) for one in quantities(fell)]
    [('to', 11), ('', -1)]
    """
    found = _REACHED.search(sentence.text, max(0, one.start - 24), one.start)
    if not found:
        return "", -1
    place = sentence.first_from(found.start())
    before = sentence.words[max(0, place - _VERB) : place]
    moves = any((pole(word) or ("",))[0] in {"amount", "quality"} for word in before)
    return (found[1], found.start()) if moves else ("", -1)


def is_denied(sentence: Sentence, offset: int) -> bool:
    """Whether what is told at an offset is denied, or not taken, an odd number of times."""
    text = senses(sentence)
    clause = text.clause_at(offset)
    found = {*text.negators, *(at for at in range(len(text.words)) if _puts_aside(sentence, at))}
    return sum(text.clauses[at] == clause for at in found) % 2 == 1


def _puts_aside(sentence: Sentence, at: int) -> bool:
    word, before = sentence.words[at].text, sentence.words[at - 1].text if at else ""
    return word in _LEFT_OUT or (word in _PUT_ASIDE and before in _PASSIVE)
