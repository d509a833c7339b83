"""A server on another machine gets the text of a paper only with a word about it."""

from __future__ import annotations

import logging
import socket
from typing import TYPE_CHECKING

import pytest

from tests.fakes import FakeOllama
from vera.verification.embedding.named import named
from vera.verification.judging.named import named as judge_named
from vera.verification.ollama.address import Address, address

if TYPE_CHECKING:
    from collections.abc import Iterator

_ELSEWHERE = "192.0.2.1"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeOllama]:
    """A server that OLLAMA_HOST names, with the model that `auto` takes."""
    with FakeOllama("nomic-embed-text:latest") as fake:
        monkeypatch.setenv("OLLAMA_HOST", fake.host)
        yield fake


@pytest.mark.parametrize(
    ("host", "here"),
    [
        *(("", True), ("127.0.0.1", True), ("127.3.2.1:99", True), ("localhost", True)),
        *(("0.0.0.0", True), ("http://[::1]:1", True), (_ELSEWHERE, False)),  # noqa: S104 - a host
        *(("https://192.0.2.1/x", False), ("[2001:db8::1]", False), ("nowhere.invalid", False)),
        *(("127.0.0.1.invalid", False), ("8.8.8.8", False)),
    ],
)
def test_here(host: str, here: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """This machine is what loops back or is an address of its own."""
    monkeypatch.delenv("OLLAMA_HOST", raising=False)
    assert address(host).unwrap().is_here() is here


def test_own_address() -> None:
    """An address of this machine in its network is here, too."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((_ELSEWHERE, 9))  # sends nothing
        except OSError:
            pytest.skip("this machine has no network")
        own = probe.getsockname()[0]
    assert Address(f"http://{own}:9", own, 9).is_here()


class TestWarnings:
    """What is said."""

    @pytest.fixture(autouse=True)
    def _elsewhere(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(Address, "is_here", lambda _: False)

    def test_auto(self, server: FakeOllama, caplog: pytest.LogCaptureFixture) -> None:
        """`auto` says that text leaves this machine, and that plain http can be read."""
        with caplog.at_level(logging.WARNING):
            named("auto").unwrap()
        assert "leaves this machine" in caplog.text
        assert "plain http" in caplog.text
        assert all(server.host in record.message for record in caplog.records)

    def test_by_name(self, server: FakeOllama, caplog: pytest.LogCaptureFixture) -> None:
        """Who names Ollama and its host wants that; plain http is warned of all the same."""
        with caplog.at_level(logging.WARNING):
            named("ollama").unwrap()
            judge_named("ollama:nomic-embed-text").unwrap()
        assert "leaves this machine" not in caplog.text
        assert [record.message.split()[0] for record in caplog.records] == (
            ["ollama:nomic-embed-text"] * 2
        )
        assert caplog.text.count("plain http") == 2
        assert server.requests


def test_nothing_is_said_of_this_machine(
    server: FakeOllama, caplog: pytest.LogCaptureFixture
) -> None:
    """A server that is here is used without a word."""
    with caplog.at_level(logging.WARNING):
        named("auto").unwrap()
    assert caplog.text == ""
    assert server.requests
