"""A watch with one hand: every moment belongs to one stage, so that stages add up to the whole."""

from __future__ import annotations

import time
from contextlib import contextmanager
from functools import wraps
from typing import TYPE_CHECKING, ParamSpec, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

T = TypeVar("T")
P = ParamSpec("P")

START, READ, SPLIT, CHUNK, EMBED, INDEX = "start", "read", "split", "chunk", "embed", "index"
CLAIMS, FIND, ENTAIL, JUDGE = "embed claims", "find", "entail", "judge"
REPORT, REST = "report", "rest"
STAGES = {
    START: "the interpreter's start and end, imports, the embedder and the calibration looked at",
    READ: "waiting for claims and papers to be read (the next papers are read meanwhile)",
    SPLIT: "finding sentences",
    CHUNK: "packing sentences into chunks",
    EMBED: "vectors of the papers' sentences, opening the model or asking the cache included",
    INDEX: "vectors of chunks and windows, pooled from the sentences'",
    CLAIMS: "vectors of the claims",
    FIND: "the passages that speak to a claim",
    ENTAIL: "a claim and its passage read together, opening the cross-encoder included",
    JUDGE: "conflicts, features, the verdict",
    REPORT: "making the report and writing it",
    REST: "all else",
}
"""The stages in the order of a run, and what each holds."""
_END = object()


class Watch:
    """Counts seconds by stage; a stage that begins inside another interrupts it.

    It is for one thread: what other threads do meanwhile is not seen, only that it is waited for.
    `sentences` is how many were found while it ran.

    >>> ticks = iter([0.0, 1.0, 3.0, 3.5])
    >>> watch = Watch(lambda: next(ticks))
    >>> with watch.within("read"):
    ...     pass
    >>> watch.stop(), watch.seconds["read"], watch.seconds["rest"]
    (3.5, 2.0, 1.5)
    """

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self.seconds, self.sentences = dict.fromkeys(STAGES, 0.0), 0
        self._clock, self._stage = clock, REST
        self._began = self._since = clock()

    @contextmanager
    def within(self, stage: str) -> Iterator[None]:
        """What happens inside belongs to the stage, except where another begins."""
        before = self._turn(stage)
        try:
            yield
        finally:
            self._turn(before)

    def stop(self) -> float:
        """Count up to now; gives the seconds since the watch began, the sum of all stages."""
        self._turn(self._stage)
        return self._since - self._began

    def timed(self, stage: str, call: Callable[P, T]) -> Callable[P, T]:
        """The same function, its time counted for the stage."""

        @wraps(call)
        def inside(*args: P.args, **kwargs: P.kwargs) -> T:
            with self.within(stage):
                return call(*args, **kwargs)

        return inside

    def each(self, stage: str, items: Iterable[T]) -> Iterator[T]:
        """The same items; waiting for each is counted, what is done with it is not."""
        with self.within(stage):
            waiting = iter(items)
            item = next(waiting, _END)
        while item is not _END:
            yield cast("T", item)
            with self.within(stage):
                item = next(waiting, _END)

    def _turn(self, stage: str) -> str:
        now, before = self._clock(), self._stage
        self.seconds[before] += now - self._since
        self._since, self._stage = now, stage
        return before
