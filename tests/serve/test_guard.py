"""Attacks, over a socket: other sites, other names, no token, paths and names that lead away."""

from __future__ import annotations

import json
import stat
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest

from tests.serve.server import asked, head, running
from tests.verify.program import verify
from vera.verify.serve.folder import plain_name

if TYPE_CHECKING:
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
        status, said, body = asked(server, method, path, headers)
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
        status, said, _ = asked(server, "GET", path, head(server, Host=named))
        assert status in {400, 421}, named
        assert "set-cookie" not in said
    doubled = [*head(server), ("Host", f"127.0.0.1:{server.port}")]
    assert asked(server, "GET", "/api", doubled)[0] in {400, 421}


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
            status, said, _ = asked(
                server, method, path, head(server, Origin=there, **others), b"x" * bool(others)
            )
            assert status == 403, there
            assert "access-control-allow-origin" not in said
    preflight = [*head(server, Origin=there), ("Access-Control-Request-Method", "POST")]
    assert asked(server, "OPTIONS", "/api/papers", preflight)[0] == 403


@pytest.mark.parametrize("site", ["cross-site", "same-site", "nonsense"])
def test_what_a_browser_says_of_the_site(server: Server, site: str) -> None:
    """A picture or a script that another page asks for has no Origin, and is refused by this."""
    for path in ("/api/papers", "/page/index.html"):
        status, _, _ = asked(server, "GET", path, head(server, Sec_Fetch_Site=site))
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
    for headers in (head(server), [("Host", f"127.0.0.1:{server.port}")], [("Host", "x")]):
        for path in ("/", "/api", "/nothing", "/api/papers/x"):
            _, said, _ = asked(server, "GET", path, headers)
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
    status, said, body = asked(server, "GET", path, head(server))
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
            assert asked(server, "GET", "/api", head(server, Host=host))[0] == 421
