"""`vera-bench report`: one page of plots from runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from vera.bench import options, terminal
from vera.core.errors import StorageFault
from vera.core.result import Failure, Result, Success, failed
from vera.verification.report import exit_codes

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from vera.bench.report.page import Section


@click.command(context_settings=options.CONTEXT)
@click.argument("runs", nargs=-1, required=True, type=options.FILE)
@click.option("-o", "--output", type=options.FILE, default="page.html", show_default=True)
def command(runs: tuple[Path, ...], output: Path) -> int:
    """Show RUNS, files of evaluate --json and of tune, on one page for a browser.

    Its plots are also written beside it as PNG, in a folder of the page's name.
    """
    return report(runs, output)


def report(runs: Sequence[Path], output: Path) -> int:
    """Show runs from their files; gives the exit code."""
    sections: list[Section] = []
    for path in runs:
        section = _section(path)
        if failed(section):
            return terminal.stop(section.failure())
        sections.append(section.unwrap())
    return write_page(sections, output, runs)


def write_page(sections: Sequence[Section], output: Path, inputs: Sequence[Path] = ()) -> int:
    """Write the page of these sections and, beside it, their plots; gives the exit code.

    None of `inputs` is written to.
    """
    from vera.bench.report.page import page

    folder = output.with_name(f"{output.stem}-plots")
    plots = [plot for section in sections for plot in section.plots]
    files = [(folder / f"{plot.name}.png", plot.png) for plot in plots]
    for path, content in ((output, page(sections).encode("utf-8", "backslashreplace")), *files):
        written = terminal.write(path, content, inputs)
        if failed(written):
            return terminal.stop(written.failure())
    terminal.complain(f"written to {output}, with {len(files)} plots beside it")
    return exit_codes.DONE


def _section(path: Path) -> Result[Section]:
    from vera.bench.figures.rows import load_json, understood
    from vera.bench.report.page import section_of_run, section_of_tuning
    from vera.bench.tune.tuner import FORMAT

    loaded = load_json(path)
    if failed(loaded):
        return loaded
    said = loaded.unwrap()
    if isinstance(said, dict) and said.get("format") == FORMAT:
        try:
            return Success(section_of_tuning(path.stem, said))
        except (KeyError, TypeError, ValueError) as error:
            detail = f"is a damaged run of vera-bench tune: {type(error).__name__} {error}"
            return Failure(StorageFault("read", str(path), detail))
    return understood(path, said).map(lambda run: section_of_run(path.stem, run))
