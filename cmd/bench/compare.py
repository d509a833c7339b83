"""`bench compare`: two runs, paired."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from bench import terminal
from core.errors import StorageFault
from core.result import failed
from verification.report import exit_codes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bench.pairing import Comparison
    from bench.rows import Row

_FILE = click.Path(path_type=Path, dir_okay=False)


@click.command(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.argument("first", type=_FILE)
@click.argument("second", type=_FILE)
def command(first: Path, second: Path) -> int:
    """Say what SECOND does better or worse than FIRST, two files of bench evaluate --json.

    Only examples that both runs have are compared. A difference is called one only if its p is
    below 0.05 after correction for all the comparisons made (Holm).
    """
    return compare(first, second)


def compare(first: Path, second: Path) -> int:
    """Print the comparisons; gives the exit code."""
    from bench.pairing import compare_runs
    from bench.rows import load

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


def shown(comparisons: Sequence[Comparison]) -> str:
    """A table of comparisons."""
    from bench.tables import table

    head = ("set", "of", "measure", "n", "first", "second", "difference (95%)", "p", "")
    rows = [
        (
            each.set,
            each.of,
            each.measure,
            str(each.n),
            f"{each.first:.3f}",
            f"{each.second:.3f}",
            f"{each.second - each.first:+.3f} ({each.low:+.3f} to {each.high:+.3f})",
            f"{each.p:.3f}",
            each.verdict,
        )
        for each in comparisons
    ]
    return table([head, *rows])
