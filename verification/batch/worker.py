"""The program of a worker: a job comes in, then one paper after the other; parts go out.

What comes in and goes out is pickled, by the same program with the same rights at both ends.
"""

from __future__ import annotations

import logging
import os
import pickle
import sys
import threading
from queue import SimpleQueue
from typing import IO, TYPE_CHECKING, Any

from core.errors import EmbeddingFault
from core.result import Failure, Result, failed
from verification.batch.asking import Asking
from verification.batch.identity import differences, text_of
from verification.batch.job import Reply

if TYPE_CHECKING:
    from verification.batch.job import Job


class _Warnings(logging.Handler):
    """Keeps what is said until it is told with a reply."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(record.getMessage())

    def taken(self) -> tuple[str, ...]:
        """What was said since this was asked."""
        taken, self.said = tuple(self.said), []
        return taken


def main() -> None:
    """Serve until the driver closes the way in, which the system does for one that was killed."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # nothing that a library prints may come between answers
    asked: SimpleQueue[Any] = SimpleQueue()
    threading.Thread(target=_receive, args=(sys.stdin.buffer, asked), daemon=True).start()
    warnings = _Warnings()
    logging.getLogger("verification").addHandler(warnings)
    job, identity = asked.get()
    begun = _begin(job, identity)
    _send(answers, begun.map(lambda _: None))
    if failed(begun):
        return
    asking, whole = begun.unwrap(), text_of(identity)
    while True:
        at, shard = asked.get()
        outcome = asking.ask(shard, shard.key(whole))
        _send(answers, Reply(at, outcome, warnings.taken()))


def _begin(job: Job, wanted: dict[str, Any]) -> Result[Asking]:
    """What asks, if its verdicts will be those of the driver and of all other workers."""
    begun = Asking.begin(job)
    if failed(begun):
        return begun
    asking = begun.unwrap()
    if other := differences(wanted, asking.identity):
        name = asking.identity["embedder"]["name"]
        detail = f"a worker has another {', '.join(other)} than the run"
        hint = "install the same version everywhere, and change no model while it runs"
        return Failure(EmbeddingFault("start a worker", name, detail, hint))
    return begun


def _receive(source: IO[bytes], asked: SimpleQueue[Any]) -> None:
    """Take orders also while one is worked on; without a driver there is nobody to work for."""
    while True:
        try:
            asked.put(pickle.load(source))  # noqa: S301 - our own driver's
        except (EOFError, pickle.UnpicklingError):
            os._exit(0)


def _send(answers: IO[bytes], answer: object) -> None:
    pickle.dump(answer, answers)
    answers.flush()
