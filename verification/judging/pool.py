"""Several requests in flight, in threads that never keep a program from ending."""

from __future__ import annotations

import threading
from queue import SimpleQueue
from typing import TYPE_CHECKING, TypeVar

from vera.core.result import Result, Success, failed

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

T = TypeVar("T")
U = TypeVar("U")

IN_FLIGHT = 2
"""Requests at once: the server has the next at hand when one is done. Most servers answer one at a
time, and a request waits for those before it while its own time runs."""


def each(ask: Callable[[T], Result[U]], items: Sequence[T]) -> Result[tuple[U, ...]]:
    """What `ask` gives for each item, in order; the first error ends it.

    The threads are daemons: an interrupt (Ctrl-C) ends the wait at once, and leaving the program
    does not wait for a slow answer, as it would with a `ThreadPoolExecutor`. What `ask` raises, a
    defect, is raised here.
    """
    waiting, turn = iter(range(len(items))), threading.Lock()
    done: SimpleQueue[tuple[int, Result[U] | BaseException]] = SimpleQueue()
    ended = threading.Event()

    def following() -> int | None:
        with turn:
            return None if ended.is_set() else next(waiting, None)

    def work() -> None:
        while (at := following()) is not None:
            try:
                done.put((at, ask(items[at])))
            except BaseException as defect:  # noqa: BLE001 - raised again where it is waited for
                done.put((at, defect))

    for _ in range(min(IN_FLIGHT, len(items))):
        threading.Thread(target=work, daemon=True, name="judge").start()
    found: dict[int, U] = {}
    try:
        while len(found) < len(items):
            at, result = done.get()
            if isinstance(result, BaseException):
                raise result
            if failed(result):
                return result
            found[at] = result.unwrap()
    finally:
        ended.set()
    return Success(tuple(found[at] for at in range(len(items))))
