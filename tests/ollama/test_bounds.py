"""What a server may send, and for how long it is waited for."""

from __future__ import annotations

import gzip
import logging
import time
from typing import TYPE_CHECKING

import pytest

from tests.fakes import FakeOllama, is_silent, pours, says, well
from vera.core.errors import EmbeddingFault, InvalidInput, ServiceUnavailable
from vera.core.ports import Asked, Role
from vera.verification.embedding.ollama import connect
from vera.verification.judging.ollama import connect as connect_judge
from vera.verification.ollama.faults import Fault, Refusal, RefusedError
from vera.verification.ollama.patience import Watch, retried

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.fakes import Connection, Reply
    from vera.core.errors import Error

_OK = b"HTTP/1.0 200 OK\r\n"
_BLOCK = b" " * 65536
_ENDLESS = {
    "a body": pours(_OK + b"\r\n", _BLOCK),
    "a body of a told length": pours(_OK + b"Content-Length: 999999999999\r\n\r\n", _BLOCK),
    "chunks": pours(
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
        (b"40\r\n" + b" " * 64 + b"\r\n") * 999,
    ),
    "a refusal": pours(b"HTTP/1.0 400 Bad Request\r\n\r\n", _BLOCK),
    "headers": pours(_OK, b"X-More: yes\r\n" * 4096),
    "one header": pours(_OK + b"X-Long: ", b"x" * 65536),
    "preliminaries": pours(b"", b"HTTP/1.1 100 Continue\r\n\r\n" * 4096),
}
_DRIPS = {
    "a body": pours(_OK + b"\r\n", b" ", 0.02),
    "headers": pours(_OK, b"X", 0.02),
    "preliminaries": pours(b"", b"HTTP/1.1 100 Continue\r\n\r\n", 0.02),
}
_PATHS = ("/api/tags", "/api/version", "/api/show", "/api/embed")


@pytest.fixture
def server() -> Iterator[FakeOllama]:
    """A server without faults, until it is told of some."""
    with FakeOllama() as fake:
        yield fake


def _fault(server: FakeOllama, timeout: float = 30.0) -> Error:
    return connect("fake", server.host, timeout=timeout, sleep=lambda _: None).failure()


@pytest.mark.parametrize("path", _PATHS)
@pytest.mark.parametrize("reply", _ENDLESS.values(), ids=_ENDLESS)
def test_endless(server: FakeOllama, path: str, reply: Reply) -> None:
    """An answer without end is a fault that says so, at once and without another try."""
    server.paths[path] = reply
    error = _fault(server)
    assert isinstance(error, EmbeddingFault)
    assert "sent more than the" in error.detail
    assert "bytes that an answer can need" in error.detail
    assert [asked for asked, _ in server.requests].count(path) == 1


@pytest.mark.parametrize("path", _PATHS)
@pytest.mark.parametrize("reply", _DRIPS.values(), ids=_DRIPS)
def test_drip(server: FakeOllama, path: str, reply: Reply) -> None:
    """An answer that comes a byte at a time is given up when its time is over."""
    server.paths[path] = reply
    error = _fault(server, 0.3)
    assert isinstance(error, ServiceUnavailable)
    assert error.detail == "was still answering after 0.3 s"
    assert error.attempts == 4


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "br", "gzip, identity"])
def test_bomb(server: FakeOllama, encoding: str) -> None:
    """An answer that is packed, which was not asked for, is never unpacked."""
    packed = gzip.compress(bytes(10**7))
    server.paths["/api/embed"] = says(200, packed, **{"Content-Encoding": encoding})
    error = _fault(server)
    assert isinstance(error, EmbeddingFault)
    assert "in an encoding that it was not asked for" in error.detail


def test_what_is_asked_for(server: FakeOllama) -> None:
    """A server is asked to pack nothing."""
    seen: list[str | None] = []

    def notes(connection: Connection) -> None:
        seen.append(connection.headers["Accept-Encoding"])
        well(connection)

    server.paths = dict.fromkeys(_PATHS, notes)
    connect("fake", server.host).unwrap()
    assert set(seen) == {"identity"}


def test_large_vectors(server: FakeOllama) -> None:
    """Vectors of the longest models, with every digit, fit into what may come."""
    server.dimension = 8192
    embedder = connect("fake", server.host).unwrap()
    texts = [f"text {n}" for n in range(40)]
    assert embedder.embed(texts, Role.PASSAGE).unwrap().shape == (40, 8192)


def test_many_models(server: FakeOllama) -> None:
    """A server may have a thousand models."""
    other = {"model": "x" * 500, "digest": "f" * 64}
    listed = [other] * 1000 + [{"model": server.model, "digest": "f00d"}]
    server.paths["/api/tags"] = says(200, {"models": listed})
    assert connect("fake", server.host).unwrap().info.name == "ollama:fake"


class TestJudge:
    """The same for a model that answers."""

    @pytest.mark.parametrize("reply", _ENDLESS.values(), ids=_ENDLESS)
    def test_endless(self, server: FakeOllama, reply: Reply) -> None:
        """An answer without end is a fault that says so."""
        judge = connect_judge("fake", host=server.host, sleep=lambda _: None).unwrap()
        server.paths["/api/generate"] = reply
        error = judge.judge([Asked("Bees sleep.", "Bees sleep.")]).failure()
        assert isinstance(error, EmbeddingFault)
        assert "bytes that an answer can need" in error.detail


class TestWaiting:
    """How long a silent server is waited for, by a clock that a test turns."""

    @pytest.fixture
    def clock(self, monkeypatch: pytest.MonkeyPatch) -> list[float]:
        """The time, in a list of one."""
        now = [0.0]
        monkeypatch.setattr(time, "monotonic", lambda: now[0])
        return now

    def _silent(self, clock: list[float], seconds: float, watch: Watch) -> Refusal:
        """What comes of a server that says nothing: each try is watched each second."""

        def ask(left: float) -> Refusal:
            end = clock[0] + left
            while clock[0] < end:
                clock[0] += 1.0
                try:
                    watch()
                except RefusedError as error:
                    return error.refused
            return Refusal(Fault.UNREACHABLE, "gave no answer in time")

        def sleep(more: float) -> None:
            clock[0] += more

        reply: Refusal | None = retried(ask, seconds, watch, sleep)
        assert isinstance(reply, Refusal)
        return reply

    def test_under_a_minute(
        self, server: FakeOllama, clock: list[float], caplog: pytest.LogCaptureFixture
    ) -> None:
        """An embedder waits less than a minute for a silent server, and says so from 10 s on."""
        seconds = connect("fake", server.host).unwrap()._client._timeout
        with caplog.at_level(logging.WARNING):
            refused = self._silent(clock, seconds, Watch("Ollama at x", None))
        assert refused.tries > 1
        assert 35 < clock[0] < 55
        told = [record.message for record in caplog.records]
        assert told == [f"waiting for Ollama at x ({n} s)" for n in (10, 20, 40)]

    def test_one_that_died(self, clock: list[float]) -> None:
        """A judge that is silent is given up when its server answers nothing else either."""
        refused = self._silent(clock, 300.0, Watch("Ollama at x", lambda: False))
        assert (refused.detail, refused.tries) == ("answers nothing any more", 1)
        assert clock[0] < 60

    def test_one_that_works(self, clock: list[float]) -> None:
        """One that answers something else meanwhile has its time."""
        lives = iter([False, True] * 10)
        self._silent(clock, 300.0, Watch("Ollama at x", lambda: next(lives)))
        assert 300 < clock[0] < 320

    def test_a_sign_of_life(
        self, server: FakeOllama, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        """A judge whose server hangs is found out by asking for its version."""
        judge = connect_judge("fake", host=server.host, sleep=lambda _: None).unwrap()
        monkeypatch.setattr("vera.verification.ollama.patience._TOLD", 0.01)
        monkeypatch.setattr("vera.verification.ollama.client._ALIVE", 0.2)
        monkeypatch.setattr("vera.verification.ollama.httpcore._SLICE", 0.01)
        server.paths = {"/api/generate": is_silent, "/api/version": is_silent}
        error = judge.judge([Asked("Bees sleep.", "Bees sleep.")]).failure()
        assert isinstance(error, ServiceUnavailable)
        assert error.detail == "answers nothing any more"
        assert "waiting for Ollama at" in caplog.text


class TestTimeout:
    """The time that a user gives a server."""

    def test_longer(self, server: FakeOllama, monkeypatch: pytest.MonkeyPatch) -> None:
        """VERA_OLLAMA_TIMEOUT stands above what is usual."""
        monkeypatch.setenv("VERA_OLLAMA_TIMEOUT", "0.3")
        server.paths["/api/embed"] = is_silent
        error = connect("fake", server.host, sleep=lambda _: None).failure()
        assert isinstance(error, ServiceUnavailable)
        assert error.waited < 20
        assert "VERA_OLLAMA_TIMEOUT gives it more seconds" in error.hint

    @pytest.mark.parametrize("given", ["soon", "0", "-1", "nan", "inf", "1e9", "."])
    def test_nonsense(
        self, server: FakeOllama, monkeypatch: pytest.MonkeyPatch, given: str
    ) -> None:
        """What is no number of seconds is invalid input."""
        monkeypatch.setenv("VERA_OLLAMA_TIMEOUT", given)
        assert isinstance(connect("fake", server.host).failure(), InvalidInput)
