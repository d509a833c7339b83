"""`python -m benchmarks.ratios`: has a stage become slower than it was?

Leaves with 1 where a ratio is above the expected one by more than the factor, or a stage waits.
`--renew` writes down what is measured as what is expected; look at what changed before you commit.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from benchmarks.ratios.check import FACTOR, check, shown
from benchmarks.ratios.stages import stages

EXPECTED = Path(__file__).with_name("expected.json")


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--renew", is_flag=True, help="Write down what is measured as expected.")
def main(renew: bool) -> None:
    """Compare the ratio of each stage to its reference with the expected one."""
    expected = {} if renew else json.loads(EXPECTED.read_text("utf-8"))
    with stages() as every:
        outcomes = check(every, expected)
    click.echo(shown(outcomes))
    if renew:
        found = [(each.name, each.found.processor) for each in outcomes if each.found]
        ratios = {name: float(f"{ratio:.3g}") for name, ratio in found}
        EXPECTED.write_text(json.dumps(ratios, indent=2) + "\n", "utf-8")
    elif changed := [each.name for each in outcomes if not each.fine]:
        click.echo(
            f"{len(changed)} of {len(outcomes)} are worse than expected by a factor of {FACTOR:g}",
            err=True,
        )
        click.echo("if that is meant: python -m benchmarks.ratios --renew", err=True)
        sys.exit(1)


if __name__ == "__main__":
    main()
