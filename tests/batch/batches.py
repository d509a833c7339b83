"""What tests of batches share: claims, embedders that go wrong, and results."""

from __future__ import annotations

import json
import os
import signal
import time
from typing import TYPE_CHECKING, Any

from tests.fakes import FakeEmbedder
from vera.core.errors import Distrusted, ServiceUnavailable
from vera.core.ports import Role
from vera.core.result import Failure
from vera.core.verdict import Claim
from vera.verification.batch import Job, run

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from vera.core.ports import Embedder, Matrix
    from vera.core.result import Result
    from vera.verification.batch import Summary

CLAIMS = (
    Claim("Bees sleep at night.", 1),
    Claim("A nest holds four hundred workers at most.", 2),
    Claim("The moon is made of cheese.", 4),
)
MANY = {f"{at:03}": f"Report {at} tells of item {at}. It has a second part." for at in range(40)}
"""Forty papers."""
RESULTS = ("verdicts.jsonl", "verdicts.parquet", "unread.jsonl")


class Slow(FakeEmbedder):
    """Takes so many seconds for each paper, and tells its process in a folder."""

    def __init__(self, seconds: float, told: Path) -> None:
        super().__init__()
        self._seconds, self._told = seconds, told

    def embed(
        self, texts: Sequence[str], role: Role, progress: Callable[[int], None] | None = None
    ) -> Result[Matrix]:
        """As the fake embeds."""
        if role is Role.PASSAGE:
            (self._told / str(os.getpid())).touch()
            time.sleep(self._seconds)
        return super().embed(texts, role, progress)


class Deadly(FakeEmbedder):
    """Ends its process at a paper with that word, as often as it is told to."""

    def __init__(self, word: str, told: Path, times: int) -> None:
        super().__init__()
        self._word, self._told, self._times = word, told, times

    def embed(
        self, texts: Sequence[str], role: Role, progress: Callable[[int], None] | None = None
    ) -> Result[Matrix]:
        """As the fake embeds."""
        ended = len(list(self._told.iterdir()))
        if role is Role.PASSAGE and self._word in " ".join(texts) and ended < self._times:
            (self._told / str(ended)).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().embed(texts, role, progress)


class Failing(FakeEmbedder):
    """Fails at a paper with that word, as a server does that went away or that was caught out."""

    def __init__(self, word: str, *, distrusted: bool) -> None:
        super().__init__()
        self._word, self._distrusted = word, distrusted

    def embed(
        self, texts: Sequence[str], role: Role, progress: Callable[[int], None] | None = None
    ) -> Result[Matrix]:
        """As the fake embeds."""
        if role is Role.PASSAGE and self._word in " ".join(texts):
            if self._distrusted:
                return Failure(Distrusted("embed", "fake", "it forges vectors"))
            return Failure(ServiceUnavailable("embed", "a server", "nothing answers there"))
        return super().embed(texts, role, progress)


def job(embedder: Embedder | None = None, claims: Sequence[Claim] = CLAIMS) -> Job:
    """The claims by a fake embedder; nothing is cached."""
    return Job(tuple(claims), embedder=embedder or FakeEmbedder(), cache=False)


def done(
    papers: Path | str, out: Path, asked: Job | None = None, *, workers: int = 2, **options: Any
) -> Summary:
    """What became of a batch that must come to its end."""
    return run(asked or job(), papers, out, workers=workers, **options).unwrap()


def rows(out: Path, name: str = "verdicts.jsonl") -> list[dict[str, Any]]:
    """The objects of a file of results."""
    return [json.loads(line) for line in (out / name).read_bytes().splitlines()]


def results(out: Path) -> dict[str, bytes]:
    """The bytes of all results."""
    return {name: (out / name).read_bytes() for name in RESULTS if (out / name).exists()}


def parts(out: Path) -> list[Path]:
    """The files that hold what was done of each paper."""
    return sorted(out.glob("parts/*/*.jsonl"))
