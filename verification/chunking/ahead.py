"""The units from a run on, read as far as packing has to look."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from attrs import define, field

from vera.verification.chunking.rulers import Ruler
from vera.verification.chunking.units import Units

if TYPE_CHECKING:
    from numpy.typing import NDArray

View: TypeAlias = memoryview
"""An array to read single numbers from, which takes a quarter of the time it takes in numpy."""

_MANY = 1024


def _none() -> View:
    return np.empty(0, dtype=np.int64).data


@define
class Ahead:
    """The units from the current run on, as far as they had to be read, with their positions.

    `starts` and `ends` are their offsets, `low` and `high` the positions of these; `walls` and
    `cuts` the indices of units behind a wall, and of those with a cut.
    """

    _batches: Iterator[Units]
    _ruler: Ruler
    units: Units = field(factory=lambda: Units.of(()))
    starts: View = field(factory=_none)
    ends: View = field(factory=_none)
    low: View = field(factory=_none)
    high: View = field(factory=_none)
    walls: View = field(factory=_none)
    cuts: View = field(factory=_none)
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
            low = [np.asarray(self.low)[dropped:], *low]
            high = [np.asarray(self.high)[dropped:], *high]
        self.units = Units.joined(read)
        self.count = len(self.units)
        self.low, self.high = _joined(low).data, _joined(high).data
        self.starts, self.ends = self.units.starts.data, self.units.ends.data
        self.walls = np.flatnonzero(self.units.walls).data
        self.cuts = np.flatnonzero(self.units.cut_before | self.units.cut_after).data


def _joined(parts: list[NDArray[np.int64]]) -> NDArray[np.int64]:
    return parts[0] if len(parts) == 1 else np.concatenate(parts)
