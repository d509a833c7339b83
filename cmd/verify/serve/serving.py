"""One run of `verify serve`: a server that answers until a signal ends it."""

from __future__ import annotations

import importlib.util
import logging
import threading

from attrs import frozen

from vera.core.errors import StorageFault
from vera.core.result import Failure, Result, Success, failed
from vera.verification.report import exit_codes
from vera.verify import terminal

_NEEDED = ("starlette", "uvicorn", "pydantic")


@frozen
class Request:
    """What the command line asks for."""

    library: tuple[str, ...]
    port: int
    host: str
    browse: bool
    embedder: str
    cache: bool


def serve(request: Request) -> int:
    """Serve; gives the exit code."""
    terminal.show_log(logging.WARNING, "vera", "uvicorn")
    installed = _installed()
    if failed(installed):
        return terminal.stop(installed.failure())
    from vera.verify.serve import uvicorn
    from vera.verify.serve.desk import Desk
    from vera.verify.serve.folder import Folder
    from vera.verify.served.opened import Opened

    made = Folder.create()
    if failed(made):
        return terminal.stop(made.failure())
    folder = made.unwrap()
    opened = Opened(request.embedder, cache=request.cache, libraries=request.library)
    desk = Desk(opened, folder)
    try:
        # Models load while the browser does; why they do not is told to who first asks for them.
        threading.Thread(target=opened.engine, name="loading").start()
        ended = uvicorn.serve(desk, request.host, request.port, browse=request.browse)
        return terminal.stop(ended.failure()) if failed(ended) else exit_codes.DONE
    finally:
        desk.close()
        folder.remove()


def _installed() -> Result[None]:
    """Whether there is what the extra brings."""
    for name in _NEEDED:
        if importlib.util.find_spec(name) is None:
            hint = "pip install 'vera-verify[serve]'"
            return Failure(StorageFault("serve", name, "the package is not installed", hint))
    return Success(None)
