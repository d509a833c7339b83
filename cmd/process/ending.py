"""How a program begins and ends, whatever its streams are and whoever stops it."""

from __future__ import annotations

import os
import sys
import threading
from typing import TYPE_CHECKING, NoReturn

from vera.process import output_file, signals, standard_streams

if TYPE_CHECKING:
    from collections.abc import Callable

    from vera.core.errors import Error

_GRACE = 1.0
"""Seconds that threads may take at the end."""
_WELL = {0, 1}
"""The exit codes of work that was done; which of them it is says what the work has found."""


def run(
    program: Callable[[], int], complain: Callable[[str], None], stop: Callable[[Error], int]
) -> NoReturn:
    """Run the program and leave with the exit code that it gives.

    If a signal ended it, `complain` says so. If what it printed did not arrive, `stop` does, and
    gives the exit code.
    """
    standard_streams.secure()
    try:
        signals.heed(output_file.abandon)
        code = program()
        fault = standard_streams.unwritten(flush=True)
        if fault is not None and code in _WELL:
            code = stop(fault)
        signals.release()
    except BaseException as error:
        ended = signals.ended(error)
        if ended is None:
            raise
        output_file.abandon()
        complain(str(ended))
        code = ended.code
    sys.exit(code)


def soon(code: int) -> None:
    """Leave with this code a second from now, if the end waits for a thread that cannot be stopped.

    What is unfinished must be undone already.
    """
    forced = threading.Timer(_GRACE, os._exit, (code,))
    forced.daemon = True
    forced.start()
