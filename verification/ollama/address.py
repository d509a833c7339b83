"""Where an Ollama server listens, and whether anything does."""

from __future__ import annotations

import ipaddress
import os
import socket
from typing import Any
from urllib.parse import urlsplit

from attrs import frozen

from vera.core.errors import InvalidInput, Problem
from vera.core.result import Failure, Result, Success

_PORTS = {"http": 80, "https": 443}


@frozen
class Address:
    """Where a server listens; `url` is its base, without a slash at the end."""

    url: str
    host: str
    port: int
    scheme: str = "http"

    def is_here(self) -> bool:
        """Whether that is this machine: each address of the host is one that it can listen on.

        >>> Address("http://localhost:1", "localhost", 1).is_here()
        True
        >>> Address("http://192.0.2.1:1", "192.0.2.1", 1).is_here()
        False
        """
        try:
            found = socket.getaddrinfo(self.host, self.port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError):
            return False
        return bool(found) and all(_is_own(family, place) for family, *_, place in found)


def _is_own(family: socket.AddressFamily, place: tuple[Any, ...]) -> bool:
    """Whether the system lets a socket be bound to an address, on any port: only to its own."""
    if ipaddress.ip_address(str(place[0]).partition("%")[0]).is_loopback:
        return True
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.bind((place[0], 0, *place[2:]))
    except OSError:
        return False
    return True


def address(host: str | None = None) -> Result[Address]:
    """Where `host` points, or OLLAMA_HOST where none is given, as the client package reads it.

    >>> address("http://[::1]:1234/ollama/").unwrap().url
    'http://[::1]:1234/ollama'
    >>> address("example.org").unwrap().port
    11434
    """
    given = (host or os.environ.get("OLLAMA_HOST") or "").strip()
    scheme, separator, rest = given.rpartition("://")
    scheme = scheme.lower() if separator else "http"
    try:
        parts = urlsplit(f"//{rest}")
        port, name = parts.port, parts.hostname or "127.0.0.1"
    except ValueError as error:
        problem = Problem("host", given, f"is not an address ({error})")
        return Failure(InvalidInput("find Ollama", (problem,)))
    if scheme not in _PORTS:
        return Failure(
            InvalidInput("find Ollama", (Problem("host", given, "must be http or https"),))
        )
    port = port or (_PORTS[scheme] if separator else 11434)
    bracketed = f"[{name}]" if ":" in name else name
    path = parts.path.strip("/")
    url = f"{scheme}://{bracketed}:{port}" + (f"/{path}" if path else "")
    return Success(Address(url, name, port, scheme))


def answering(host: str | None = None, timeout: float = 1.0) -> bool:
    """Whether something listens where Ollama should, asked by opening a connection and no more.

    `timeout` is in seconds. A host that is no address answers nothing.
    """
    where = address(host).value_or(None)
    if where is None:
        return False
    try:
        socket.create_connection((where.host, where.port), timeout).close()
    except (OSError, UnicodeError):
        return False
    return True
