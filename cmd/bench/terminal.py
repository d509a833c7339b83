"""Where the program speaks, by the rules of `verify`.

Results go to standard output; all else goes to standard error with the program's name before it,
without a capital and a full stop, and a hint on the next line. Progress appears on a terminal only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from vera.core.errors import StorageFault
from vera.core.result import Failure, Result, failed
from vera.process import output_file, standard_streams
from vera.verification.report.exit_codes import exit_code
from vera.verification.report.printable import printable

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from vera.core.errors import Error


def complain(what: str, hint: str = "") -> None:
    """Say something on standard error and, on the next line, what to do."""
    for line in what.splitlines():
        click.echo(f"vera-bench: {printable(line)}", err=True)
    if hint:
        click.echo(f"vera-bench: hint: {printable(hint)}", err=True)


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
