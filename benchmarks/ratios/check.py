"""Ratios are compared with those that are expected: slower by a factor fails (ADR 0049)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from vera.bench.figures.tables import table
from vera.bench.speed.pairs import Clock, Pairs, alternated, now

if TYPE_CHECKING:
    from collections.abc import Sequence

FACTOR = 2.0
"""How far a ratio may be above the expected one; machines alone differ by up to 1.6 (ADR 0049)."""
ROUNDS, AGAIN = 5, 15
"""Rounds of each stage, and further ones of a stage that seems changed or is not known."""
_FINE, _FASTER = "as expected", "faster: renew"


@frozen
class Stage:
    """A piece of the engine's work and the reference, in one thread, that it is timed beside.

    One that `waits` does so by its nature (the system makes namespaces and takes them apart): only
    its processor time counts.
    """

    name: str
    ours: Callable[[], object]
    reference: Callable[[], object]
    waits: bool = False


@frozen
class Ratios:
    """A stage over its reference in processor time, and its own time by the clock over that.

    `waiting` is None where the machine was busy: then it tells of other programs.
    """

    processor: float
    waiting: float | None

    @classmethod
    def of(cls, pairs: Pairs) -> Ratios:
        """The ratios of the least times."""
        return cls(pairs.processor, pairs.waiting if pairs.quiet else None)


@frozen
class Outcome:
    """What was measured of a stage, and the ratio that was expected; None where there is none."""

    name: str
    found: Ratios | None
    expected: float | None

    @property
    def verdict(self) -> str:
        """What changed, or that nothing did.

        In processor time both slower and faster are a change. A stage whose time on the wall is far
        above its processor time waits for something.

        >>> Outcome("read", Ratios(4.1, None), 2.0).verdict
        'slower'
        >>> Outcome("read", Ratios(2.1, 3.1), 2.0).verdict
        'waits'
        >>> Outcome("read", Ratios(0.9, 1.1), 2.0).verdict
        'faster: renew'
        >>> Outcome("read", Ratios(1.9, 1.1), 2.0).verdict
        'as expected'
        """
        if self.found is None:
            return "not measured: renew"
        if self.expected is None:
            return "not known: renew"
        if self.found.processor > self.expected * FACTOR:
            return "slower"
        if self.found.processor * FACTOR < self.expected:
            return _FASTER
        waits = self.found.waiting is not None and self.found.waiting > FACTOR
        return "waits" if waits else _FINE

    @property
    def fine(self) -> bool:
        """Whether nothing is worse: a machine can be faster at one thing, which is only told."""
        return self.verdict in (_FINE, _FASTER)


def check(
    stages: Sequence[Stage], expected: Mapping[str, float], clock: Clock = now
) -> list[Outcome]:
    """Measure each stage, and once more, longer, where it is not as expected.

    A stage without an expected ratio, and an expected one without a stage, are outcomes that are
    not fine.
    """
    found = [_measured(stage, expected.get(stage.name), clock) for stage in stages]
    gone = expected.keys() - {stage.name for stage in stages}
    return [*found, *(Outcome(name, None, expected[name]) for name in sorted(gone))]


def _measured(stage: Stage, expected: float | None, clock: Clock) -> Outcome:
    pairs = alternated(stage.ours, stage.reference, ROUNDS, clock)
    outcome = _outcome(stage, pairs, expected)
    if outcome.fine:
        return outcome
    pairs = pairs.with_more(alternated(stage.ours, stage.reference, AGAIN, clock))
    return _outcome(stage, pairs, expected)


def _outcome(stage: Stage, pairs: Pairs, expected: float | None) -> Outcome:
    found = Ratios.of(pairs)
    return Outcome(stage.name, evolve(found, waiting=None) if stage.waits else found, expected)


def shown(outcomes: Sequence[Outcome]) -> str:
    """The outcomes as a table."""
    rows = [["", "expected", "processor", "waiting", ""]]
    for each in outcomes:
        found = (each.found.processor, each.found.waiting) if each.found else (None, None)
        rows.append([each.name, *map(_figure, (each.expected, *found)), each.verdict])
    return table(rows)


def _figure(ratio: float | None) -> str:
    return "-" if ratio is None else f"{ratio:.3g}"
