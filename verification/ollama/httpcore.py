"""One request over a connection of its own, bounded in bytes and in seconds. ADR 0024.

The timeout of a read bounds nothing: a server that sends a byte a second keeps it away for ever. So
each read waits for what is left of the time of the whole answer, and counts what came.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import httpcore
import httpx

from vera.verification.ollama.faults import Fault, Refusal, RefusedError

if TYPE_CHECKING:
    import ssl
    from collections.abc import Callable, Iterable

_HEAD = 1 << 16
"""Bytes before the body, at most: status line, headers and whatever comes before them."""
_BLOCK = 1 << 14
"""Bytes read at once: `_HEAD` and a block stay below the 100 kB that httpcore takes for a head, so
that it is here that too much is noticed, and named."""
_SLICE = 1.0
"""Seconds of silence after which `watch` is called."""


class _Bounds:
    """What one answer may still take: `most` bytes, and seconds until `end` of the clock."""

    def __init__(self, most: int, seconds: float, watch: Callable[[], None]) -> None:
        self.most, self.seconds, self.watch = most, seconds, watch
        self.end = time.monotonic() + seconds
        self.taken = 0

    def left(self) -> float:
        """The seconds left; none is an error."""
        left = self.end - time.monotonic()
        if left > 0:
            return left
        if self.taken:
            late = f"was still answering after {self.seconds:g} s"
            raise RefusedError(Refusal(Fault.UNREACHABLE, late))
        raise httpcore.ReadTimeout

    def take(self, size: int) -> None:
        """Count bytes; more than may come are an error."""
        self.taken += size
        if self.taken > self.most:
            endless = f"sent more than the {self.most:,} bytes that an answer can need"
            raise RefusedError(Refusal(Fault.UNUSABLE, endless))


class _Stream(httpcore.NetworkStream):
    """A connection that knows the bounds of its one answer."""

    def __init__(self, stream: httpcore.NetworkStream, bounds: _Bounds) -> None:
        self._stream, self._bounds = stream, bounds

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ARG002 - its own
        """The next bytes, as soon as there are any."""
        while True:
            left = self._bounds.left()
            self._bounds.watch()
            try:
                data = self._stream.read(min(max_bytes, _BLOCK), min(left, _SLICE))
            except httpcore.ReadTimeout:
                continue
            self._bounds.take(len(data))
            return data

    def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ARG002 - its own
        """Send a block at a time."""
        for at in range(0, len(buffer), _BLOCK):
            self._stream.write(buffer[at : at + _BLOCK], self._bounds.left())

    def close(self) -> None:
        """Let go of it."""
        self._stream.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,  # noqa: ARG002 - its own
    ) -> httpcore.NetworkStream:
        """The same connection, encrypted."""
        left = self._bounds.left()
        return _Stream(self._stream.start_tls(ssl_context, server_hostname, left), self._bounds)

    def get_extra_info(self, info: str) -> object:
        """What httpcore asks of a connection."""
        return self._stream.get_extra_info(info)


class _Network(httpcore.NetworkBackend):
    """Opens connections that know their bounds."""

    def __init__(self, bounds: _Bounds) -> None:
        self._bounds, self._real = bounds, httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ARG002 - its own
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:
        """A connection to a port."""
        left = self._bounds.left()
        stream = self._real.connect_tcp(host, port, left, local_address, socket_options)
        return _Stream(stream, self._bounds)


class BoundedTransport(httpx.BaseTransport):
    """Sends one request at a time, each over a new connection that is closed after it.

    The body of an answer has at most `most` bytes, and all of it is there within `seconds`. `watch`
    is called about once a second meanwhile; what it raises ends the request.
    """

    def __init__(
        self, most: int, seconds: float, watch: Callable[[], None], tls: ssl.SSLContext | None
    ) -> None:
        self._most, self._seconds, self._watch, self._tls = most, seconds, watch, tls

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """The whole answer. An encoded one, which could unpack to any size, is refused."""
        bounds = _Bounds(_HEAD, self._seconds, self._watch)
        url = httpcore.URL(
            scheme=request.url.raw_scheme,
            host=request.url.raw_host,
            port=request.url.port,
            target=request.url.raw_path,
        )
        asked = httpcore.Request(
            request.method, url, headers=request.headers.raw, content=request.read()
        )
        network = _Network(bounds)
        with httpcore.HTTPConnection(url.origin, self._tls, network_backend=network) as connection:
            answer = connection.handle_request(asked)
            bounds.most += self._most
            body = b"".join(answer.iter_stream())
        given = httpx.Headers(answer.headers)
        if given.get("content-encoding", "identity").strip().lower() not in {"", "identity"}:
            encoded = "gave an answer in an encoding that it was not asked for"
            raise RefusedError(Refusal(Fault.UNUSABLE, encoded))
        return httpx.Response(answer.status, headers=given, content=body)
