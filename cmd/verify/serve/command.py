"""`verify serve`: a page where one drops a paper, and an HTTP interface for programs."""

from __future__ import annotations

from typing import Any

import click

from vera.verify import options

_EPILOG = """\b
Examples:
  verify serve --open
  verify serve --library bees --port 8765

\b
The address that it prints has a token in it: without that, nothing is answered. Ctrl-C ends it, and
what was dropped goes with it, but for what was added to a library. docs/serve.md has the interface
for programs.
"""


@click.command(context_settings=options.CONTEXT, epilog=_EPILOG)
@click.option(
    "--library",
    multiple=True,
    metavar="NAME",
    shell_complete=options.library_names,
    help="Only this library may be asked, added to and removed from. Can be repeated. Default: all "
    "of yours, and none on a server.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=0,
    metavar="N",
    help="Listen on this port. Default: one that is free, which is told.",
)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    metavar="ADDRESS",
    help="Listen on this address of the machine, in numbers. On any but the loopback others reach "
    "it, and all that is sent can be read on the way, the token, too.",
)
@click.option("--open", "browse", is_flag=True, help="Open the page in the browser.")
@options.embedder(
    show_default=True, help="As in verify, for papers and new libraries; others have their own."
)
@options.cache(help="Keep nothing between runs, but in libraries.")
@options.configured
def command(**given: Any) -> int:
    """Serve a page where papers are dropped and claims are verified, on this machine alone.

    Verdicts arrive while it works, each with its evidence marked on the page of the paper; reports
    are downloaded from there, and papers kept in libraries. Programs ask the same over HTTP. Needs
    the extra: pip install 'vera-verify[serve]'
    """
    from vera.verify.serve.serving import Request, serve

    return serve(Request(**given))
