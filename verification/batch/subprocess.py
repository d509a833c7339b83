"""A program of ours that runs beside this process, and what is said between the two.

Both are the same program with the same rights, so objects are pickled.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from queue import SimpleQueue
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_PROGRAM = (
    "import pickle, sys; sys.path[:] = pickle.load(sys.stdin.buffer);"
    "from vera.verification.batch.{name} import main; main()"
)


class EndedError(Exception):
    """The other process ended, or could not be started; the message says how."""


class Process:
    """The end of the one who started it. Not for two threads, but for `kill`.

    It is of a session of its own, which what a terminal sends does not reach. It ends when this
    process does, however that ends.
    """

    def __init__(self, name: str, path: Sequence[str], *, heard: bool = True) -> None:
        """Start the module of that name in this room; it looks for modules in `path`.

        What it prints goes to standard error if it is to be heard. Raises EndedError.
        """
        try:
            self._process = subprocess.Popen(  # noqa: S603 - our own program
                [sys.executable, "-c", _PROGRAM.format(name=name)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=None if heard else subprocess.DEVNULL,
                start_new_session=True,
            )
        except OSError as error:
            raise EndedError(f"it was not started: {error.strerror or error}") from error
        self.send(list(path))

    def send(self, order: object) -> None:
        """Give it an order; where it has ended, `receive` says so."""
        with suppress(OSError):
            pipe = _pipe(self._process.stdin)
            pickle.dump(order, pipe)
            pipe.flush()

    def receive(self) -> Any:
        """The next that it says. Raises EndedError."""
        try:
            return pickle.load(_pipe(self._process.stdout))  # noqa: S301 - our own program's
        except (EOFError, OSError, pickle.UnpicklingError):
            raise EndedError(self._how()) from None

    def kill(self) -> None:
        """End it, whatever it does."""
        self._process.kill()

    def close(self) -> None:
        """End it, and wait until it is gone."""
        self._process.kill()
        self._process.communicate()

    def _how(self) -> str:
        code = self._process.wait()
        if code >= 0:
            return f"it ended with exit code {code}"
        names = {int(each): each.name for each in signal.Signals}
        return f"it was ended by {names.get(-code, f'signal {-code}')}"


class Caller:
    """The end of a program that was started so."""

    def __init__(self, gone: Callable[[], None]) -> None:
        """Take orders, also while one is worked on; `gone` is called when the other end is gone."""
        self._answers = os.fdopen(os.dup(1), "wb")
        os.dup2(2, 1)  # nothing that a library prints may come between answers
        self._orders: SimpleQueue[Any] = SimpleQueue()
        threading.Thread(target=self._take, args=(sys.stdin.buffer, gone), daemon=True).start()

    def receive(self) -> Any:
        """The next order, when there is one."""
        return self._orders.get()

    def send(self, answer: object) -> None:
        """Say something."""
        pickle.dump(answer, self._answers)
        self._answers.flush()

    def _take(self, source: IO[bytes], gone: Callable[[], None]) -> None:
        while True:
            try:
                self._orders.put(pickle.load(source))  # noqa: S301 - our own program's
            except (EOFError, pickle.UnpicklingError):
                gone()
                return


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None  # noqa: S101 - as it was started
    return pipe
