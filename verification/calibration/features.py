"""What is measured of a claim and a document before it is judged, each under a name: one table.

A feature is a number that a person can check; the calibration says how much it counts. Cosines and
shares are in [-1, 1] and [0, 1], counts are as they are; a logarithm is natural.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from enum import Enum
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from attrs import frozen

from vera.core.ports import Entailment
from vera.core.verdict import Conflict
from vera.verification.checks import numbers
from vera.verification.checks.table import CODES
from vera.verification.checks.word_alignment import Copy
from vera.verification.language.sentence import Sentence
from vera.verification.retrieval.query import Query
from vera.verification.retrieval.search import Hits, Passage

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray


COPIED = 0.5
"""The share of neighbouring words from which a claim counts as copied from the passage: by hand."""
SURE = 5.0
"""The log-odds from which the cross-encoder counts as sure: more makes no difference (ADR 23)."""
LONG = 30
"""Terms from which a claim counts as long: what more it has makes no difference. By hand."""
_SPREAD = 0.05
"""Added to the standard deviation of cosines, which may be 0: by hand."""
_MOST = 2.2
"""What BM25 gives a term at most beside its idf: k1 + 1 (`retrieval.bm25`)."""


@frozen
class Readings:
    """What the cross-encoder makes of a claim beside its best passage, and beside the best two."""

    best: Entailment
    joined: Entailment


def _any(held: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Of units and terms (n, t): which terms (t,) any unit holds."""
    return np.asarray(held.any(axis=0))


@frozen(eq=False, slots=False)
class Measured:
    """A claim beside its best passage in a document, and what several features are made of.

    `absent` is how many of the claim's quantities the document has nowhere.
    """

    query: Query
    hits: Hits
    best: Passage
    claim: Sentence
    evidence: Sentence
    copy: Copy | None
    conflicts: Sequence[Conflict]
    absent: int
    readings: Readings

    @cached_property
    def cosines(self) -> NDArray[np.float64]:
        """Of all units (n,), descending."""
        return np.sort(self.hits.cosines)[::-1]

    @cached_property
    def rare(self) -> NDArray[np.float64]:
        """How rare each of the claim's terms is (t,)."""
        return np.array(list(self.query.rarities.values()))

    @cached_property
    def here(self) -> NDArray[np.bool_]:
        """Which of the terms the passage holds (t,)."""
        return _any(self.hits.held[self.best.first : self.best.last + 1])

    @cached_property
    def anywhere(self) -> NDArray[np.bool_]:
        """Which of the terms the document holds (t,)."""
        held = self.hits.held
        return _any(held) if len(held) else np.zeros(0, dtype=np.bool_)

    @cached_property
    def total(self) -> float:
        """The weight of all terms."""
        return max(float(self.hits.weights.sum()), 1e-9)

    @cached_property
    def copied(self) -> float:
        """The share of the claim's neighbouring terms that are neighbours in the passage."""
        pairs = set(pairwise(self.query.terms))
        said = [word.stem for word in self.evidence.words if not word.is_function]
        return len(pairs & set(pairwise(said))) / max(len(pairs), 1)

    @cached_property
    def is_but_for_one(self) -> bool:
        """Whether the claim copies the passage but in one place."""
        return self.copy is not None and self.copy.is_but_for_one

    def cosine(self, place: int) -> float:
        """The cosine of the unit at a place from the best, of the last where there are fewer."""
        return float(self.cosines[min(place, len(self.cosines) - 1)])

    def share_of_rare(self, held: NDArray[np.bool_]) -> float:
        """Of how rare the terms are, the share of those that are held."""
        return float(held @ self.rare) / max(float(self.rare.sum()), 1e-9)


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
    sets have false claims. SAYS is of what is said, read or changed; KIND is one kind of conflict.
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
_AROUND, _NEAR, _SAYS = Sort.AROUND, Sort.NEAR, Sort.SAYS


def _kind(code: str) -> Measurement:
    def value(it: Measured) -> float:
        return float(any(conflict.code == code for conflict in it.conflicts))

    return Measurement(f"conflict: {code}", _LESS, Sort.KIND, value)


def speaks(said: Entailment) -> float:
    """The log-probability that the passage says or denies the claim."""
    return float(np.logaddexp(said.entailed, said.contradicted))


def _above_the_mean(it: Measured) -> float:
    cosines = it.cosines
    return (float(cosines[0]) - float(cosines.mean())) / (float(cosines.std()) + _SPREAD)


def _left_out_of_a_copy(it: Measured) -> float:
    """How rare the rarest term is that a passage lacks which the claim copies otherwise."""
    return float(it.copied >= COPIED) * float(it.rare[~it.here].max(initial=0.0))


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
        ("cosine of the best sentence", _MORE, _NEAR, lambda it: it.cosine(0)),
        ("cosine of the second sentence", _FREE, _AROUND, lambda it: it.cosine(1)),
        ("cosine of the third sentence", _FREE, _AROUND, lambda it: it.cosine(2)),
        ("mean cosine", _FREE, _AROUND, lambda it: float(it.cosines.mean())),
        ("best above the mean", _MORE, _AROUND, _above_the_mean),
        ("words in the best passage", _MORE, _NEAR, lambda it: it.best.coverage),
        ("words in the best sentence", _MORE, _NEAR, lambda it: float(it.hits.coverage.max())),
        (
            "words in the document", _MORE, _NEAR,
            lambda it: float(it.anywhere @ it.hits.weights) / it.total,
        ),
        ("rare words in the best passage", _MORE, _NEAR, lambda it: it.share_of_rare(it.here)),
        ("rare words in the document", _MORE, _NEAR, lambda it: it.share_of_rare(it.anywhere)),
        (
            "words not in the best passage", _LESS, _NEAR,
            lambda it: math.log1p(int((~it.here).sum())),
        ),
        ("only asked or not known", _LESS, _SAYS, lambda it: it.hits.nearest.asking),
        ("neighbouring words", _MORE, _NEAR, lambda it: it.copied),
        ("copied but for a word", _LESS, _SAYS, _left_out_of_a_copy),
        ("a word exchanged in a copy", _LESS, _SAYS, lambda it: float(it.is_but_for_one)),
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
        ("bm25", _MORE, _AROUND, lambda it: float(it.hits.bm25.max()) / (it.total * _MOST)),
        (
            "signals agree", _MORE, _AROUND,
            lambda it: float(int(np.argmax(it.hits.cosines)) == int(np.argmax(it.hits.bm25))),
        ),
        (
            "numbers in the passage", _MORE, _SAYS,
            lambda it: float(numbers.matched(it.claim, it.evidence)),
        ),
        (
            "numbers not in the passage", _LESS, _SAYS,
            lambda it: float(numbers.unmatched(it.claim, it.evidence)),
        ),
        ("numbers not in the document", _LESS, _SAYS, lambda it: float(it.absent)),
        ("length", _FREE, _SAYS, lambda it: math.log1p(min(len(it.query.terms), LONG))),
        ("size", _FREE, _AROUND, lambda it: math.log(len(it.cosines))),
        ("a conflict of any kind", _LESS, _SAYS, lambda it: float(bool(it.conflicts))),
    )
) + tuple(map(_kind, CODES))  # fmt: skip
"""All that is measured. A new feature is a line here; the calibration must then be fitted anew."""

NAMES = frozenset(each.name for each in FEATURES)
"""A calibration that knows another name is of another version."""


def measure(measured: Measured) -> Mapping[str, float]:
    """The features of a claim against its best passage in a document, by name."""
    return {each.name: each.value(measured) for each in FEATURES}
