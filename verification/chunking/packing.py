"""The one packing loop: units in order become runs that share whole units with the next.

A strategy supplies only the units; a ruler says how long a stretch is (ADR 0003, 0014).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from attrs import define, field
from numpy.typing import NDArray

from verification.chunking.rulers import Ruler
from verification.chunking.units import Units

if TYPE_CHECKING:
    from core.chunk import ChunkConfig


Positions: TypeAlias = NDArray[np.int64]

_MANY = 1024


def _none() -> Positions:
    return np.empty(0, dtype=np.int64)


@define
class Run:
    """Neighbouring units as one: the characters [start, end), and `size` in the ruler's measure.

    `group` counts the groups that runs begin with, `part` the runs of a group, both from 0; `part`
    is None where a group is one run.
    """

    start: int
    end: int
    cut_before: bool
    cut_after: bool
    size: int
    group: int = 0
    part: int | None = None


@define
class _Ahead:
    """The units from the current run on, as far as they had to be read, with their positions."""

    _batches: Iterator[Units]
    _ruler: Ruler
    units: Units = field(factory=lambda: Units.of(()))
    low: Positions = field(factory=_none)
    high: Positions = field(factory=_none)
    walls: Positions = field(factory=_none)
    cuts: Positions = field(factory=_none)
    count: int = 0

    def forget(self, count: int) -> int:
        """Drop the first units once they are many; gives how many are gone."""
        if count < _MANY or 2 * count < self.count:
            return 0
        self._keep([], count)
        return count

    def reaches(self, index: int) -> bool:
        """Whether there is a unit of that index; reads on to find out."""
        while index >= self.count:
            read: list[Units] = []
            while sum(map(len, read)) <= self.count:
                batch = next(self._batches, None)
                if batch is None:
                    break
                read.append(batch)
            if not read:
                return False
            self._keep(read, 0)
        return True

    def _keep(self, read: list[Units], dropped: int) -> None:
        low = [self._ruler.floor(part.starts) for part in read]
        high = [self._ruler.ceil(part.ends) for part in read]
        if self.count > dropped:
            read = [self.units.after(dropped), *read]
            low, high = [self.low[dropped:], *low], [self.high[dropped:], *high]
        self.units = Units.joined(read)
        self.low, self.high = _joined(low), _joined(high)
        self.count = len(self.units)
        self.walls = np.flatnonzero(self.units.walls)
        self.cuts = np.flatnonzero(self.units.cut_before | self.units.cut_after)


def _joined(parts: list[Positions]) -> Positions:
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


def pack(batches: Iterator[Units], ruler: Ruler, config: ChunkConfig) -> Iterator[Run]:
    """Runs of neighbouring units; sizes include what lies between the units.

    * No run is over `config.maximum`, unless its one unit is.
    * A run ends before the unit with which it would pass the target; while what it adds to the run
      before it is under the minimum, it goes on to the maximum instead.
    * A run ends before a wall, unless it is of whole groups and under the minimum.
    * The next run begins with the most units at the end of this one that are whole, together no
      larger than `config.shared`, not all of this one, behind every wall, and leave room for the
      next unit.
    * The last run of a group that adds less than the minimum joins the run before it in the group,
      the last of all any run before it, unless that would pass the maximum: the maximum wins.

    Holds two runs at a time, and the units that had to be read ahead.
    """
    ahead = _Ahead(batches, ruler)
    held: Run | None = None
    first = new = 0
    while ahead.reaches(new):
        begins = held is None or bool(ahead.units.walls[new])
        first, last, size = _end(ahead, first, new, begins, ruler, config)
        units = ahead.units
        run = Run(
            int(units.starts[first]),
            int(units.ends[last]),
            bool(units.cut_before[first]),
            bool(units.cut_after[last]),
            size,
        )
        at_end = not ahead.reaches(last + 1)
        closes = at_end or bool(ahead.units.walls[last + 1])
        short = closes and int(ahead.high[last] - ahead.low[new]) < config.minimum
        if held is None:
            held = run
        elif short and (at_end or not begins) and _fits(held, run, ruler, config):
            held.end, held.cut_after = run.end, run.cut_after
            held.size = ruler.size(held.start, held.end)
        else:
            run.group = held.group + begins
            if not begins:
                held.part = held.part or 0
                run.part = held.part + 1
            yield held
            held = run
        if at_end:
            break
        first, new = _overlap(ahead, first, last, ruler, config), last + 1
        gone = ahead.forget(first)
        first, new = first - gone, new - gone
    if held is not None:
        yield held


def _fits(held: Run, run: Run, ruler: Ruler, config: ChunkConfig) -> bool:
    return ruler.size(held.start, run.end) <= config.maximum


def _end(
    ahead: _Ahead, first: int, new: int, begins: bool, ruler: Ruler, config: ChunkConfig
) -> tuple[int, int, int]:
    """The first and last unit of the run that adds unit `new`, and the run's exact size.

    Positions tell where a size is reached; where the exact size is larger, the run gives up units
    at its end, and then those it shares.
    """
    last = _reached(ahead, first, new, begins, config)
    while last == ahead.count - 1 and ahead.reaches(last + 1):
        last = _reached(ahead, first, new, begins, config)
    starts, ends = ahead.units.starts, ahead.units.ends
    most = config.target if ahead.high[last] - ahead.low[first] <= config.target else config.maximum
    size = ruler.size(int(starts[first]), int(ends[last]))
    while size > most and last > new:
        last -= 1
        size = ruler.size(int(starts[first]), int(ends[last]))
    while size > config.maximum and first < new:
        first += 1
        size = ruler.size(int(starts[first]), int(ends[last]))
    return first, last, size


def _reached(ahead: _Ahead, first: int, new: int, begins: bool, config: ChunkConfig) -> int:
    """The last unit of the run by the positions of the units that are known."""
    low, high = int(ahead.low[first]), int(ahead.low[new]) + config.minimum
    last = max(int(ahead.high.searchsorted(low + config.target, "right")) - 1, new)
    if config.minimum and last + 1 < ahead.count and ahead.high[last] < high:
        most = int(ahead.high.searchsorted(low + config.maximum, "right")) - 1
        last = max(min(int(ahead.high.searchsorted(high)), most), last)
    if not len(ahead.walls):
        return last
    for wall in ahead.walls[ahead.walls.searchsorted(new, "right") :]:
        if wall > last:
            break
        if ahead.high[wall - 1] >= high or not begins:
            return int(wall) - 1
    return last


def _overlap(ahead: _Ahead, first: int, last: int, ruler: Ruler, config: ChunkConfig) -> int:
    """The first of the units at the end of the run that the next run begins with."""
    after = last + 1
    if not config.overlap or ahead.units.walls[after]:
        return after
    fits = int(ahead.low.searchsorted(math.ceil(int(ahead.high[last]) - config.shared)))
    leaves = int(ahead.low.searchsorted(int(ahead.high[after]) - config.maximum))
    wall, cut = _last_before(ahead.walls, after), _last_before(ahead.cuts, after)
    next_first = min(after, max(first + 1, fits, leaves, wall, cut + 1))
    starts, end = ahead.units.starts, int(ahead.units.ends[last])
    while next_first < after and ruler.size(int(starts[next_first]), end) > config.shared:
        next_first += 1
    return next_first


def _last_before(places: Positions, index: int) -> int:
    """The last of the ascending places that is below the index, or -1."""
    count = int(places.searchsorted(index)) if len(places) else 0
    return int(places[count - 1]) if count else -1
