"""Writes folders with a cross-encoder of a few operators, as a user's own is exported."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np

from tests.embedding.tiny_onnx import FLOAT, INT64, integer, model, node, text, tokenizer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

MARKS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]")
KNOWN = ("bees", "sleep", "wasps", "dance")
WORDS = (*MARKS, *KNOWN, "never")
THREE = ("entailment", "contradiction", "neutral")
TWO = ("unsupported", "supported")
MOST_TOKENS = 16

_BAG = text("equation", "blv->bv")
_BAG_OF = text("equation", "bl,blv->bv")


def graph(said: Sequence[str], *, kinds: bool = True, output: str = "logits") -> bytes:
    """Logits of the classes of `said`, each one of `THREE` or `TWO`.

    A known word of both texts is for the claim, and "never" in the evidence, the first of the two,
    against it. Without `kinds` the texts are not told apart: each known word counts for the claim.
    """
    count = len(WORDS)
    shared, first = np.zeros((count, len(said))), np.zeros((count, len(said)))
    bias = np.zeros((1, len(said)))
    for at, name in enumerate(said):
        if name in ("entailment", "supported"):
            shared[[WORDS.index(word) for word in KNOWN], at] = 2
            first[WORDS.index("never"), at] = -6
        elif name == "contradiction":
            first[WORDS.index("never"), at] = 4
        else:
            bias[0, at] = 1
    nodes = [node("Einsum", ["last_hidden_state"], ["both"], _BAG)]
    inputs = {"input_ids": INT64, "attention_mask": INT64}
    if kinds:
        inputs["token_type_ids"] = INT64
        nodes += [
            node("Cast", ["token_type_ids"], ["kinds"], integer("to", FLOAT)),
            node("Einsum", ["kinds", "last_hidden_state"], ["claim"], _BAG_OF),
            node("Sub", ["both", "claim"], ["evidence"]),
            node("Mul", ["claim", "evidence"], ["common"]),
        ]
    else:
        nodes += [node("Identity", ["both"], [name]) for name in ("common", "evidence")]
    nodes += [
        node("MatMul", ["common", "shared"], ["for"]),
        node("MatMul", ["evidence", "first"], ["against"]),
        node("Add", ["for", "against"], ["sum"]),
        node("Add", ["sum", "bias"], [output]),
    ]
    constants = {"shared": shared, "first": first, "bias": bias}
    return model(
        np.eye(count, dtype=np.float32),
        nodes,
        output,
        rank=2,
        inputs=inputs,
        constants={name: each.astype(np.float32) for name, each in constants.items()},
        width=len(said),
    )


def config(labels: Sequence[str]) -> dict[str, object]:
    """A config.json whose classes have these names."""
    id2label = {str(at): label for at, label in enumerate(labels)}
    return {"id2label": id2label, "max_position_embeddings": MOST_TOKENS}


def folder(
    root: Path,
    said: Sequence[str] = THREE,
    labels: Sequence[str] | None = None,
    files: Mapping[str, bytes] | None = None,
) -> Path:
    """A folder with the cross-encoder of these classes; `labels` are their names in it.

    `files` are written instead of, or beside, what belongs into it.
    """
    root.mkdir(parents=True, exist_ok=True)
    whole = {
        "model.onnx": graph(said),
        "tokenizer.json": tokenizer(words=WORDS),
        "config.json": json.dumps(config(labels or said)).encode(),
        **(files or {}),
    }
    for name, content in whole.items():
        (root / name).write_bytes(content)
    return root
