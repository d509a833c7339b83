"""Attacks, over a socket: other sites, other names, no token, paths, floods, and hostile texts."""

from __future__ import annotations

import asyncio
import http.client
import json
import socket
import stat
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest
import uvicorn
from starlette.requests import Request

from tests.serve.server import running
from tests.verify.program import verify
from vera.verify.serve import jobs, sessions
from vera.verify.serve.asks import CLAIMS
from vera.verify.serve.desk import EVENTS, Limits
from vera.verify.serve.folder import plain_name
from vera.verify.serve.patience import PatientProtocol
from vera.verify.serve.receiving import RefusedError, file_of, json_of
from vera.verify.serve.uvicorn import CONNECTIONS

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tests.serve.server import Server

_PLACES = (
    ("GET", "/"),
    ("GET", "/api"),
    ("GET", "/api/openapi.json"),
    ("GET", "/api/papers"),
    ("POST", "/api/papers?name=x.txt"),
    ("POST", "/api/jobs"),
    ("POST", "/api/verify"),
    ("GET", "/api/jobs/x/events"),
    ("GET", "/api/libraries"),
    ("DELETE", "/api/libraries/bees/papers/art_1"),
    ("GET", "/page/index.html"),
    ("GET", "/nothing"),
)


def _asked(
    server: Server, method: str, path: str, headers: list[tuple[str, str]], body: bytes = b""
) -> tuple[int, dict[str, str], bytes]:
    """What a request with just these headers is answered: httpx would mend some of them."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
    for name, value in [*headers, ("Content-Length", str(len(body)))]:
        connection.putheader(name, value)
    connection.endheaders(body)
    answer = connection.getresponse()
    found = answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read()
    connection.close()
    return found


def _head(server: Server, **others: str) -> list[tuple[str, str]]:
    """The headers of an honest request, and others in their place."""
    own = {"Host": f"127.0.0.1:{server.port}", "Authorization": f"Bearer {server.token}"}
    return [(name.replace("_", "-"), value) for name, value in (own | others).items()]


@pytest.mark.parametrize(("method", "path"), _PLACES)
def test_nothing_without_the_token(server: Server, method: str, path: str) -> None:
    """Not even whether there is such a place; nor with one that is nearly right."""
    tokens = (
        "", "Bearer", "Bearer ", f"Basic {server.token}", f"Bearer {server.token}x",
        f"Bearer {server.token[:-1]}", f"Bearer {server.token.swapcase()}", "Bearer \xff",
    )  # fmt: skip
    host = ("Host", f"127.0.0.1:{server.port}")
    given = [[host, ("Authorization", token)] for token in tokens]
    given += [[host], [host, ("Cookie", f"vera-{server.port}={server.token}")]]
    given += [[host, ("Cookie", f"vera-{server.port}=")], [host, ("Cookie", "\xff;;=")]]
    for headers in given:
        status, said, body = _asked(server, method, path, headers)
        assert status == 401, headers
        assert json.loads(body)["kind"] == "NoToken"
        assert "set-cookie" not in said


@pytest.mark.parametrize("host", [
    "evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1",
    "localhost.evil.example:{port}", "localhost:{port}.evil.example", "",
    "127.0.0.1.nip.io:{port}", "0.0.0.0:{port}", "[::]:{port}",
    "192.0.2.1:{port}", "localhost:{port}:{port}", "127.0.0.1:{port}, evil.example",
    "evil.example@127.0.0.1:{port}", "2130706433:{port}", "0x7f.1:{port}", "localhost:+{port}",
])  # fmt: skip
def test_another_name_is_refused(server: Server, host: str) -> None:
    """A name that was led to the loopback (DNS rebinding) gets nothing, with the token or not."""
    named = host.format(port=server.port)
    for path in ("/", "/api/papers", f"/?token={server.token}"):
        status, said, _ = _asked(server, "GET", path, _head(server, Host=named))
        assert status in {400, 421}, named
        assert "set-cookie" not in said
    doubled = [*_head(server), ("Host", f"127.0.0.1:{server.port}")]
    assert _asked(server, "GET", "/api", doubled)[0] in {400, 421}


@pytest.mark.parametrize("origin", [
    "http://evil.example", "null", "https://127.0.0.1:{port}", "http://127.0.0.1", "file://",
    "http://127.0.0.1:{port}.evil.example", "http://localhost:1", "", "http://", "127.0.0.1:{port}",
    "http://evil.example:{port}", "chrome-extension://abc",
])  # fmt: skip
def test_another_site_is_refused(server: Server, origin: str) -> None:
    """Whatever it asks, even with the cookie, which a browser would not send."""
    with httpx.Client(base_url=server.base) as browser:
        browser.get(f"/?token={server.token}")
        cookie = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    there = origin.format(port=server.port)
    for others in ({}, {"Cookie": cookie}):
        for method, path in (("POST", "/api/papers?name=x.txt"), ("GET", "/api/papers")):
            status, said, _ = _asked(
                server, method, path, _head(server, Origin=there, **others), b"x" * bool(others)
            )
            assert status == 403, there
            assert "access-control-allow-origin" not in said
    preflight = [*_head(server, Origin=there), ("Access-Control-Request-Method", "POST")]
    assert _asked(server, "OPTIONS", "/api/papers", preflight)[0] == 403


@pytest.mark.parametrize("site", ["cross-site", "same-site", "nonsense"])
def test_what_a_browser_says_of_the_site(server: Server, site: str) -> None:
    """A picture or a script that another page asks for has no Origin, and is refused by this."""
    for path in ("/api/papers", "/page/index.html"):
        status, _, _ = _asked(server, "GET", path, _head(server, Sec_Fetch_Site=site))
        assert status == 403


def test_the_token_is_changed_for_a_cookie(server: Server) -> None:
    """It stays in no history, no script reads it, no other site sends it; each has a session."""
    with httpx.Client(base_url=server.base) as one, httpx.Client(base_url=server.base) as other:
        for browser in (one, other):
            entered = browser.get(f"/?token={server.token}")
            assert entered.status_code == 303
            assert entered.headers["location"] == "/"
            cookie = entered.headers["set-cookie"]
            assert server.token not in cookie
            assert "HttpOnly" in cookie
            assert "SameSite=strict" in cookie
            assert browser.get("/").status_code == 200
        sent = one.post("/api/papers?name=x.txt", content=b"Bees sleep.").json()["id"]
        assert [it["id"] for it in one.get("/api/papers").json()["papers"]] == [sent]
        assert other.get("/api/papers").json()["papers"] == []
        for browser in (other, server.client):
            assert browser.get(f"/api/papers/{sent}").status_code == 404
            assert browser.delete(f"/api/papers/{sent}").status_code == 404
            asked = {"claims": ["x"], "papers": [sent]}
            assert browser.post("/api/jobs", json=asked).status_code == 404
        assert one.get("/?token=wrong").status_code == 401
        assert one.get("/?token=").status_code in {200, 401}


def test_every_answer_says_what_may_be_loaded(server: Server) -> None:
    """The page, an error, a file and a refusal: its own files alone, no frame, no copy kept."""
    for headers in (_head(server), [("Host", f"127.0.0.1:{server.port}")], [("Host", "x")]):
        for path in ("/", "/api", "/nothing", "/api/papers/x"):
            _, said, _ = _asked(server, "GET", path, headers)
            policy = said["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "frame-ancestors 'none'" in policy
            assert "unsafe" not in policy
            assert said["x-content-type-options"] == "nosniff"
            assert said["referrer-policy"] == "no-referrer"
            assert said["cross-origin-resource-policy"] == "same-origin"
            assert said["cache-control"] == "no-store"
            assert "server" not in said


@pytest.mark.parametrize("path", [
    "/page/../app.py", "/page/..%2fapp.py", "/page/%2e%2e/%2e%2e/cli.py", "/page//etc/passwd",
    "/api/papers/..%2f..%2fetc%2fpasswd", "/api/papers/lock", "/api/papers/lock/pages/1",
    "/api/papers/%00/pages/1", "/api/libraries/..%2fx/papers", "/api/libraries/%2e%2e/papers",
    "/api/libraries/x%00y/papers", "//evil.example/", "/\\evil.example", "/api/papers/x/pages/-1",
    "/api/papers/x/pages/999999999999999999999", "/api/jobs/x/claims/1e9",
])  # fmt: skip
def test_no_path_is_taken(server: Server, path: str) -> None:
    """What is asked for is an id or a name that is known, and nothing of the disk."""
    status, said, body = _asked(server, "GET", path, _head(server))
    assert 400 <= status < 500, (status, body)
    assert b"root:" not in body
    assert b"Traceback" not in body
    assert not said.get("location", "").startswith("//")


@pytest.mark.parametrize("name", [
    "../../../etc/cron.d/x", "/etc/passwd", "C:\\Windows\\x.pdf", "a\r\nSet-Cookie: x=1.pdf",
    '"><script>alert(1)</script>.txt', "x" * 900 + ".pdf", ".bashrc", "lock", "a/../lock",
    "\u202efdp.exe", "-rf.txt", "con.txt", "  ", "{{7*7}}.md", "a\0b.txt",
])  # fmt: skip
def test_no_name_leads_out_of_the_folder(
    server: Server, folders: dict[str, str], name: str
) -> None:
    """A file lies under a random id, for its owner alone; its name is made plain for all else."""
    before = {it for it in Path(folders["TMPDIR"]).rglob("*") if it.is_file()}
    sent = server.client.post("/api/papers", params={"name": name}, content=b"Bees sleep.")
    assert sent.status_code == 201
    paper = sent.json()
    shown = paper["name"]
    assert not set(shown) & set('/\\<>"\r\n\0\u202e')
    assert not shown.startswith(".")
    assert len(shown) <= 110
    new = {it for it in Path(folders["TMPDIR"]).rglob("*") if it.is_file()} - before
    places = [it for it in new if it.name.startswith(paper["id"])]
    assert len(places) == 1
    assert stat.S_IMODE(places[0].stat().st_mode) == 0o600
    assert stat.S_IMODE(places[0].parent.stat().st_mode) == 0o700
    assert shown.startswith(plain_name(name)[:20])
    server.events(paper["job"])
    job = server.ask(claims=["Bees sleep."], papers=[paper["id"]])
    server.events(job)
    report = server.client.get(f"/api/jobs/{job}/report", params={"format": "html"})
    assert "<script>alert" not in report.text
    assert server.client.delete(f"/api/papers/{paper['id']}").status_code == 204
    assert not places[0].exists()


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
    status, _, body = _asked_by_head(server, "/api/papers?name=x.pdf", huge)
    assert status == 413
    assert json.loads(body)["kind"] == "TooLarge"
    assert _asked_by_head(server, "/api/jobs", str(9 << 20))[0] == 413
    for told in ("-1", "1e3", "99999999999999999999", "\xb2"):
        assert _asked_by_head(server, "/api/jobs", told)[0] in {400, 413}
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


def _asked_by_head(server: Server, path: str, length: str) -> tuple[int, bytes, bytes]:
    """What the head of a request alone is answered."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as connection:
        lines = [f"POST {path} HTTP/1.1", *(f"{k}: {v}" for k, v in _head(server))]
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


@pytest.mark.parametrize("host", ["example.org", "nonsense", "300.1.1.1", ""])
def test_an_address_in_words_is_none(host: str) -> None:
    """Only addresses in numbers are listened on: a name may be led elsewhere."""
    run = verify("serve", "--host", host)
    assert run.returncode == 2
    assert "in numbers" in run.stderr


def test_another_address_is_told_of() -> None:
    """Who asks for more than the loopback is warned, and only numbers name it."""
    everywhere = "0.0.0.0"  # noqa: S104 - that it can be asked for is what is tried
    with running("--host", everywhere) as server:
        answer = server.client.get(f"http://127.0.0.1:{server.port}/api")
        assert answer.status_code == 200
        for host in (f"evil.example:{server.port}", f"192.0.2.1:{server.port + 1}"):
            assert _asked(server, "GET", "/api", _head(server, Host=host))[0] == 421


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
