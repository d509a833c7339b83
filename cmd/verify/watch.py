"""`verify watch CLAIMS PAPER...`: verdicts again when a file changes, of what changed."""

from __future__ import annotations

from typing import Any

import click

from vera.verify import options

_EPILOG = """\b
Exit codes:
  130  ended by Ctrl-C, as it is meant to be
  others as in verify --help, for what does not pass
"""


@click.command(epilog=_EPILOG, context_settings=options.CONTEXT)
@click.argument("claims")
@click.argument("papers", metavar="PAPER...", nargs=-1)
@options.threshold(help="As in verify.")
@options.rule(help="As in verify.")
@options.top_k(help="As in verify.")
@options.chunking
@options.configured
@options.embedder(show_default=True, help="As in verify.")
@options.judge(help="As in verify.")
@options.sentences
@options.only_claims
@options.references
@options.password
@options.cache(help="Keep nothing between runs.")
@click.option("--explain", is_flag=True, help="As in verify.")
@click.option("-v", "--verbose", is_flag=True, help="All evidence, boxes and reasons.")
def command(**given: Any) -> int:
    """Verify CLAIMS against each PAPER, and again when one of these files changes, until Ctrl-C.

    Papers stay open: of a changed file of claims only the new ones are verified, and a changed
    paper alone is read again. What is shown then are verdicts that are new or have changed, and the
    sum of all. A file that is not there, damaged or half written is told and waited for; a change
    counts when the file was the same for half a second. Works for files on a network.
    """
    given = options.with_configured_papers(given)
    if not given["papers"]:
        raise click.UsageError("Missing argument 'PAPER...'.")
    if given["claims"] == "-":
        raise click.UsageError("standard input cannot be watched; give a file of claims")
    options.check_only_claims(given)
    from vera.verify.watching import Watching, watch

    return watch(Watching(**given))
