"""The beginning of a program, while it is loaded: nothing is begun, and a signal ends it at once.

What else it needs is imported behind `begin`, and this file imports next to nothing: until then an
interrupt is told with a traceback of Python's.
"""

from __future__ import annotations

import os
import signal

TYPE_CHECKING = False  # that of typing would take as long as all else here
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

ENDING = {"SIGHUP": "hung up", "SIGINT": "interrupted", "SIGTERM": "terminated"}
"""The signals that end a run, where the system has them, and what is said then."""
_heeded: set[int] = set()


def begin() -> None:
    """Let signals end the process, with the exit code by which a shell knows them."""
    handle(lambda number, _: os._exit(128 + number))


def handle(handler: Callable[[int, FrameType | None], None] | signal.Handlers) -> None:
    """Handle the signals like this, but for those that whoever started the program shut out."""
    for name in ENDING:
        number = getattr(signal, name, None)
        if number is not None and (number in _heeded or signal.getsignal(number) != signal.SIG_IGN):
            _heeded.add(number)
            signal.signal(number, handler)
