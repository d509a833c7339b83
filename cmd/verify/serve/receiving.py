"""What a client sends, taken in piece by piece: not too much of it, and not too slowly."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import anyio
import anyio.to_thread
from starlette.requests import ClientDisconnect

from vera.verify.serve.folder import create
from vera.verify.serve.problems import GONE, Refused

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    from starlette.requests import Request

    from vera.verify.serve.desk import Limits

_LARGE = Refused(413, "TooLarge", "It is too large", "")
SLOW = Refused(408, "TooSlow", "It came too slowly", "what was sent did not come in time")
_NO_JSON = Refused(
    400, "NoJson", "The body is no JSON", "the body must be a JSON object in UTF-8", ""
)
_KIND = Refused(
    415,
    "WrongType",
    "The body is of another type",
    "Content-Type must be application/json",
)


async def pieces(request: Request, most: int, limits: Limits) -> AsyncIterator[bytes]:
    """The body as it comes. Raises `RefusedError` where it is too large or too slow."""
    told = request.headers.get("content-length", "0")
    if not told.isascii() or not told.isdigit() or int(told) > most:
        raise RefusedError(_too_large(most))
    size, parts = 0, request.stream().__aiter__()
    try:
        with anyio.fail_after(limits.receive):
            while True:
                with anyio.fail_after(limits.slow):
                    part = await anext(parts, None)
                if part is None:
                    return
                size += len(part)
                if size > most:
                    raise RefusedError(_too_large(most))
                if part:
                    yield part
    except TimeoutError:
        raise RefusedError(SLOW) from None
    except ClientDisconnect:
        raise RefusedError(GONE) from None


class RefusedError(Exception):
    """What is sent is not taken."""

    def __init__(self, why: Refused) -> None:
        self.why = why
        super().__init__(why.title)


async def json_of(request: Request, limits: Limits) -> dict[str, Any]:
    """The object that a body is; raises a `RefusedError`."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise RefusedError(_KIND)
    data = b"".join([part async for part in pieces(request, limits.request, limits)])
    try:
        found = json.loads(data, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise RefusedError(_NO_JSON) from None
    if not isinstance(found, dict):
        raise RefusedError(_NO_JSON)
    return found


def _no_number(name: str) -> float:
    """NaN and infinities, which Python's reader takes and JSON does not have."""
    raise ValueError(name)


async def file_of(
    request: Request, path: Path, limits: Limits, taken: Callable[[int], None]
) -> int:
    """Write a body into a new file; gives its bytes. What raises leaves no file.

    `taken` is told how many bytes there are so far, and may raise.
    """
    size = 0
    try:
        with create(path) as file:
            async for part in pieces(request, limits.file, limits):
                await anyio.to_thread.run_sync(file.write, part)
                size += len(part)
                taken(size)
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return size


def _too_large(most: int) -> Refused:
    from attrs import evolve

    return evolve(_LARGE, detail=f"it is too large: at most {most:,} bytes are taken")
