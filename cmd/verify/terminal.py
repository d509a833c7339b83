"""The only file that prints.

Results go to standard output or to the file that was asked for. Everything else goes to standard
error, with the program's name before it, without a capital and a full stop, and a hint on the next
line where the user can act. Colour, wrapping and progress appear on a terminal only, and NO_COLOR
is honoured.
"""

from __future__ import annotations

import contextlib
import logging
import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Self

from core.errors import Error, ReadFault, StorageFault, UnreadableDocument
from core.result import Failure, Result, Success
from verification.report.exit_codes import exit_code
from verification.report.printable import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import IO

    from rich.progress import Progress


def complain(what: str, hint: str = "") -> None:
    """Say on standard error what went wrong and, on the next line, what to do."""
    for line in what.splitlines():
        print(f"verify: {printable(line)}", file=sys.stderr)
    if hint:
        print(f"verify: hint: {printable(hint)}", file=sys.stderr)


def stop(error: Error) -> int:
    """Say what went wrong and what to do; gives the exit code."""
    complain(str(error), error.hint)
    return exit_code(error)


class _Complaints(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        complain(f"{record.levelname.lower()}: {record.getMessage()}")


def show_log(level: int) -> None:
    """Let the engine's log messages from `level` on reach standard error."""
    logger = logging.getLogger("verification")
    logger.addHandler(_Complaints())
    logger.setLevel(level)


def read_input() -> Result[bytes]:
    """All of standard input."""
    try:
        return Success(sys.stdin.buffer.read())
    except OSError as error:
        detail = f"it cannot be read: {error.strerror or error}"
        return Failure(
            UnreadableDocument("read claims", "standard input", ReadFault.BROKEN_IO, detail)
        )


class Sink:
    """Takes the report, piece by piece, to standard output, a file or nowhere.

    A file appears under its name only when the report is whole.
    """

    def __init__(self, stream: IO[str] | None, place: str, finish: Callable[[], None]) -> None:
        self._stream, self._place, self._finish = stream, place, finish

    def write(self, text: str) -> Result[None]:
        """Take the next piece; a full disk or a closed pipe is a `StorageFault`."""
        return self._guarded(lambda: self._stream.write(text) if self._stream else None)

    def finish(self) -> Result[None]:
        """Make sure that all of it has arrived."""
        return self._guarded(self._finish)

    def _guarded(self, action: Callable[[], object]) -> Result[None]:
        try:
            action()
        except OSError as error:
            if self._stream is sys.stdout:  # nothing more can be said there, not even at exit
                os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            return Failure(_unwritten(self._place, error))
        return Success(None)


def _unwritten(place: str, error: OSError) -> StorageFault:
    return StorageFault("write the report", place, f"cannot be written: {error.strerror or error}")


@contextlib.contextmanager
def open_sink(path: Path | None, *, quiet: bool, exact: bool) -> Iterator[Result[Sink]]:
    """Where the report goes. `exact` text (JSON) is UTF-8 on standard output too."""
    if path is not None:
        with _file_sink(path) as sink:
            yield sink
    elif quiet:
        yield Success(Sink(None, "nowhere", lambda: None))
    else:
        if exact:
            _reconfigure(encoding="utf-8")
        _reconfigure(errors="backslashreplace")
        yield Success(Sink(sys.stdout, "standard output", sys.stdout.flush))


def _reconfigure(**options: str) -> None:
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:  # a stream that a test put there may not have it
        reconfigure(**options)


@contextlib.contextmanager
def _file_sink(path: Path) -> Iterator[Result[Sink]]:
    try:
        number, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        yield Failure(_unwritten(str(path), error))
        return
    partial = Path(name)
    with open(number, "w", encoding="utf-8") as stream:  # noqa: PTH123 - a descriptor

        def finish() -> None:
            stream.close()
            partial.chmod(0o666 & ~_umask())
            partial.replace(path)

        try:
            yield Success(Sink(stream, str(path), finish))
        finally:
            partial.unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def width() -> int | None:
    """The width of standard output in cells, None where it is no terminal."""
    return os.get_terminal_size(sys.stdout.fileno()).columns if sys.stdout.isatty() else None


def colour() -> bool:
    """Whether standard output is a terminal that shows colour and may."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.getenv("TERM") != "dumb"


class Waiting:
    """Progress bars on standard error, on a terminal only."""

    def __init__(self, *, quiet: bool) -> None:
        self._shown = sys.stderr.isatty() and not quiet
        self._bars: Progress | None = None

    def __enter__(self) -> Self:
        if self._shown:
            from rich.console import Console
            from rich.progress import Progress

            self._bars = Progress(console=Console(stderr=True), transient=True)
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
