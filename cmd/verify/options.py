"""Options that several commands have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from collections.abc import Callable

Command = TypeVar("Command", bound="Callable[..., Any]")

_OPTIONS = (
    click.option(
        "--chunker",
        default="sentence",
        show_default=True,
        metavar="NAME",
        help="How papers are cut into chunks, which only the bare rule looks at; verify chunks "
        "--help has the names.",
    ),
    click.option(
        "--chunk-size",
        metavar="N[c|t|e]",
        help="Size that chunks are filled to: characters, tokens of cl100k_base or the embedder's "
        "own. Default: the chunker's, 3000c for sentence.",
    ),
    click.option(
        "--overlap",
        type=float,
        help="Part of a chunk, from 0 to 1, that the next one repeats. Default: the chunker's, 0.2 "
        "for sentence.",
    ),
)


def chunking_options(command: Command) -> Command:
    """The options that say how papers are chunked."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command
