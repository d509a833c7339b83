"""Backends that fail at any call: the embedder, the cross-encoder, the store, the judge."""

from __future__ import annotations

import random
import time
from pathlib import Path
from typing import TYPE_CHECKING

from tests.attack.order import Order, Report
from tests.fakes import FakeCrossEncoder, FakeEmbedder, FakeJudge
from tests.grounding.asked import calibration
from vera import Verifier
from vera.core.errors import EmbeddingFault, Error, ServiceUnavailable, StorageFault
from vera.core.result import Failure, Result, Success, failed
from vera.core.verdict import Claim, Status
from vera.verification.grounding.calibrated import CalibratedRule
from vera.verification.index.cached import CachedEmbedder
from vera.verification.index.cached_cross_encoder import CachedCrossEncoder
from vera.verification.index.cached_judge import CachedJudge

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from vera.core.ports import Asked, Entailment, Matrix, Opinion, Role
    from vera.core.verdict import Verdict

_DATA = Path(__file__).parents[2] / "testdata"
_PAPER = _DATA / "papers" / "plain.txt"
_CLAIMS = [
    Claim(line)
    for line in (_DATA / "claims" / "plain.txt").read_text("utf-8").splitlines()
    if line and not line.startswith("#")
]
_ERRORS: tuple[Error, ...] = (
    ServiceUnavailable("embed", "fake", "gone"),
    EmbeddingFault("embed", "fake", "NaN"),
)
_FULL = StorageFault("write the cache", "cache.sqlite", "the disk is full")


class Fuse:
    """Blows at the call of that number, counted over all that share it; 0 for never."""

    def __init__(self, at: int, error: Error) -> None:
        self.at, self.error, self.calls = at, error, 0

    def blown(self) -> bool:
        """Whether this call fails."""
        self.calls += 1
        return self.calls == self.at


class _Embedder(FakeEmbedder):
    def __init__(self, fuse: Fuse) -> None:
        super().__init__()
        self.fuse = fuse

    def embed(
        self, texts: Sequence[str], role: Role, progress: Callable[[int], None] | None = None
    ) -> Result[Matrix]:
        if self.fuse.blown():
            return Failure(self.fuse.error)
        return super().embed(texts, role, progress)


class _CrossEncoder(FakeCrossEncoder):
    def __init__(self, fuse: Fuse) -> None:
        super().__init__()
        self.fuse = fuse

    def predict(self, pairs: Sequence[Asked]) -> Result[Sequence[Entailment]]:
        return Failure(self.fuse.error) if self.fuse.blown() else super().predict(pairs)


class _Judge(FakeJudge):
    def __init__(self, fuse: Fuse) -> None:
        super().__init__()
        self.fuse = fuse

    def judge(self, pairs: Sequence[Asked]) -> Result[Sequence[Opinion]]:
        return Failure(self.fuse.error) if self.fuse.blown() else super().judge(pairs)


class Store:
    """A store that fails, forgets and gives rubbish of any length by chance."""

    def __init__(self, chance: random.Random, rate: float) -> None:
        self.kept: dict[str, bytes] = {}
        self.chance, self.rate = chance, rate

    def get(self, keys: Sequence[str]) -> Result[Mapping[str, bytes]]:
        """Some of the values, some of them torn."""
        if self.chance.random() < self.rate / 10:
            return Failure(_FULL)
        found = {key: self.kept[key] for key in keys if key in self.kept}
        return Success({key: self._torn(value) for key, value in found.items()})

    def put(self, values: Mapping[str, bytes]) -> Result[None]:
        """Keep them, or fail."""
        if self.chance.random() < self.rate / 10:
            return Failure(_FULL)
        self.kept.update(values)
        return Success(None)

    def _torn(self, value: bytes) -> bytes:
        if self.chance.random() >= self.rate:
            return value
        return self.chance.choice((b"", value[:-1], value + b"\0", bytes(len(value))))


def _asked(fuse: Fuse, store: Store) -> tuple[list[Verdict], Error | None]:
    """The verdicts, up to the first error."""
    cross = CachedCrossEncoder(_CrossEncoder(fuse), store)
    verifier = Verifier(
        embedder=CachedEmbedder(_Embedder(fuse), store),
        rule=CalibratedRule(calibration(), cross),
        judge=CachedJudge(_Judge(fuse), store),
        cache=False,
    )
    paper = verifier.open(_PAPER)
    if failed(paper):
        return [], paper.failure()
    verdicts: list[Verdict] = []
    for each in verifier.verify([paper.unwrap()], _CLAIMS):
        if failed(each):
            return verdicts, each.failure()
        verdicts.append(each.unwrap())
    return verdicts, None


def _faults(chance: random.Random, wanted: Sequence[Verdict], calls: int) -> Iterator[str]:
    error = chance.choice(_ERRORS)
    fuse = Fuse(chance.randrange(calls + 2), error)
    store = Store(chance, chance.choice((0.0, 0.3, 1.0)))
    verdicts, told = _asked(fuse, store)
    blew = 0 < fuse.at <= fuse.calls
    where = f"{type(error).__name__} at call {fuse.at} of {calls}, store {store.rate:.0%}"
    if (told is not None) != blew or (blew and told != error):
        yield f"{where}: the error told is {told}"
    if verdicts != list(wanted)[: len(verdicts)] or (not blew and len(verdicts) < len(wanted)):
        yield f"{where}: other verdicts"
    if any(each.status is Status.UNCHECKED for each in verdicts):
        yield f"{where}: a claim was not checked, and no error was told"


def faults(order: Order) -> Report:
    """Let one call fail, at the first, in the middle or the last: then that error, and no guess."""
    chance = random.Random(order.seed)  # noqa: S311 - the same each time
    whole = Fuse(0, _FULL)
    wanted, _ = _asked(whole, Store(chance, 0.0))
    end, count, findings = time.monotonic() + order.seconds, 0, list[str]()
    while time.monotonic() < end and not findings:
        findings += _faults(chance, wanted, whole.calls)
        count += 1
    return Report(count, tuple(findings), f"{whole.calls} calls a run")
