"""`verify config`: what holds for each option, and from where."""

from __future__ import annotations

import click

from vera.verify import options

_EPILOG = """\b
Examples:
  verify config
  verify config --threshold 0.8           as verify --threshold 0.8 has it
  verify config batch
  verify config --format json library add --chunker tokens
"""


@click.command(
    epilog=_EPILOG,
    context_settings=options.CONTEXT
    | {"ignore_unknown_options": True, "allow_interspersed_args": False},
)
@options.form("form", help="For people, or for programs (schema vera.config/1).")
@click.argument("line", metavar="[COMMAND] [OPTION]...", nargs=-1, type=click.UNPROCESSED)
def command(form: str, line: tuple[str, ...]) -> int:
    """Show what holds for each option of COMMAND, and from where.

    What is from a file, from the environment or from the OPTIONs given here is shown with its key
    or its name. Without COMMAND it is that of verify CLAIMS PAPER... . Only --format, before all
    else, is an option of this command.
    """
    from vera.verify.showing_config import show_config

    return show_config(form, line)
