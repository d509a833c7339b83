"""Requests that are in flight together."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading

import pytest

from vera.core.errors import ServiceUnavailable
from vera.core.result import Failure, Result, Success
from vera.verification.judging.pool import IN_FLIGHT, each

_GONE = ServiceUnavailable("judge", "fake", "gone")


def test_several_at_once() -> None:
    """As many as may be are in flight together: each waits here for the other."""
    together = threading.Barrier(IN_FLIGHT)

    def ask(number: int) -> Result[int]:
        together.wait(timeout=60)
        return Success(number * number)

    numbers = list(range(4 * IN_FLIGHT))
    assert each(ask, numbers).unwrap() == tuple(number**2 for number in numbers)


def test_an_error_is_told_before_the_others_end() -> None:
    """An error does not wait for what is still in flight."""
    release = threading.Event()

    def ask(number: int) -> Result[int]:
        if number == 0:
            return Failure(_GONE)
        release.wait(timeout=60)
        return Success(number)

    assert each(ask, range(10)).failure() is _GONE
    release.set()


def test_a_defect_is_raised() -> None:
    """What is raised in a thread is raised where it is waited for, and no wait lasts for ever."""

    def ask(number: int) -> Result[int]:
        raise ZeroDivisionError(number)

    with pytest.raises(ZeroDivisionError):
        each(ask, range(3))


def test_an_interrupt_ends_a_wait() -> None:
    """Ctrl-C ends the program at once, although no answer ever comes."""
    code = (
        "import signal, threading\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # a job's may be off
        "from vera.verification.judging.pool import each\n"
        "def ask(number):\n"
        "    print('asked', flush=True)\n"
        "    threading.Event().wait()\n"
        "each(ask, range(9))\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as program:
        assert program.stdout is not None
        assert "asked" in program.stdout.readline()
        program.send_signal(signal.SIGINT)
        _, said = program.communicate(timeout=60)
    assert "KeyboardInterrupt" in said
