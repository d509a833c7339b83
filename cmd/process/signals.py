"""Ends a run that its user or the system stops: what it began is undone, and no child stays."""

from __future__ import annotations

import atexit
import os
import signal
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import CodeType, FrameType

    Function = TypeVar("Function", bound=Callable[..., object])

_WORDS = {"SIGHUP": "hung up", "SIGINT": "interrupted", "SIGTERM": "terminated"}
"""The signals that end a run, where the system has them."""
_GRACE = 1.0
"""Seconds that the run may take to undo what it began."""
_SOON = 0.01
"""Seconds until a signal is looked at again that came where a function is not to be cut short."""
_heeded: set[int] = set()
_whole: set[CodeType] = set()


class EndedError(BaseException):
    """A signal ended the run. `code` is the exit code by which a shell knows it."""

    def __init__(self, number: int) -> None:
        self.code = 128 + number
        super().__init__(_WORDS[signal.Signals(number).name])


def whole(function: Function) -> Function:
    """A function that no signal cuts short, unless it takes long: what it did would be done twice.

    So it is with a write that has succeeded and has not yet said so.
    """
    _whole.add(function.__code__)
    return function


def heed(last: Callable[[], None]) -> None:
    """Let signals raise `EndedError` in the main thread, once: further ones say nothing new.

    A run that has not ended a second later is ended where it stands, after `last` was called: a
    thread that cannot be interrupted may be waited for, and code that calls back from another
    language loses an exception. What the interpreter itself takes apart at the end may take longer:
    from then on nobody handles the alarm, which would give another exit code. A signal that is
    ignored from the start (nohup) stays ignored.
    """
    if hasattr(signal, "setitimer"):
        atexit.register(signal.setitimer, signal.ITIMER_REAL, 0)

    def end(number: int, frame: FrameType | None, again: float = _GRACE / _SOON) -> None:
        _set(lambda *_: None)  # not SIG_IGN: Python complains of a signal that is under way then
        if hasattr(signal, "setitimer"):
            if again and frame is not None and frame.f_code in _whole:
                signal.signal(signal.SIGALRM, lambda _, frame: end(number, frame, again - 1))
                signal.setitimer(signal.ITIMER_REAL, _SOON)
                return
            signal.signal(signal.SIGALRM, lambda *_: leave(128 + number))
            signal.setitimer(signal.ITIMER_REAL, _GRACE)
        raise EndedError(number)

    def leave(code: int) -> None:
        last()
        os._exit(code)

    _set(end)


def release() -> None:
    """Let signals end the process at once: the run is over, and nothing is left to undo."""
    _set(signal.SIG_DFL)


def _set(handler: Callable[[int, FrameType | None], None] | signal.Handlers) -> None:
    """Handle the signals like this, but for those that whoever started the program shut out."""
    for name in _WORDS:
        number = getattr(signal, name, None)
        if number is not None and (number in _heeded or signal.getsignal(number) != signal.SIG_IGN):
            _heeded.add(number)
            signal.signal(number, handler)
