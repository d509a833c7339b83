"""`verify mcp`: a server of the Model Context Protocol, for assistants."""

from __future__ import annotations

import re
from typing import Any

import click

from vera.verify import options

_ADDRESS = re.compile(r"(?:(?P<host>\[[0-9a-fA-F:]+\]|[\w.-]+):)?(?P<port>\d{1,5})")
_HIGHEST = 65535
_LOOPBACK = "127.0.0.1"

_EPILOG = """\b
Examples:
  verify mcp --allow papers/
  verify mcp --allow papers/ --allow notes/ --library bees
  verify mcp --allow papers/ --http 8765     http://127.0.0.1:8765/mcp

\b
An assistant starts it by itself; docs/mcp.md has what to write into its settings.
"""


def _address(
    _context: click.Context, _option: click.Parameter, value: str | None
) -> tuple[str, int] | None:
    if value is None:
        return None
    found = _ADDRESS.fullmatch(value)
    if not found or int(found["port"]) > _HIGHEST:
        raise click.BadParameter(f"{value!r} is no PORT and no ADDRESS:PORT")
    host = (found["host"] or _LOOPBACK).strip("[]")
    return _LOOPBACK if host == "localhost" else host, int(found["port"])


@click.command(context_settings=options.CONTEXT, epilog=_EPILOG)
@click.option(
    "--allow",
    multiple=True,
    metavar="DIR",
    help="Papers in this folder, and below it, may be read; nothing else is. Can be repeated. "
    "Default: the working directory, if it is not the root or your home.",
)
@click.option(
    "--library",
    multiple=True,
    metavar="NAME",
    help="Only this library may be asked and added to. Can be repeated. Default: all of yours, "
    "and none on a server.",
)
@click.option(
    "--http",
    metavar="[ADDRESS:]PORT",
    callback=_address,
    help="Serve streamable HTTP to programs of this machine, on the loopback alone; 0 is a free "
    "port. Default: standard input and output.",
)
@options.embedder(
    show_default=True, help="As in verify, for papers and new libraries; others have their own."
)
@options.password
@options.cache(help="Keep nothing between runs, but in libraries.")
@options.configured
def command(**given: Any) -> int:
    """Serve the Model Context Protocol, so that an assistant can verify what it says.

    Its tools verify claims, search libraries, add papers to them, list them and read pages. Nothing
    but the protocol is on standard output. Needs the extra: pip install 'vera-verify[mcp]'
    """
    from vera.verify.mcp.serving import Request, serve

    return serve(Request(**given))
