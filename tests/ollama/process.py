"""Starts and ends a real Ollama server."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self

_PATIENCE = 60.0


class ServerError(Exception):
    """The test server cannot be had although it should be."""


def free_port() -> int:
    """A TCP port of 127.0.0.1 on which nothing listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class ServerProcess:
    """An Ollama server on a free port, in a process session of its own.

    The server starts a runner for each model, which outlives it when it alone is ended; so the
    whole group of processes is ended. `host` is its address. Use it as a context manager.
    """

    def __init__(self, run: Path, models: Path, **settings: str) -> None:
        self.host = f"127.0.0.1:{free_port()}"
        self._program = run / "ollama-lib"
        self._home = Path(tempfile.mkdtemp(prefix="vera-ollama-home-"))
        self._settings = {
            "PATH": os.environ["PATH"],
            "HOME": str(self._home),
            "LD_LIBRARY_PATH": str(run),
            "OLLAMA_HOST": self.host,
            "OLLAMA_MODELS": str(models),
            "OLLAMA_NOPRUNE": "1",  # several servers share one folder of models
            **settings,
        }
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def start(self) -> None:
        """Start it and wait until it answers."""
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [self._program, "serve"],
                env=self._settings,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        give_up = time.monotonic() + _PATIENCE
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > give_up:
                raise ServerError(f"the test server did not start: {self.log.read_text()[-800:]}")
            time.sleep(0.02)

    @property
    def pid(self) -> int:
        """The server's process, which leads its session."""
        if self._process is None:
            raise RuntimeError("the server is not running")
        return self._process.pid

    @property
    def log(self) -> Path:
        """What the server wrote."""
        return self._home / "log"

    def _answers(self) -> bool:
        host, _, port = self.host.partition(":")
        try:
            socket.create_connection((host, int(port)), timeout=1).close()
        except OSError:
            return False
        return True

    def _signal(self, number: signal.Signals) -> None:
        if self._process is None:
            return
        try:
            os.killpg(self._process.pid, number)
        except ProcessLookupError:
            return

    def suspend(self) -> None:
        """Let it hold what it has and answer nothing, as a server that hangs."""
        self._signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Let a suspended server go on."""
        self._signal(signal.SIGCONT)

    def kill(self) -> None:
        """End the server and its runners at once, in the middle of whatever they do."""
        self._signal(signal.SIGKILL)
        if self._process is not None:
            self._process.wait()
            self._process = None

    def close(self) -> None:
        """End it and remove what it kept for itself."""
        self.kill()
        shutil.rmtree(self._home, ignore_errors=True)

    def command(self, *arguments: str) -> None:
        """Run the program as a client of this server."""
        done = subprocess.run(
            [self._program, *arguments],
            env=self._settings,
            capture_output=True,
            text=True,
            timeout=_PATIENCE,
            check=False,
        )
        if done.returncode:
            raise ServerError(f"{arguments[0]} failed: {done.stderr[-800:]}")
