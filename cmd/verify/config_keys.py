"""What a file of configuration may say: for each command its keys, and those a found file may set.

The keys are the options of the commands themselves: one that is added has its key with it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

NEVER = frozenset({"config", "help", "password", "version"})
"""Options that no file sets: a password in a file is read by who should not."""

OWN = frozenset({"format", "output"})
"""Keys of the top table that hold for `verify CLAIMS PAPER...` alone: other commands have other
formats, and write something else."""

FOUND = frozenset({
    "aggregate", "baseline", "chunk-size", "chunker", "embedder", "explain", "fail-on", "format",
    "library", "model", "neighbours", "no-cache", "only-claims", "overlap", "papers", "quiet",
    "recent", "references", "rule", "sentences", "show-failed", "strict", "threshold", "top",
    "top-k", "verbose", "where", "without",
})  # fmt: skip
"""What a file that was found, and that nobody chose, may set: nothing in it writes, runs, or sends
text anywhere. A new option is not among them until somebody has thought of it."""

FOUND_VALUES: Mapping[str, frozenset[str]] = {
    "embedder": frozenset({"auto", "minilm"}),
    "model": frozenset({"auto", "none"}),
}
"""Of these a found file may give these values only: others name a model of a server, which may be
one that the server sends text elsewhere for, or a file that is loaded as a network."""

PAPERS = "papers"


def key_of(option: click.Parameter) -> str:
    """An option as it is written in a file: its long name without the hyphens before it."""
    return max(option.opts, key=len).lstrip("-")


def keys(command: click.Command) -> dict[str, click.Parameter]:
    """The keys of a command, in the order of its help.

    Papers are one where the command can do without them.
    """
    found: dict[str, click.Parameter] = {}
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            if key_of(parameter) not in NEVER and not parameter.hidden:
                found[key_of(parameter)] = parameter
        elif parameter.name == PAPERS and not parameter.required:
            found[PAPERS] = parameter
    return found


def commands() -> Iterator[tuple[str, click.Command]]:
    """The commands that take a file, under the names of their tables; the plain form has none."""
    return ((name, it) for name, it in all_commands() if any(p.name == "config" for p in it.params))


def all_commands() -> Iterator[tuple[str, click.Command]]:
    """Every command, those of a group under both words; the plain form comes first."""
    from vera.verify import cli

    yield "", cli.command
    for name, module in cli.COMMANDS.items():
        command: click.Command = import_module(module).command
        if isinstance(command, click.Group):
            yield from ((f"{name}-{each}", it) for each, it in command.commands.items())
        else:
            yield name, command


def shared(key: str, plain: click.Parameter, other: click.Parameter) -> bool:
    """Whether a key of the top table holds for a command that has an option of that name, too.

    It does where both take the same and mean the same without it: so `chunker` holds for a batch,
    and not for a library, which keeps its own.
    """
    if plain is other or (key == PAPERS and several(other)):
        return True
    if key in OWN or plain.param_type_name != other.param_type_name:
        return False
    return _kind(plain) == _kind(other)


def several(parameter: click.Parameter) -> bool:
    """Whether it takes several values, which a file has as a list."""
    return parameter.multiple or parameter.nargs == -1


def _kind(parameter: click.Parameter) -> tuple[object, ...]:
    taken = parameter.type
    choices = tuple(taken.choices) if isinstance(taken, click.Choice) else ()
    return type(taken), choices, parameter.default, parameter.multiple, parameter.nargs


def negated(parameter: click.Parameter) -> bool:
    """Whether giving the option turns something off, as --no-cache does.

    One with a name for each way, as --sentences/--whole, turns it on: click 8.1 has a `flag_value`
    of False for it where it is on by itself.
    """
    if not isinstance(parameter, click.Option) or parameter.secondary_opts:
        return False
    return parameter.is_flag and not parameter.flag_value
