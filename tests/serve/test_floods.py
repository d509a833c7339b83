"""Attacks, over a socket: too much, too slow, what is no request, and texts that are hostile."""

from __future__ import annotations

import asyncio
import http.client
import json
import socket
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest
import uvicorn
from starlette.requests import Request

from tests.serve.server import head
from vera.verify.serve import jobs, sessions
from vera.verify.serve.asks import CLAIMS
from vera.verify.serve.desk import EVENTS, Limits
from vera.verify.serve.patience import PatientProtocol
from vera.verify.serve.receiving import RefusedError, file_of, json_of
from vera.verify.serve.uvicorn import CONNECTIONS

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tests.serve.server import Server


def test_hostile_texts_are_escaped(server: Server) -> None:
    """In a title, a claim and a quote: as JSON it is text, and as a page it runs nothing."""
    bad = "<img src=x onerror=alert(1)> sleeps \x1b[31m at night \u202e."
    page = f"<html><head><title>{bad}</title></head><body><p>{bad}</p></body></html>"
    paper = server.send("bad.html", page.encode())
    job = server.ask(
        claims=[bad, "</script><script>alert(2)</script> sleeps."], papers=[paper["id"]]
    )
    answer = server.client.get(f"/api/jobs/{job}/events")
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert "\x1b" not in answer.text
    for form in ("html", "markdown", "csv", "sarif", "text", "junit", "json"):
        report = server.client.get(f"/api/jobs/{job}/report", params={"format": form})
        assert report.status_code == 200
        assert "\x1b" not in report.text
        if form == "html":
            assert "<img src=x" not in report.text
            assert "<script>alert" not in report.text


def test_too_much_is_refused(server: Server) -> None:
    """By what is said before, and by what comes; nothing of it stays."""
    huge = str(300 << 20)
    status, _, body = _of_head_alone(server, "/api/papers?name=x.pdf", huge)
    assert status == 413
    assert json.loads(body)["kind"] == "TooLarge"
    assert _of_head_alone(server, "/api/jobs", str(9 << 20))[0] == 413
    for told in ("-1", "1e3", "99999999999999999999", "\xb2"):
        assert _of_head_alone(server, "/api/jobs", told)[0] in {400, 413}
    poured = server.client.post(
        "/api/jobs",
        content=(b" " * 65536 for _ in range(200)),
        headers={"Content-Type": "application/json"},
    )
    assert poured.status_code == 413
    deep = b'{"claims": ' + b"[" * 100_000 + b"]" * 100_000 + b"}"
    nested = server.client.post(
        "/api/jobs", content=deep, headers={"Content-Type": "application/json"}
    )
    assert nested.status_code in {400, 422}
    many = server.client.post("/api/jobs", json={"claims": ["x"] * 1001, "papers": ["x"]})
    assert many.status_code == 422
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as connection:
        flood = b"GET /api HTTP/1.1\r\nX-Long: " + b"x" * 200_000
        connection.sendall(flood)
        assert connection.recv(65536).startswith(b"HTTP/1.1 400")


def _of_head_alone(server: Server, path: str, length: str) -> tuple[int, bytes, bytes]:
    """What the head of a request alone is answered."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as connection:
        lines = [f"POST {path} HTTP/1.1", *(f"{k}: {v}" for k, v in head(server))]
        lines += ["Content-Type: application/json", f"Content-Length: {length}", "", ""]
        connection.sendall("\r\n".join(lines).encode("latin-1"))
        answer = http.client.HTTPResponse(connection)
        answer.begin()
        return answer.status, b"", answer.read()


@pytest.mark.parametrize("content", [b"", b"[]", b"null", b"{", b"\xff\xfe", b'{"a": NaN}', b"{}"])
def test_what_is_no_request(server: Server, content: bytes) -> None:
    """It is told what is wrong, as a problem document, and the server goes on."""
    for kind in ("application/json", "text/plain", "multipart/form-data", ""):
        answer = server.client.post("/api/jobs", content=content, headers={"Content-Type": kind})
        assert answer.status_code in {400, 415, 422}
        assert answer.headers["content-type"] == "application/problem+json"
    assert server.client.put("/api", content=content).status_code == 405


def test_smuggled_requests(server: Server) -> None:
    """Two lengths, or a length and chunks, are no request: what stands behind it is none either."""
    head = f"POST /api/jobs HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
    inner = f"GET /api HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n"
    for lengths in (
        "Content-Length: 4\r\nContent-Length: 5\r\n",
        "Content-Length: 4\r\nTransfer-Encoding: chunked, identity\r\n",
        "Transfer-Encoding: xchunked\r\n",
        "Content-Length : 4\r\n",
    ):
        with socket.create_connection(("127.0.0.1", server.port), timeout=60) as connection:
            connection.sendall((head + lengths + "\r\n" + inner).encode())
            connection.shutdown(socket.SHUT_WR)
            said = b""
            while part := connection.recv(65536):
                said += part
        assert b" 200 " not in said


def _slowly(*parts: bytes) -> Callable[[], Awaitable[dict[str, object]]]:
    """What a client sends that stops in the middle and does not leave."""
    left = list(parts)

    async def receive() -> dict[str, object]:
        if not left:
            await asyncio.sleep(3600)
        return {"type": "http.request", "body": left.pop(0), "more_body": True}

    return receive


def test_who_sends_too_slowly_is_left(tmp_path: Path) -> None:
    """A body that stops ends the request, and leaves no file."""
    limits = Limits(slow=0.01)
    scope = {"type": "http", "headers": [(b"content-type", b"application/json")]}

    async def run() -> None:
        for received in (
            json_of(Request(scope, _slowly(b'{"cl')), limits),
            file_of(Request(scope, _slowly(b"%PDF")), tmp_path / "x.pdf", limits, print),
        ):
            with pytest.raises(RefusedError) as refused:
                await received
            assert refused.value.why.kind == "TooSlow"
        with pytest.raises(RefusedError) as refused:
            await json_of(Request(scope, _dripping), Limits(receive=0.05))
        assert refused.value.why.kind in {"TooSlow", "TooLarge"}

    asyncio.run(run())
    assert list(tmp_path.iterdir()) == []


async def _dripping() -> dict[str, object]:
    """A byte now and then, for ever."""
    await asyncio.sleep(0.001)
    return {"type": "http.request", "body": b"x", "more_body": True}


def test_a_connection_that_says_nothing_is_closed() -> None:
    """Also one whose head comes byte by byte, or that goes on behind an answer; not others."""

    async def app(scope: Any, _receive: Any, send: Any) -> None:
        assert scope["type"] == "http"
        start = {"type": "http.response.start", "status": 200, "headers": [(b"x", b"y")]}
        await send(start)
        await send({"type": "http.response.body", "body": b""})

    config = uvicorn.Config(
        app, http=PatientProtocol, lifespan="off", timeout_keep_alive=1, log_config=None
    )
    server, listener = uvicorn.Server(config), socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=lambda: asyncio.run(server.serve([listener])), daemon=True)
    thread.start()
    place = listener.getsockname()
    post = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n"
    for begins, drips in ((b"", b""), (b"GET / HTTP/1.1\r\n", b"X: y\r\n"), (post, b"x")):
        with socket.create_connection(place, timeout=60) as connection:
            connection.sendall(begins)
            closed = False
            while not closed:
                try:
                    connection.sendall(drips)
                    connection.settimeout(0.1)
                    closed = connection.recv(65536) == b""
                except TimeoutError:
                    continue
                except OSError:
                    closed = True
        assert httpx.get(f"http://127.0.0.1:{place[1]}/").status_code == 200
    server.should_exit = True
    thread.join(60)
    assert not thread.is_alive()


@pytest.mark.parametrize(
    "said",
    [
        f"a file {Limits().file >> 20} MiB, {Limits().files >> 30} GiB in all",
        f"{sessions.PAPERS} files of a session, {sessions.SESSIONS} sessions",
        f"{sessions.JOBS} jobs kept of each, {EVENTS:,} events kept of all jobs",
        f"{jobs.WAITING} jobs that wait in each of two queues",
        f"any other request {Limits().request >> 20} MiB; {CLAIMS:,} claims of a job",
        f"{CONNECTIONS} connections; {Limits().slow:g} s between two pieces",
        f"{Limits().receive:g} s for all of it",
    ],
)
def test_the_bounds_that_are_told(said: str) -> None:
    """SECURITY.md names those that are in force."""
    text = (Path(__file__).parents[2] / "SECURITY.md").read_text("utf-8")
    assert said in " ".join(text.split())
