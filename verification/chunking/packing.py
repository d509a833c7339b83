"""The one packing loop: units in order become runs that share whole units with the next.

A strategy supplies only the units; a ruler says how long a stretch is (ADR 0003, 0014).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from attrs import define

from vera.verification.chunking.ahead import Ahead

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vera.core.chunk import ChunkConfig
    from vera.verification.chunking.ahead import View
    from vera.verification.chunking.rulers import Ruler
    from vera.verification.chunking.units import Units


_FULL = 2 / 3
"""The share of the target from which a run had better end before a paragraph (ADR 0014)."""


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


def pack(batches: Iterator[Units], ruler: Ruler, config: ChunkConfig, text: str) -> Iterator[Run]:
    """Runs of neighbouring units; sizes include what lies between the units.

    * No run is over `config.maximum`, unless its one unit is.
    * A run ends before the unit with which it would pass the target; while what it adds to the run
      before it is under the minimum, it goes on to the maximum instead.
    * Where that leaves a run in the midst of a paragraph, it ends at the last blank line of `text`
      in its last third, or else at the last line end there.
    * A run ends before a wall, unless it is of whole groups and under the minimum.
    * The next run begins with the most units at the end of this one that are whole, together no
      larger than `config.shared`, not all of this one, behind every wall, and leave room for the
      next unit.
    * The last run of a group that adds less than the minimum joins the run before it in the group,
      the last of all any run before it, unless that would pass the maximum: the maximum wins.

    Holds two runs at a time, and the units that had to be read ahead.
    """
    ahead = Ahead(batches, ruler)
    held: Run | None = None
    first = new = 0
    while ahead.reaches(new):
        begins = held is None or bool(ahead.units.walls[new])
        first, last, size = _end(ahead, first, new, begins, ruler, config, text)
        run = Run(
            ahead.starts[first],
            ahead.ends[last],
            bool(ahead.units.cut_before[first]),
            bool(ahead.units.cut_after[last]),
            size,
        )
        at_end = not ahead.reaches(last + 1)
        closes = at_end or bool(ahead.units.walls[last + 1])
        short = closes and ahead.high[last] - ahead.low[new] < config.minimum
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
    ahead: Ahead, first: int, new: int, begins: bool, ruler: Ruler, config: ChunkConfig, text: str
) -> tuple[int, int, int]:
    """The first and last unit of the run that adds unit `new`, and the run's exact size.

    Positions tell where a size is reached; where the exact size is larger, the run gives up units
    at its end, and then those it shares.
    """
    last = _reached(ahead, first, new, begins, config)
    while last == ahead.count - 1 and ahead.reaches(last + 1):
        last = _reached(ahead, first, new, begins, config)
    last = _rested(ahead, first, new, last, config, text)
    starts, ends = ahead.starts, ahead.ends
    most = config.target if ahead.high[last] - ahead.low[first] <= config.target else config.maximum
    size = ruler.size(starts[first], ends[last])
    while size > most and last > new:
        last -= 1
        size = ruler.size(starts[first], ends[last])
    while size > config.maximum and first < new:
        first += 1
        size = ruler.size(starts[first], ends[last])
    return first, last, size


def _reached(ahead: Ahead, first: int, new: int, begins: bool, config: ChunkConfig) -> int:
    """The last unit of the run by the positions of the units that are known."""
    low, high = ahead.low[first], ahead.low[new] + config.minimum
    last = max(bisect_right(ahead.high, low + config.target, new) - 1, new)
    if config.minimum and last + 1 < ahead.count and ahead.high[last] < high:
        most = bisect_right(ahead.high, low + config.maximum, new) - 1
        last = max(min(bisect_left(ahead.high, high, new), most), last)
    if not ahead.walls:
        return last
    for wall in ahead.walls[bisect_right(ahead.walls, new) :]:
        if wall > last:
            break
        if ahead.high[wall - 1] >= high or not begins:
            return wall - 1
    return last


def _rested(ahead: Ahead, first: int, new: int, last: int, config: ChunkConfig, text: str) -> int:
    """The unit to end the run with in the place of `last`, where more of its group follows.

    A line end counts between two units only, and not behind a cut; two are a blank line.
    """
    if last + 1 == ahead.count or ahead.units.walls[last + 1]:
        return last
    full = max(ahead.low[first] + config.target * _FULL, ahead.low[new] + config.minimum)
    least = bisect_left(ahead.high, full, new, last)
    starts, ends, line = ahead.starts, ahead.ends, None
    low, high = ends[least], starts[last + 1]
    while (found := text.rfind("\n", low, high)) >= 0:
        at = bisect_right(ends, found, least, last + 1) - 1
        behind = starts[at + 1]
        if found >= behind:
            high = behind
            continue
        high = ends[at]
        if ahead.units.cut_after[at]:
            continue
        if text.count("\n", high, behind) > 1:
            return at
        line = at if line is None else line
    return last if line is None else line


def _overlap(ahead: Ahead, first: int, last: int, ruler: Ruler, config: ChunkConfig) -> int:
    """The first of the units at the end of the run that the next run begins with."""
    after = last + 1
    if not config.overlap or ahead.units.walls[after]:
        return after
    fits = bisect_left(ahead.low, ahead.high[last] - config.shared, first, after)
    leaves = bisect_left(ahead.low, ahead.high[after] - config.maximum, first, after)
    wall, cut = _last_before(ahead.walls, after), _last_before(ahead.cuts, after)
    next_first = max(first + 1, fits, leaves, wall, cut + 1)
    starts, end = ahead.starts, ahead.ends[last]
    while next_first < after and ruler.size(starts[next_first], end) > config.shared:
        next_first += 1
    return min(next_first, after)


def _last_before(places: View, index: int) -> int:
    """The last of the ascending places that is below the index, or -1."""
    count = bisect_left(places, index)
    return places[count - 1] if count else -1
