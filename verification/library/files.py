"""The files that a user names: one by one, by folder, by pattern."""

from __future__ import annotations

import glob
import hashlib
import os
import stat
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from attrs import frozen

from vera.verification.ingestion import reading
from vera.verification.ingestion.bibliographies import reading as bibliography

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_SUFFIXES = reading.SUFFIXES | bibliography.SUFFIXES
_SETTLED = 2_000_000_000
"""Nanoseconds after which a change of a file surely changes its time; of FAT's clock, the coarsest
in use. Within it, a file may change without a trace."""


@frozen
class File:
    """A file on the disk; size and time are -1 where it cannot be looked at."""

    path: str
    size: int
    mtime_ns: int

    @property
    def there(self) -> bool:
        """Whether there is such a file."""
        return self.size >= 0

    @property
    def suffix(self) -> str:
        """What its name ends in, in lower case."""
        return os.path.splitext(self.path)[1].lower()  # noqa: PTH122 - 10,000 of them, and as text


def named(names: Iterable[str]) -> Iterator[File]:
    """The files that are named, each once: all readable ones of a folder, all that fit a pattern.

    What is hidden in a folder is not looked for. A name that fits nothing is a file that is not
    there.
    """
    seen: set[str] = set()
    for name in names:
        for path in _paths(name):
            if path not in seen:
                seen.add(path)
                yield look(path)


def look(path: str) -> File:
    """A file as it is now."""
    with suppress(OSError):
        found = os.stat(path)  # noqa: PTH116
        if not stat.S_ISDIR(found.st_mode):
            settled = time.time_ns() - found.st_mtime_ns > _SETTLED
            return File(path, found.st_size, found.st_mtime_ns if settled else -1)
    return File(path, -1, -1)


def digest(path: str) -> str:
    """The SHA-256 of a file's bytes in hexadecimal, or nothing where it cannot be read."""
    with suppress(OSError), open(path, "rb") as file:  # noqa: PTH123
        return hashlib.file_digest(file, "sha256").hexdigest()
    return ""


def within(path: str, names: Iterable[str]) -> bool:
    """Whether a path is one of those names, or lies in one that is a folder."""
    return any(path == name or path.startswith(name.rstrip(os.sep) + os.sep) for name in names)


def absolute(name: str) -> str:
    """The path from the root, links on it as they are."""
    return os.path.abspath(name)  # noqa: PTH100 - resolves no link


def shown(path: str) -> str:
    """A path as it is shown: from the current folder where it lies in it, else from the root."""
    here = os.getcwd()  # noqa: PTH109
    return os.path.relpath(path, here) if within(path, [here]) else path


def _paths(name: str) -> Iterator[str]:
    path = absolute(name)
    if os.path.isdir(path):  # noqa: PTH112
        yield from _folder(path)
    elif os.path.lexists(path) or not glob.has_magic(name):
        yield path
    else:
        found = sorted(map(absolute, glob.glob(name, recursive=True)))  # noqa: PTH207
        for each in found or [path]:
            yield from _folder(each) if os.path.isdir(each) else [each]  # noqa: PTH112


def _folder(path: str) -> Iterator[str]:
    for folder, folders, files in os.walk(path):
        folders[:] = sorted(each for each in folders if not each.startswith("."))
        for file in sorted(files):
            if not file.startswith(".") and os.path.splitext(file)[1].lower() in _SUFFIXES:  # noqa: PTH122
                yield os.path.join(folder, file)  # noqa: PTH118
