"""`verify` is run cold and warm, as it is and with the watch on it, on more and more papers."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from attrs import frozen

from vera.bench.speed.process import Ran, ran
from vera.bench.speed.watch import START
from vera.core.errors import (
    Error,
    InvalidInput,
    Problem,
    ReadFault,
    ServiceUnavailable,
    UnreadableDocument,
)
from vera.core.result import Failure, Result, Success, failed
from vera.verification.report import exit_codes

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

SIZES = (1, 10, 100)
"""Numbers of papers that growth is measured over."""


@frozen
class Traced:
    """One run with the watch on it: the seconds of its process, of which `stages` are the parts.

    `sentences` is how many the papers have.
    """

    stages: Mapping[str, float]
    seconds: float
    sentences: int


@frozen
class Runs:
    """Runs of `verify` on so many papers, all cold or all warm, as it is and traced."""

    plain: tuple[Ran, ...]
    traced: tuple[Traced, ...]

    @property
    def seconds(self) -> float:
        """The median of the program as it is."""
        return median(run.seconds for run in self.plain)

    @property
    def processor(self) -> float:
        """The median of the processor seconds of the program as it is."""
        return median(run.processor for run in self.plain)

    @property
    def peak(self) -> int:
        """The most memory of any run, in MiB."""
        return max(run.peak for run in self.plain)

    @property
    def typical(self) -> Traced:
        """The traced run in the middle: one run, so that its stages add up to its whole."""
        return sorted(self.traced, key=lambda run: run.seconds)[(len(self.traced) - 1) // 2]


@frozen
class Size:
    """What was measured of so many papers."""

    papers: int
    cold: Runs
    warm: Runs


def sizes_of(papers: int) -> list[int]:
    """How many of so many papers are taken at a time.

    >>> sizes_of(1), sizes_of(10), sizes_of(30), sizes_of(576)
    ([1], [1, 10], [1, 10, 30], [1, 10, 100])
    """
    return sorted({min(size, papers) for size in SIZES})


def rounds_of(runs: int, papers: int) -> int:
    """How often so many papers are run: many papers are as good as many runs of one.

    >>> rounds_of(5, 1), rounds_of(5, 3), rounds_of(5, 100)
    (5, 1, 1)
    """
    return max(1, runs // papers)


def measure(
    claims: Path,
    papers: Sequence[Path],
    options: Sequence[str],
    rounds: int,
    progress: Callable[[int, int], None],
) -> Result[Size]:
    """Run `verify` so many rounds, each with an empty cache and then with what is in it.

    `options` are further ones of `verify`. A run that fails, or that could not read or check all,
    is an error: what it took says nothing.
    """
    found: dict[tuple[bool, bool], list[Ran | Traced]] = {}
    done, every = 0, 4 * rounds
    for _ in range(rounds):
        for traced in (False, True):
            with tempfile.TemporaryDirectory() as folder:
                for warm in (False, True):
                    made = _run(claims, papers, options, Path(folder), traced)
                    if failed(made):
                        return made
                    found.setdefault((warm, traced), []).append(made.unwrap())
                    done += 1
                    progress(done, every)
    cold, warmed = (
        Runs(
            tuple(run for run in found[warm, False] if isinstance(run, Ran)),
            tuple(run for run in found[warm, True] if isinstance(run, Traced)),
        )
        for warm in (False, True)
    )
    return Success(Size(len(papers), cold, warmed))


def _run(
    claims: Path, papers: Sequence[Path], options: Sequence[str], folder: Path, traced: bool
) -> Result[Ran | Traced]:
    report, seen = folder / "report.txt", folder / "seen.json"
    arguments = [str(claims), *map(str, papers), *options, "-q", "--output", str(report)]
    module = "vera.bench.speed.traced" if traced else "vera.verify"
    run = ran(module, [str(seen), *arguments] if traced else arguments, folder / "cache")
    if run.code not in (exit_codes.DONE, exit_codes.NOT_GROUNDED):
        return Failure(_stopped(run.code))
    return Success(_spread(run.seconds, json.loads(seen.read_text("utf-8"))) if traced else run)


def _spread(seconds: float, seen: Mapping[str, Any]) -> Traced:
    """The stages of a whole process: what its watch did not see is the interpreter's own.

    >>> _spread(3.0, {"stages": {"start": 0.5, "read": 1.5}, "sentences": 7})
    Traced(stages={'start': 1.5, 'read': 1.5}, seconds=3.0, sentences=7)
    """
    stages = dict(seen["stages"])
    stages[START] += seconds - sum(stages.values())
    return Traced(stages, seconds, int(seen["sentences"]))


def _stopped(code: int) -> Error:
    said = f"left with exit code {code}, so nothing can be said of its speed"
    match code:
        case exit_codes.USAGE:
            return InvalidInput("measure", (Problem("verify", code, "says what is wrong"),))
        case exit_codes.UNREADABLE:
            hint = "leave out what could not be read or checked"
            return UnreadableDocument("measure", "verify", ReadFault.BROKEN_IO, said, hint)
    return ServiceUnavailable("measure", "verify", said)
