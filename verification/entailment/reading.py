"""How a model that reads so many tokens at once reads a claim beside evidence of any length."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vera.core.ports import Entailment

if TYPE_CHECKING:
    from collections.abc import Iterable

NEUTRAL = Entailment(-12.0, -12.0, 0.0)
"""What is said of a claim that cannot be read."""


def room_of(claim: int, evidence: int, marks: int, most: int) -> int | None:
    """The tokens that a piece of the evidence may have; None where the claim leaves too few.

    All are counts of tokens: `most` is what is read at once, `marks` what stands around and
    between the two texts. A claim has to leave room for all of the evidence, or for a quarter of
    `most`.

    >>> room_of(claim=9, evidence=900, marks=3, most=512)
    500
    >>> room_of(claim=400, evidence=900, marks=3, most=512) is None
    True
    """
    room = most - marks - claim
    return None if room < max(1, min(evidence, most // 4)) else room


def best(said: Iterable[Entailment]) -> Entailment:
    """Of what is said of each piece, that of the piece which entails the claim most."""
    return max(said, key=lambda each: each.entailed)
