"""How long a server is waited for, and how that is told. ADR 0024."""

from __future__ import annotations

import logging
import os
import re
import time
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from vera.core.errors import InvalidInput, Problem
from vera.core.result import Failure, Result, Success
from vera.verification.ollama.faults import PASSING, Fault, Refusal, RefusedError

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")
Reply: TypeAlias = T | Refusal

_log = logging.getLogger(__name__)

ENVIRONMENT = "VERA_OLLAMA_TIMEOUT"
WAITS = (0.5, 1.0, 2.0)
"""Seconds before the second, third and fourth try."""
SPARE = 15.0
"""Seconds that all tries of a request may take together beyond the time of one."""
_TOLD = 10.0
"""Seconds of waiting after which it is told first; then each time they have doubled."""


class Watch:
    """Tells who waits for how long already, and gives up on a server that shows no life."""

    def __init__(self, service: str, lives: Callable[[], bool] | None) -> None:
        self._service, self._lives = service, lives
        self._start, self._next, self._dead = time.monotonic(), _TOLD, 0

    @property
    def waited(self) -> float:
        """Seconds since the first try began."""
        return time.monotonic() - self._start

    @property
    def gave_up(self) -> bool:
        """Whether the server answered nothing at all when it was asked twice for its version."""
        return self._dead > 1

    def __call__(self) -> None:
        """Called about once a second while an answer is waited for."""
        if self.waited < self._next:
            return
        _log.warning("waiting for %s (%d s)", self._service, self.waited)
        self._next *= 2
        if self._lives is not None:
            self._dead = 0 if self._lives() else self._dead + 1
        if self.gave_up:
            raise RefusedError(Refusal(Fault.UNREACHABLE, "answers nothing any more"))


def retried(
    ask: Callable[[float], Reply[T]],
    seconds: float,
    watch: Watch,
    sleep: Callable[[float], None],
) -> Reply[T]:
    """Ask again, with growing waits, while the same request may yet succeed.

    `ask` is given the seconds that it may take: `seconds`, or what is left of them and `SPARE`.
    """
    reply, tries = ask(seconds), 1
    for wait in WAITS:
        left = seconds + SPARE - watch.waited - wait
        passing = isinstance(reply, Refusal) and reply.fault in PASSING
        if not passing or watch.gave_up or left <= 0:
            break
        sleep(wait)
        reply, tries = ask(min(seconds, left)), tries + 1
    if isinstance(reply, Refusal):
        return Refusal(reply.fault, reply.detail, tries, watch.waited)
    return reply


def seconds_of(usual: float) -> Result[float]:
    """How long an answer may take, as the environment or else the caller has it."""
    given = os.environ.get(ENVIRONMENT, "")
    if not re.fullmatch(r"\d{0,6}(\.\d{1,3})?", given) or (given and float(given) <= 0):
        problem = Problem(ENVIRONMENT, given, "must be a number of seconds, more than 0")
        return Failure(InvalidInput("connect to Ollama", (problem,)))
    return Success(float(given) if given else usual)
