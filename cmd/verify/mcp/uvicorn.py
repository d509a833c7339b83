"""The server over streamable HTTP, by uvicorn, for programs of this machine alone."""

from __future__ import annotations

import contextlib
import signal
from typing import TYPE_CHECKING, Any

import anyio
import uvicorn
from mcp.server.transport_security import TransportSecuritySettings

from vera.core.result import Result, Success, failed
from vera.verify import terminal
from vera.verify.served.listening import listening

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

    from mcp.server.lowlevel import Server

_PATH = "/mcp"
_FAREWELL = 1
"""Seconds that answers which are under way may take when the server is ended."""


def serve(server: Server[Any], host: str, port: int) -> Result[None]:
    """Answer until a signal ends it; port 0 is one that is free.

    Errors: those of `listening`.
    """
    bound = listening(host, port, "http")
    if failed(bound):
        return bound
    with bound.unwrap() as listener:
        place = f"[{host}]" if ":" in host else host
        port = listener.getsockname()[1]
        # A page of any site can send a request here; by these names a browser's is told apart.
        hosts = [f"{name}:{port}" for name in dict.fromkeys((place, "localhost"))]
        security = TransportSecuritySettings(
            allowed_hosts=hosts, allowed_origins=[f"http://{name}" for name in hosts]
        )
        app = server.streamable_http_app(streamable_http_path=_PATH, transport_security=security)
        config = uvicorn.Config(
            app,
            log_config=None,
            access_log=False,
            proxy_headers=False,
            server_header=False,
            timeout_graceful_shutdown=_FAREWELL,
        )
        terminal.complain(f"listening on http://{place}:{port}{_PATH}")
        running = uvicorn.Server(config)
        with _hung_up(running):
            anyio.run(running.serve, [listener])
    return Success(None)


@contextlib.contextmanager
def _hung_up(server: uvicorn.Server) -> Iterator[None]:
    """Have a terminal that goes away end the server as other signals do, which uvicorn heeds.

    The signal is raised again then, unless whoever started the program shut it out (nohup).
    """
    number = getattr(signal, "SIGHUP", None)
    if number is None or signal.getsignal(number) == signal.SIG_IGN:
        yield
        return
    came: list[int] = []

    def end(number: int, frame: FrameType | None) -> None:
        came.append(number)
        server.handle_exit(number, frame)

    before = signal.signal(number, end)
    try:
        yield
    finally:
        signal.signal(number, before)
    if came:
        signal.raise_signal(number)
