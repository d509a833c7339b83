"""Units: the stretches of text that a strategy keeps whole, and packing puts together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_BATCH = 1024


@frozen
class Unit:
    """A stretch [start, end) of a text that is packed as one; offsets in characters.

    `cut_before` and `cut_after` say that it begins or ends where something had to be cut that
    should have stayed whole. `wall` says that a group begins with it (a section, say): a chunk
    shares nothing across a wall, and crosses it only while it is under the minimum.
    """

    start: int
    end: int
    cut_before: bool = False
    cut_after: bool = False
    wall: bool = False


def _ints(values: Any) -> NDArray[np.int64]:
    return np.asarray(values, dtype=np.int64)


def _flags(values: Any) -> NDArray[np.bool_]:
    return np.asarray(values, dtype=np.bool_)


@frozen(eq=False)
class Units:
    """n units in order, without overlap, as arrays (n,); the names are those of `Unit`."""

    starts: NDArray[np.int64] = field(converter=_ints)
    ends: NDArray[np.int64] = field(converter=_ints)
    cut_before: NDArray[np.bool_] = field(converter=_flags)
    cut_after: NDArray[np.bool_] = field(converter=_flags)
    walls: NDArray[np.bool_] = field(converter=_flags)

    def __len__(self) -> int:
        return len(self.starts)

    @classmethod
    def plain(cls, starts: Any, ends: Any) -> Units:
        """Units that are whole, in one group."""
        none = np.zeros(len(starts), dtype=np.bool_)
        return cls(starts, ends, none, none, none)

    @classmethod
    def of(cls, units: Sequence[Unit]) -> Units:
        """The same units as arrays."""
        return cls(
            [unit.start for unit in units],
            [unit.end for unit in units],
            [unit.cut_before for unit in units],
            [unit.cut_after for unit in units],
            [unit.wall for unit in units],
        )

    @classmethod
    def joined(cls, parts: Sequence[Units]) -> Units:
        """The units of all parts in order."""
        if len(parts) == 1:
            return parts[0]
        return cls(
            np.concatenate([part.starts for part in parts]),
            np.concatenate([part.ends for part in parts]),
            np.concatenate([part.cut_before for part in parts]),
            np.concatenate([part.cut_after for part in parts]),
            np.concatenate([part.walls for part in parts]),
        )

    def after(self, count: int) -> Units:
        """These without the first `count`."""
        return Units(
            self.starts[count:],
            self.ends[count:],
            self.cut_before[count:],
            self.cut_after[count:],
            self.walls[count:],
        )

    @classmethod
    def batches(cls, units: Iterable[Unit]) -> Iterator[Units]:
        """Units as they come, some thousands at a time."""
        batch: list[Unit] = []
        for unit in units:
            batch.append(unit)
            if len(batch) == _BATCH:
                yield cls.of(batch)
                batch = []
        if batch:
            yield cls.of(batch)
