"""The network that is trained: the encoder of `minilm` with an adapter, in PyTorch.

It computes what `verification.entailment` runs later, with the adapter still apart. PyTorch and
onnx come with the extra `train`.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from verification.entailment.adapter import Adapter, Low

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Tensors: TypeAlias = dict[str, Any]

RANK, SCALE = 16, 2.0
LEARNING_RATES = (1e-3, 5e-4, 2.5e-4)
"""The highest of each pass over the pairs, which warms up and decays to nearly nothing."""
WARM_UP, DECAY = 0.06, 0.01
BATCH, POOL, TOGETHER = 32, 300, 12
"""Pairs that are learned from at once, at least; evidences among which like lengths are sought;
pairs of a batch that are read at once, padded to the longest of them."""
WEIGHTS = (1.0, 1.0, 0.7)
"""What an entailed, a contradicted and a neutral pair count."""
SMOOTHING = 0.03
LONGEST, LONGEST_CLAIM = 192, 72
_WIDTH, _LAYERS, _HEADS = 384, 6, 12
_EPSILON = 1e-12
_SEED = 0
_MATRICES = ("q", "k", "v", "o", "i", "f")
_BIASES = {
    "q": "attention.self.query.bias",
    "k": "attention.self.key.bias",
    "v": "attention.self.value.bias",
    "o": "attention.output.dense.bias",
    "i": "intermediate.dense.bias",
    "f": "output.dense.bias",
}
_NORMS = {
    "norm 1": "attention.output.LayerNorm.weight",
    "norm 1 bias": "attention.output.LayerNorm.bias",
    "norm 2": "output.LayerNorm.weight",
    "norm 2 bias": "output.LayerNorm.bias",
}
_EMBEDDINGS = {
    "kinds": "token_type_embeddings.weight",
    "norm": "LayerNorm.weight",
    "norm bias": "LayerNorm.bias",
}


@frozen
class Read:
    """A pair as tokens; the first `first` of `ids` are the claim's. `kin` is the pair's."""

    ids: Sequence[int] = field(repr=False)
    first: int
    label: int
    kin: str


@frozen(eq=False)
class Encoder:
    """The encoder's tensors: matrices (in, out) and vectors by name, and where each is in its file.

    `codes` and `scales` are the offsets of the matrices, `places` those of the vectors.
    """

    matrices: Mapping[str, NDArray[np.float32]]
    vectors: Mapping[str, NDArray[np.float32]]
    words: NDArray[np.float32]
    positions: NDArray[np.float32]
    codes: Mapping[str, int]
    scales: Mapping[str, int]
    places: Mapping[str, int]

    @classmethod
    def of(cls, file: bytes) -> Encoder:
        """Taken from the model's ONNX file; ValueError where a tensor is not found in it once."""
        onnx: Any = import_module("onnx")
        helper: Any = import_module("onnx.numpy_helper")
        tensors = {each.name: each for each in onnx.load_from_string(file).graph.initializer}

        def place(name: str) -> int:
            raw = tensors[name].raw_data
            at = file.find(raw)
            if at < 0 or file.find(raw, at + 1) >= 0:
                raise ValueError(f"{name} does not stand in the file once")
            return at

        def whole(name: str) -> NDArray[np.float32]:
            codes = helper.to_array(tensors[f"{name}_q"]).astype(np.float32)
            return np.asarray(codes * helper.to_array(tensors[f"{name}_scale"]))

        stems = [name[:-2] for name in tensors if name.startswith("val_") and name.endswith("_q")]
        keys = [f"{layer} {name}" for layer in range(_LAYERS) for name in _MATRICES]
        matrices = dict(zip(keys, stems, strict=True))
        vectors = {
            f"{layer} {name}": f"inner.encoder.layer.{layer}.{said}"
            for layer in range(_LAYERS)
            for name, said in (
                *((f"{key} bias", said) for key, said in _BIASES.items()),
                *_NORMS.items(),
            )
        } | {name: f"inner.embeddings.{said}" for name, said in _EMBEDDINGS.items()}
        return cls(
            {key: whole(stem) for key, stem in matrices.items()},
            {key: helper.to_array(tensors[name]) for key, name in vectors.items()},
            whole("inner.embeddings.word_embeddings.weight"),
            whole("inner.embeddings.position_embeddings.weight"),
            {key: place(f"{stem}_q") for key, stem in matrices.items()},
            {key: place(f"{stem}_scale") for key, stem in matrices.items()},
            {key: place(name) for key, name in vectors.items()},
        )


class Network:
    """The encoder (fixed matrices, free vectors) with thin matrices and a head to be learned."""

    def __init__(self, encoder: Encoder) -> None:
        self._torch: Any = import_module("torch")
        self._call: Any = import_module("torch.nn.functional")
        self._encoder = encoder
        torch = self._torch
        torch.manual_seed(_SEED)
        self._fixed: Tensors = {
            name: torch.tensor(matrix.T.copy()) for name, matrix in encoder.matrices.items()
        }
        self._words, self._positions = map(torch.tensor, (encoder.words, encoder.positions))
        self.free: Tensors = {
            name: torch.tensor(vector.copy(), requires_grad=True)
            for name, vector in encoder.vectors.items()
        }
        for name, matrix in encoder.matrices.items():
            rows, columns = matrix.shape
            left = torch.randn(rows, RANK) / rows**0.5
            self.free[f"{name} left"] = left.requires_grad_()
            self.free[f"{name} right"] = torch.zeros(RANK, columns, requires_grad=True)
        head = (torch.rand(2 * _WIDTH, 3) * 2 - 1) / (2 * _WIDTH) ** 0.5
        self.free["head"] = head.requires_grad_()
        self.free["head bias"] = torch.zeros(3, requires_grad=True)

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
        found = self._words[ids] + self._positions[:length] + free["kinds"][kinds]
        found = self._normal(found, "norm")
        seen = mask[:, None, None, :]
        for layer in range(_LAYERS):
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
        free = self.free
        plain = self._call.linear(given, self._fixed[name], free[f"{name} bias"])
        return plain + (given @ free[f"{name} left"]) @ free[f"{name} right"] * SCALE

    def _normal(self, given: Any, name: str) -> Any:
        weight, bias = self.free[name], self.free[f"{name} bias"]
        return self._call.layer_norm(given, (_WIDTH,), weight, bias, _EPSILON)

    def _parted(self, given: Any) -> Any:
        pairs, length, _ = given.shape
        return given.view(pairs, length, _HEADS, _WIDTH // _HEADS).transpose(1, 2)

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

    def adapter(self) -> Adapter:
        """What was learned, for the encoder's file."""
        free = {name: tensor.detach().numpy() for name, tensor in self.free.items()}
        encoder = self._encoder
        low = tuple(
            Low(free[f"{name} left"], free[f"{name} right"] * SCALE, codes, encoder.scales[name])
            for name, codes in encoder.codes.items()
        )
        vectors = tuple((at, free[name]) for name, at in encoder.places.items())
        return Adapter(low, vectors, np.concatenate([free["head"], free["head bias"][None]]))


def batches(pairs: Sequence[Read], chance: random.Random) -> Iterator[list[Read]]:
    """Pairs of like lengths together, and all kin."""
    kin: dict[str, list[Read]] = {}
    for pair in pairs:
        kin.setdefault(pair.kin, []).append(pair)
    groups = list(kin.values())
    chance.shuffle(groups)
    made: list[list[Read]] = []
    for start in range(0, len(groups), POOL):
        batch: list[Read] = []
        for group in sorted(groups[start : start + POOL], key=_longest):
            batch += group
            if len(batch) >= BATCH - 2:
                made.append(batch)
                batch = []
        if batch:
            made.append(batch)
    chance.shuffle(made)
    yield from made


def _longest(group: Sequence[Read]) -> int:
    return max(len(pair.ids) for pair in group)


def train(network: Network, pairs: Sequence[Read], progress: Callable[[int, int], None]) -> None:
    """Learn from all pairs, once with each rate; `progress` is told batches done, of how many.

    It keeps to one processor: two such threads are 1.6 times as fast as one with both.
    """
    torch: Any = import_module("torch")
    torch.set_num_threads(1)
    chance = random.Random(_SEED)  # noqa: S311 - no secret
    passes = [list(batches(pairs, chance)) for _ in LEARNING_RATES]
    done, of = 0, sum(map(len, passes))
    for highest, made in zip(LEARNING_RATES, passes, strict=True):
        for _ in _pass(network, made, highest):
            done += 1
            progress(done, of)


def _pass(network: Network, made: Sequence[list[Read]], highest: float) -> Iterator[None]:
    torch: Any = import_module("torch")
    free = list(network.free.values())
    optimizer = torch.optim.AdamW(free, highest, weight_decay=DECAY)
    warm = max(1, int(WARM_UP * len(made)))
    for at, batch in enumerate(made):
        rate = highest * min(1, (at + 1) / warm) * max(0.02, 1 - at / len(made))
        for group in optimizer.param_groups:
            group["lr"] = rate
        loss = network.loss(batch)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(free, 1.0)
        optimizer.step()
        yield
