"""Answers of the cross-encoder that are remembered."""

from __future__ import annotations

import struct

import pytest

from tests.fakes import FakeCrossEncoder
from tests.index.test_cached import MemoryStore
from vera.core.errors import EmbeddingFault
from vera.core.ports import Asked
from vera.core.result import Success
from vera.verification.index.cached_cross_encoder import CachedCrossEncoder

_PAIRS = [Asked("Bees sleep.", "Bees sleep at night."), Asked("Ants dig.", "Bees sleep at night.")]


def test_a_pair_is_read_once() -> None:
    """An answer comes back as it was, and the encoder is not asked for it again."""
    plain, store = FakeCrossEncoder(), MemoryStore()
    first = CachedCrossEncoder(plain, store).predict([*_PAIRS, _PAIRS[0]]).unwrap()
    assert list(first) == list(FakeCrossEncoder().predict([*_PAIRS, _PAIRS[0]]).unwrap())
    again = CachedCrossEncoder(plain, store).predict(_PAIRS[::-1]).unwrap()
    assert list(again) == [first[1], first[0]]
    assert plain.asked == _PAIRS


def test_another_encoder_is_another() -> None:
    """What one adapter says is not taken for what another says."""
    store, other = MemoryStore(), FakeCrossEncoder()
    CachedCrossEncoder(FakeCrossEncoder(), store).predict(_PAIRS).unwrap()
    other.fingerprint = "other words"
    CachedCrossEncoder(other, store).predict(_PAIRS).unwrap()
    assert other.asked == _PAIRS


@pytest.mark.parametrize(
    "kept", [b"", b"damaged", struct.pack("<3d", 0, 0, 0), struct.pack("<3d", 1, -9, -9)]
)
def test_what_is_damaged_is_read_again(kept: bytes) -> None:
    """Three numbers that are no logarithms of probabilities count as lost."""
    store, plain = MemoryStore(), FakeCrossEncoder()
    cached = CachedCrossEncoder(plain, store)
    first = cached.predict(_PAIRS[:1]).unwrap()
    (key,) = store.values
    store.values[key] = kept
    assert list(cached.predict(_PAIRS[:1]).unwrap()) == list(first)
    assert plain.asked == _PAIRS[:1] * 2


def test_a_fault_is_not_remembered() -> None:
    """An encoder that cannot be opened is an error, and may work the next time."""
    store, fault = MemoryStore(), EmbeddingFault("read a claim", "cross-encoder", "no memory")
    error = CachedCrossEncoder(FakeCrossEncoder(fault), store).predict(_PAIRS).failure()
    assert error == fault
    assert isinstance(CachedCrossEncoder(FakeCrossEncoder(), store).predict(_PAIRS), Success)
