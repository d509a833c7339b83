"""An adapter changes what it names in the encoder's file, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from verification.entailment.adapter import Adapter, Low, load_adapter, save_adapter

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

_ROWS, _COLUMNS, _RANK = 6, 4, 2
_CODES, _SCALES, _VECTOR = 5, 40, 60
"""Where the parts of the file below begin."""


def _file(weights: NDArray[np.float32]) -> bytes:
    """A file with a matrix in eight bits, its scales, and a vector of three."""
    scales = np.abs(weights).max(axis=0) / 127
    file = bytearray(b"." * 80)
    codes = np.rint(weights / scales).astype(np.int8).tobytes()
    file[_CODES : _CODES + len(codes)] = codes
    file[_SCALES : _SCALES + 4 * _COLUMNS] = scales.astype(np.float32).tobytes()
    file[_VECTOR : _VECTOR + 12] = np.array([1, 2, 3], np.float32).tobytes()
    return bytes(file)


def _weights(file: bytes) -> NDArray[np.float32]:
    codes = np.frombuffer(file, np.int8, _ROWS * _COLUMNS, _CODES).reshape(_ROWS, _COLUMNS)
    scales = np.frombuffer(file, np.float32, _COLUMNS, _SCALES)
    return codes * scales


def _adapter(seed: int, size: float = 1.0, at: int = _VECTOR) -> Adapter:
    chance = np.random.default_rng(seed)
    low = Low(
        chance.standard_normal((_ROWS, _RANK)).astype(np.float32),
        (size * chance.standard_normal((_RANK, _COLUMNS))).astype(np.float32),
        _CODES,
        _SCALES,
    )
    head = chance.standard_normal((5, 3)).astype(np.float32)
    return Adapter((low,), ((at, np.array([7, 8, 9], np.float32)),), head)


@given(st.integers(0, 2**32 - 1), st.floats(0, 10))
def test_the_product_is_added(seed: int, size: float) -> None:
    """A weight is what it was and the product, within half a step of its column's new scale."""
    old = np.random.default_rng(seed + 1).standard_normal((_ROWS, _COLUMNS)).astype(np.float32)
    file, adapter = _file(old), _adapter(seed, size)
    wanted = _weights(file) + adapter.low[0].left @ adapter.low[0].right
    step = np.abs(wanted).max(axis=0) / 127
    assert np.all(np.abs(_weights(adapter.applied(file)) - wanted) <= 0.51 * step + 1e-6)


@given(st.integers(0, 2**32 - 1))
def test_the_order_of_sums_changes_no_byte(seed: int) -> None:
    """In half precision products are summed exactly: no processor or thread makes another file."""
    chance = np.random.default_rng(seed)
    left = chance.normal(0, 0.1, (96, 32)).astype(np.float16).astype(np.float32)
    right = chance.normal(0, 0.03, (32, 64)).astype(np.float16).astype(np.float32)
    order = chance.permutation(32)
    scales = 96 * 64
    file = chance.integers(-127, 128, scales, np.int8).tobytes()
    file += chance.uniform(1e-4, 1e-2, 64).astype(np.float32).tobytes()
    once, turned = (
        Adapter((Low(one, other, 0, scales),), (), np.zeros((1, 3), np.float32)).applied(file)
        for one, other in ((left, right), (left[:, order], right[order]))
    )
    assert once == turned


def test_only_what_is_named_changes() -> None:
    """The file keeps its length, and every byte outside of what the adapter names."""
    old = np.ones((_ROWS, _COLUMNS), np.float32)
    before, after = _file(old), _adapter(1).applied(_file(old))
    named = {
        *range(_CODES, _CODES + _ROWS * _COLUMNS),
        *range(_SCALES, _SCALES + 4 * _COLUMNS),
        *range(_VECTOR, _VECTOR + 12),
    }
    changed = {at for at, (one, two) in enumerate(zip(before, after, strict=True)) if one != two}
    assert changed
    assert changed <= named
    assert np.frombuffer(after, np.float32, 3, _VECTOR).tolist() == [7, 8, 9]


def test_a_column_of_zeros_stays() -> None:
    """A column that becomes zero is stored as zero, without a division by it."""
    file = _file(np.ones((_ROWS, _COLUMNS), np.float32))
    low = Low(
        np.ones((_ROWS, 1), np.float32), -_weights(file)[:1].astype(np.float32), _CODES, _SCALES
    )
    found = _weights(Adapter((low,), (), np.zeros((5, 3), np.float32)).applied(file))
    assert np.abs(found).max() < 1e-6


@pytest.mark.parametrize("at", [-1, 69, 10_000])
def test_a_change_outside_of_the_file_is_an_error(at: int) -> None:
    """An adapter of another encoder is never half applied."""
    with pytest.raises(ValueError, match="outside"):
        _adapter(1, at=at).applied(_file(np.ones((_ROWS, _COLUMNS), np.float32)))


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    """An adapter comes back in half precision, with its places."""
    adapter, path = _adapter(3), tmp_path / "adapter.npz"
    save_adapter(adapter, path)
    again = load_adapter(path)
    assert [(low.codes, low.scales) for low in again.low] == [(_CODES, _SCALES)]
    np.testing.assert_allclose(again.low[0].left, adapter.low[0].left, rtol=1e-3, atol=1e-6)
    np.testing.assert_allclose(again.low[0].right, adapter.low[0].right, rtol=1e-3, atol=1e-6)
    assert [(at, vector.tolist()) for at, vector in again.vectors] == [(_VECTOR, [7, 8, 9])]
    np.testing.assert_array_equal(again.head, adapter.head)
