"""A worker: a process that asks papers, and is started anew where a paper ends it."""

from __future__ import annotations

import pickle
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from typing import IO, TYPE_CHECKING, Any

from core.errors import ReadFault, ServiceUnavailable, UnreadableDocument
from core.result import Failure, Result, Success, failed
from verification.batch.job import Reply

if TYPE_CHECKING:
    from verification.batch.job import Job, Shard

TRIES = 3
"""How many workers a paper may end before it is given up."""
_PROGRAM = (
    "import pickle, sys; sys.path[:] = pickle.load(sys.stdin.buffer);"
    "from verification.batch.worker import main; main()"
)


class EndedError(Exception):
    """The process ended; the message says how."""


class Worker:
    """One process at a time, of a session of its own: what a terminal sends does not reach it.

    It ends when its driver does, however that ends. Used by one thread; `end` may be called by any.
    """

    def __init__(self, job: Job, identity: dict[str, Any]) -> None:
        self._job, self._identity = job, identity
        self._process: subprocess.Popen[bytes] | None = None
        self._over = False
        self._changing = threading.Lock()

    def ask(self, at: int, shard: Shard) -> Reply:
        """The reply on a paper; one that ends its worker `TRIES` times is unreadable."""
        how = ""
        for _ in range(TRIES):
            started = self._started()
            if failed(started):
                return Reply(at, started)
            try:
                reply: Reply = _asked(started.unwrap(), (at, shard))
            except EndedError as ended:
                how = str(ended)
                self._stop()
                continue
            return reply
        detail = f"it ended its worker {TRIES} times, at last {how}"
        hint = "look whether there is enough memory, with fewer workers"
        fault = UnreadableDocument("ask a paper", shard.name, ReadFault.BROKEN_IO, detail, hint)
        return Reply(at, Failure(fault))

    def end(self) -> None:
        """End the process, whatever it does; no other is started."""
        with self._changing:
            self._over = True
            if self._process is not None:
                self._process.kill()

    def _started(self) -> Result[subprocess.Popen[bytes]]:
        """The process that runs, or a new one when it is ready to be asked."""
        if self._process is not None:
            return Success(self._process)
        try:
            with self._changing:
                if self._over:
                    return _unstarted("the run is over")
                self._process = process = subprocess.Popen(  # noqa: S603 - our own program
                    [sys.executable, "-c", _PROGRAM],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    start_new_session=True,
                )
            _send(process, sys.path)
            ready: Result[None] = _asked(process, (self._job, self._identity))
        except (OSError, EndedError) as error:
            self._stop()
            return _unstarted(str(error))
        return ready.map(lambda _: process)

    def _stop(self) -> None:
        with self._changing:
            process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()


def _unstarted(detail: str) -> Failure[ServiceUnavailable]:
    hint = "look whether there is enough memory, with fewer workers"
    return Failure(ServiceUnavailable("start a worker", "a worker process", detail, hint=hint))


def _asked(process: subprocess.Popen[bytes], order: object) -> Any:
    """What the process answers. Raises EndedError."""
    _send(process, order)
    try:
        return pickle.load(_pipe(process.stdout))  # noqa: S301 - our own process's
    except (EOFError, OSError, pickle.UnpicklingError):
        raise EndedError(_how(process)) from None


def _send(process: subprocess.Popen[bytes], order: object) -> None:
    with suppress(OSError):  # it has ended: the next answer says so
        pipe = _pipe(process.stdin)
        pickle.dump(order, pipe)
        pipe.flush()


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None  # noqa: S101 - as it was started
    return pipe


def _how(process: subprocess.Popen[bytes]) -> str:
    code = process.wait()
    if code >= 0:
        return f"with exit code {code}"
    known = {int(each): each.name for each in signal.Signals}
    return f"by {known.get(-code, f'signal {-code}')}"
