"""Clients of `verify mcp`: that of the SDK, and one that writes lines by hand."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from contextlib import contextmanager
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import jsonschema
from mcp.client.stdio import StdioServerParameters
from mcp_types import TextContent

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp import Client
    from mcp_types import CallToolResult

_SCHEMAS = files("vera.verification.report") / "schema"
_COMMAND = ["-m", "vera.verify", "mcp", "--embedder", "minilm"]
_INITIALIZE = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "lines", "version": "1"},
}


def program(*arguments: str, embedder: str = "minilm") -> StdioServerParameters:
    """The program, to be started by the SDK's client in the current folder."""
    command = [*_COMMAND[:-1], embedder, *arguments]
    return StdioServerParameters(command=sys.executable, args=command, env=dict(os.environ))


async def answer(client: Client, tool: str, schema: str, **arguments: object) -> dict[str, Any]:
    """What a tool answers, held to its JSON Schema; its text says the same."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, told(result)
    value: dict[str, Any] = result.structured_content
    jsonschema.validate(value, json.loads((_SCHEMAS / schema).read_text("utf-8")))
    assert json.loads(told(result)) == value
    return value


async def error(client: Client, tool: str, **arguments: object) -> dict[str, Any]:
    """What a tool says of a call that it does not do."""
    result = await client.call_tool(tool, arguments)
    assert result.is_error
    assert result.structured_content is None
    value = json.loads(told(result))
    assert set(value) == {"error"}
    assert set(value["error"]) == {"kind", "message", "hint"}
    assert "Traceback" not in told(result)
    found: dict[str, Any] = value["error"]
    return found


def told(result: CallToolResult) -> str:
    """The one text of a result."""
    (block,) = result.content
    assert isinstance(block, TextContent)
    return block.text


class Lines:
    """The program with pipes, and its client's side of them."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self.process, self._into, self._out = process, process.stdin, process.stdout

    def write(self, *lines: bytes) -> None:
        """Send lines as they are."""
        self._into.write(b"".join(line + b"\n" for line in lines))
        self._into.flush()

    def ask(self, number: int, method: str, **params: object) -> None:
        """Send a request."""
        self.write(_message(id=number, method=method, params=params))

    def begin(self) -> None:
        """Shake hands."""
        self.ask(0, "initialize", **_INITIALIZE)
        assert self.read()["id"] == 0
        self.write(_message(method="notifications/initialized"))

    def read(self) -> dict[str, Any]:
        """The next message; a line that is none is a failure."""
        message: dict[str, Any] = json.loads(self._out.readline())
        assert message["jsonrpc"] == "2.0"
        return message

    def leave(self) -> tuple[list[dict[str, Any]], str, int]:
        """Go away: the rest of the messages, what is on standard error, the exit code."""
        self._into.close()
        rest = [json.loads(line) for line in self._out]
        assert self.process.stderr is not None
        said = self.process.stderr.read().decode()
        return rest, said, self.process.wait()


@contextmanager
def lines(*arguments: str) -> Iterator[Lines]:
    """The program, begun."""
    with subprocess.Popen(
        [sys.executable, *_COMMAND, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        try:
            yield Lines(process)
        finally:
            process.kill()


@contextmanager
def served(*arguments: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """The address of a server on a free port of the loopback, and its process."""
    with subprocess.Popen(
        [sys.executable, *_COMMAND, "--http", "0", *arguments], stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stderr is not None
            found = re.search(r"http://\S+", process.stderr.readline())
            assert found
            yield found[0], process
        finally:
            process.terminate()
            process.communicate()


@contextmanager
def http(*arguments: str) -> Iterator[str]:
    """The address alone."""
    with served(*arguments) as (address, process):
        yield address
    assert process.returncode == 143


def _message(**rest: object) -> bytes:
    return json.dumps({"jsonrpc": "2.0", **rest}).encode()
