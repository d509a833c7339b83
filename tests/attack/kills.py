"""Runs that are killed or interrupted at any moment."""

from __future__ import annotations

import random
import signal
import time
from typing import TYPE_CHECKING

from tests.attack.order import Order, Report
from tests.attack.running import Runs, adopt, ended, faults, orphans, whole

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.attack.running import Ended

_SIGNALS = (signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
_OLD = b"an older report"
_STARTED = 0.3
"""Of a run: before it Python itself may be interrupted, while it imports the program."""
_CHECK_EACH = 4
"""So many kills, then a run to the end with the cache that they left."""


def kills(order: Order) -> Report:
    """Kill runs that read a PDF and write the cache; then the cache must serve the next run."""
    adopt()
    chance = random.Random(order.seed)  # noqa: S311 - the same each time
    runs = Runs(order.folder / "runs", pdf=True)
    end, started = time.monotonic() + order.seconds, time.monotonic()
    wanted = runs.run("--no-cache")
    length, count, findings = time.monotonic() - started, 0, list(faults(wanted, (0, 1)))
    while time.monotonic() < end and not findings:
        how = chance.choice(_SIGNALS)
        after = length * chance.uniform(_STARTED, 1.1)
        killed = _killed(runs, how, after, wanted, output=chance.random() < 0.5)
        findings += [f"{how.name} after {after:.2f} s: {fault}" for fault in killed]
        count += 1
        if count % _CHECK_EACH == 0:
            findings += _checked(runs, wanted)
    if not findings:
        findings += _checked(runs, wanted)
    return Report(count, tuple(findings))


def _killed(
    runs: Runs, how: signal.Signals, after: float, wanted: Ended, *, output: bool
) -> Iterator[str]:
    report = runs.out / "report.json"
    report.write_bytes(_OLD)
    process = runs.start(*(("--output", str(report)) if output else ()))
    time.sleep(after)
    process.send_signal(how)
    yield from faults(ended(process), [wanted.code, -how, 128 + how])
    yield from orphans()
    said = report.read_bytes()
    if said != _OLD and not whole(said):
        yield f"half a report: {said[-100:]!r}"
    if how == signal.SIGKILL:  # nothing can be done after it
        _clear(runs.out)
    yield from runs.left()
    _clear(runs.out)


def _clear(folder: Path) -> None:
    for path in folder.iterdir():
        path.unlink()


def _checked(runs: Runs, wanted: Ended) -> Iterator[str]:
    again = runs.run()
    yield from faults(again, (wanted.code,))
    if again.out != wanted.out:
        yield "with the cache that was left, the report is another one"
    yield from runs.left()
