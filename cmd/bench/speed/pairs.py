"""Two pieces of work, timed in turn in the same run, so that only their ratio is read."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable
from statistics import median

from attrs import frozen

SHORTEST = 0.02
"""Seconds that a piece of work takes at least before it is timed once; shorter work is repeated."""
_QUIET = 1.2
"""Wall time over processor time of work in one thread, up to which the machine was left to it."""


@frozen
class Spent:
    """Seconds by the clock on the wall, and of processors: this process and its ended children."""

    wall: float
    processor: float

    def since(self, start: Spent, times: int = 1) -> Spent:
        """What passed since `start`, for one of so many times."""
        wall, processor = self.wall - start.wall, self.processor - start.processor
        return Spent(wall / times, processor / times)


Clock = Callable[[], Spent]


def now() -> Spent:
    """The clock; of children it sees hundredths of a second."""
    times = os.times()
    children = times.children_user + times.children_system
    return Spent(time.perf_counter(), time.process_time() + children)


@frozen
class Pairs:
    """What `ours` and the `reference` spent, in one round each (n,)."""

    ours: tuple[Spent, ...]
    reference: tuple[Spent, ...]

    @property
    def waiting(self) -> float:
        """Our least time on the wall over our least processor time: noise only adds to either."""
        return min(each.wall for each in self.ours) / min(each.processor for each in self.ours)

    @property
    def processor(self) -> float:
        """The ratio of the least times of processors, which other programs hardly change."""
        ours = min(each.processor for each in self.ours)
        return ours / min(each.processor for each in self.reference)

    @property
    def median(self) -> float:
        """The median over the rounds of the ratio on the wall."""
        rounds = zip(self.ours, self.reference, strict=True)
        return median(ours.wall / reference.wall for ours, reference in rounds)

    @property
    def quiet(self) -> bool:
        """Whether the reference, if it has one thread, mostly had a processor for itself."""
        return median(each.wall / each.processor for each in self.reference) <= _QUIET

    def with_more(self, more: Pairs) -> Pairs:
        """Further rounds of the same work."""
        return Pairs(self.ours + more.ours, self.reference + more.reference)


def alternated(
    ours: Callable[[], object], reference: Callable[[], object], rounds: int, clock: Clock = now
) -> Pairs:
    """Time both in turn, the other one first in every second round.

    Each is called before, untimed: what is only opened once is not counted.
    """
    works = (ours, reference)
    loops = [_loops(work, clock) for work in works]
    spent: tuple[list[Spent], list[Spent]] = ([], [])
    for turn in range(rounds):
        for at in (0, 1) if turn % 2 == 0 else (1, 0):
            start = clock()
            for _ in range(loops[at]):
                works[at]()
            spent[at].append(clock().since(start, loops[at]))
    return Pairs(tuple(spent[0]), tuple(spent[1]))


def _loops(work: Callable[[], object], clock: Clock) -> int:
    """How often a piece of work is repeated so that it takes `SHORTEST` seconds."""
    work()
    start = clock()
    work()
    once = clock().since(start).wall
    return max(1, math.ceil(SHORTEST / max(once, 1e-6)))
