"""How much a word of the evidence is about what a word of the claim is about."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from verification.grounding.senses import FRAME

if TYPE_CHECKING:
    from verification.grounding.senses import Senses


def covered(claim: Senses, evidence: Senses) -> float:
    """The share of the claim's content words that the evidence has; light ones count less."""
    whole = sum(claim.weights)
    shared = sum(
        weight
        for at, weight in enumerate(claim.weights)
        if weight and not evidence.places.keys().isdisjoint(claim.names(at))
    )
    return shared / (whole or 1)


def told(claim: Senses, at: int, evidence: Senses, other: int) -> float:
    """The share of the claim's content words, without one, in the sentence that holds `other`."""
    own = evidence.sentences[other]
    first = bisect_left(evidence.sentences, own)
    last = bisect_right(evidence.sentences, own)
    there = {name for n in range(first, last) for name in evidence.names(n)}
    weights = [(n, weight) for n, weight in enumerate(claim.weights) if weight and n != at]
    shared = sum(weight for n, weight in weights if not there.isdisjoint(claim.names(n)))
    return shared / (sum(weight for _, weight in weights) or 1)


def alignment(claim: Senses, at: int, evidence: Senses, other: int) -> float:
    """How much a word of the evidence is about what a word of the claim is about.

    Above 1 if the words around it are also the same; else the weighted share of them that occurs.
    """
    near, there = claim.around(at), evidence.around(other)
    whole = sum(near.values())
    shared = sum(min(weight, there.get(name, 0.0)) for name, weight in near.items())
    pairs = zip(FRAME, claim.frame(at), evidence.frame(other), strict=True)
    placed = sum(weight for (_, weight), own, its in pairs if own == its)
    return shared / (whole or 1) + 0.06 * placed
