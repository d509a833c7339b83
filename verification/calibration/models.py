"""Features become probabilities: three small logistic models.

`evidence` says how likely the document speaks of the claim at all, `support` how likely it then
says the same. Their product, brought to scale by a last curve, is the probability that the document
supports the claim. `denial` says how likely the document says the contrary: the probability of
support is never above what that leaves. `denies` says from which one on it is said to. Each weight
has the sign that its feature's meaning gives. Fitted by `vera-bench calibrate`, on the data and the
day that the file names.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from attrs import asdict, field, frozen

from vera.core.verdict import Feature

FORMAT = "vera.calibration/3"

LEAST = 1e-6
"""How far a probability is kept from 0 and 1, where it has no logarithm: by hand."""
_LOWEST = -700
"""Below about -709 the exponential here overflows a float."""


def sigmoid(value: float) -> float:
    """The logistic function, without overflow.

    >>> sigmoid(0), sigmoid(-1000)
    (0.5, 0.0)
    """
    return 1 / (1 + math.exp(-value)) if value > _LOWEST else 0.0


def logs(probability: float) -> tuple[float, float]:
    """The two logs, ln p and -ln(1 - p), of a probability kept `LEAST` away from 0 and 1.

    >>> logs(0.5) == (-math.log(2), math.log(2)), logs(0) == logs(1e-9)
    (True, True)
    """
    kept = min(max(probability, LEAST), 1 - LEAST)
    return math.log(kept), -math.log1p(-kept)


@frozen
class Curve:
    """A rising curve over probabilities: its log-odds are a ln p - b ln(1 - p) + c, a and b >= 0.

    That is beta calibration (Kull, Silva Filho and Flach, AISTATS 2017): with a = b it is Platt's,
    with a = b = 1 and c = 0 it changes nothing.

    >>> round(Curve(1, 1, 0)(0.3), 6), Curve(0.5, 2, 0)(0.5) < 0.75
    (0.3, True)
    """

    a: float
    b: float
    c: float

    def __call__(self, probability: float) -> float:
        """The probability brought to scale."""
        low, high = logs(probability)
        return sigmoid(self.a * low + self.b * high + self.c)


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
    """The probability of support, what it was made of, and the probability of denial."""

    probability: float
    evidence: float
    support: float
    denial: float


@frozen
class Calibration:
    """A fitted calibration for one embedder and one reader.

    `about` says on what and when it was fitted. `reader` is the fingerprint of the user's own
    reader that it was fitted with, and empty for the packaged one.
    """

    embedder: str
    evidence: Logistic
    support: Logistic
    curve: Curve
    denial: Logistic
    denies: float
    about: Mapping[str, Any] = field(factory=dict, repr=False)
    reader: str = ""

    @property
    def names(self) -> frozenset[str]:
        """The names of the features that it needs."""
        return frozenset((*self.evidence.weights, *self.support.weights, *self.denial.weights))

    def __call__(self, features: Mapping[str, float]) -> Calibrated:
        """The calibrated probabilities for the features of `features.measure`."""
        evidence = self.evidence.probability(features)
        support = self.support.probability(features)
        denial = self.denial.probability(features)
        probability = min(self.curve(evidence * support), 1 - denial)
        return Calibrated(probability, evidence, support, denial)

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
        Curve(*(_finite(said["curve"][name]) for name in "abc")),
        _logistic(said["denial"]),
        _finite(said["denies"]),
        dict(said["about"]),
        str(said.get("reader", "")),
    )
    if min(made.curve.a, made.curve.b) < 0 or made.curve.a + made.curve.b == 0:
        raise ValueError("its curve does not rise")
    if not 0 < made.denies <= 1:
        raise ValueError("denies is no probability")
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
        **({"reader": calibration.reader} if calibration.reader else {}),
        "about": dict(calibration.about),
        "evidence": _as_json(calibration.evidence),
        "support": _as_json(calibration.support),
        "curve": asdict(calibration.curve),
        "denial": _as_json(calibration.denial),
        "denies": calibration.denies,
    }


def _as_json(model: Logistic) -> dict[str, Any]:
    rows = {
        name: [weight, model.centers[name], model.scales[name]]
        for name, weight in model.weights.items()
    }
    return {"bias": model.bias, "features": rows}
