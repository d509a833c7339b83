"""Streamable HTTP, on the loopback alone, by the SDK's own client."""

from __future__ import annotations

import shutil
import signal
import socket
from pathlib import Path
from typing import TYPE_CHECKING

import anyio
import httpx
import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError

from tests.verify.mcp.clients import answer, error, http, served
from tests.verify.program import verify
from vera.core.errors import InvalidInput, ServiceUnavailable
from vera.verify.served.listening import listening

if TYPE_CHECKING:
    import subprocess

_PAPERS = Path(__file__).parents[3] / "testdata" / "papers"
_LIST = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
_ACCEPT = {"Accept": "application/json, text/event-stream"}


@pytest.fixture(autouse=True)
def _here(folder: Path) -> None:
    """Two papers in the current folder, and nothing else."""
    for name in ("plain.txt", "notes.md"):
        shutil.copy(_PAPERS / name, folder)


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_two_clients_at_once(mode: str) -> None:
    """Each gets its own answers, and one that leaves in the middle takes nothing from the other."""

    async def run(address: str) -> None:
        async with Client(address, mode=mode) as one, Client(address, mode=mode) as other:

            async def ask(client: Client, number: int) -> None:
                claims = [f"With pdfplumber only {number} sentences survived."]
                found = await answer(
                    client, "verify_claims", "report-1.json", claims=claims, papers=["plain.txt"]
                )
                assert [claim["text"] for claim in found["claims"]] == claims
                status = "grounded" if number == 67 else "contradicted"
                assert found["claims"][0]["status"] == status

            async with anyio.create_task_group() as group:
                for number in range(66, 72):
                    group.start_soon(ask, one if number % 2 else other, number)
            with anyio.move_on_after(0.05):
                claims = [f"Bee number {number} sleeps at night." for number in range(500)]
                call = {"claims": claims, "papers": ["plain.txt"]}
                await one.call_tool("verify_claims", call)
            await ask(other, 67)
            refused = await error(other, "read_pages", paper="/etc/passwd")
            assert "no file or folder" in refused["message"]

    with http() as address:
        anyio.run(run, address)


def test_pages_of_other_sites_are_refused() -> None:
    """By the host that they name, or by the origin that a browser tells; and a body has an end."""
    with http() as address:
        port = address.rpartition(":")[2].removesuffix("/mcp")
        for host, origin, code in (
            ("evil.example", None, 421),
            (f"evil.example:{port}", None, 421),
            ("127.0.0.1:1", None, 421),
            (f"127.0.0.1:{port}", "http://evil.example", 403),
            (f"127.0.0.1:{port}", "null", 403),
            (f"127.0.0.1:{port}", f"https://localhost:{port}.evil.example", 403),
        ):
            headers = {**_ACCEPT, "Host": host, **({"Origin": origin} if origin else {})}
            assert httpx.post(address, json=_LIST, headers=headers).status_code == code, (
                host,
                origin,
            )
        assert httpx.post(address, content=b"x" * (5 << 20), headers=_ACCEPT).status_code == 413
        for content in (b"garbage", b"[]", b"{}"):
            sent = httpx.post(
                address, content=content, headers={**_ACCEPT, "Content-Type": "application/json"}
            )
            assert 400 <= sent.status_code < 500
            assert "Traceback" not in sent.text
        ready = httpx.post(address, json=_LIST, headers={**_ACCEPT, "Host": f"localhost:{port}"})
        assert ready.status_code not in {403, 421}


@pytest.mark.parametrize("address", ["0.0.0.0:0", "192.0.2.1:8000", "[::]:0", "example.org:80"])
def test_only_the_loopback_is_listened_on(address: str) -> None:
    """Any other address is a wrong command line, and nothing listens."""
    run = verify("mcp", "--http", address)
    assert run.returncode == 2
    assert "must be an address of this machine's loopback" in run.stderr
    assert run.stdout == ""


@pytest.mark.parametrize("value", ["65536", "x", "", "127.0.0.1:", "-1"])
def test_what_is_no_port(value: str) -> None:
    """It is a wrong command line."""
    run = verify("mcp", f"--http={value}")
    assert run.returncode == 2
    assert "is no PORT and no ADDRESS:PORT" in run.stderr


def test_a_port_that_is_taken() -> None:
    """Somebody else listens there: that is said, and may change."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        error = listening("127.0.0.1", taken.getsockname()[1], "http").failure()
    assert isinstance(error, ServiceUnavailable)
    assert error.hint
    assert isinstance(listening("::", 0, "http").failure(), InvalidInput)


@pytest.mark.parametrize(
    ("ending", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]
)
def test_a_signal_ends_it_in_the_midst_of_a_call(ending: signal.Signals, code: int) -> None:
    """The call is told, no exception is, and the exit code is the signal's."""

    async def run(address: str, process: subprocess.Popen[str]) -> str:
        async with Client(address, mode="legacy") as client:
            claims = [f"Bee number {number} sleeps at night." for number in range(900)]

            async def begun(
                progress: float,
                total: float | None,  # noqa: ARG001 - the SDK names what it gives
                message: str | None,  # noqa: ARG001
            ) -> None:
                if not progress:
                    process.send_signal(ending)

            call = {"claims": claims, "papers": ["plain.txt"]}
            with pytest.raises(MCPError):
                await client.call_tool("verify_claims", call, progress_callback=begun)
        assert process.stderr is not None
        said = await anyio.to_thread.run_sync(process.stderr.read)
        process.wait()
        return said

    with served() as (address, process):
        said = anyio.run(run, address, process)
    assert process.returncode == code
    assert "xception" not in said
    assert "Traceback" not in said
