"""A worker: a process that asks one paper after the other, started anew where a paper ends it."""

from __future__ import annotations

import logging
import os
import threading
from typing import TYPE_CHECKING, Any

from vera.core.errors import EmbeddingFault, ReadFault, ServiceUnavailable, UnreadableDocument
from vera.core.result import Failure, Result, Success, failed
from vera.verification.batch.asking import Asking
from vera.verification.batch.identity import differences, text_of
from vera.verification.batch.job import Reply
from vera.verification.batch.subprocess import Caller, EndedError, Process

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.verification.batch.job import Job, Shard

TRIES = 3
"""How many processes a paper may end before it is given up."""
_HINT = "look whether there is enough memory, or use fewer workers"


class Worker:
    """One process at a time. Used by one thread; `end` may be called by any.

    `path` is where it looks for modules.
    """

    def __init__(self, job: Job, identity: dict[str, Any], path: Sequence[str]) -> None:
        self._job, self._identity, self._path = job, identity, path
        self._process: Process | None = None
        self._over = False
        self._changing = threading.Lock()

    def ask(self, at: int, shard: Shard) -> Reply:
        """The reply on a paper; one that ends its worker `TRIES` times is unreadable."""
        how = ""
        for _ in range(TRIES):
            started = self._started()
            if failed(started):
                return Reply(at, started)
            process = started.unwrap()
            try:
                process.send((at, shard))
                reply: Reply = process.receive()
            except EndedError as ended:
                how = str(ended)
                self.close()
                continue
            return reply
        detail = f"the worker that asked it ended {TRIES} times, at last: {how}"
        fault = UnreadableDocument("ask a paper", shard.name, ReadFault.BROKEN_IO, detail, _HINT)
        return Reply(at, Failure(fault))

    def end(self) -> None:
        """End the process, whatever it does; no other is started."""
        with self._changing:
            self._over = True
            if self._process is not None:
                self._process.kill()

    def close(self) -> None:
        """End the process, and wait until it is gone."""
        with self._changing:
            process, self._process = self._process, None
        if process is not None:
            process.close()

    def _started(self) -> Result[Process]:
        """The process that runs, or a new one when it is ready to be asked."""
        if self._process is not None:
            return Success(self._process)
        try:
            with self._changing:
                if self._over:
                    return _unstarted("the run is over")
                self._process = process = Process("worker", self._path)
            process.send((self._job, self._identity))
            ready: Result[None] = process.receive()
        except EndedError as ended:
            self.close()
            return _unstarted(str(ended))
        return ready.map(lambda _: process)


def _unstarted(detail: str) -> Failure[ServiceUnavailable]:
    return Failure(ServiceUnavailable("start a worker", "a worker process", detail, hint=_HINT))


class _Warnings(logging.Handler):
    """Keeps what is said until it is told with a reply."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self._said.append(record.getMessage())

    def taken(self) -> tuple[str, ...]:
        """What was said since this was asked."""
        taken, self._said = tuple(self._said), []
        return taken


def main() -> None:
    """The program of the process: a job comes in, then papers; parts go out."""
    caller, warnings = Caller(lambda: os._exit(0)), _Warnings()
    logging.getLogger("vera").addHandler(warnings)
    job, identity = caller.receive()
    begun = _begin(job, identity)
    caller.send(begun.map(lambda _: None))
    if failed(begun):
        return
    asking, whole = begun.unwrap(), text_of(identity)
    while True:
        at, shard = caller.receive()
        outcome = asking.ask(shard, shard.key(whole))
        caller.send(Reply(at, outcome, warnings.taken()))


def _begin(job: Job, wanted: dict[str, Any]) -> Result[Asking]:
    """What asks, if its verdicts will be those of the driver and of all other workers."""
    begun = Asking.begin(job)
    if failed(begun):
        return begun
    asking = begun.unwrap()
    if other := differences(wanted, asking.identity):
        name = asking.identity["embedder"]["name"]
        detail = f"a worker differs from the run in {', '.join(other)}"
        hint = "install the same version everywhere, and change no model while it runs"
        return Failure(EmbeddingFault("start a worker", name, detail, hint))
    return begun
