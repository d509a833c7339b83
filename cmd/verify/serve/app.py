"""The application: the endpoints, files that are sent, events, and the page."""

from __future__ import annotations

import asyncio
import contextlib
import mimetypes
import secrets
import traceback
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import anyio
import anyio.to_thread
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from vera.core.result import Result, failed
from vera.verify import terminal
from vera.verify.serve import events, problems
from vera.verify.serve.asks import Named
from vera.verify.serve.endpoint import Answer, Call, told
from vera.verify.serve.folder import plain_name
from vera.verify.serve.papers import begin_reading, paper_json
from vera.verify.serve.problems import Refused
from vera.verify.serve.receiving import RefusedError, file_of, json_of
from vera.verify.serve.sessions import Dropped
from vera.verify.serve.table import ENDPOINTS
from vera.verify.served.arguments import taken

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from starlette.requests import Request

    from vera.core.errors import Error
    from vera.verify.serve.desk import Desk
    from vera.verify.serve.endpoint import Endpoint

_AT_ONCE = 8
"""Requests that threads work on at once; further ones wait."""
_WATCH = 1.0
"""Seconds between two looks for jobs that nobody listens to."""
_FULL = Refused(
    413, "TooLarge", "There are too many files", "no more bytes are taken", "remove some first"
)
_LOOK = 0.2
"""Seconds between two looks for whether a client still waits."""
_PASSWORD = "vera-password"  # noqa: S105 - the name of a header


def application(desk: Desk, closing: asyncio.Event) -> Starlette:
    """What answers whoever was let in; events end when `closing` is set."""
    limiter = anyio.CapacityLimiter(_AT_ONCE)

    def route(endpoint: Endpoint) -> Route:
        async def answer(request: Request) -> Response:
            async def work(call: Call) -> Result[Answer] | Refused:
                return await anyio.to_thread.run_sync(
                    endpoint.work, call, abandon_on_cancel=True, limiter=limiter
                )

            call = await _call(desk, endpoint, request)
            if isinstance(call, Response):
                return call
            found = await (_waited(endpoint, call, request) if endpoint.waits else work(call))
            if isinstance(found, Refused):
                return refusal(found)
            return refusal(found.failure()) if failed(found) else sent(found.unwrap())

        return Route(endpoint.path, answer, methods=[endpoint.method], name=endpoint.name)

    async def drop(request: Request) -> Response:
        return await _dropped(desk, request)

    async def listen(request: Request) -> Response:
        job = request.state.session.job(request.path_params["job"])
        if isinstance(job, Refused):
            return refusal(job)
        after = request.headers.get("last-event-id", "0")
        number = int(after) if after.isascii() and after.isdigit() and len(after) < 10 else 0
        return StreamingResponse(events.told(job, number, closing), media_type=events.MEDIA_TYPE)

    @contextlib.asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        async with anyio.create_task_group() as group:
            group.start_soon(_watch, desk)
            yield
            group.cancel_scope.cancel()

    return Starlette(
        routes=[
            *map(route, ENDPOINTS),
            Route("/api/papers", drop, methods=["POST"], name="sendPaper"),
            Route("/api/jobs/{job}/events", listen, methods=["GET"], name="listen"),
            *_pages(),
        ],
        exception_handlers={HTTPException: _no_route, RefusedError: _refused, Exception: _defect},
        lifespan=lifespan,
    )


async def _waited(endpoint: Endpoint, call: Call, request: Request) -> Result[Answer] | Refused:
    """What an endpoint gives that waits in a thread of its own, unless its client leaves."""

    async def look() -> None:
        while not await request.is_disconnected():
            await anyio.sleep(_LOOK)
        call.left.set()

    looking = asyncio.ensure_future(look())
    try:
        limiter = anyio.CapacityLimiter(1)
        return await anyio.to_thread.run_sync(
            endpoint.work, call, abandon_on_cancel=True, limiter=limiter
        )
    finally:
        looking.cancel()


def refusal(error: Error | Refused) -> Response:
    """A problem document."""
    made = problems.told(error)
    return Response(made.body, made.status, made.headers, problems.MEDIA_TYPE)


def sent(answer: Answer) -> Response:
    """An answer; a file is to be kept, and never shown as a page of this server."""
    headers = dict(answer.headers)
    if answer.name:
        headers["Content-Disposition"] = _attachment(answer.name)
    return Response(answer.body, answer.status, headers, answer.media_type)


def _attachment(name: str) -> str:
    from urllib.parse import quote

    plain = "".join(it if it.isascii() and it not in '"\\' else "_" for it in name)
    return f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}"


async def _call(desk: Desk, endpoint: Endpoint, request: Request) -> Call | Response:
    query = body = None
    if endpoint.query is not None:
        found = taken(endpoint.query, _queried(endpoint, request), strings=True)
        if failed(found):
            return refusal(found.failure())
        query = found.unwrap()
    if endpoint.body is not None:
        given = taken(endpoint.body, await json_of(request, desk.limits))
        if failed(given):
            return refusal(given.failure())
        body = given.unwrap()
    path = {name: str(value) for name, value in request.path_params.items()}
    return Call(desk, request.state.session, path, query, body)


def _queried(endpoint: Endpoint, request: Request) -> dict[str, Any]:
    """The query; what can be given several times is a list."""
    fields = endpoint.query.model_fields if endpoint.query else {}
    lists = {name for name, it in fields.items() if "list" in str(it.annotation)}
    return {
        name: request.query_params.getlist(name) if name in lists else value
        for name, value in request.query_params.items()
    }


async def _dropped(desk: Desk, request: Request) -> Response:
    """Take a file in, and begin to read it where it is a paper."""
    named = taken(Named, dict(request.query_params))
    if failed(named):
        return refusal(named.failure())
    id_, name = secrets.token_urlsafe(16), plain_name(named.unwrap().name)
    path = desk.folder.place(id_, name)

    def came(size: int) -> None:
        desk.coming[id_] = size
        if desk.held() > desk.limits.files:
            raise RefusedError(_FULL)

    try:
        size = await file_of(request, path, desk.limits, came)
    finally:
        desk.coming.pop(id_, None)
    from urllib.parse import unquote

    password = unquote(request.headers.get(_PASSWORD, "")) or None
    dropped = Dropped(id_, name, str(path), size, password)
    kept = request.state.session.drop(dropped)
    begun: Result[object] = kept
    if named.unwrap().role == "paper":
        begun = kept.bind(lambda it: begin_reading(desk, request.state.session, it))
    if failed(begun):
        request.state.session.remove(id_)
        path.unlink(missing_ok=True)
        return refusal(begun.failure())
    return sent(told(paper_json(dropped), 201))


def _pages() -> list[Route]:
    """The page and its files, by the names that they have now: no path is looked up later."""
    folder = files("vera.verify.serve") / "page"
    routes = []
    for path in sorted(folder.iterdir(), key=lambda it: it.name) if folder.is_dir() else ():
        if not path.is_file() or path.name.startswith("."):
            continue
        kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        data = path.read_bytes()
        at = "/" if path.name == "index.html" else f"/page/{path.name}"
        routes.append(Route(at, _file(data, kind), methods=["GET"]))
    return routes


def _file(data: bytes, kind: str) -> Callable[[Request], Awaitable[Response]]:
    async def answer(_request: Request) -> Response:
        return Response(data, media_type=kind)

    return answer


async def _watch(desk: Desk) -> None:
    while True:
        await anyio.sleep(_WATCH)
        await anyio.to_thread.run_sync(desk.give_up)


async def _no_route(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101 - it is what the table says
    title = "There is no such address" if error.status_code == 404 else error.detail
    why = Refused(error.status_code, "NotFound", title, error.detail)
    made = problems.told(why)
    headers = dict(error.headers or {})
    return Response(made.body, made.status, headers, problems.MEDIA_TYPE)


async def _refused(_request: Request, error: Exception) -> Response:
    assert isinstance(error, RefusedError)  # noqa: S101 - it is what the table says
    return refusal(error.why)


async def _defect(_request: Request, error: Exception) -> Response:
    text = "".join(traceback.format_exception(error))
    terminal.complain(text + "this is a defect in verify; please report")
    return refusal(problems.DEFECT)
