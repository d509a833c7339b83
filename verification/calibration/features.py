"""What is measured of a claim and a document before it is judged, each under a name: one table.

A feature is a number that a person can check; the calibration says how much it counts. Cosines and
shares are in [-1, 1] and [0, 1], counts are as they are; a logarithm is natural.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from enum import Enum
from typing import TYPE_CHECKING

import numpy as np
from attrs import frozen

from vera.core.ports import Entailment
from vera.core.verdict import Conflict
from vera.verification.checks import numbers
from vera.verification.checks.comparison import Comparison
from vera.verification.retrieval.search import Hits, Passage

if TYPE_CHECKING:
    from collections.abc import Mapping

SURE = 5.0
"""The log-odds from which the cross-encoder counts as sure: more makes no difference (ADR 23)."""

SAID = 2.0
"""The log-odds from which a claim is surely read as said, and not as denied: by hand."""


@frozen
class Readings:
    """What the cross-encoder makes of a claim beside its best passage, and beside the best two."""

    best: Entailment
    joined: Entailment


@frozen(eq=False)
class Measured:
    """A claim beside its best passage in a document, and what several features are made of.

    `unsourced` is how many of the claim's quantities the document has nowhere.
    """

    hits: Hits
    best: Passage
    compared: Comparison
    conflicts: Sequence[Conflict]
    unsourced: int
    readings: Readings

    @property
    def coverage(self) -> float:
        """The weighted share of the claim's terms that the document holds, in [0, 1]."""
        held, weights = self.hits.held, self.hits.weights
        total = max(float(weights.sum()), 1e-9)
        return float(held.any(axis=0) @ weights) / total if len(held) else 0.0

    @property
    def is_changed_copy(self) -> bool:
        """Whether the claim copies the passage but in one place, and is not surely read as said.

        "Nearly" for "almost" changes nothing: of people's claims that are surely read as said but
        for such a place 12 of 15 are true, of the others 3 of 20 (ADR 50).
        """
        copy = self.compared.copy
        is_but_for_one = copy is not None and copy.is_but_for_one
        return is_but_for_one and _agrees(self.readings.best) < SAID

    def differs(self, code: str) -> float:
        """1 where a conflict of this kind was found, else 0."""
        return float(any(conflict.code == code for conflict in self.conflicts))


class Way(Enum):
    """Which way a feature may move the probability: support, less of it, or as it is found."""

    MORE = 1
    LESS = -1
    FREE = 0


class Sort(Enum):
    """What a feature tells of.

    AROUND says how far a passage stands out from its document, and nothing of what it says: sets
    differ in it, and a model of support would learn which set a claim is of. NEAR says how near the
    passage comes, and nothing of whether it denies the claim: a model of denial would learn which
    sets have false claims. SAYS is of what is said, read or changed; KIND is one kind of conflict,
    which few claims have.
    """

    AROUND = "around"
    NEAR = "near"
    SAYS = "says"
    KIND = "kind"


@frozen
class Measurement:
    """A feature: its name, which way it may count, what it tells of, and its value."""

    name: str
    way: Way
    sort: Sort
    value: Callable[[Measured], float]


_MORE, _LESS, _FREE = Way.MORE, Way.LESS, Way.FREE
_AROUND, _NEAR, _SAYS, _KIND = Sort.AROUND, Sort.NEAR, Sort.SAYS, Sort.KIND


def speaks(said: Entailment) -> float:
    """The log-probability that the passage says or denies the claim."""
    return float(np.logaddexp(said.entailed, said.contradicted))


def _agrees(said: Entailment) -> float:
    return _sure(said.entailed - said.contradicted)


def _matters(said: Entailment) -> float:
    return _sure(speaks(said) - said.neutral)


def _sure(odds: float) -> float:
    return min(max(odds, -SURE), SURE)


FEATURES = tuple(
    Measurement(*row)
    for row in (
        ("cosine of the best passage", _MORE, _NEAR, lambda it: it.best.cosine),
        ("mean cosine", _FREE, _AROUND, lambda it: float(it.hits.cosines.mean())),
        ("words in the best passage", _MORE, _NEAR, lambda it: it.best.coverage),
        ("words in the document", _MORE, _NEAR, lambda it: it.coverage),
        ("a word exchanged in a copy", _LESS, _SAYS, lambda it: float(it.is_changed_copy)),
        ("entailed, not contradicted", _MORE, _SAYS, lambda it: _agrees(it.readings.best)),
        ("read as of the same matter", _MORE, _SAYS, lambda it: _matters(it.readings.best)),
        (
            "the best two: entailed, not contradicted", _MORE, _SAYS,
            lambda it: _agrees(it.readings.joined),
        ),
        (
            "the best two: read as of the same matter", _MORE, _SAYS,
            lambda it: _matters(it.readings.joined),
        ),
        (
            "numbers not in the passage", _LESS, _SAYS,
            lambda it: float(numbers.unmatched(it.compared.claim, it.compared.evidence)),
        ),
        ("numbers not in the document", _LESS, _SAYS, lambda it: float(it.unsourced)),
        ("size", _FREE, _AROUND, lambda it: math.log(len(it.hits.cosines))),
        ("conflict: number", _LESS, _KIND, lambda it: it.differs("number")),
        ("conflict: date", _LESS, _KIND, lambda it: it.differs("date")),
    )
)  # fmt: skip
"""All that is measured: what earned its line on sources that were not fitted on (ADR 50). A new
feature is a line here; the calibration must then be fitted anew."""

NAMES = frozenset(each.name for each in FEATURES)
"""A calibration that knows another name is of another version."""


def measure(measured: Measured) -> Mapping[str, float]:
    """The features of a claim against its best passage in a document, by name."""
    return {each.name: each.value(measured) for each in FEATURES}
