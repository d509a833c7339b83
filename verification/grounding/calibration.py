"""Features become a probability: two small logistic models, one after the other.

`evidence` says how likely the document speaks of the claim at all, `support` how likely it then
says the same. Their product, brought to scale by a last logistic curve over its log-odds, is the
probability that the document supports the claim. Each weight has the sign that its feature's
meaning gives it. Fitted by `bench calibrate`, on the data and the day that the file names.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from attrs import field, frozen

from core.verdict import Feature

FORMAT = "vera.calibration/1"


def sigmoid(value: float) -> float:
    """The logistic function, without overflow.

    >>> sigmoid(0), sigmoid(-1000)
    (0.5, 0.0)
    """
    return 1 / (1 + math.exp(-value)) if value > -700 else 0.0


def log_odds(probability: float) -> float:
    """The inverse of `sigmoid`, for a probability kept 1e-6 away from 0 and 1."""
    kept = min(max(probability, 1e-6), 1 - 1e-6)
    return math.log(kept / (1 - kept))


@frozen
class Logistic:
    """A logistic model: `bias`, and for each feature weight times (value - center) / scale."""

    bias: float
    weights: Mapping[str, float] = field(repr=False)
    centers: Mapping[str, float] = field(repr=False)
    scales: Mapping[str, float] = field(repr=False)

    def added(self, features: Mapping[str, float]) -> dict[str, float]:
        """What each feature adds to the log-odds, beside `bias`."""
        return {
            name: weight * (features[name] - self.centers[name]) / self.scales[name]
            for name, weight in self.weights.items()
        }

    def probability(self, features: Mapping[str, float]) -> float:
        """The probability for these features."""
        return sigmoid(self.bias + sum(self.added(features).values()))


@frozen
class Calibrated:
    """The probability of support, and what it was made of."""

    probability: float
    evidence: float
    support: float


@frozen
class Calibration:
    """A fitted calibration for one embedder; `about` says on what and when it was fitted."""

    embedder: str
    evidence: Logistic
    support: Logistic
    slope: float
    offset: float
    about: Mapping[str, Any] = field(factory=dict, repr=False)

    @property
    def names(self) -> frozenset[str]:
        """The names of the features that it needs."""
        return frozenset((*self.evidence.weights, *self.support.weights))

    def __call__(self, features: Mapping[str, float]) -> Calibrated:
        """The calibrated probability of support for the features of `features.measure`."""
        evidence = self.evidence.probability(features)
        support = self.support.probability(features)
        scaled = self.offset + self.slope * log_odds(evidence * support)
        return Calibrated(sigmoid(scaled), evidence, support)

    def shares(self, features: Mapping[str, float]) -> tuple[Feature, ...]:
        """What each feature adds to the log-odds of both models together, the weightiest first."""
        added: dict[str, float] = {}
        for model in (self.evidence, self.support):
            for name, share in model.added(features).items():
                added[name] = added.get(name, 0.0) + share
        found = (Feature(name, features[name], share) for name, share in added.items())
        return tuple(sorted(found, key=lambda each: (-abs(each.added), each.name)))


def parse(said: Mapping[str, Any]) -> Calibration:
    """A calibration from its file's content; KeyError, TypeError or ValueError where it is none."""
    if said["format"] != FORMAT:
        raise ValueError(f"not a calibration of format {FORMAT}")
    made = Calibration(
        str(said["embedder"]),
        _logistic(said["evidence"]),
        _logistic(said["support"]),
        _finite(said["slope"]),
        _finite(said["offset"]),
        dict(said["about"]),
    )
    if made.slope < 0:
        raise ValueError("its slope is below 0")
    return made


def _logistic(said: Mapping[str, Any]) -> Logistic:
    rows = dict(said["features"])
    made = Logistic(
        _finite(said["bias"]),
        {name: _finite(row[0]) for name, row in rows.items()},
        {name: _finite(row[1]) for name, row in rows.items()},
        {name: _finite(row[2]) for name, row in rows.items()},
    )
    if any(scale <= 0 for scale in made.scales.values()):
        raise ValueError("a scale is not above 0")
    return made


def _finite(said: object) -> float:
    if isinstance(said, bool) or not isinstance(said, int | float) or not math.isfinite(said):
        raise ValueError(f"not a number: {said!r}")
    return float(said)


def as_json(calibration: Calibration) -> dict[str, Any]:
    """The content of a calibration's file."""
    return {
        "format": FORMAT,
        "embedder": calibration.embedder,
        "about": dict(calibration.about),
        "evidence": _as_json(calibration.evidence),
        "support": _as_json(calibration.support),
        "slope": calibration.slope,
        "offset": calibration.offset,
    }


def _as_json(model: Logistic) -> dict[str, Any]:
    rows = {
        name: [weight, model.centers[name], model.scales[name]]
        for name, weight in model.weights.items()
    }
    return {"bias": model.bias, "features": rows}
