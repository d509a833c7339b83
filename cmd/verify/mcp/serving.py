"""One run of `verify mcp`: a server that answers until its client leaves or a signal ends it."""

from __future__ import annotations

import importlib.util
import logging

from attrs import frozen

from vera.core.errors import StorageFault
from vera.core.result import Failure, Result, Success, failed
from vera.verification.report import exit_codes
from vera.verify import terminal
from vera.verify.mcp.grant import Grant

_FOREIGN = ("mcp", "uvicorn")
"""Loggers whose warnings are shown, too."""


@frozen
class Request:
    """What the command line asks for; `http` is an address and a port, None for stdio."""

    allow: tuple[str, ...]
    library: tuple[str, ...]
    http: tuple[str, int] | None
    embedder: str
    cache: bool
    password: str | None


def serve(request: Request) -> int:
    """Serve; gives the exit code."""
    terminal.show_log(logging.WARNING, "vera", *_FOREIGN)
    granted = _installed().bind(lambda _: Grant.create(request.allow))
    if failed(granted):
        return terminal.stop(granted.failure())
    from vera.verify.mcp import sdk
    from vera.verify.mcp.tool import Desk
    from vera.verify.served.opened import Opened

    opened = Opened(
        request.embedder,
        cache=request.cache,
        password=request.password,
        libraries=request.library,
    )
    server = sdk.server(Desk(granted.unwrap(), opened))
    if request.http is None:
        from vera.verify.mcp import stdio

        return stdio.serve(server)
    from vera.verify.mcp import uvicorn

    ended = uvicorn.serve(server, *request.http)
    return terminal.stop(ended.failure()) if failed(ended) else exit_codes.DONE


def _installed() -> Result[None]:
    """Whether there is the SDK."""
    if importlib.util.find_spec("mcp") is not None:
        return Success(None)
    hint = "pip install 'vera-verify[mcp]'"
    return Failure(StorageFault("serve", "mcp", "the package is not installed", hint))
