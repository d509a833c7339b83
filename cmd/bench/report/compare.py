"""`vera-bench compare`: two runs, paired."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from vera.bench import options, terminal
from vera.core.errors import StorageFault
from vera.core.result import failed
from vera.verification.report import exit_codes

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from vera.bench.figures.rows import Row


@click.command(context_settings=options.CONTEXT)
@click.argument("first", type=options.FILE)
@click.argument("second", type=options.FILE)
def command(first: Path, second: Path) -> int:
    """Say what SECOND does better or worse than FIRST, two files of vera-bench evaluate --json.

    Only examples that both runs have are compared. A difference is called one only if its p is
    below 0.05 after correction for all the comparisons made (Holm).
    """
    return compare(first, second)


def compare(first: Path, second: Path) -> int:
    """Print the comparisons; gives the exit code."""
    from vera.bench.figures.pairing import compare_runs, shown
    from vera.bench.figures.rows import load

    runs = []
    for path in (first, second):
        run = load(path)
        if failed(run):
            return terminal.stop(run.failure())
        runs.append(run.unwrap().rows)
    found = compare_runs(*runs)
    if not found:
        detail = "has no example in common with the first run"
        return terminal.stop(StorageFault("compare", str(second), detail))
    _tell_unpaired(*runs)
    terminal.show(shown(found))
    return exit_codes.DONE


def _tell_unpaired(first: Sequence[Row], second: Sequence[Row]) -> None:
    alone = {row.key for row in first} ^ {row.key for row in second}
    if alone:
        terminal.complain(f"{len(alone)} examples are in one of the runs only, and left out")
