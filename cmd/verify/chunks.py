"""`verify chunks PAPER`: how the engine cuts a paper into chunks."""

from __future__ import annotations

from typing import Any

import click

from vera.verify import options


class _Command(click.Command):
    """Names the chunkers in its help; they are looked up only then."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        from vera.verification.chunking.strategies import names

        formatter.write_paragraph()
        formatter.write_text(f"Chunkers: {', '.join(names())}.")


@click.command(cls=_Command, context_settings=options.CONTEXT)
@click.argument("paper")
@options.chunking
@options.embedder(
    show_default=True,
    help="As in verify; asked only by the chunker semantic and for sizes in e.",
)
@click.option(
    "--format",
    type=click.Choice(["text", "json", "html"]),
    default="text",
    show_default=True,
    help="For people, for programs (schema vera.chunks/1), or one page for a browser.",
)
@click.option(
    "--expand",
    type=click.IntRange(0),
    metavar="INDEX",
    help="Show only the text of this chunk and its neighbours, [CHUNK BOUNDARY] between them.",
)
@options.running
@options.configured
def command(**given: Any) -> int:
    """Show how PAPER is cut into chunks.

    Spans count the characters of the text that `verify read PAPER` prints. Pages that show
    something but hold no text are named on standard error; then the exit code is 3.
    """
    from vera.verify.chunking import Request, show_chunks

    return show_chunks(Request(**given))
