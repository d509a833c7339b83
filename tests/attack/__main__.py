"""`python -m tests.attack [NAME ...] [--seconds N] [--seed N]`: attack, and tell what was found.

The seconds are for all attacks together. The exit code is 1 where something was found.
"""

from __future__ import annotations

import argparse
import logging
import random
import shlex
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from tests.attack.order import Order
from tests.attack.table import ATTACKS, FUZZERS, has_fuzzer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.attack.order import Report

_FOLDER = Path(".cache") / "attack"


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _arguments(given: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.attack", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(ATTACKS))
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1, 1 << 31))
    parser.add_argument("--folder", type=Path, default=_FOLDER)
    found = parser.parse_args(given)
    unknown = sorted(set(found.names) - set(ATTACKS))
    if unknown:
        parser.error(f"unknown: {', '.join(unknown)}; known are {', '.join(ATTACKS)}")
    return found


def _line(name: str, order: Order, report: Report, took: float) -> str:
    said = (
        f"{name}: {report.executions:,} executions, {len(report.findings)} findings, {took:.0f} s"
    )
    said += f" ({report.figures})" if report.figures else ""
    again = ["python", "-m", "tests.attack", name]
    again += ["--seed", str(order.seed), "--seconds", f"{order.seconds:.0f}"]
    return f"{said}\n    again: {shlex.join(again)}"


def main(given: Sequence[str] | None = None) -> int:
    """Run the attacks in order."""
    wanted = _arguments(given)
    names = wanted.names or list(ATTACKS)
    if not has_fuzzer() and set(names) & set(FUZZERS):
        _say("atheris is missing: install the extra `attack`")
        return 2
    _say(f"seed {wanted.seed}, {wanted.seconds:.0f} s for {len(names)} attacks")
    shares = sum(ATTACKS[name].share for name in names)
    found = 0
    for name in names:
        seconds = wanted.seconds * ATTACKS[name].share / shares
        order = Order(seconds, wanted.seed, wanted.folder / name.replace(" ", "-"))
        order.folder.mkdir(parents=True, exist_ok=True)
        start = time.monotonic()
        report = ATTACKS[name].attack(order)
        _say(_line(name, order, report, time.monotonic() - start))
        for finding in report.findings:
            _say(f"    found: {finding}")
        found += len(report.findings)
    _say(f"{found} findings, with seed {wanted.seed}")
    return 1 if found else 0


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)  # the engine's warnings are what is provoked here
    sys.exit(main())
