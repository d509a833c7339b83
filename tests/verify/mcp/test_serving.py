"""What ends `verify mcp` before it begins, and what ends a call before its time."""

from __future__ import annotations

import importlib.util
import threading
import time
from typing import TYPE_CHECKING

import anyio
import pytest
from attrs import evolve
from mcp import Client

from tests.verify.mcp.clients import error
from tests.verify.program import verify
from vera.core.errors import Distrusted
from vera.core.result import Failure, Result, Success
from vera.verify.mcp import sdk
from vera.verify.mcp.grant import Grant
from vera.verify.mcp.serving import Request, serve
from vera.verify.mcp.tool import Desk, Tell, Tool
from vera.verify.mcp.tools import TOOLS
from vera.verify.served.opened import Opened

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def desk(folder: Path) -> Desk:
    """A granted folder, and nothing open."""
    return Desk(Grant.create([str(folder)]).unwrap(), Opened("minilm"))


def _only(monkeypatch: pytest.MonkeyPatch, tool: Tool) -> None:
    monkeypatch.setattr(sdk, "TOOLS", (tool,))


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_a_call_that_is_cancelled_ends(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, mode: str
) -> None:
    """Its work ends where it next tells how far it is, and the server takes further calls."""
    begun, ended = threading.Event(), threading.Event()

    def work(_asked: object, _desk: Desk, tell: Tell) -> Result[str]:
        begun.set()
        try:
            while True:
                tell(0, 1, "works")
                time.sleep(0.001)
        finally:
            ended.set()

    _only(monkeypatch, evolve(TOOLS[4], work=work))

    async def run() -> None:
        async with Client(sdk.server(desk), mode=mode) as client:
            async with anyio.create_task_group() as group:
                group.start_soon(client.call_tool, "library_status", {})
                await anyio.to_thread.run_sync(begun.wait)
                group.cancel_scope.cancel()
            await anyio.to_thread.run_sync(ended.wait)
            assert (await client.list_tools()).tools

    anyio.run(run)


def test_a_defect_is_told_without_its_details(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The log has them, the client learns that there is one."""

    def work(_asked: object, _desk: Desk, _tell: Tell) -> Result[str]:
        raise ValueError("/home/somebody/secret")

    _only(monkeypatch, evolve(TOOLS[4], work=work))

    async def run() -> None:
        async with Client(sdk.server(desk)) as client:
            told = await error(client, "library_status")
            assert (told["kind"], "secret" in str(told)) == ("Defect", False)

    anyio.run(run)
    said = capsys.readouterr()
    assert "/home/somebody/secret" in said.err
    assert said.out == ""


def test_nothing_of_a_distrusted_model_is_kept(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it gave for papers that are open is not believed any more; the next call begins anew."""
    before = desk.opened.engine().unwrap()
    assert desk.opened.engine().unwrap() is before

    def work(_asked: object, _desk: Desk, _tell: Tell) -> Result[str]:
        return Failure(Distrusted("embed", "ollama:m", "it gave the same vector twice"))

    _only(monkeypatch, evolve(TOOLS[4], work=work))

    async def run() -> None:
        async with Client(sdk.server(desk)) as client:
            assert (await error(client, "library_status"))["kind"] == "Distrusted"

    anyio.run(run)
    assert desk.opened.engine().unwrap() is not before


def test_calls_wait_for_one_another(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of many calls at once, a few are worked on, and all are answered."""
    at_once, most, lock = [0], [0], threading.Lock()

    def work(_asked: object, _desk: Desk, _tell: Tell) -> Result[str]:
        with lock:
            at_once[0] += 1
            most[0] = max(most[0], at_once[0])
        time.sleep(0.01)
        with lock:
            at_once[0] -= 1
        return Success('{"schema": "vera.libraries/1", "libraries": [], "unreadable": []}')

    _only(monkeypatch, evolve(TOOLS[4], work=work))

    async def run() -> None:
        async with Client(sdk.server(desk)) as client, anyio.create_task_group() as group:
            for _ in range(20):
                group.start_soon(client.call_tool, "library_status", {})

    anyio.run(run)
    assert 1 <= most[0] <= 4


def test_without_the_sdk_it_says_what_to_install(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The extra is named, and the exit code is that of what could not be read."""
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    assert serve(Request((str(folder),), (), None, "minilm", cache=True, password=None)) == 3
    said = capsys.readouterr()
    assert "hint: pip install 'vera-verify[mcp]'" in said.err
    assert said.out == ""


def test_a_folder_that_there_is_not(folder: Path) -> None:
    """It is a wrong command line; an empty one is no folder either."""
    assert folder
    for name in ("nothing", ""):
        run = verify("mcp", "--allow", name)
        assert (run.returncode, run.stdout) == (2, "")
        assert "allow must be a folder" in run.stderr
