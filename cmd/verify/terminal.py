"""The only file that prints.

Results go to standard output or to the file that was asked for. Everything else goes to standard
error, with the program's name before it, without a capital and a full stop, and a hint on the next
line where the user can act. Colour, wrapping and progress appear on a terminal only, and NO_COLOR
is honoured. A reader of standard output that goes away has seen enough: that is told by the exit
code alone.
"""

from __future__ import annotations

import contextlib
import logging
import os
import sys
from typing import TYPE_CHECKING, Protocol

from vera.core.result import Failure, Result, Success, failed
from vera.process import output_file, standard_streams
from vera.verification.report.exit_codes import exit_code
from vera.verification.report.printable import printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from vera.core.errors import Error


def complain(what: str, hint: str = "") -> None:
    """Say on standard error what went wrong and, on the next line, what to do."""
    for line in what.splitlines():
        print(f"verify: {printable(line)}", file=sys.stderr)
    if hint:
        print(f"verify: hint: {printable(hint)}", file=sys.stderr)


def stop(error: Error) -> int:
    """Say what went wrong and what to do; gives the exit code."""
    if standard_streams.reader_gone() and error == standard_streams.unwritten():
        return standard_streams.READER_GONE
    complain(str(error), error.hint)
    return exit_code(error)


class _Complaints(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        complain(f"{record.levelname.lower()}: {record.getMessage()}")


def show_log(level: int, *names: str) -> None:
    """Let log messages from `level` on reach standard error: the engine's, or of those names."""
    for name in names or ("vera",):
        logger = logging.getLogger(name)
        logger.addHandler(_Complaints())
        logger.setLevel(level)


class Sink(Protocol):
    """Takes the report, piece by piece, to standard output, a file or nowhere."""

    def write(self, text: str, /) -> Result[None]:
        """Take the next piece; a full disk or a closed pipe is a `StorageFault`."""
        ...

    def finish(self) -> Result[None]:
        """Make sure that all of it has arrived."""
        ...


class _StandardOutput:
    def write(self, text: str) -> Result[None]:
        sys.stdout.write(text)
        return self._arrived()

    def finish(self) -> Result[None]:
        return self._arrived(flush=True)

    def _arrived(self, *, flush: bool = False) -> Result[None]:
        fault = standard_streams.unwritten(flush=flush)
        return Success(None) if fault is None else Failure(fault)


class _Nowhere:
    def write(self, _text: str) -> Result[None]:
        return Success(None)

    def finish(self) -> Result[None]:
        return Success(None)


@contextlib.contextmanager
def open_sink(
    path: Path | None, *, quiet: bool, exact: bool, inputs: Iterable[Path | int] = ()
) -> Iterator[Result[Sink]]:
    """Where the report goes. `exact` text (JSON, CSV, ...) is UTF-8 with its own ends of lines.

    A file appears under its name only when the report is whole; it is none of `inputs`.
    """
    if path is not None:
        opened = output_file.open_output(path, inputs)
        if failed(opened):
            yield opened
            return
        with opened.unwrap() as file:
            yield Success(file)
    elif quiet:
        yield Success(_Nowhere())
    else:
        if exact:
            _reconfigure(encoding="utf-8", newline="")
        _reconfigure(errors="backslashreplace")
        yield Success(_StandardOutput())


def write(text: str, *, exact: bool = False) -> Result[None]:
    """All of a result to standard output."""
    with open_sink(None, quiet=False, exact=exact) as opened:
        return opened.bind(lambda sink: sink.write(text).bind(lambda _: sink.finish()))


def _reconfigure(**options: str) -> None:
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:  # a stream that a test put there may not have it
        reconfigure(**options)


def width() -> int | None:
    """The width of standard output in cells, None where it is no terminal."""
    return os.get_terminal_size(sys.stdout.fileno()).columns if sys.stdout.isatty() else None


def colour() -> bool:
    """Whether standard output is a terminal that shows colour and may."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.getenv("TERM") != "dumb"
