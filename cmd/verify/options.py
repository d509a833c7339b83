"""What several commands have alike on their command lines, each written once."""

from __future__ import annotations

from functools import partial, reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import click
from click.core import ParameterSource

from vera.verification.report import exit_codes
from vera.verification.report.forms import FORMS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

Command = TypeVar("Command", bound="Callable[..., Any]")

CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}
"""The settings of every command."""
FILE = click.Path(path_type=Path, dir_okay=False)


class Option(Protocol):
    """Gives a command an option, or several."""

    def __call__(self, command: Command, /) -> Command:
        """The command, with them."""
        ...


def _together(*options: Option) -> Option:
    """Several options as one, in the order in which the help has them."""

    def given(command: Command) -> Command:
        return reduce(lambda made, option: option(made), reversed(options), command)

    return given


def library_names(_context: click.Context, _of: click.Parameter, incomplete: str) -> list[str]:
    """The libraries whose names begin so, for a shell that completes one."""
    from vera.verification.library.opening import names

    return [name for name in names() if name.startswith(incomplete)]


password = click.option("--password", envvar="VERA_PDF_PASSWORD", help="Opens encrypted PDFs.")
quiet = click.option("-q", "--quiet", is_flag=True, help="Print nothing but errors.")
sentences = click.option(
    "--sentences/--whole",
    default=True,
    show_default=True,
    help="Verify each sentence of CLAIMS by itself, or a line or paragraph as it stands.",
)
only_claims = click.option(
    "--only-claims",
    is_flag=True,
    help="Ask only sentences that state something a paper could bear out; the others are "
    "unchecked, with the reason, and fail no run.",
)
references = click.option(
    "--references", is_flag=True, help="The list of references is evidence, too."
)

# Of these each command says in words of its own what they mean to it.
threshold = partial(click.option, "--threshold", type=float, default=0.7, show_default=True)
rule = partial(
    click.option,
    "--rule",
    type=click.Choice(["calibrated", "cosine"]),
    default="calibrated",
    show_default=True,
)
top_k = partial(click.option, "--top-k", type=int, default=3, show_default=True)
embedder = partial(click.option, "--embedder", default="auto", envvar="VERA_EMBEDDER")
reader = partial(click.option, "--reader", default="packaged", show_default=True)
judge = partial(click.option, "--judge", metavar="auto|ollama:MODEL")
form = partial(
    click.option,
    "--format",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
)
cache = partial(click.option, "--no-cache", "cache", is_flag=True, flag_value=False, default=True)

chunking = _together(
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
"""How papers are chunked."""

library_chunking = _together(
    click.option("--chunker", metavar="NAME", help="As in verify. Default: the library's own."),
    click.option("--chunk-size", metavar="N[c|t|e]", help="As in verify."),
    click.option("--overlap", type=float, help="As in verify."),
)
"""How a library's papers are chunked, where not as before."""

reporting = _together(
    form(
        type=click.Choice(list(FORMS)),
        help="For people (text), for programs (json, schema vera.report/1), or in a form that "
        "others read: docs/reports.md has all.",
    ),
    click.option(
        "--out",
        type=click.Path(path_type=Path, file_okay=False),
        metavar="DIR",
        help="Where the copies of --format pdf go; the papers stay as they are.",
    ),
    click.option(
        "--baseline",
        type=FILE,
        help="A JSON report of before: only claims that it does not have with the same status are "
        "reported, and count for the exit code.",
    ),
    click.option(
        "--fail-on",
        type=click.Choice(exit_codes.FAIL_ON),
        default=exit_codes.FAIL_ON[-1],
        show_default=True,
        help="The least grave status that makes the exit code other than 0: contradicted alone; or "
        "unsupported, too; or also unchecked.",
    ),
)
"""What a report of verdicts is, and what in it fails the run."""


def check_out(given: Mapping[str, Any]) -> None:
    """Refuse a folder for copies without them, and copies without one."""
    if (given["format"] == "pdf") != (given["out"] is not None):
        raise click.UsageError("'--format pdf' and '--out' need each other.")


running = _together(
    password,
    click.option(
        "--output",
        type=FILE,
        help="Write to FILE, whole or not at all; a device or pipe is written into.",
    ),
    cache(help="Keep nothing between runs."),
)
"""What opens papers, where a result goes and what is kept."""

where = click.option(
    "--where",
    multiple=True,
    metavar="FILTER",
    help="Only papers of the library that fit, such as: "
    """'year >= 2020 and author ~ "smith" and not tag = review'. """
    "Operators are = != < <= > >= and ~ (contains); given several times, all must hold. "
    "docs/library.md has the fields.",
)
"""Which papers of a library are looked at."""

choosing = _together(
    where,
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
"""Which papers of a library are chosen: a filter, and signals."""

search = _together(
    choosing,
    click.option(
        "--library",
        required=True,
        metavar="NAME",
        shell_complete=library_names,
        help="Where to search.",
    ),
    click.option(
        "--neighbours",
        type=click.IntRange(0, 100),
        default=0,
        show_default=True,
        help="With each chunk, as many of its paper before and behind it.",
    ),
    embedder(help="Must be the library's own, which is the default."),
)
"""A search for the chunks of a library."""


def check_only_claims(given: Mapping[str, Any]) -> None:
    """Refuse `--only-claims` where a paragraph is one claim: only sentences can be left out."""
    if given["only_claims"] and not given["sentences"]:
        raise click.UsageError("--only-claims looks at sentences, so it goes without --whole.")


def _configure(context: click.Context, _option: click.Parameter, path: Path | None) -> Path | None:
    """Take the defaults of options from a file; gives the file, to be named among what is read."""
    from vera.core.result import failed
    from vera.verify.configured import configure, lines

    done = configure(context, path)
    if failed(done):
        raise click.UsageError(lines(done.failure()))
    configured = done.unwrap()
    return None if configured is None else configured.file.path


_config = partial(
    click.option,
    "--config",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    metavar="FILE",
    envvar="VERA_CONFIG",
    is_eager=True,
    callback=_configure,
    help="A TOML file with defaults of options, as vera-bench tune writes, in the place of the "
    "vera.toml or pyproject.toml that is found (docs/configuration.md).",
)
config = _config()
"""Where defaults of options are from."""
configured = _config(expose_value=False)
"""The same for a command that writes no file, and so need not know which ones it has read."""


def with_configured_papers(given: dict[str, Any]) -> dict[str, Any]:
    """What a command was given, with the papers of its file where the command line has none.

    A library that the command line names is asked alone, too.
    """
    context = click.get_current_context()
    papers, library = map(context.get_parameter_source, ("papers", "library"))
    if not given["papers"] or papers is not ParameterSource.COMMANDLINE:
        alone = library is ParameterSource.COMMANDLINE
        given["papers"] = () if alone else tuple((context.default_map or {}).get("papers", ()))
    return given
