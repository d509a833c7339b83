"""Where a library lies, by its name."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from vera.core.errors import InvalidInput, Problem, StorageFault
from vera.core.result import Failure, Result, Success, failed
from vera.verification.index.permissions import Place
from vera.verification.library import sqlite
from vera.verification.library.postgres_address import is_address, shown_address

if TYPE_CHECKING:
    from vera.verification.library.store import Store

_NAME = re.compile(r"[^\W_][\w.-]{0,63}", re.ASCII)
_SUFFIX = ".sqlite"


def names() -> tuple[str, ...]:
    """The names of all libraries of the user."""
    folder = _folder()
    found = folder.glob(f"*{_SUFFIX}") if folder.is_dir() else ()
    return tuple(sorted(path.stem for path in found if _NAME.fullmatch(path.stem)))


def _folder() -> Path:
    from platformdirs import user_data_dir

    folder = os.environ.get("VERA_LIBRARY_DIR") or user_data_dir("vera", appauthor=False)
    return Path(folder).absolute()


def label(name: str) -> str:
    """The name of a library as it may be shown: an address without its password."""
    return shown_address(name) if is_address(name) else name


def place_of(name: str, op: str) -> Result[Place]:
    """Where the library of a name lies; an `InvalidInput` where that is no name."""
    if not _NAME.fullmatch(name):
        rule = 'must be letters, digits, ".", "_" and "-", 64 at most'
        return Failure(InvalidInput(op, (Problem("library", name, rule),)))
    return Success(Place(_folder() / f"{name}{_SUFFIX}", op, "VERA_LIBRARY_DIR", without=""))


def open_store(name: str, *, create: bool) -> Result[Store]:
    """The store of a library, by its name or its address; with `create` made if there is none."""
    op = "open a library"
    if is_address(name):
        return _on_server(op, name, create=create)
    named = place_of(name, op)
    if failed(named):
        return named
    place = named.unwrap()
    there = sqlite.exists(place)
    if failed(there):
        return there
    if not there.unwrap():
        if not create:
            known = ", ".join(names())
            return _none(op, name, f"; there are {known}" if known else "")
        made = sqlite.make(place)
        if failed(made):
            return made
    return sqlite.open_file(place)


def _on_server(op: str, name: str, *, create: bool) -> Result[Store]:
    from vera.verification.library.postgres import open_server

    opened = open_server(op, name, create=create)
    if failed(opened):
        return opened
    address, server = opened.unwrap()
    return _none(op, address.shown) if server is None else Success(server)


def _none(op: str, name: str, others: str = "") -> Failure[StorageFault]:
    hint = f"make it with: verify library add {name} PAPER...{others}"
    return Failure(StorageFault(op, name, "there is no such library", hint))
