"""Takes the defaults of a command's options from a file of configuration, whole or not at all."""

from __future__ import annotations

import difflib
import glob
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

import click
from attrs import field, frozen

from vera.core.errors import InvalidInput, Problem
from vera.core.result import Failure, Result, Success, failed
from vera.verify import config_keys, toml_file
from vera.verify.config_keys import PAPERS
from vera.verify.toml_file import TomlFile

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from vera.core.errors import Error

META = "vera.verify.configured"
"""Where a context keeps its `Configured`."""
_ONNX = "onnx:"


@frozen
class Configured:
    """What holds by a file: values by the names of parameters, and the key that each is from."""

    file: TomlFile
    values: dict[str, Any] = field(factory=dict)
    keys: dict[str, str] = field(factory=dict)


def configure(context: click.Context, path: Path | None) -> Result[Configured | None]:
    """Let a command take defaults from the file at `path`, or from one that is found.

    All of the file is checked, also what it says for other commands.
    """
    read = toml_file.find() if path is None else toml_file.chosen(path)
    if failed(read):
        return read
    file = read.unwrap()
    if file is None:
        return Success(None)
    tables = dict(config_keys.commands())
    problems = tuple(_problems(context, file, tables))
    if problems:
        return Failure(InvalidInput(file.shown, problems))
    configured = Configured(file)
    name = next(it for it, known in tables.items() if _same(known, context.command))
    plain, own = config_keys.keys(tables[""]), config_keys.keys(tables[name])
    for key, value in file.table.items():
        if key in plain and key in own and config_keys.shared(key, plain[key], own[key]):
            _take(configured, key, key, own[key], value)
    if name:
        for key, value in file.table.get(name, {}).items():
            _take(configured, f"{name}.{key}", key, own[key], value)
    context.meta[META] = configured
    context.default_map = configured.values
    return Success(configured)


def lines(error: Error) -> str:
    """What is wrong with a file, each key on a line of its own, with the file's name."""
    if isinstance(error, InvalidInput):
        return "\n".join(f"{error.op}: {problem}" for problem in error.problems)
    return str(error)


def _same(known: click.Command, asked: click.Command) -> bool:
    """Whether a command is the one that is known, or a copy of it (`verify config`)."""
    return known.callback is asked.callback


def _take(
    configured: Configured, said: str, key: str, parameter: click.Parameter, value: Any
) -> None:
    name = parameter.name or key
    placed = _placed(configured.file, key, parameter, value)
    configured.values[name] = not value if config_keys.negated(parameter) else placed
    configured.keys[name] = said


def _problems(
    context: click.Context, file: TomlFile, tables: Mapping[str, click.Command]
) -> Iterator[Problem]:
    yield from _of_table(context, file, "", file.table, tables)
    for name, said in file.table.items():
        if name in tables and isinstance(said, dict):
            yield from _of_table(context, file, name, said, {name: tables[name]})


def _of_table(
    context: click.Context,
    file: TomlFile,
    name: str,
    said: Mapping[str, Any],
    tables: Mapping[str, click.Command],
) -> Iterator[Problem]:
    known = config_keys.keys(tables[name])
    for key, value in said.items():
        shown = f"{name}.{key}" if name else key
        if key in known and not isinstance(value, dict):
            rule = _broken(context, file, key, known[key], value)
            if rule:
                yield Problem(shown, value, rule)
        elif not (name == "" and key in tables and isinstance(value, dict)):
            kept = "not shown" if key == "password" else value
            yield Problem(shown, kept, _unknown(key, [*known, *filter(None, tables)]))


def _unknown(key: str, known: list[str]) -> str:
    if key == "password":
        return "stands in no file; give VERA_PDF_PASSWORD"
    near = difflib.get_close_matches(key, known, 1)
    return "is not known here" + (f"; do you mean {near[0]}?" if near else "")


def _broken(
    context: click.Context, file: TomlFile, key: str, parameter: click.Parameter, value: Any
) -> str:
    """Which rule a value breaks, if any."""
    several = config_keys.several(parameter)
    if several and not isinstance(value, list):
        return "must be a list"
    for each in value if several else [value]:
        rule = _mistyped(parameter, each) or _unsound(context, file, parameter, each)
        if not rule and file.found:
            rule = _not_for_found(file, key, each)
        if not rule and key == PAPERS and several and not _files(file, each):
            rule = "fits no file"
        if rule:
            return rule
    return ""


def _mistyped(parameter: click.Parameter, value: Any) -> str:
    if isinstance(parameter, click.Option) and parameter.is_flag:
        return "" if isinstance(value, bool) else "must be true or false"
    number = isinstance(value, int | float) and not isinstance(value, bool)
    match parameter.type:
        case click.types.IntParamType():
            return "" if number and isinstance(value, int) else "must be a whole number"
        case click.types.FloatParamType():
            return "" if number else "must be a number"
    sound = isinstance(value, str) and "\0" not in value  # which no path has
    return "" if sound else "must be a string without NUL"


def _unsound(context: click.Context, file: TomlFile, parameter: click.Parameter, value: Any) -> str:
    """What the option itself finds wrong with a value, as on a command line."""
    path = isinstance(parameter.type, click.Path)
    try:
        parameter.type.convert(str(file.folder / value) if path else value, parameter, context)
    except click.BadParameter as error:
        return f"is not sound: {error.message.rstrip('.')}"
    return ""


def _not_for_found(file: TomlFile, key: str, value: Any) -> str:
    """Why a file that nobody chose may not say so."""
    wanted = "; name the file with --config to allow it"
    if key not in config_keys.FOUND:
        return f"is not taken from a file that is found{wanted}"
    values = config_keys.FOUND_VALUES.get(key)
    if values and value not in values:
        return f"must be {' or '.join(sorted(values))} in a file that is found{wanted}"
    if key in {"library", PAPERS} and "://" in value:
        return f"must be no address in a file that is found{wanted}"
    if key in {"baseline", PAPERS} and _outside(file, value):
        return f"must lie in the folder of a file that is found, or below{wanted}"
    return ""


def _outside(file: TomlFile, pattern: str) -> bool:
    """Whether a pattern leads out of the file's folder, by its words or by a link."""
    if PurePath(pattern).is_absolute() or ".." in PurePath(pattern).parts:
        return True
    root = file.folder.resolve()
    return any(not path.resolve().is_relative_to(root) for path in _files(file, pattern))


def _placed(file: TomlFile, key: str, parameter: click.Parameter, value: Any) -> Any:
    """A value whose paths begin at the file's folder."""
    if key == PAPERS and isinstance(value, list):
        return [str(toml_file.below(path)) for each in value for path in _files(file, each)]
    if isinstance(value, list):
        return [_placed(file, key, parameter, each) for each in value]
    if isinstance(parameter.type, click.Path):
        return str(toml_file.below(file.folder / value))
    if isinstance(value, str) and value.startswith(_ONNX):
        return _ONNX + str(toml_file.below(file.folder / value.removeprefix(_ONNX)))
    if key == PAPERS and (file.folder / value).exists():  # else a library's name
        return str(toml_file.below(file.folder / value))
    return value


def _files(file: TomlFile, pattern: str) -> list[Path]:
    """The files that a pattern fits, in order; a name without marks is taken as it is."""
    if not glob.has_magic(pattern):
        return [file.folder / pattern]
    found = glob.glob(pattern, root_dir=file.folder, recursive=True)  # noqa: PTH207 - any pattern
    return [path for path in (file.folder / name for name in sorted(found)) if path.is_file()]
