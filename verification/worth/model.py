"""A logistic model of whether a sentence states something: its vector and its signs.

Fitted by `vera-bench worth`, on the data and the day that its file names (ADR 0064).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from vera.verification.worth.signs import SIGNS, signs_of

FORMAT = "vera.worth/1"
_FARTHEST = 700.0
"""Log-odds beyond which the exponential overflows a float."""


@frozen(eq=False)
class Model:
    """`vector` (dimension,) weighs the unit vector of a sentence by the embedder of that name.

    `signs` (len(SIGNS),) weigh its signs; `threshold` is the probability below which a sentence is
    not asked. `about` says on what and when it was fitted.
    """

    embedder: str
    bias: float
    vector: NDArray[np.float64] = field(repr=False)
    signs: NDArray[np.float64] = field(repr=False)
    threshold: float
    about: Mapping[str, Any] = field(factory=dict, repr=False)

    def probability(self, sentence: str, row: NDArray[np.float32]) -> float:
        """How likely a sentence, with its vector (dimension,), states something, from 0 to 1."""
        signs = np.array(signs_of(sentence))
        odds = self.bias + float(self.vector @ row) + float(self.signs @ signs)
        return 1 / (1 + math.exp(-min(max(odds, -_FARTHEST), _FARTHEST)))


def parse(said: Mapping[str, Any]) -> Model:
    """A model from its file's content; KeyError, TypeError or ValueError where it is none."""
    if said["format"] != FORMAT:
        raise ValueError(f"not a model of format {FORMAT}")
    model = Model(
        str(said["embedder"]),
        float(said["bias"]),
        np.array(said["vector"], dtype=np.float64),
        np.array([said["signs"][name] for name in SIGNS], dtype=np.float64),
        float(said["threshold"]),
        dict(said["about"]),
    )
    if model.vector.ndim != 1 or not 0 < model.threshold < 1:
        raise ValueError("its vector or its threshold is none")
    if not all(map(math.isfinite, (model.bias, *model.vector, *model.signs))):
        raise ValueError("a weight is no number")
    return model


def as_json(model: Model) -> dict[str, Any]:
    """The content of a model's file."""
    return {
        "format": FORMAT,
        "embedder": model.embedder,
        "about": dict(model.about),
        "threshold": model.threshold,
        "bias": model.bias,
        "signs": dict(zip(SIGNS, model.signs.tolist(), strict=True)),
        "vector": model.vector.tolist(),
    }
