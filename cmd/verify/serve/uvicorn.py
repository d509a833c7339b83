"""The server over HTTP, by uvicorn."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import secrets
import signal
import threading
import webbrowser
from typing import TYPE_CHECKING

import uvicorn

from vera.core.result import Result, Success, failed
from vera.verify import terminal
from vera.verify.serve.app import application
from vera.verify.serve.guard import Guard
from vera.verify.serve.patience import PatientProtocol
from vera.verify.served.listening import listening

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

    from vera.verify.serve.desk import Desk

_FAREWELL = 1
"""Seconds that answers which are under way may take when the server is ended."""
CONNECTIONS = 200
"""At once: what comes then is told to try again."""
_IDLE = 10
"""Seconds that a connection may say nothing."""


_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")
"""Those that end a server, where the system has them, and whoever started it does not shut out."""


class _Server(uvicorn.Server):
    """Ends jobs and what listens to them first: they would keep it until its time is up."""

    def __init__(self, config: uvicorn.Config, close: Callable[[], None]) -> None:
        super().__init__(config)
        self._close = close
        self._caught: list[int] = []

    @contextlib.contextmanager
    def signals(self) -> Iterator[None]:
        """Take the signals that end a run; the first is raised again when the server has ended."""

        def end(number: int, _frame: FrameType | None) -> None:
            if not self._caught:
                self._close()
            self._caught.append(number)

        numbers = [getattr(signal, name) for name in _SIGNALS if hasattr(signal, name)]
        heeded = [it for it in numbers if signal.getsignal(it) != signal.SIG_IGN]
        before = {number: signal.signal(number, end) for number in heeded}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
        if self._caught:
            signal.raise_signal(self._caught[0])

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Nothing: `signals` does it, from before the address is told."""
        yield

    async def on_tick(self, counter: int) -> bool:
        """Whether it ends now: never in the middle of its beginning, and never by force.

        What is broken off tells so with a traceback, and `_FAREWELL` bounds the end anyway.
        """
        return await super().on_tick(counter) or bool(self._caught)


def serve(desk: Desk, host: str, port: int, *, browse: bool) -> Result[None]:
    """Answer until a signal ends it; port 0 is one that is free.

    Errors: those of `listening`.
    """
    asked = "127.0.0.1" if host == "localhost" else host.strip("[]")
    bound = listening(asked, port, "host", anywhere=True)
    if failed(bound):
        return bound
    with bound.unwrap() as listener:
        port = listener.getsockname()[1]
        token, closing = secrets.token_urlsafe(32), asyncio.Event()
        reached = not ipaddress.ip_address(asked).is_loopback
        guard = Guard(application(desk, closing), token, port, desk.sessions, reached)
        config = uvicorn.Config(
            guard,
            http=PatientProtocol,
            ws="none",
            log_config=None,
            access_log=False,
            proxy_headers=False,
            server_header=False,
            lifespan="on",
            limit_concurrency=CONNECTIONS,
            timeout_keep_alive=_IDLE,
            timeout_graceful_shutdown=_FAREWELL,
        )
        place = f"[{asked}]" if ":" in asked else asked
        address = f"http://{place}:{port}/?token={token}"
        if reached:
            terminal.complain(
                f"{asked} is not the loopback: other machines can reach this server, and what is "
                "sent to it can be read on the way"
            )

        def close() -> None:
            closing.set()
            desk.close()

        server = _Server(config, close)
        with server.signals():
            terminal.complain(f"listening on {address}")
            if browse:
                threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
            try:
                asyncio.run(server.serve([listener]))
            finally:
                desk.folder.remove()  # not later: the signal that is raised again leaves a second
    return Success(None)
