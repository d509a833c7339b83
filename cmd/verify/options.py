"""Options that several commands have."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from collections.abc import Callable

Command = TypeVar("Command", bound="Callable[..., Any]")

_CHUNKING = (
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


_RUNNING = (
    click.option("--password", envvar="VERA_PDF_PASSWORD", help="Opens encrypted PDFs."),
    click.option(
        "--output",
        type=click.Path(path_type=Path, dir_okay=False),
        metavar="FILE",
        help="Write to FILE, whole or not at all; a device or pipe is written into.",
    ),
    click.option(
        "--no-cache",
        "cache",
        is_flag=True,
        flag_value=False,
        default=True,
        help="Keep nothing between runs.",
    ),
)


_CHUNKER = (
    click.option("--chunker", metavar="NAME", help="As in verify. Default: the library's own."),
    click.option("--chunk-size", metavar="N[c|t|e]", help="As in verify."),
    click.option("--overlap", type=float, help="As in verify."),
)


_SIGNALS = (
    click.option(
        "--without",
        multiple=True,
        metavar="SIGNAL",
        help="Do not listen to a signal of the library: meaning, words or graph. Can be repeated.",
    ),
    click.option(
        "--recent",
        type=float,
        is_flag=False,
        flag_value=365.0,
        metavar="[DAYS]",
        help="Prefer recent papers of the library: what is older by so many days (365) counts half "
        "as much.",
    ),
)


_SEARCHED = (
    click.option("--library", required=True, metavar="NAME", help="Where to search."),
    click.option(
        "--neighbours",
        type=click.IntRange(0, 100),
        default=0,
        show_default=True,
        help="With each chunk, as many of its paper before and behind it.",
    ),
    click.option(
        "--embedder",
        default="auto",
        envvar="VERA_EMBEDDER",
        help="Must be the library's own, which is the default.",
    ),
)


def choosing_options(command: Command) -> Command:
    """The options that say which papers of a library are chosen: a filter, and signals."""
    for option in reversed(_SIGNALS):
        command = option(command)
    return where_option(command)


def search_options(command: Command) -> Command:
    """The options of a search for the chunks of a library."""
    for option in reversed(_SEARCHED):
        command = option(command)
    return choosing_options(command)


def where_option(command: Command) -> Command:
    """`--where FILTER`: which papers of a library are looked at."""
    option = click.option(
        "--where",
        multiple=True,
        metavar="FILTER",
        help="Only papers of the library that fit, such as: "
        """'year >= 2020 and author ~ "smith" and not tag = review'. """
        "Operators are = != < <= > >= and ~ (contains); given several times, all must hold. "
        "docs/library.md has the fields.",
    )
    return option(command)


def chunker_options(command: Command) -> Command:
    """The options that say how a library's papers are chunked, where not as before."""
    for option in reversed(_CHUNKER):
        command = option(command)
    return command


def running_options(command: Command) -> Command:
    """The options that say what opens papers, where a result goes and what is kept."""
    for option in reversed(_RUNNING):
        command = option(command)
    return command


def chunking_options(command: Command) -> Command:
    """The options that say how papers are chunked."""
    for option in reversed(_CHUNKING):
        command = option(command)
    return command


_KEYS = ("chunk-size", "chunker", "embedder", "overlap", "rule", "threshold", "top-k")


def _configure(context: click.Context, _option: click.Parameter, path: Path | None) -> Path | None:
    """Take the defaults of options from a file; what the command line says comes before it."""
    if path is None:
        return None
    try:
        said = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise click.BadParameter(f"it cannot be read: {error.strerror or error}") from error
    except ValueError as error:  # also text that is not UTF-8
        raise click.BadParameter(f"it is no TOML: {error}") from error
    unknown = sorted(set(said) - set(_KEYS))
    if unknown:
        raise click.BadParameter(f"unknown: {', '.join(unknown)}; known are {', '.join(_KEYS)}")
    context.default_map = {key.replace("-", "_"): value for key, value in said.items()}
    return path


def config_option(command: Command) -> Command:
    """`--config FILE`: settings as vera-bench tune writes them."""
    option = click.option(
        "--config",
        type=click.Path(path_type=Path, dir_okay=False, exists=True),
        metavar="FILE",
        is_eager=True,
        callback=_configure,
        help="A TOML file with defaults of options, as vera-bench tune writes: "
        + ", ".join(_KEYS)
        + ".",
    )
    return option(command)
