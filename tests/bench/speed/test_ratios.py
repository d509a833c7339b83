"""The short form: a stage that became slower, faster or unknown is told, noise is not."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from benchmarks.ratios.__main__ import EXPECTED
from benchmarks.ratios.check import FACTOR, Outcome, Stage, check, shown
from benchmarks.ratios.stages import stages
from vera.bench.speed.pairs import Spent

if TYPE_CHECKING:
    from collections.abc import Callable


class _Machine:
    """A machine with one processor, on which work takes what it is told to take.

    `stolen` is what other programs add to the wall time of each piece of work.
    """

    def __init__(self) -> None:
        self.wall = self.processor = self.stolen = 0.0
        self.calls = 0

    def clock(self) -> Spent:
        """What was spent until now."""
        return Spent(self.wall, self.processor)

    def work(self, seconds: float, waiting: float = 0.0, calm_after: int = 0) -> Callable[[], None]:
        """Work that takes so long, and ten times that in the first calls of any work."""

        def run() -> None:
            self.calls += 1
            slow = 10 if self.calls <= calm_after else 1
            self.processor += seconds * slow
            self.wall += seconds * slow + waiting + self.stolen

        return run


def _outcome(machine: _Machine, ours: Callable[[], None]) -> Outcome:
    stage = Stage("find", ours, machine.work(1))
    return check([stage], {"find": 2.0}, machine.clock)[0]


@given(st.floats(0.01, 100))
def test_a_stage_is_fine_within_the_factor_and_not_beyond(ratio: float) -> None:
    """Only the ratio counts, and only beyond the factor is it a change; faster is only told."""
    machine = _Machine()
    outcome = _outcome(machine, machine.work(ratio))
    if ratio > 2 * FACTOR * 1.001:
        assert outcome.verdict == "slower"
    elif ratio * FACTOR < 2 * 0.999:
        assert outcome.verdict == "faster: renew"
        assert outcome.fine
    elif 2 / FACTOR * 1.001 < ratio < 2 * FACTOR * 0.999:
        assert outcome.fine


def test_a_stage_made_slow_fails() -> None:
    """More than twice the work is told as slower, after it was measured again."""
    machine = _Machine()
    assert _outcome(machine, machine.work(5)).verdict == "slower"
    assert machine.calls > 40


def test_a_stage_that_waits_fails_where_the_machine_is_quiet() -> None:
    """Sleeping costs no processor; the clock on the wall tells, unless others hold it up."""
    machine = _Machine()
    assert _outcome(machine, machine.work(2, waiting=5)).verdict == "waits"
    busy = _Machine()
    busy.stolen = 3
    assert _outcome(busy, busy.work(2, waiting=5)).fine


def test_a_machine_that_calms_down_is_measured_again() -> None:
    """A stage that was disturbed in all its first rounds gets more before it is accused."""
    machine = _Machine()
    assert _outcome(machine, machine.work(2, calm_after=12)).fine
    machine = _Machine()
    assert _outcome(machine, machine.work(2, calm_after=1000)).verdict == "slower"


def test_stages_and_expectations_must_name_the_same() -> None:
    """A stage that nobody expects, and an expectation that nobody measures, are both told."""
    machine = _Machine()
    stage = Stage("new", machine.work(1), machine.work(1))
    outcomes = check([stage], {"gone": 1.0}, machine.clock)
    assert [(each.name, each.verdict) for each in outcomes] == [
        ("new", "not known: renew"),
        ("gone", "not measured: renew"),
    ]
    assert "renew" in shown(outcomes)


def test_what_is_expected_is_what_is_measured() -> None:
    """The committed ratios name the stages that there are, and each can be run."""
    expected = json.loads(EXPECTED.read_text("utf-8"))
    with stages() as every:
        assert [stage.name for stage in every] == list(expected)
        for stage in every:
            stage.reference()
            stage.ours()
    assert all(ratio > 0 for ratio in expected.values())


def test_a_stage_that_waits_by_its_nature_is_told_by_its_processor_time() -> None:
    """What the clock says of it is no change, and is not shown as one."""
    machine = _Machine()
    for waits, verdict in ((False, "waits"), (True, "as expected")):
        stage = Stage("find", machine.work(2, waiting=3), machine.work(1), waits)
        assert check([stage], {"find": 2.0}, machine.clock)[0].verdict == verdict
