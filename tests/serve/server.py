"""The program `verify serve`, started as a user starts it, and a client with its token."""

from __future__ import annotations

import http.client
import json
import re
import signal
import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import httpx
from attrs import field, frozen

if TYPE_CHECKING:
    from collections.abc import Iterator

_PATIENCE = 120.0
"""Seconds for one answer, on a machine with much else to do."""


@frozen
class Server:
    """A server that runs; `client` sends the token with each request."""

    process: subprocess.Popen[str]
    base: str
    token: str = field(repr=False)
    client: httpx.Client

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self.base.rpartition(":")[2])

    @property
    def address(self) -> str:
        """What it printed, for a browser."""
        return f"{self.base}/?token={self.token}"

    def send(self, name: str, content: bytes, **headers: str) -> dict[str, Any]:
        """Send a file; gives what is known of it once it was read."""
        sent = self.client.post(
            "/api/papers", params={"name": name}, content=content, headers=headers
        )
        assert sent.status_code == 201, sent.text
        self.events(sent.json()["job"])
        return self.get(f"/api/papers/{sent.json()['id']}")

    def get(self, path: str, **query: Any) -> dict[str, Any]:
        """What a JSON endpoint answers."""
        answer = self.client.get(path, params=query)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def ask(self, **asked: Any) -> str:
        """Begin to ask; gives the id of the job."""
        begun = self.client.post("/api/jobs", json=asked)
        assert begun.status_code == 202, begun.text
        return str(begun.json()["id"])

    def events(self, job: str, after: int = 0) -> list[tuple[str, dict[str, Any]]]:
        """All that a job tells until it is over."""
        with self.client.stream(
            "GET", f"/api/jobs/{job}/events", headers={"Last-Event-ID": str(after)}
        ) as stream:
            assert stream.status_code == 200
            return list(told(stream.iter_lines()))

    def end(self, with_: signal.Signals = signal.SIGTERM) -> str:
        """End it; gives the rest of what it said."""
        self.process.send_signal(with_)
        return self.process.communicate(timeout=_PATIENCE)[1]


def told(lines: Iterator[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The events in the lines of a stream."""
    name = ""
    for line in lines:
        if line.startswith("event: "):
            name = line.removeprefix("event: ")
        elif line.startswith("data: "):
            yield name, json.loads(line.removeprefix("data: "))


@contextmanager
def running(*arguments: str) -> Iterator[Server]:
    """A server on a free port of the loopback, with the packaged embedder."""
    command = [sys.executable, "-m", "vera.verify", "serve", "--embedder", "minilm", *arguments]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr is not None
            found = re.search(r"(http://\S+)/\?token=(\S+)", _first(process))
            assert found
            base, token = found.groups()
            headers = {"Authorization": f"Bearer {token}"}
            with httpx.Client(base_url=base, headers=headers, timeout=_PATIENCE) as client:
                yield Server(process, base, token, client)
        finally:
            if process.poll() is None:
                process.terminate()
                process.communicate()


def _first(process: subprocess.Popen[str]) -> str:
    """The line with the address; others may stand before it."""
    assert process.stderr is not None
    for line in process.stderr:
        if "listening" in line:
            return line
    raise AssertionError("it does not listen")


def asked(
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


def head(server: Server, **others: str) -> list[tuple[str, str]]:
    """The headers of an honest request, and others in their place."""
    own = {"Host": f"127.0.0.1:{server.port}", "Authorization": f"Bearer {server.token}"}
    return [(name.replace("_", "-"), value) for name, value in (own | others).items()]
