"""The server on standard input and output, by the SDK: a line is a message."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import anyio
from mcp.server.stdio import stdio_server

from vera.process.standard_streams import READER_GONE

if TYPE_CHECKING:
    from mcp.server.lowlevel import Server


def serve(server: Server[Any]) -> int:
    """Answer until standard input ends; gives the exit code.

    While it runs, the SDK has descriptor 1 lead to standard error: what a library or a child prints
    is no part of the protocol.
    """
    code = 0
    try:
        anyio.run(_run, server)
    except* BrokenPipeError:
        code = READER_GONE
    return code


async def _run(server: Server[Any]) -> None:
    async with stdio_server() as (reads, writes):
        await server.run(reads, writes, server.create_initialization_options())
