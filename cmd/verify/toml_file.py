"""Files of configuration: found upward from a folder, read, and the table that is ours taken out.

A file that is found was chosen by nobody: it is a small regular file, of somebody whose folder this
is. ADR 55.
"""

from __future__ import annotations

import os
import stat
import tomllib
from pathlib import Path
from typing import Any, TypeAlias

from attrs import frozen

from vera.core.errors import StorageFault
from vera.core.result import Failure, Result, Success, failed

OWN, SHARED = "vera.toml", "pyproject.toml"
"""Ours alone goes before the one that has a table for each tool."""
LARGEST = 1 << 20
"""Bytes of a file that is found; a large pyproject.toml has 50,000."""
_OP = "configuration"

Table: TypeAlias = "dict[str, Any]"


@frozen
class TomlFile:
    """A file that says something for us; `found` where nobody named it."""

    path: Path
    table: Table
    found: bool

    @property
    def folder(self) -> Path:
        """What its relative paths begin at."""
        return self.path.parent

    @property
    def shown(self) -> str:
        """Its path as it is shown, below the current folder without what leads there."""
        return str(below(self.path))


def below(path: Path) -> Path:
    """A path as it is named from the current folder, if it lies in it; else as it is."""
    here = _here()
    return path.relative_to(here) if here and path.is_relative_to(here) else path


def chosen(path: Path) -> Result[TomlFile]:
    """The file that a user names, of any kind; nothing for us in it is an error."""
    path = Path(os.path.abspath(path))  # noqa: PTH100 - `absolute` would keep ".."
    read = _read(path, found=False)
    if failed(read):
        return read
    table = _ours(path, read.unwrap())
    if failed(table):
        return table
    ours = table.unwrap()
    if ours is None:
        return _refused(path, "it has no table [tool.vera]")
    return Success(TomlFile(path, ours, found=False))


def find() -> Result[TomlFile | None]:
    """The first that says something for us, from the current folder up to a repository's top.

    Where there is no repository, up to the top of the file system. One that is there and cannot be
    read, also a pyproject.toml of others, is an error: it may say something.
    """
    here = _here()
    for folder in (here, *here.parents) if here else ():
        for name in (OWN, SHARED):
            path = folder / name
            if not os.path.lexists(path):
                continue
            read = _read(path, found=True)
            table = read if failed(read) else _ours(path, read.unwrap())
            if failed(table):
                return table
            ours = table.unwrap()
            if ours is not None:
                return Success(TomlFile(path, ours, found=True))
        if os.path.lexists(folder / ".git"):
            break
    return Success(None)


def _here() -> Path | None:
    """The current folder; None where it was removed, and no file can be in it."""
    try:
        return Path.cwd()
    except FileNotFoundError:
        return None


def _ours(path: Path, text: str) -> Result[Table | None]:
    try:
        said: Table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        return _refused(path, f"it is no TOML: {str(error) or type(error).__name__}")
    if path.name != SHARED:
        return Success(said)
    for name, where in (("tool", "tool"), ("vera", "tool.vera")):
        if name not in said:
            return Success(None)
        said = said[name]
        if not isinstance(said, dict):
            return _refused(path, f"{where} must be a table")
    return Success(said)


def _read(path: Path, *, found: bool) -> Result[str]:
    try:
        # A pipe of this name would be waited for.
        opened = os.open(path, os.O_RDONLY | (getattr(os, "O_NONBLOCK", 0) if found else 0))
        with open(opened, "rb") as file:  # noqa: PTH123 - by its number
            if found:
                status = os.fstat(opened)
                if not stat.S_ISREG(status.st_mode):
                    return _refused(path, "it is no regular file")
                if not _belongs(status):
                    return _refused(path, "it belongs to another user")
            content = file.read(LARGEST + 1)
        if len(content) > LARGEST:
            return _refused(path, f"it has more than {LARGEST:,} bytes")
        return Success(content.decode("utf-8"))
    except OSError as error:
        return _refused(path, f"it cannot be read: {error.strerror or error}")
    except UnicodeDecodeError as error:
        return _refused(path, f"it is no UTF-8: {error}")


def _belongs(status: os.stat_result) -> bool:
    """Whether a file is the user's, the system's, or of whom the current folder is.

    Without this, anybody could set a threshold for all who work in a folder below /tmp.
    """
    if not hasattr(os, "geteuid"):
        return True
    return status.st_uid in {0, os.geteuid(), Path().stat().st_uid}


def _refused(path: Path, detail: str) -> Failure[StorageFault]:
    return Failure(StorageFault(_OP, str(below(path)), detail))
