"""The ruled lines of a page, as a reader sees them: pieces in one line are one rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vera.core.document import Floats

_TOUCH = 1.5
"""Points between two pieces of one rule; rules over two groups of columns have 4 between them."""
_DOUBLE = 3.5
"""Points within which two rules of one extent are a double one."""
_SAME_END = 3.0
"""Points within which rules end at one place."""
_INSIDE = 0.5
"""The share of a level rule that runs over a table at least: those of the next column touch it."""


@frozen
class Rule:
    """A rule at `at`, from `start` to `end`: at a height from left to right, or upright."""

    at: float
    start: float
    end: float

    @property
    def length(self) -> float:
        """In points."""
        return self.end - self.start

    def covers(self, start: float, end: float) -> bool:
        """Whether it runs over all of the stretch, but for the trim of its ends."""
        return self.start <= start + _SAME_END and self.end >= end - _SAME_END


@frozen
class Ruling:
    """The rules of a page: `level` ones in order from the top, `upright` ones from the left."""

    level: tuple[Rule, ...] = ()
    upright: tuple[Rule, ...] = ()

    @classmethod
    def of(cls, boxes: Floats) -> Ruling:
        """From the boxes (k, 4) of what is drawn thin."""
        level: list[tuple[float, float, float]] = []
        upright: list[tuple[float, float, float]] = []
        for x0, y0, x1, y1 in boxes.tolist():
            if x1 - x0 >= y1 - y0:
                level.append(((y0 + y1) / 2, x0, x1))
            else:
                upright.append(((x0 + x1) / 2, y0, y1))
        return cls(tuple(_whole(level)), tuple(_whole(upright)))

    def within(self, x0: float, y0: float, x1: float, y1: float) -> Ruling:
        """Those that run inside a rectangle; they may pass its sides by a little."""
        near = _SAME_END
        return Ruling(
            tuple(
                rule
                for rule in self.level
                if y0 - near <= rule.at <= y1 + near
                and min(rule.end, x1) - max(rule.start, x0) > _INSIDE * min(rule.length, x1 - x0)
            ),
            tuple(
                rule
                for rule in self.upright
                if x0 - near <= rule.at <= x1 + near and min(rule.end, y1) - max(rule.start, y0) > 0
            ),
        )


def _whole(pieces: list[tuple[float, float, float]]) -> Iterator[Rule]:
    """Pieces that touch in one line, put together; each is its place, its start and its end."""
    pieces.sort()
    first = 0
    for after in range(1, len(pieces) + 1):
        if after < len(pieces) and pieces[after][0] - pieces[after - 1][0] <= _TOUCH:
            continue
        row = sorted((start, end) for _, start, end in pieces[first:after])
        at, first = pieces[first][0], after
        start, end = row[0]
        for its, ends in row[1:]:
            if its - end > _TOUCH:
                yield Rule(at, start, end)
                start, end = its, ends
            end = max(end, ends)
        yield Rule(at, start, end)


def single(rules: Sequence[Rule]) -> list[Rule]:
    """The rules from the top, of double ones the first."""
    done: list[Rule] = []
    for rule in sorted(rules, key=lambda it: it.at):
        if not done or rule.at - done[-1].at > _DOUBLE:
            done.append(rule)
    return done


def of_one_extent(rules: Sequence[Rule]) -> Iterator[list[Rule]]:
    """The rules by where they begin and end, each group from the top."""
    groups: dict[tuple[int, int], list[Rule]] = {}
    for rule in rules:
        start, end = round(rule.start / _SAME_END), round(rule.end / _SAME_END)
        near = ((start + a, end + b) for a in (0, -1, 1) for b in (0, -1, 1))
        place = next((it for it in near if it in groups), (start, end))
        groups.setdefault(place, []).append(rule)
    for group in groups.values():
        yield single(group)
