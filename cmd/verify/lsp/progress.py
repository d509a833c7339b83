"""How far a check is, where an editor shows that."""

from __future__ import annotations

import asyncio
import uuid
from typing import TYPE_CHECKING

from lsprotocol import types

if TYPE_CHECKING:
    import threading

    from pygls.lsp.server import LanguageServer

_MANY = 5
"""Statements from which on it is shown: fewer are asked before one has read it."""


class Bar:
    """Tells an editor of one check; its user may stop the check by it. Made on the loop's thread.

    Nothing is shown of a check in which little is asked.
    """

    def __init__(self, server: LanguageServer, stop: threading.Event, name: str) -> None:
        self._server, self._stop, self._name = server, stop, name
        self._loop = asyncio.get_running_loop()
        self._token = str(uuid.uuid4())
        self._begun: asyncio.Task[None] | None = None

    def told(self, done: int, total: int) -> None:
        """So many statements of so many were asked. Any thread may tell it."""
        about = self._server.client_capabilities.window
        if total >= _MANY and about is not None and about.work_done_progress:
            self._loop.call_soon_threadsafe(self._tell, done, total)

    def _tell(self, done: int, total: int) -> None:
        if self._begun is None:
            self._begun = asyncio.ensure_future(self._begin())
        elif self._is_shown():
            report = types.WorkDoneProgressReport(
                message=f"{done} of {total} statements", percentage=100 * done // total
            )
            self._server.work_done_progress.report(self._token, report)

    async def _begin(self) -> None:
        progress = self._server.work_done_progress
        await progress.create_async(self._token)
        progress.tokens[self._token].add_done_callback(lambda _: self._stop.set())
        begin = types.WorkDoneProgressBegin(f"Checking {self._name}", cancellable=True)
        progress.begin(self._token, begin)

    def _is_shown(self) -> bool:
        """Whether the editor took it: one that did not shows nothing."""
        begun = self._begun
        return begun is not None and begun.done() and begun.exception() is None

    async def end(self) -> None:
        """The check is over, however it ended."""
        if self._begun is not None:
            await asyncio.wait([self._begun])
        if self._is_shown():
            self._server.work_done_progress.end(self._token, types.WorkDoneProgressEnd())
