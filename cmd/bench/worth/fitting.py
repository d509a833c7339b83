"""Fits the model, and judges each source by a fit without it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from vera.bench.worth.sentences import OWN, Sentence
from vera.verification.worth.model import Model
from vera.verification.worth.signs import signs_of, tells_for_sure

Floats = NDArray[np.float64]
PENALTY = 0.003
"""C of the logistic model of standardised features: of 0.01, 0.003, 0.001 and 0.0003 the one that
leaves out most where it loses 2% of the unseen sources that are fitted on."""
OWN_COUNTS = 4.0
"""What our own sentences count; any other source counts 1. They are the only ones that differ in
nothing but in whether they state something."""
LOST = 0.01
"""The share of a source's claims that may be left out, where it was not fitted on: half of what is
wanted of any source (ADR 0064), since others may differ more than these do."""
_DIGITS = 4


@frozen(eq=False)
class Table:
    """Sentences as arrays: `values` (n, f) of vector and signs in this order."""

    sentences: Sequence[Sentence]
    values: Floats
    states: NDArray[np.bool_]
    sure: NDArray[np.bool_] = field(repr=False)

    @classmethod
    def of(cls, sentences: Sequence[Sentence], rows: NDArray[np.float32]) -> Table:
        """The table; `rows` (n, dimension) are the vectors of the sentences without their marks."""
        signs = np.array([signs_of(each.text) for each in sentences])
        return cls(
            sentences,
            np.hstack([rows.astype(np.float64), signs]),
            np.array([each.states for each in sentences]),
            np.array([tells_for_sure(each.text) for each in sentences]),
        )


def fit(table: Table, kept: NDArray[np.bool_]) -> tuple[float, Floats]:
    """Bias and weights (f,) of the values as they are, fitted on the sentences that are kept."""
    from sklearn.linear_model import LogisticRegression

    values, states = table.values[kept], table.states[kept]
    center, scale = values.mean(axis=0), values.std(axis=0)
    scale[scale < 1e-6] = 1.0  # a sign that none of them has
    sources = np.array([each.source for each in table.sentences])[kept]
    made = LogisticRegression(C=PENALTY, max_iter=1000)
    made.fit((values - center) / scale, states, sample_weight=_weights(sources, states))
    weights: Floats = np.asarray(made.coef_)[0] / scale
    return float(np.asarray(made.intercept_)[0] - weights @ center), weights


def _weights(sources: NDArray[np.str_], states: NDArray[np.bool_]) -> Floats:
    """Of each sentence (n,), mean 1: even odds, in which each source counts the same."""
    weights = np.zeros(len(sources))
    for side in (True, False):
        for source in np.unique(sources[states == side]):
            here = (states == side) & (sources == source)
            weights[here] = (OWN_COUNTS if source == OWN else 1.0) / here.sum()
        weights[states == side] /= weights[states == side].sum()
    return weights * len(sources) / 2


def held_out(table: Table) -> Floats:
    """The probability (n,) that each sentence states something, by a fit without its group."""
    groups = np.array([each.group for each in table.sentences])
    learned = np.array([each.learned for each in table.sentences])
    found = np.zeros(len(groups))
    for group in np.unique(groups):
        here = groups == group
        bias, weights = fit(table, learned & ~here)
        found[here] = 1 / (1 + np.exp(-(bias + table.values[here] @ weights)))
    return found


def threshold_of(table: Table, chances: Floats) -> float:
    """The highest threshold at which no source that is fitted on loses more than `LOST` unseen."""
    sources = np.array([each.source for each in table.sentences])
    learned = np.array([each.learned for each in table.sentences])
    asked = np.where(table.sure, 1.0, chances)
    least = 1.0
    for source in np.unique(sources[learned & table.states]):
        mine = np.sort(asked[(sources == source) & table.states])
        least = min(least, float(mine[math.floor(LOST * len(mine))]))
    whole: int = 10**_DIGITS
    return math.floor(least * whole) / whole


def shares(table: Table, chances: Floats, threshold: float) -> dict[str, dict[str, float]]:
    """Of each source how many sentences there are, and the shares left out of both sorts.

    `without the rule` is what would be if a number or a citation did not make a sentence asked.
    """
    sources = np.array([each.source for each in table.sentences])
    bare = chances < threshold
    out = bare & ~table.sure
    found: dict[str, dict[str, float]] = {}
    for source in dict.fromkeys(sources.tolist()):
        told: dict[str, float] = {}
        for name, side in (("states", True), ("nothing", False)):
            here = (sources == source) & (table.states == side)
            if here.any():
                told[name] = int(here.sum())
                told[f"{name} left out"] = round(float(out[here].mean()), _DIGITS)
                told[f"{name} without the rule"] = round(float(bare[here].mean()), _DIGITS)
        found[source] = told
    return found


def model_of(
    table: Table, embedder: str, dimension: int, threshold: float, about: dict[str, Any]
) -> Model:
    """The model fitted on all that may be learned from."""
    bias, weights = fit(table, np.array([each.learned for each in table.sentences]))
    vector, signs = np.split(np.array([float(f"{it:.4g}") for it in weights.tolist()]), [dimension])
    return Model(
        embedder,
        round(bias, _DIGITS),
        vector,
        signs,
        threshold,
        about,
    )
