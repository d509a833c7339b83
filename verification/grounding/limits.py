"""Limits told from their two sides: what is not below 5 is at least 5.

"Pairs seen fewer than five times were dropped" and "pairs seen at least 5 times were kept" say the
same; "fewer than five" and "at least 5" alone deny each other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve, frozen

from verification.grounding.agreement import FULLY, agreement
from verification.grounding.lexicon import plain
from verification.grounding.quantities import quantities
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

_PUT_ASIDE = plain("dropped removed filtered left eliminated withdrawn pruned skipped")
"""Words that say so of what is put aside, and mean other things by themselves: "dropped to 5"."""

_PASSIVE = plain("are be been being is was were then we")
"""What stands before those."""


@frozen
class Limit:
    """One value that is the most in the claim (at `said`) and the least in the evidence, or so."""

    said: Quantity
    told: Quantity


def turned(claim: Sentence, evidence: Sentence) -> Iterator[Limit]:
    """The limits that are told from the other side, and denied on one of both: they agree.

    >>> from verification.grounding.sentence import Sentence
    >>> kept = Sentence("Pairs seen at least 5 times were kept.")
    >>> [bool(list(turned(Sentence(f"Pairs seen fewer than five times were {what}."), kept)))
    ...  for what in ("dropped", "kept")]
    [True, False]
    """
    theirs = [one for one in quantities(evidence) if one.bound]
    for said in quantities(claim) if theirs else ():
        for told in theirs:
            if {said.bound, told.bound} != {"<", ">"} or not _same_value(said, told):
                continue
            if _is_denied(claim, said) != _is_denied(evidence, told):
                yield Limit(said, told)


def _same_value(said: Quantity, told: Quantity) -> bool:
    bare = evolve(said, bound=""), evolve(told, bound="")
    return agreement(*bare, convert=True) == FULLY


def _is_denied(sentence: Sentence, limit: Quantity) -> bool:
    """Whether what is within a limit is denied, or not taken, an odd number of times."""
    text = senses(sentence)
    clause = text.clause_at(limit.start)
    found = {*text.negators, *(at for at in range(len(text.words)) if _puts_aside(sentence, at))}
    return sum(text.clauses[at] == clause for at in found) % 2 == 1


def _puts_aside(sentence: Sentence, at: int) -> bool:
    word, before = sentence.words[at].text, sentence.words[at - 1].text if at else ""
    return word in _LEFT_OUT or (word in _PUT_ASIDE and before in _PASSIVE)
