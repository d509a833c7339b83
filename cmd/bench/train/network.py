"""The network that is trained, in PyTorch: what `verification.entailment` runs later as a graph.

All of its weights are learned but those of words and positions. PyTorch comes with the extra
`train`.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, TypeAlias

import numpy as np
from attrs import field, frozen

from vera.bench.train.weights import EPSILON, HEADS, LAYERS, WIDTH, Weights

Tensors: TypeAlias = dict[str, Any]

TOGETHER = 12
"""Pairs that are read at once, padded to the longest of them."""
WEIGHTS = (1.0, 1.0, 0.7)
"""What an entailed, a contradicted and a neutral pair count."""
SMOOTHING = 0.03
LONGEST, LONGEST_CLAIM = 192, 72
_FIXED = ("words", "positions")
_SEED = 0


@frozen
class Read:
    """A pair as tokens; the first `first` of `ids` are the claim's. `kin` is the pair's."""

    ids: Sequence[int] = field(repr=False)
    first: int
    label: int
    kin: str


class Network:
    """The encoder, and a head on the vectors of the first token and of the mean token."""

    def __init__(self, weights: Weights) -> None:
        self._torch: Any = import_module("torch")
        self._call: Any = import_module("torch.nn.functional")
        torch = self._torch
        torch.manual_seed(_SEED)
        tensors = {name: torch.tensor(np.array(array)) for name, array in weights.items()}
        self._fixed: Tensors = {name: tensors.pop(name) for name in _FIXED}
        if "head" not in tensors:
            tensors["head"] = (torch.rand(2 * WIDTH, 3) * 2 - 1) / (2 * WIDTH) ** 0.5
            tensors["head bias"] = torch.zeros(3)
        self.free: Tensors = {name: tensor.requires_grad_() for name, tensor in tensors.items()}

    def logits(self, batch: Sequence[Read]) -> Any:
        """A row (b, 3) for each pair: entailed, contradicted, neutral."""
        torch, call, free = self._torch, self._call, self.free
        length = max(len(pair.ids) for pair in batch)
        ids = torch.zeros(len(batch), length, dtype=torch.long)
        kinds, mask = torch.zeros_like(ids), torch.zeros(len(batch), length, dtype=torch.bool)
        for at, pair in enumerate(batch):
            end = len(pair.ids)
            ids[at, :end] = torch.tensor(pair.ids)
            kinds[at, pair.first : end], mask[at, :end] = 1, True
        words, positions = (self._fixed[name] for name in _FIXED)
        found = self._normal(words[ids] + positions[:length] + free["kinds"][kinds], "norm")
        seen = mask[:, None, None, :]
        for layer in range(LAYERS):
            heads = [self._parted(self._linear(found, f"{layer} {name}")) for name in "qkv"]
            said = call.scaled_dot_product_attention(*heads, attn_mask=seen)
            said = said.transpose(1, 2).reshape(found.shape)
            found = self._normal(found + self._linear(said, f"{layer} o"), f"{layer} norm 1")
            wide = call.gelu(self._linear(found, f"{layer} i"))
            found = self._normal(found + self._linear(wide, f"{layer} f"), f"{layer} norm 2")
        counted = mask[:, :, None].float()
        mean = (found * counted).sum(1) / counted.sum(1)
        return torch.cat([found[:, 0], mean], 1) @ free["head"] + free["head bias"]

    def _linear(self, given: Any, name: str) -> Any:
        return self._call.linear(given, self.free[name].T, self.free[f"{name} bias"])

    def _normal(self, given: Any, name: str) -> Any:
        weight, bias = self.free[name], self.free[f"{name} bias"]
        return self._call.layer_norm(given, (WIDTH,), weight, bias, EPSILON)

    def _parted(self, given: Any) -> Any:
        pairs, length, _ = given.shape
        return given.view(pairs, length, HEADS, WIDTH // HEADS).transpose(1, 2)

    def loss(self, batch: Sequence[Read]) -> Any:
        """Cross-entropy, and what tells kin apart.

        That is a logistic loss of the difference of the log-odds of each entailed pair and each of
        its kin that is not.
        """
        torch, call = self._torch, self._call
        batch = sorted(batch, key=lambda pair: len(pair.ids))
        logits = torch.cat(
            [self.logits(batch[at : at + TOGETHER]) for at in range(0, len(batch), TOGETHER)]
        )
        truth = torch.tensor([pair.label for pair in batch])
        total = call.cross_entropy(
            logits, truth, weight=torch.tensor(WEIGHTS), label_smoothing=SMOOTHING
        )
        odds = logits[:, 0] - torch.logsumexp(logits[:, 1:], 1)
        rivals = [
            (one, two)
            for one, first in enumerate(batch)
            for two, second in enumerate(batch)
            if first.label == 0 and second.label > 0 and first.kin == second.kin
        ]
        if rivals:
            ones, twos = torch.tensor(rivals).T
            total = total + call.softplus(odds[twos] - odds[ones]).mean()
        return total

    def weights(self) -> Weights:
        """What was learned, with what is fixed."""
        every = {**self._fixed, **self.free}
        return {name: tensor.detach().numpy() for name, tensor in every.items()}
