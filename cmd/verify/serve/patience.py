"""A connection of uvicorn that is closed where its client does not come to the point.

uvicorn waits as long as it takes for the head of a request, and for the rest of one that it has
answered already; whoever sends a byte now and then would hold a connection for ever.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uvicorn.protocols.http.h11_impl import H11Protocol

if TYPE_CHECKING:
    import asyncio


class PatientProtocol(H11Protocol):
    """Closes after the seconds of `timeout_keep_alive` in which no request has begun."""

    _waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for a request."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """A request that has begun may take the time that is given it elsewhere."""
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete:
            self._stop()

    def on_response_complete(self) -> None:
        """Wait for the next one."""
        super().on_response_complete()
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing more comes."""
        self._stop()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._stop()
        self._waiting = self.loop.call_later(self.timeout_keep_alive, self.transport.close)

    def _stop(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None
