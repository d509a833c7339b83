"""Vectors and sentences that are remembered."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import numpy as np
import pytest
from attrs import evolve
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.embedding.contract import EmbedderContract
from tests.fakes import FakeEmbedder
from vera.core.errors import Distrusted, EmbeddingFault, StorageFault, TextTooLong
from vera.core.ports import EmbedderInfo, Matrix, Role
from vera.core.result import Failure, Result, Success
from vera.verification.index.cached import CachedEmbedder
from vera.verification.index.sqlite import open_store

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from vera.core.ports import Store

_BROKEN = EmbeddingFault("embed", "fake", "broken")
FULL = StorageFault("write the cache", "/cache", "database or disk is full")


class MemoryStore:
    """Keeps values in a dict; with `fault` it can do nothing any more."""

    def __init__(self, fault: StorageFault | None = None) -> None:
        self.values: dict[str, bytes] = {}
        self.fault = fault
        self.asked = 0

    def get(self, keys: Sequence[str]) -> Result[Mapping[str, bytes]]:
        """The values of known keys."""
        self.asked += 1
        if self.fault:
            return Failure(self.fault)
        return Success({key: self.values[key] for key in keys if key in self.values})

    def put(self, values: Mapping[str, bytes]) -> Result[None]:
        """Keep the values."""
        self.asked += 1
        if self.fault:
            return Failure(self.fault)
        self.values |= values
        return Success(None)


class CountingEmbedder:
    """A fake that notes what it was asked, and breaks after `most` calls."""

    def __init__(
        self, most: int = 1000, fingerprint: str = "", error: EmbeddingFault = _BROKEN
    ) -> None:
        self.error = error
        self.fake = FakeEmbedder()
        self.asked: list[str] = []
        self.most = most
        self.fingerprint = fingerprint or self.fake.info.fingerprint

    @property
    def info(self) -> EmbedderInfo:
        """That of the fake, with another fingerprint if one was given."""
        return evolve(self.fake.info, fingerprint=self.fingerprint)

    def embed(
        self, texts: Sequence[str], role: Role, progress: Callable[[int], None] | None = None
    ) -> Result[Matrix]:
        """What the fake says."""
        self.most -= 1
        if self.most < 0:
            return Failure(self.error)
        self.asked.extend(texts)
        return self.fake.embed(texts, role, progress)


@pytest.fixture
def store() -> MemoryStore:
    """An empty store."""
    return MemoryStore()


class TestItIsAnEmbedder(EmbedderContract):
    """A cached embedder keeps the contract of every embedder."""

    @pytest.fixture(params=["memory", "sqlite", "broken"])
    def embedder(self, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[CachedEmbedder]:
        """A cached embedder over each kind of store."""
        opened = open_store(tmp_path / "cache.sqlite").unwrap()
        stores: dict[str, Store] = {
            "memory": MemoryStore(),
            "sqlite": opened,
            "broken": MemoryStore(FULL),
        }
        yield CachedEmbedder(FakeEmbedder(), stores[request.param])
        opened.close()


class TestVectors:
    """What is embedded, and what is not again."""

    @given(
        calls=st.lists(
            st.tuples(st.lists(st.sampled_from("abcdefgh"), max_size=8), st.sampled_from(Role)),
            max_size=6,
        )
    )
    @settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
    def test_each_text_once(self, calls: list[tuple[list[str], Role]]) -> None:
        """Vectors are those of the embedder, and no text is embedded twice for one role."""
        counting = CountingEmbedder()
        cached = CachedEmbedder(counting, MemoryStore())
        for texts, role in calls:
            seen: list[int] = []
            rows = cached.embed(texts, role, seen.append).unwrap()
            assert np.array_equal(rows, FakeEmbedder().embed(texts, role).unwrap())
            assert sum(seen) == len(texts)
        distinct = {(text, role) for texts, role in calls for text in texts}
        assert len(counting.asked) == len(distinct)

    def test_next_run(self, store: MemoryStore) -> None:
        """Another run with the same model embeds nothing again; one with another model all."""
        CachedEmbedder(CountingEmbedder(), store).embed(["a", "b"], Role.QUERY).unwrap()
        same, other = CountingEmbedder(), CountingEmbedder(fingerprint="other")
        CachedEmbedder(same, store).embed(["b", "a"], Role.QUERY).unwrap()
        CachedEmbedder(other, store).embed(["a", "b"], Role.QUERY).unwrap()
        assert same.asked == []
        assert other.asked == ["a", "b"]

    def test_a_run_that_is_distrusted(self, store: MemoryStore) -> None:
        """Of an embedder that is found to give wrong vectors nothing of that run is known later."""
        old = CachedEmbedder(CountingEmbedder(), store)
        old.embed(["before"], Role.QUERY).unwrap()
        wrong = Distrusted("embed", "fake", "the server gives wrong vectors")
        turning = CachedEmbedder(CountingEmbedder(most=3, error=wrong), store)
        turning.embed(["a claim"], Role.QUERY).unwrap()
        error = turning.embed([f"text {n}" for n in range(1000)], Role.PASSAGE).failure()
        assert error is wrong
        again = CountingEmbedder()
        CachedEmbedder(again, store).embed(["a claim", "before"], Role.QUERY).unwrap()
        CachedEmbedder(again, store).embed([f"text {n}" for n in range(1000)], Role.PASSAGE)
        assert len(again.asked) == 1 + 1000

    def test_a_run_that_breaks_off(self, store: MemoryStore) -> None:
        """What was embedded before a run broke off is not embedded again."""
        texts = [f"text {n}" for n in range(1000)]
        broken = CachedEmbedder(CountingEmbedder(most=2), store).embed(texts, Role.PASSAGE)
        assert isinstance(broken.failure(), EmbeddingFault)
        again = CountingEmbedder()
        CachedEmbedder(again, store).embed(texts, Role.PASSAGE).unwrap()
        assert len(again.asked) == 1000 - 2 * 256

    @pytest.mark.parametrize(
        "value",
        [
            b"",
            b"\x00" * 256,
            b"\x00" * 255,
            np.ones(65, dtype="<f4").tobytes(),
            np.full(64, np.nan, dtype="<f4").tobytes(),
            np.full(64, 9.0, dtype="<f4").tobytes(),
        ],
    )
    def test_a_value_that_is_no_vector(self, store: MemoryStore, value: bytes) -> None:
        """A kept value that is no unit vector of this length is embedded again."""
        rows = CachedEmbedder(FakeEmbedder(), store).embed(["a"], Role.QUERY).unwrap()
        store.values = dict.fromkeys(store.values, value)
        again = CachedEmbedder(FakeEmbedder(), store).embed(["a"], Role.QUERY).unwrap()
        assert np.array_equal(rows, again)

    def test_a_long_query_is_named(self, store: MemoryStore) -> None:
        """A text that is too long is named by its place among all texts, known or not."""
        cached = CachedEmbedder(FakeEmbedder(max_tokens=3), store)
        cached.embed(["a", "b"], Role.QUERY).unwrap()
        error = cached.embed(["a", "b", "c", "one two three four"], Role.QUERY).failure()
        assert isinstance(error, TextTooLong)
        assert error.index == 3

    def test_the_store_breaks(self, caplog: pytest.LogCaptureFixture) -> None:
        """A store that cannot be used is said once, and asked no more; the vectors are there."""
        store = MemoryStore(FULL)
        cached = CachedEmbedder(FakeEmbedder(), store)
        with caplog.at_level(logging.WARNING):
            for _ in range(3):
                assert cached.embed(["a", "b"], Role.QUERY).unwrap().shape == (2, 64)
        assert [record.message for record in caplog.records] == [
            "going on without the cache: /cache: database or disk is full"
        ]
        assert store.asked == 1
