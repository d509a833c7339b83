"""Work that takes a while: it waits in a queue, tells what it does, and ends when nobody listens.

A job is worked on by a thread and listened to by any number of answers. Each thing that it tells is
an event with a number, so that a listener who was cut off goes on where it was.
"""

from __future__ import annotations

import secrets
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING, Any, TypeAlias

from attrs import Factory, define, evolve, frozen

from vera.core.errors import Distrusted, ServiceUnavailable
from vera.core.result import Failure, Result, Success, failed
from vera.verify import terminal
from vera.verify.serve import problems

if TYPE_CHECKING:
    from collections.abc import Iterator

WAITING = 200
"""Jobs that may wait in a queue: what comes then is refused, and may be sent again."""
AWAY = 15.0
"""Seconds that nobody may listen to a job, or ask for it, before it is given up: a browser that was
cut off tries again after three."""
_OFTEN = 0.1
"""Seconds between two words of progress."""
_RETRY = 5.0
"""Seconds after which one that was refused may try again."""

Work: TypeAlias = "Callable[[Job], Result[dict[str, Any]]]"
"""What a job does, in a thread; what it gives is told when it is done."""


class LeftError(Exception):
    """Nobody waits for the job any more: it unwinds to where it was begun."""


class State(Enum):
    """How far a job is; the last three are its end."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"

    @property
    def over(self) -> bool:
        """Whether nothing comes after it."""
        return self not in {State.QUEUED, State.RUNNING}


@frozen
class Event:
    """Something that a job tells; `number` grows. One that `passes` is replaced by the next."""

    number: int
    name: str
    data: dict[str, Any]
    passes: bool = False


@define(eq=False)
class Job:
    """One piece of work; any thread may look at it."""

    kind: str
    work: Work
    id: str = Factory(lambda: secrets.token_urlsafe(16))
    state: State = State.QUEUED
    events: list[Event] = Factory(list)
    error: dict[str, Any] | None = None
    position: int = 0
    seen: float = Factory(time.monotonic)
    listeners: set[Callable[[], None]] = Factory(set)
    _told: int = 0
    _last: float = 0.0
    finished: threading.Event = Factory(threading.Event)
    _left: threading.Event = Factory(threading.Event)
    _lock: threading.Lock = Factory(threading.Lock)

    def tell(self, name: str, data: dict[str, Any]) -> None:
        """Tell something that stays. Raises `LeftError` where nobody waits any more."""
        self.check()
        self._add(name, data, passes=False)

    def progress(self, stage: str, done: int, total: int, what: str = "") -> None:
        """Tell how far it is, of what is still true only; raises as `tell`."""
        self.check()
        now = time.monotonic()
        if 0 < done < total and now - self._last < _OFTEN:
            return
        self._last = now
        data = {"stage": stage, "done": done, "total": total, "what": what}
        self._add("progress", data, passes=True)

    def check(self) -> None:
        """Raise `LeftError` where nobody waits any more."""
        if self._left.is_set():
            raise LeftError

    def look(self) -> None:
        """Somebody asks for it: it is not given up for a while."""
        self.seen = time.monotonic()

    def listen(self, wake: Callable[[], None]) -> None:
        """Have `wake` called, in any thread, at each event."""
        with self._lock:
            self.listeners.add(wake)

    def ignore(self, wake: Callable[[], None]) -> None:
        """Somebody listens no more."""
        with self._lock:
            self.listeners.discard(wake)
        self.look()

    def leave(self) -> None:
        """Nobody waits: what runs ends where it next tells something."""
        self._left.set()

    def since(self, number: int) -> list[Event]:
        """What it told after the event of that number."""
        with self._lock:
            return [event for event in self.events if event.number > number]

    def amend(
        self, name: str, is_it: Callable[[dict[str, Any]], bool], data: dict[str, Any]
    ) -> None:
        """Put something else in the place of what was told under a name."""
        with self._lock:
            for at, event in enumerate(self.events):
                if event.name == name and is_it(event.data):
                    self.events[at] = evolve(event, data=data)

    def place(self, position: int) -> None:
        """It has so many before it in the queue."""
        if position != self.position or not self.events:
            self.position = position
            self._add("queued", {"position": position}, passes=True)

    def begin(self) -> None:
        """It is worked on now."""
        self.state = State.RUNNING
        self._add("running", {}, passes=True)

    def end(self, state: State, data: dict[str, Any]) -> None:
        """Tell the last word."""
        with self._lock:
            if self.state.over:
                return
            self.state = state
            self.error = data if state is State.FAILED else None
        self._add(state.value, data, passes=False)
        self.finished.set()

    @property
    def abandoned(self) -> bool:
        """Whether nobody has listened or asked for it for a while."""
        away = time.monotonic() - self.seen > AWAY
        return away and not self.listeners and not self.state.over

    def _add(self, name: str, data: dict[str, Any], *, passes: bool) -> None:
        with self._lock:
            if self.events and self.events[-1].passes:
                self.events.pop()
            self._told += 1
            self.events.append(Event(self._told, name, data, passes))
            listeners = list(self.listeners)
        for wake in listeners:
            wake()


class Queue:
    """Jobs that wait for threads to work on them, first come, first served."""

    def __init__(self, name: str, threads: int, distrusted: Callable[[], None]) -> None:
        self._distrusted = distrusted
        self._waiting: deque[Job] = deque()
        self._running: set[Job] = set()
        self._changed = threading.Condition()
        self._closed = False
        for at in range(threads):
            # No daemon: that is cut off in the middle of a model, which aborts the process.
            threading.Thread(target=self._run, name=f"{name}-{at}").start()

    def put(self, job: Job) -> Result[Job]:
        """Let a job wait; a `ServiceUnavailable` where there are too many."""
        with self._changed:
            if len(self._waiting) >= WAITING:
                detail = f"{WAITING} others wait already"
                hint = "try again in a moment"
                return Failure(
                    ServiceUnavailable("queue", "the queue", detail, retry_after=_RETRY, hint=hint)
                )
            self._waiting.append(job)
            job.place(len(self._waiting) - 1)
            self._changed.notify()
        return Success(job)

    def cancel(self, job: Job) -> None:
        """Give a job up: at once if it waits, else where it next tells something."""
        job.leave()
        with self._changed:
            waited = job in self._waiting
            if waited:
                self._waiting.remove(job)
            self._placed()
        if waited:
            job.end(State.CANCELLED, {})

    def close(self) -> None:
        """Let go of all jobs; the threads end as soon as these have noticed.

        It is called from a signal's handler, and so waits for no lock.
        """
        self._closed = True
        for job in (*self._waiting, *self._running):
            job.leave()
        threading.Thread(target=self._wake).start()

    def _wake(self) -> None:
        with self._changed:
            self._changed.notify_all()

    def jobs(self) -> Iterator[Job]:
        """Those that wait or are worked on."""
        with self._changed:
            return iter([*self._waiting, *self._running])

    def _placed(self) -> None:
        for position, job in enumerate(self._waiting):
            job.place(position)

    def _run(self) -> None:
        while True:
            with self._changed:
                while not (self._waiting or self._closed):
                    self._changed.wait()
                if self._closed:
                    return
                job = self._waiting.popleft()
                self._running.add(job)
                self._placed()
            try:
                self._work(job)
            finally:
                with self._changed:
                    self._running.discard(job)

    def _work(self, job: Job) -> None:
        job.begin()
        try:
            job.check()
            done = job.work(job)
        except LeftError:
            job.end(State.CANCELLED, {})
            return
        except Exception:  # noqa: BLE001 - the last resort: a job must have an end
            if self._closed:  # the program ends: its pools take no more work
                job.end(State.CANCELLED, {})
                return
            terminal.complain(traceback.format_exc() + "this is a defect in verify; please report")
            job.end(State.FAILED, problems.told(problems.DEFECT).document)
            return
        if failed(done):
            error = done.failure()
            if isinstance(error, Distrusted):
                self._distrusted()
            job.end(State.FAILED, problems.told(error).document)
        else:
            job.end(State.DONE, done.unwrap())
