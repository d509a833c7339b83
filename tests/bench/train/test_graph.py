"""The file that is made of trained weights computes what they say."""

from __future__ import annotations

import math

import numpy as np
import onnxruntime
import pytest
from numpy.typing import NDArray

from vera.bench.train import graph
from vera.bench.train.weights import EPSILON, HEADS, LAYERS, MATRICES, WIDTH, Weights

Floats = NDArray[np.float32]

_WORDS, _PLACES, _WIDE = 50, 16, 2 * WIDTH
_IDS = np.array([3, 17, 4, 9, 9, 42, 4])
_KINDS = np.array([0, 0, 0, 1, 1, 1, 1])


def _weights() -> dict[str, Floats]:
    chance = np.random.default_rng(0)

    def some(*shape: int) -> Floats:
        return chance.normal(0, 0.05, shape).astype(np.float32)

    sizes = {"i": (WIDTH, _WIDE), "f": (_WIDE, WIDTH)}
    made = {"words": some(_WORDS, WIDTH), "positions": some(_PLACES, WIDTH)}
    made |= {"kinds": some(2, WIDTH), "norm": 1 + some(WIDTH), "norm bias": some(WIDTH)}
    for layer in range(LAYERS):
        for name in MATRICES:
            shape = sizes.get(name, (WIDTH, WIDTH))
            made[f"{layer} {name}"], made[f"{layer} {name} bias"] = some(*shape), some(shape[1])
        for name in ("norm 1", "norm 2"):
            made[f"{layer} {name}"] = 1 + some(WIDTH)
            made[f"{layer} {name} bias"] = some(WIDTH)
    return made | {"head": some(2 * WIDTH, 3), "head bias": some(3)}


def _computed(weights: Weights) -> Floats:
    """The same network (Devlin et al. 2019) in NumPy, with whole weights."""

    def normal(given: Floats, name: str) -> Floats:
        spread = given.var(axis=-1, keepdims=True) + EPSILON
        moved = (given - given.mean(axis=-1, keepdims=True)) / np.sqrt(spread)
        return np.asarray(moved * weights[name] + weights[f"{name} bias"])

    def linear(given: Floats, name: str) -> Floats:
        return np.asarray(given @ weights[name] + weights[f"{name} bias"])

    found = weights["words"][_IDS] + weights["positions"][: len(_IDS)] + weights["kinds"][_KINDS]
    found = normal(found, "norm")
    erf = np.vectorize(math.erf)
    for layer in range(LAYERS):
        q, k, v = (
            linear(found, f"{layer} {name}").reshape(-1, HEADS, WIDTH // HEADS).swapaxes(0, 1)
            for name in "qkv"
        )
        near = np.exp(q @ k.swapaxes(1, 2) / math.sqrt(WIDTH // HEADS))
        said = (near / near.sum(-1, keepdims=True)) @ v
        said = linear(said.swapaxes(0, 1).reshape(-1, WIDTH), f"{layer} o")
        found = normal(found + said, f"{layer} norm 1")
        wide = linear(found, f"{layer} i")
        wide = wide * (1 + erf(wide / math.sqrt(2))) / 2
        found = normal(found + linear(wide, f"{layer} f"), f"{layer} norm 2")
    return linear(np.concatenate([found[0], found.mean(0)]), "head")


def _in_eight_bits(weights: Weights) -> Weights:
    """Matrices as whole multiples of a 127th of the largest in a column, in a row of the words."""

    def rounded(matrix: Floats, axis: int) -> Floats:
        step = np.abs(matrix).max(axis=axis, keepdims=True) / 127
        return np.asarray(np.rint(matrix / step) * step)

    inside = {f"{layer} {name}" for layer in range(LAYERS) for name in MATRICES}
    made = {name: rounded(array, 0) if name in inside else array for name, array in weights.items()}
    return made | {"words": rounded(weights["words"], 1)}


def test_the_file_computes_what_the_weights_say() -> None:
    """With eight bits a weight; so it is near a quarter of their size."""
    weights = _weights()
    made = graph.exported(weights)
    session = onnxruntime.InferenceSession(made)
    given = {"input_ids": _IDS[None], "token_type_ids": _KINDS[None]}
    (logits,) = np.asarray(session.run(["logits"], given)[0])
    assert logits == pytest.approx(_computed(_in_eight_bits(weights)), abs=1e-4)
    assert len(made) < 0.3 * sum(array.nbytes for array in weights.values())


def test_a_vector_of_nothing_but_zeros_stays_one() -> None:
    """A column without weights has no scale to divide by."""
    weights = _weights()
    weights["0 q"][:, 3] = 0
    session = onnxruntime.InferenceSession(graph.exported(weights))
    given = {"input_ids": _IDS[None], "token_type_ids": _KINDS[None]}
    assert np.isfinite(np.asarray(session.run(["logits"], given)[0])).all()
