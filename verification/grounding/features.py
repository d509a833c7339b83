"""What is measured of a claim and a document before it is judged, each under a name.

A feature is a number that a person can check; the calibration says how much it counts.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from attrs import frozen

from core.ports import Entailment
from verification.grounding import copies
from verification.grounding.conflicts import numbers
from verification.grounding.conflicts.all import CODES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from core.verdict import Conflict
    from verification.grounding.sentence import Sentence
    from verification.retrieval.query import Query
    from verification.retrieval.search import Hits, Passage

COPIED = 0.5
"""The share of neighbouring words from which a claim counts as copied from the passage."""
SURE = 5.0
"""The log-odds from which the cross-encoder counts as sure: more makes no difference."""
LONG = 30
"""Terms from which a claim counts as long: what more it has makes no difference."""


@frozen
class Readings:
    """What the cross-encoder makes of a claim beside its best passage, and beside the best two."""

    best: Entailment
    joined: Entailment


NAMES = frozenset(
    (
        "cosine of the best passage",
        "cosine of the best sentence",
        "cosine of the second sentence",
        "cosine of the third sentence",
        "mean cosine",
        "best above the mean",
        "words in the best passage",
        "words in the best sentence",
        "words in the document",
        "rare words in the best passage",
        "rare words in the document",
        "words not in the best passage",
        "only asked or not known",
        "neighbouring words",
        "copied but for a word",
        "a word exchanged in a copy",
        "entailed, not contradicted",
        "read as of the same matter",
        "the best two: entailed, not contradicted",
        "the best two: read as of the same matter",
        "bm25",
        "signals agree",
        "numbers in the passage",
        "numbers not in the passage",
        "numbers not in the document",
        "length",
        "size",
        "a conflict of any kind",
        *(f"conflict: {code}" for code in CODES),
    )
)
"""What `measure` gives: a calibration that knows another name is of another version."""


def measure(
    query: Query,
    hits: Hits,
    best: Passage,
    sentence: Sentence,
    evidence: Sentence,
    conflicts: Sequence[Conflict],
    absent: int,
    readings: Readings,
) -> Mapping[str, float]:
    """The features of a claim against its best passage in a document.

    `absent` is how many of the claim's quantities that has nowhere.

    Cosines and shares are in [-1, 1] and [0, 1], counts are as they are; a logarithm is natural.
    """
    cosines = np.sort(hits.cosines)[::-1]
    total = max(float(hits.weights.sum()), 1e-9)
    rare = np.array(list(query.rarities.values()))
    here = hits.held[best.first : best.last + 1].any(axis=0)
    anywhere = hits.held.any(axis=0) if len(hits.held) else np.zeros(0, dtype=np.bool_)
    spread = float(cosines.std()) + 0.05
    told, untold = numbers.matched(sentence, evidence), numbers.unmatched(sentence, evidence)
    terms = query.terms
    pairs = set(pairwise(terms))
    said = [word.stem for word in evidence.words if not word.is_function]
    shared = pairs & set(pairwise(said))
    codes = [conflict.code for conflict in conflicts]
    unsaid = int((~here).sum())
    copied = len(shared) / max(len(pairs), 1)
    copy = copies.copied(sentence, evidence)
    return {
        "cosine of the best passage": best.cosine,
        "cosine of the best sentence": float(cosines[0]),
        "cosine of the second sentence": float(cosines[min(1, len(cosines) - 1)]),
        "cosine of the third sentence": float(cosines[min(2, len(cosines) - 1)]),
        "mean cosine": float(cosines.mean()),
        "best above the mean": (float(cosines[0]) - float(cosines.mean())) / spread,
        "words in the best passage": best.coverage,
        "words in the best sentence": float(hits.coverage.max()),
        "words in the document": float(anywhere @ hits.weights) / total,
        "rare words in the best passage": float(here @ rare) / max(float(rare.sum()), 1e-9),
        "rare words in the document": float(anywhere @ rare) / max(float(rare.sum()), 1e-9),
        "words not in the best passage": math.log1p(unsaid),
        "only asked or not known": hits.nearest.asking,
        "neighbouring words": copied,
        "copied but for a word": float(copied >= COPIED and unsaid > 0)
        * float(rare[~here].max(initial=0.0)),
        "a word exchanged in a copy": float(copy is not None and copy.is_but_for_one),
        "entailed, not contradicted": _agrees(readings.best),
        "read as of the same matter": _matters(readings.best),
        "the best two: entailed, not contradicted": _agrees(readings.joined),
        "the best two: read as of the same matter": _matters(readings.joined),
        "bm25": float(hits.bm25.max()) / (total * 2.2),
        "signals agree": float(int(np.argmax(hits.cosines)) == int(np.argmax(hits.bm25))),
        "numbers in the passage": float(told),
        "numbers not in the passage": float(untold),
        "numbers not in the document": float(absent),
        "length": math.log1p(min(len(terms), LONG)),
        "size": math.log(len(cosines)),
        "a conflict of any kind": float(bool(codes)),
        **{f"conflict: {code}": float(code in codes) for code in CODES},
    }


def _agrees(said: Entailment) -> float:
    return _sure(said.entailed - said.contradicted)


def speaks(said: Entailment) -> float:
    """The log-probability that the passage says or denies the claim."""
    return float(np.logaddexp(said.entailed, said.contradicted))


def _matters(said: Entailment) -> float:
    return _sure(speaks(said) - said.neutral)


def _sure(odds: float) -> float:
    return min(max(odds, -SURE), SURE)
