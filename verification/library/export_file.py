"""The file that a library travels in: a line that says what it is, and a SQLite file.

The line is JSON with the size and the SHA-256 of all that follows. ADR 0040.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
from contextlib import suppress
from errno import ENOSPC
from typing import TYPE_CHECKING, Any

from attrs import frozen

from vera.core.errors import InvalidInput, Problem, StorageFault
from vera.core.result import Failure, Result, Success

if TYPE_CHECKING:
    from pathlib import Path

SCHEMA = "vera.library/1"
_OP = "import a library"
_KIND, _LONGEST = "vera.library/", 4096
"""How any version begins, and bytes of the line, at most."""
_BLOCK = 1 << 20
_AGAIN = "fetch it again, or export the library again where it is"


@frozen
class Head:
    """What the first line says; `size` is in bytes."""

    name: str
    size: int
    sha256: str


def write(path: Path, name: str, database: Path) -> Result[int]:
    """Write the SQLite file of a library for others; gives the bytes of the new file.

    It appears under its name when it is whole, for the user alone to read.
    """
    op = "export a library"
    unfinished = path.with_name(f".{path.name[:40]}.{secrets.token_hex(4)}")
    try:
        if os.path.lexists(path):
            problem = Problem("file", str(path), "is there already")
            return Failure(InvalidInput(op, (problem,)))
        with database.open("rb") as source:
            digest = hashlib.file_digest(source, "sha256").hexdigest()
            head = {"schema": SCHEMA, "name": name, "size": source.tell(), "sha256": digest}
            source.seek(0)
            number = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(number, "wb") as target:
                target.write(json.dumps(head).encode() + b"\n")
                while block := source.read(_BLOCK):
                    target.write(block)
                target.flush()
                os.fsync(target.fileno())
                size = target.tell()
        unfinished.replace(path)
        return Success(size)
    except OSError as error:
        return Failure(StorageFault(op, str(path), error.strerror or str(error)))
    finally:
        with suppress(OSError):
            unfinished.unlink()


def head(path: Path) -> Result[Head]:
    """What a file says that it holds, if it is as long as that."""
    try:
        with path.open("rb") as file:
            if not path.is_file():
                return _refused(path, "it is no regular file")
            line = file.readline(_LONGEST)
            size = os.fstat(file.fileno()).st_size - len(line)
    except OSError as error:
        return _refused(path, error.strerror or str(error))
    said = _parsed(line)
    if said is None or not str(said.get("schema")).startswith(_KIND):
        return _refused(path, "it is no library that verify exported")
    if said["schema"] != SCHEMA:
        return _refused(path, "it was exported by a newer version of verify", "update verify")
    found = said.get("name"), said.get("size"), said.get("sha256")
    match found:
        case str(name), int(told), str(digest):
            if told != size:
                return _refused(path, f"it has {size:,} bytes of {told:,}", _AGAIN)
            return Success(Head(name, told, digest))
    return _refused(path, "its first line is damaged", _AGAIN)


def unpack(path: Path, said: Head, target: Path) -> Result[None]:
    """Copy the SQLite file out of it, into an empty one; an error where it is not what was sent."""
    digest = hashlib.sha256()
    try:
        with path.open("rb") as source, target.open("r+b") as copy:
            source.readline(_LONGEST)
            left = said.size
            while left and (block := source.read(min(_BLOCK, left))):
                left -= len(block)
                digest.update(block)
                copy.write(block)
            copy.flush()
            os.fsync(copy.fileno())
    except OSError as error:
        where = target.parent if error.errno == ENOSPC else path
        return _refused(where, error.strerror or str(error))
    if left or digest.hexdigest() != said.sha256:
        return _refused(path, "it is damaged: its checksum is another", _AGAIN)
    return Success(None)


def _parsed(line: bytes) -> dict[str, Any] | None:
    with suppress(ValueError, RecursionError):
        found = json.loads(line)
        return found if isinstance(found, dict) else None
    return None


def _refused(path: Path, detail: str, hint: str = "") -> Failure[StorageFault]:
    return Failure(StorageFault(_OP, str(path), detail, hint))
