"""Standard input, output and error, whatever state they were handed over in.

A program may be started with any of them closed, full, or without a reader. None of this may raise
where something is printed: a library that prints would fail on it, and Python itself, when it ends.
"""

from __future__ import annotations

import io
import os
import select
import sys
from errno import EBADF
from typing import TYPE_CHECKING, BinaryIO, TextIO

from vera.core.errors import StorageFault
from vera.process import signals

if TYPE_CHECKING:
    from typing_extensions import Buffer

READER_GONE = 141
"""The exit code when nobody reads standard output any more: 128 + SIGPIPE, as a shell says it."""

_OUTPUT, _ERRORS = 1, 2


class _Stream(io.FileIO):
    """Takes all that is written; keeps what went wrong first, and then drops the rest."""

    fault: OSError | None = None

    @signals.whole
    def write(self, data: Buffer, /) -> int:
        """The number of bytes, all of them where they cannot be written."""
        while self.fault is None:
            try:
                written: int | None = super().write(data)
            except OSError as error:
                self.fault = error
                continue
            if written is not None:
                return written
            select.select([], [self], [])  # someone made it non-blocking, and it is full for now
        return memoryview(data).nbytes


def secure() -> None:
    """Make the three streams safe to use, before anything else opens a file.

    A number below 3 that is closed is given to the null device, the wrong way round, so that to use
    it is an error still: the next file that is opened would get it, and whoever prints would write
    into that file.
    """
    for number, unusable in enumerate((os.O_WRONLY, os.O_RDONLY, os.O_WRONLY)):
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, unusable), True)
    if sys.platform != "win32":  # its console is no file
        sys.stdout, sys.stderr = _guarded(_OUTPUT, sys.stdout), _guarded(_ERRORS, sys.stderr)


def _guarded(number: int, now: TextIO | None) -> TextIO:
    stream = io.BufferedWriter(_Stream(number, "wb", closefd=False))
    if not isinstance(now, io.TextIOWrapper):
        return io.TextIOWrapper(stream, "utf-8", "backslashreplace")
    at_once = now.line_buffering or now.write_through
    return io.TextIOWrapper(stream, now.encoding, now.errors, line_buffering=at_once)


def taken() -> BinaryIO:
    """Standard output for a protocol alone: what anybody prints from here on goes to the errors."""
    own = os.fdopen(os.dup(_OUTPUT), "wb")
    os.dup2(_ERRORS, _OUTPUT)
    return own


def unwritten(*, flush: bool = False) -> StorageFault | None:
    """What went wrong on standard output, if anything did. `flush` sends what is waiting first."""
    if flush and sys.stdout is not None:
        sys.stdout.flush()
    fault = _fault()
    if fault is None:
        return None
    why = "it is closed" if fault.errno == EBADF else fault.strerror
    return StorageFault("print", "standard output", f"cannot be written: {why}")


def reader_gone() -> bool:
    """Whether standard output is a pipe that nobody reads any more, as `| head` leaves it."""
    return isinstance(_fault(), BrokenPipeError)


def _fault() -> OSError | None:
    raw = getattr(getattr(sys.stdout, "buffer", None), "raw", None)
    return raw.fault if isinstance(raw, _Stream) else None
