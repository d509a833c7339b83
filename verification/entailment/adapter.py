"""An adapter turns the sentence encoder into a cross-encoder: small changes to its weights.

The encoder's file is `minilm`'s own, of one known digest, so that where each of its tensors lies
is known, too. Each matrix is changed by a product of two thin ones (LoRA, Hu et al. 2021) and
stored again in eight bits a weight and a scale a column, as the file has it; each vector is
replaced. The new file has the length of the old.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

if TYPE_CHECKING:
    from pathlib import Path

Floats = NDArray[np.float32]

_LARGEST = 127


@frozen(eq=False)
class Low:
    """What is added to a matrix (i, o): `left` (i, r) @ `right` (r, o).

    `codes` and `scales` are the offsets in the encoder's file of its int8 weights (i, o), row by
    row, and of its float32 scales (o,).
    """

    left: Floats
    right: Floats
    codes: int
    scales: int


@frozen(eq=False)
class Adapter:
    """`low` changes matrices; `vectors` replaces float32 tensors, each at its offset.

    `head` (2d + 1, 3) turns the vectors of the first token and of the mean token, and a 1, into
    the logits of the three fields of `core.ports.Entailment`, in their order.
    """

    low: tuple[Low, ...] = field(repr=False)
    vectors: tuple[tuple[int, Floats], ...] = field(repr=False)
    head: Floats = field(repr=False)

    def applied(self, encoder: bytes) -> bytes:
        """The encoder's file with all changes; ValueError where one lies outside of it."""
        changed = bytearray(encoder)
        for each in self.low:
            # Exact for factors in half precision: a product of two has 22 bits and is a multiple
            # of 2**-48. So no processor, and no number of threads, makes another file (ADR 0029).
            change = each.left.astype(np.float64) @ each.right.astype(np.float64)
            _put(changed, each.codes, each.scales, change)
        for at, vector in self.vectors:
            _write(changed, at, vector)
        return bytes(changed)


def _put(file: bytearray, codes: int, scales: int, change: NDArray[np.float64]) -> None:
    rows, columns = change.shape
    old = np.frombuffer(file, np.int8, rows * columns, codes).reshape(change.shape)
    scale = np.frombuffer(file, np.float32, columns, scales)
    weights = old * scale + change
    new = np.abs(weights).max(axis=0) / _LARGEST
    new = np.where(new > 0, new, 1).astype(np.float32)
    _write(file, codes, np.rint(weights / new).astype(np.int8))
    _write(file, scales, new)


def _write(file: bytearray, at: int, values: NDArray[np.generic]) -> None:
    raw = values.tobytes()
    if not 0 <= at <= len(file) - len(raw):
        raise ValueError("a change lies outside of the encoder's file")
    file[at : at + len(raw)] = raw


def load_adapter(path: Path) -> Adapter:
    """An adapter from the file that `save_adapter` wrote.

    OSError, KeyError, ValueError or zipfile.BadZipFile where it cannot be read or is none.
    """
    with path.open("rb") as file, np.load(file, allow_pickle=False) as kept:
        said = {name: kept[name] for name in kept.files}
    offsets = said["offsets"].tolist()
    low = tuple(
        Low(said[f"left {at}"].astype(np.float32), said[f"right {at}"].astype(np.float32), *places)
        for at, places in enumerate(offsets)
    )
    vectors = tuple(
        (at, said[f"vector {number}"].astype(np.float32))
        for number, at in enumerate(said["vectors"].tolist())
    )
    return Adapter(low, vectors, said["head"].astype(np.float32))


def save_adapter(adapter: Adapter, path: Path) -> None:
    """Write an adapter, in half precision; OSError where that fails."""
    half: dict[str, NDArray[np.generic]] = {}
    for at, each in enumerate(adapter.low):
        half[f"left {at}"] = each.left.astype(np.float16)
        half[f"right {at}"] = each.right.astype(np.float16)
    for at, (_, vector) in enumerate(adapter.vectors):
        half[f"vector {at}"] = vector.astype(np.float16)
    half["offsets"] = np.array([(each.codes, each.scales) for each in adapter.low])
    half["vectors"] = np.array([at for at, _ in adapter.vectors])
    half["head"] = adapter.head
    with path.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, **half)
