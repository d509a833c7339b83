"""Where the program speaks, by the rules of `verify`.

Results go to standard output; all else goes to standard error with the program's name before it,
without a capital and a full stop, and a hint on the next line. Progress appears on a terminal only.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Self

import click

from core.errors import StorageFault
from core.result import Failure, Result, failed
from process import output_file, standard_streams
from verification.report.exit_codes import exit_code
from verification.report.printable import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from rich.progress import Progress

    from core.errors import Error


def complain(what: str, hint: str = "") -> None:
    """Say something on standard error and, on the next line, what to do."""
    for line in what.splitlines():
        click.echo(f"bench: {printable(line)}", err=True)
    if hint:
        click.echo(f"bench: hint: {printable(hint)}", err=True)


def stop(error: Error) -> int:
    """Say what went wrong and what to do; gives the exit code."""
    if standard_streams.reader_gone() and error == standard_streams.unwritten():
        return standard_streams.READER_GONE
    complain(str(error), error.hint)
    return exit_code(error)


def show(text: str) -> None:
    """Print a result."""
    click.echo(text, nl=not text.endswith("\n"))


def write(path: Path, content: str | bytes, inputs: Iterable[Path] = ()) -> Result[Path]:
    """Write a file, whole or not at all; it is none of `inputs`."""
    data = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        detail = f"cannot be written: {error.strerror or error}"
        return Failure(StorageFault("write", str(path), detail))
    opened = output_file.open_output(path, inputs)
    if failed(opened):
        return opened
    with opened.unwrap() as file:
        return file.write(data).bind(lambda _: file.finish()).map(lambda _: path)


class Waiting:
    """Progress with the time that is left, on standard error, on a terminal only."""

    def __init__(self) -> None:
        self._bars: Progress | None = None

    def __enter__(self) -> Self:
        if sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import (
                BarColumn,
                MofNCompleteColumn,
                Progress,
                TextColumn,
                TimeRemainingColumn,
            )

            columns = (
                TextColumn("{task.description}"),
                BarColumn(),
                MofNCompleteColumn(),
                TimeRemainingColumn(elapsed_when_finished=True),
            )
            self._bars = Progress(*columns, console=Console(stderr=True), transient=True)
            self._bars.start()
        return self

    def __exit__(self, *exception: object) -> None:
        if self._bars is not None:
            self._bars.stop()

    def on(self, what: str) -> Callable[[int, int], None]:
        """A bar for `what`, and the function that moves it to `done` of `total`."""
        if self._bars is None:
            return lambda _done, _total: None
        bars = self._bars
        bar = bars.add_task(printable(what), total=None)
        return lambda done, total: bars.update(bar, completed=done, total=total)
