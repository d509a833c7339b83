"""Fits a calibration: three sign-constrained, regularised logistic models and a last curve.

Every set counts the same, whatever its size. What is reported of a calibration comes from folds
that it was not fitted on (`held_out.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from attrs import frozen
from numpy.typing import NDArray
from scipy.optimize import minimize

from vera.bench.figures.metrics import even_odds
from vera.bench.sets.known import Label
from vera.verification.calibration.features import FEATURES, Sort
from vera.verification.calibration.models import Calibration, Curve, Logistic, logs

Floats = NDArray[np.float64]

PENALTY = 0.003
"""Of the squared weights of standardised features, per example: chosen by cross-validation."""
KIND_PENALTY = 10.0
"""How much closer to zero the weight of a kind of conflict is held: few claims have one. With 1, of
the claims called contradicted on sources not fitted on fewer are so, 35 of 45, with 10 29 of 31."""
SHARES = {"scifact": 3.0, "clscisumm": 4.0, "wice": 2.0}
"""What a set counts; 1 where it is not named. Chosen by cross-validation (ADR 0019)."""
PRECISE = 0.9
"""How often what is called contradicted must be so, on sources that were not fitted on."""
MADE = frozenset(("near_misses",))
"""Sets whose false claims a program made of the paper's own sentences: that these are told by is no
sign of how sure one is of what people write, so they have no say in that (ADR 50)."""

_BY_NAME = {each.name: each for each in FEATURES}
AROUND = frozenset(each.name for each in FEATURES if each.sort is Sort.AROUND)
FOUND = AROUND | {each.name for each in FEATURES if each.sort is Sort.NEAR}
"""What the models of support and of denial are made without (`features.Sort`)."""


def sign(feature: str) -> int:
    """The sign that a feature's weight may have, 0 for any."""
    return _BY_NAME[feature].way.value


def denial_sign(feature: str) -> int:
    """The same in the model of denial: what speaks against support speaks for it.

    But a passage that is read as of another matter denies nothing.
    """
    return 1 if "same matter" in feature else -sign(feature)


def _is_kind(feature: str) -> bool:
    return _BY_NAME[feature].sort is Sort.KIND


@frozen(eq=False)
class Case:
    """What is known of an example: the features, the label, and what it belongs to.

    `group` names what must not be on both sides of a split (`held_out.Documents`). `evident` is
    None where a set does not say whether there is evidence; so is `supported` where it does not say
    whether what is there supports the claim.
    """

    name: str
    group: str
    features: Mapping[str, float]
    label: Label
    evident: bool | None
    supported: bool | None


@frozen(eq=False)
class _Table:
    """Cases as arrays: `values` (n, f) standardised by `centers` and `scales` (f,)."""

    names: Sequence[str]
    values: Floats
    centers: Floats
    scales: Floats

    @classmethod
    def of(cls, cases: Sequence[Case], weights: Floats, without: frozenset[str]) -> _Table:
        names = [name for name in cases[0].features if name not in without]
        raw = np.array([[case.features[name] for name in names] for case in cases])
        centers = np.average(raw, axis=0, weights=weights)
        spread = np.sqrt(np.average((raw - centers) ** 2, axis=0, weights=weights))
        scales = np.where(spread > 1e-6, spread, 1.0)
        return cls(names, (raw - centers) / scales, centers, scales)


def balanced(cases: Sequence[Case], truth: NDArray[np.bool_]) -> Floats:
    """A weight for each case (n,), mean 1: a set counts as `SHARES` says, with even odds in it.

    What part of a set is true is its makers' choice, and says nothing of a claim that is read.
    """
    sets = np.array([case.name for case in cases])
    weights = np.zeros(len(cases))
    for name in np.unique(sets):
        inside = sets == name
        weights[inside] = even_odds(truth[inside]) * SHARES.get(str(name), 1.0) / inside.sum()
    return np.asarray(weights * len(cases) / weights.sum())


def logistic(
    cases: Sequence[Case],
    truth: NDArray[np.bool_],
    signs: Callable[[str], int] = sign,
    without: frozenset[str] = frozenset(),
) -> Logistic:
    """The logistic model of least penalised log loss whose weights have the signs of `signs`."""
    weights = balanced(cases, truth)
    table = _Table.of(cases, weights, without)
    target = truth.astype(np.float64)
    penalties = PENALTY * np.array([KIND_PENALTY if _is_kind(name) else 1 for name in table.names])

    def loss(parameters: Floats) -> tuple[float, Floats]:
        bias, slope = parameters[0], parameters[1:]
        odds = bias + table.values @ slope
        fitted = 1 / (1 + np.exp(-np.clip(odds, -60, 60)))
        log_loss = np.logaddexp(0, odds) - target * odds
        error = weights * (fitted - target) / len(target)
        gradient = np.concatenate([[error.sum()], table.values.T @ error + 2 * penalties * slope])
        return float((weights * log_loss).mean() + (penalties * slope**2).sum()), gradient

    limits = {1: (0.0, None), -1: (None, 0.0), 0: (None, None)}
    bounds = [(None, None), *(limits[signs(name)] for name in table.names)]
    start = np.zeros(len(table.names) + 1)
    best = minimize(loss, start, jac=True, method="L-BFGS-B", bounds=bounds).x
    kept = [at for at, weight in enumerate(best[1:]) if abs(weight) > 1e-4]
    return Logistic(
        round(float(best[0]), 5),
        {table.names[at]: round(float(best[1 + at]), 5) for at in kept},
        {table.names[at]: round(float(table.centers[at]), 5) for at in kept},
        {table.names[at]: round(float(table.scales[at]), 5) for at in kept},
    )


def calibration(
    cases: Sequence[Case],
    embedder: str,
    denies: float = 1.0,
    about: Mapping[str, Any] | None = None,
) -> Calibration:
    """The calibration fitted on all the cases; `denies` is as `surely` gives it."""
    told = [case for case in cases if case.evident is not None]
    evidence = logistic(told, np.array([bool(case.evident) for case in told]))
    judged = [case for case in cases if case.evident and case.supported is not None]
    support = logistic(judged, np.array([bool(case.supported) for case in judged]), without=AROUND)
    final = [case for case in cases if case.supported is not None]
    products = [
        logs(evidence.probability(case.features) * support.probability(case.features))
        for case in final
    ]
    curve = _curve(final, np.array(products))
    denied = np.array([case.label is Label.CONTRADICTED for case in cases])
    denial = logistic(cases, denied, denial_sign, FOUND)
    return Calibration(embedder, evidence, support, curve, denial, denies, about or {})


def surely(truth: NDArray[np.bool_], probability: Floats, sources: Sequence[str]) -> float:
    """The least probability from which what is said to be true is so nine times of ten.

    Each source counts the same; the probabilities (n,) are of cases that were not fitted on. 1
    where no probability is that sure, or there is none.

    >>> told = np.array([0.2, 0.6, 0.8, 0.9])
    >>> surely(np.array([False, False, True, True]), told, ["a"] * 4)
    0.8
    """
    if not len(truth):
        return 1.0
    counts = Counter(sources)
    weights = np.array([1 / counts[name] for name in sources])
    order = np.argsort(-probability, kind="stable")
    right = np.cumsum((weights * truth)[order])
    precise = right / np.cumsum(weights[order]) >= PRECISE
    last = np.append(probability[order][1:] < probability[order][:-1], True)  # of those alike
    enough = np.flatnonzero(precise & last)
    return round(float(probability[order][enough[-1]]), 4) if len(enough) else 1.0


def _curve(cases: Sequence[Case], products: Floats) -> Curve:
    """The curve of least log loss over the `logs` (n, 2) of the cases' probabilities."""
    truth = np.array([bool(case.supported) for case in cases])
    weights = balanced(cases, truth)

    def loss(parameters: Floats) -> float:
        scaled = products @ parameters[:2] + parameters[2]
        return float((weights * (np.logaddexp(0, scaled) - truth * scaled)).mean())

    start, bounds = np.array([1.0, 1.0, 0.0]), [(0.0, None), (0.0, None), (None, None)]
    best = minimize(loss, start, method="L-BFGS-B", bounds=bounds).x
    return Curve(*(round(float(value), 5) for value in best))
