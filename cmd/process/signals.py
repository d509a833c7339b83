"""Ends a run that its user or the system stops: what it began is undone, and no child stays."""

from __future__ import annotations

import atexit
import os
import signal
import sys
import time
from typing import TYPE_CHECKING, TypeVar

from vera.process.beginning import ENDING, handle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import CodeType, FrameType

    Function = TypeVar("Function", bound=Callable[..., object])

_GRACE = 1.0
"""Seconds that the run may take to undo what it began."""
_SOON = 0.01
"""Seconds until a signal is looked at again that came where a function is not to be cut short."""
_IMPORTS = "<frozen importlib._bootstrap>"
"""The file of the code that imports, as the interpreter names it."""
_whole: set[CodeType] = set()
_waiting: list[int] = []
"""Signals that came where the run was not to be cut short."""


class EndedError(BaseException):
    """A signal ended the run. `code` is the exit code by which a shell knows it."""

    def __init__(self, number: int) -> None:
        self.code = 128 + number
        super().__init__(ENDING[signal.Signals(number).name])


def whole(function: Function) -> Function:
    """A function that no signal cuts short, unless it takes long: what it did would be done twice.

    So it is with a write that has succeeded and has not yet said so.
    """
    _whole.add(function.__code__)
    return function


def heed(last: Callable[[], None]) -> None:
    """Let signals raise `EndedError` in the main thread, once: further ones say nothing new.

    It is raised behind an import that is under way, since a library that is loaded by half takes it
    for a fault of its own, and again where Python could not raise it, in a destructor. A run that
    has not ended a second later is ended where it stands, after `last` was called: a thread that
    cannot be interrupted may be waited for, and code that calls back from another language loses
    an exception. What the interpreter itself takes apart at the end may take longer: from then on
    nobody handles the alarm, which would give another exit code. A signal that is ignored from the
    start (nohup) stays ignored.
    """
    timed, told, until = hasattr(signal, "setitimer"), sys.unraisablehook, 0.0
    if timed:
        atexit.register(signal.setitimer, signal.ITIMER_REAL, 0)

    def end(number: int, frame: FrameType | None) -> None:
        nonlocal until
        running = set(_running(frame))
        loads = any(code.co_filename == _IMPORTS for code in running)
        if timed and (loads or running & _whole):
            until = until or time.monotonic() + _GRACE
            if time.monotonic() < until:  # whoever handles it then
                _waiting.append(number)
                alarm(_SOON, lambda _: signal.raise_signal(number))
                return
            if loads:
                leave(128 + number)
        handle(lambda *_: None)  # not SIG_IGN: Python complains of a signal that is under way then
        if timed:
            alarm(_GRACE, lambda _: leave(128 + number))
        raise EndedError(number)

    def again(lost: sys.UnraisableHookArgs) -> None:
        if timed and isinstance(lost.exc_value, EndedError):
            number = lost.exc_value.code - 128
            alarm(_SOON, lambda frame: end(number, frame))
        else:
            told(lost)

    def alarm(seconds: float, then: Callable[[FrameType | None], object]) -> None:
        signal.signal(signal.SIGALRM, lambda _, frame: then(frame))
        signal.setitimer(signal.ITIMER_REAL, seconds)

    def leave(code: int) -> None:
        last()
        os._exit(code)

    sys.unraisablehook = again
    handle(end)


def _running(frame: FrameType | None) -> Iterator[CodeType]:
    while frame is not None:
        yield frame.f_code
        frame = frame.f_back


def ended(error: BaseException) -> EndedError | None:
    """The signal that an exception tells of, also where tasks have wrapped it into a group."""
    while isinstance(error, BaseExceptionGroup):
        found = error.subgroup(EndedError)
        if found is None:
            return None
        error = found.exceptions[0]
    return error if isinstance(error, EndedError) else None


def release() -> None:
    """Let signals end the process at once: the run is over, and nothing is left to undo.

    Raises `EndedError` for one that waited for the end of an import, which was the end of the run.
    """
    if _waiting:
        handle(lambda *_: None)
        raise EndedError(_waiting[0])
    handle(signal.SIG_DFL)
