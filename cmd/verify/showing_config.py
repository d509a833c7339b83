"""One run of `verify config`: a command line in, what each of its options is and why out."""

from __future__ import annotations

import json
from copy import copy
from importlib import import_module
from pathlib import Path
from typing import Any

import click
from attrs import frozen
from click.core import ParameterSource

from vera.core.result import failed
from vera.verification.report import exit_codes
from vera.verification.report.printable import printable
from vera.verify import config_keys, terminal
from vera.verify.configured import META, Configured

_SCHEMA = "vera.config/1"
_SOURCES = {
    ParameterSource.COMMANDLINE: "flag",
    ParameterSource.ENVIRONMENT: "environment",
    ParameterSource.DEFAULT_MAP: "file",
}


@frozen
class Held:
    """An option: its key, its value, and where that is from.

    `origin` is "default", "file", "environment" or "flag"; `where` the key in the file, the name of
    the variable or of the flag, and "" for a default.
    """

    key: str
    value: Any
    origin: str
    where: str


def show_config(form: str, line: tuple[str, ...]) -> int:
    """Show what holds for the options of a command line; gives the exit code."""
    name, command, rest = _named(line)
    shown = copy(command)
    shown.params = [_optional(each) for each in command.params if isinstance(each, click.Option)]
    with shown.make_context(" ".join(("verify", *name)), list(rest)) as context:
        configured: Configured | None = context.meta.get(META)
        held = [
            _held(context, configured, key, parameter)
            for key, parameter in config_keys.keys(command).items()
        ]
    exact = form == "json"
    text = _json(" ".join(name), configured, held) if exact else _text(configured, held)
    written = terminal.write(text, exact=exact)
    return terminal.stop(written.failure()) if failed(written) else exit_codes.DONE


def _named(line: tuple[str, ...]) -> tuple[tuple[str, ...], click.Command, tuple[str, ...]]:
    """The words that name a command, the command, and what is left of the line."""
    from vera.verify import cli

    if not line or line[0] not in cli.COMMANDS:
        return (), cli.command, line
    command: click.Command = import_module(cli.COMMANDS[line[0]]).command
    if not isinstance(command, click.Group):
        return line[:1], command, line[1:]
    if len(line) < 2 or line[1] not in command.commands:
        known = ", ".join(command.commands)
        raise click.UsageError(f"{line[0]} needs one of its commands: {known}")
    return line[:2], command.commands[line[1]], line[2:]


def _optional(option: click.Option) -> click.Option:
    """An option that may be missing: what holds is asked, and nothing is run."""
    made = copy(option)
    made.required = False
    return made


def _held(
    context: click.Context, configured: Configured | None, key: str, parameter: click.Parameter
) -> Held:
    name = parameter.name or ""
    said = configured.keys.get(name, "") if configured else ""
    if not isinstance(parameter, click.Option):  # papers, which have no option
        value = configured.values.get(name, []) if configured else []
        return Held(key, value, "file" if said else "default", _at(configured, said))
    value = context.params.get(name)
    if config_keys.negated(parameter):
        value = not value
    source = context.get_parameter_source(name)
    match source:
        case ParameterSource.COMMANDLINE:
            where = f"--{key}"
        case ParameterSource.ENVIRONMENT:
            where = str(parameter.envvar)
        case ParameterSource.DEFAULT_MAP:
            where = _at(configured, said)
        case _:
            return Held(key, value, "default", "")
    return Held(key, value, _SOURCES[source], where)


def _at(configured: Configured | None, key: str) -> str:
    return f"{configured.file.shown}:{key}" if configured and key else ""


def _text(configured: Configured | None, held: list[Held]) -> str:
    rows = [
        [printable(it) for it in (each.key, _shown(each.value), each.where or each.origin)]
        for each in held
    ]
    first, second = (max(len(row[at]) for row in rows) for at in (0, 1))
    lines = (f"{key:{first}}  {value:{second}}  {where}\n" for key, value, where in rows)
    return f"file: {_file(configured)}\n\n" + "".join(lines)


def _file(configured: Configured | None) -> str:
    if configured is None:
        return "none"
    return printable(configured.file.shown) + (" (found)" if configured.file.found else "")


def _shown(value: Any) -> str:
    """A value as TOML has it, nearly; "-" where there is none."""
    if value is None or value in ((), []):
        return "-"
    return json.dumps(_plain(value), ensure_ascii=False)


def _plain(value: Any) -> Any:
    if isinstance(value, Path):
        return str(value)
    return [_plain(each) for each in value] if isinstance(value, tuple | list) else value


def _json(name: str, configured: Configured | None, held: list[Held]) -> str:
    file = configured and {"path": str(configured.file.path), "found": configured.file.found}
    rows = [
        {"key": it.key, "value": _plain(it.value), "from": it.origin, "where": it.where}
        for it in held
    ]
    told = {"schema": _SCHEMA, "command": name, "file": file, "options": rows}
    return json.dumps(told, ensure_ascii=False, indent=2) + "\n"
