"""The server over streamable HTTP, by uvicorn, for programs of this machine alone."""

from __future__ import annotations

import ipaddress
import socket
from typing import TYPE_CHECKING, Any

import anyio
import uvicorn
from mcp.server.transport_security import TransportSecuritySettings

from vera.core.errors import InvalidInput, Problem, ServiceUnavailable
from vera.core.result import Failure, Result, Success, failed
from vera.verify import terminal

if TYPE_CHECKING:
    from mcp.server.lowlevel import Server

_PATH = "/mcp"
_FAREWELL = 1
"""Seconds that answers which are under way may take when the server is ended."""


def serve(server: Server[Any], host: str, port: int) -> Result[None]:
    """Answer until a signal ends it; port 0 is one that is free.

    Errors: those of `listening`.
    """
    bound = listening(host, port)
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
        anyio.run(uvicorn.Server(config).serve, [listener])
    return Success(None)


def listening(host: str, port: int) -> Result[socket.socket]:
    """A socket that listens there, on the loopback alone.

    An `InvalidInput` where `host` is no address of it, a `ServiceUnavailable` where the port is not
    to be had.
    """
    op, place = "listen", f"{host}:{port}"
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        address = None
    if address is None or not address.is_loopback:
        rule = "must be an address of this machine's loopback: 127.0.0.1 or ::1"
        return Failure(InvalidInput(op, (Problem("http", host, rule),)))
    family = socket.AF_INET6 if address.version == 6 else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family)
        # What connects inherits it. Without, the two halves of an answer wait 40 ms for each other.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return Success(listener)
    except OSError as error:
        hint = "choose another port; 0 is one that is free"
        detail = f"cannot be listened on: {error.strerror or error}"
        return Failure(ServiceUnavailable(op, place, detail, hint=hint))
