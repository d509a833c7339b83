"""The socket that a server for programs of this machine listens on."""

from __future__ import annotations

import ipaddress
import socket

from vera.core.errors import InvalidInput, Problem, ServiceUnavailable
from vera.core.result import Failure, Result, Success


def listening(
    host: str, port: int, option: str, *, anywhere: bool = False
) -> Result[socket.socket]:
    """A socket that listens there, on the loopback alone unless `anywhere`.

    `option` is what gave the address. An `InvalidInput` where `host` is no such address, a
    `ServiceUnavailable` where the port is not to be had.
    """
    op, place = "listen", f"{host}:{port}"
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        address = None
    if address is None or not (anywhere or address.is_loopback):
        rule = "must be an address of this machine's loopback: 127.0.0.1 or ::1"
        if anywhere:
            rule = "must be an address of this machine, in numbers"
        return Failure(InvalidInput(op, (Problem(option, host, rule),)))
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
