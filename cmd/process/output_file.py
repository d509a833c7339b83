"""A file that a result is written to: replaced when it is whole, and never before (ADR 0026).

Only a regular file is replaced. A device, a pipe or a descriptor is written into, since a file in
its place would take it from everyone else who uses it; an input is not touched.
"""

from __future__ import annotations

import os
import re
import secrets
import stat
from contextlib import suppress
from errno import EACCES, EPERM, EROFS
from pathlib import Path
from typing import IO, TYPE_CHECKING, Self

from attrs import frozen

from vera.core.errors import InvalidInput, Problem, StorageFault
from vera.core.result import Failure, Result, Success

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_OPEN = os.O_WRONLY | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
_DESCRIPTOR = re.compile(r"/(?:dev|proc/(\d+)(?:/task/\d+)?)/fd/(\d+)")
_MOST_LINKS = 40  # as many as Linux follows
_DENIED = {EACCES, EPERM, EROFS}
_RIGHTS, _OF_THE_GROUP = 0o777, 0o070
_LONGEST = 40
"""Characters of a file's name in that of its unfinished form: a name has at most 255 bytes."""

_unfinished: set[Path] = set()
"""What is in the file system now and must go if the process does."""


def abandon() -> None:
    """Remove what is unfinished: the process ends here."""
    for path in _unfinished:
        with suppress(OSError):
            path.unlink()


@frozen
class _Replacing:
    """A regular file, or none yet, at `place`, and the file that will take its place."""

    place: Path
    unfinished: Path

    def finish(self) -> None:
        if self.place.exists() and not self.place.is_file():
            raise FileExistsError(None, "something else has taken its place")
        self.unfinished.replace(self.place)

    def drop(self) -> None:
        with suppress(OSError):
            self.unfinished.unlink()
        _unfinished.discard(self.unfinished)


class OutputFile:
    """Takes a result piece by piece. What is not finished when the `with` block ends is dropped."""

    def __init__(self, path: Path, stream: IO[bytes], replacing: _Replacing | None) -> None:
        self._path, self._stream, self._replacing = path, stream, replacing

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        with suppress(OSError):
            self._stream.close()
        if self._replacing is not None:
            self._replacing.drop()

    def write(self, content: str | bytes) -> Result[None]:
        """Take the next piece; text becomes UTF-8. A full disk is a `StorageFault`."""
        data = content.encode("utf-8", "backslashreplace") if isinstance(content, str) else content
        return self._guarded(lambda: self._stream.write(data))

    def finish(self) -> Result[None]:
        """Make sure that all of it has arrived; then, and only then, it stands under its name."""
        return self._guarded(self._finish)

    def _finish(self) -> None:
        self._stream.flush()
        if self._replacing is not None:
            os.fsync(self._stream.fileno())
        self._stream.close()
        if self._replacing is not None:
            self._replacing.finish()

    def _guarded(self, action: Callable[[], object]) -> Result[None]:
        try:
            action()
        except OSError as error:
            return Failure(_unwritten(self._path, error))
        return Success(None)


def open_output(path: Path, inputs: Iterable[Path | int] = ()) -> Result[OutputFile]:
    """Open the file `path` to be written, where it is fit for it; nothing is lost by that.

    `inputs` are the files and open descriptors that are read: to write into one is an
    `InvalidInput`, also by another path to it, and so is a disk. All else that stands in the way is
    a `StorageFault`.
    """
    try:
        number = _existing(path)
        if number is None:
            return Success(_replacement(path, None))
        old = os.fstat(number)
        problem = _problem(old, inputs)
        if not problem and (not stat.S_ISREG(old.st_mode) or _descriptor(path)):
            return Success(OutputFile(path, os.fdopen(number, "wb"), None))
        os.close(number)
        return _refused(path, problem) if problem else Success(_replacement(path, old))
    except OSError as error:
        return Failure(_unwritten(path, error))


def _existing(path: Path) -> int | None:
    """What is there, open for writing but not emptied; None where nothing is.

    One of our own descriptors is doubled: to open it by its name would begin at its file's start.
    """
    found = _descriptor(path)
    if found and found[1] in {None, str(os.getpid())}:
        return os.dup(int(found[2]))
    try:
        return os.open(path, _OPEN | (os.O_APPEND if found else 0))
    except FileNotFoundError:
        return None


def _descriptor(path: Path) -> re.Match[str] | None:
    """The descriptor that a path such as /dev/stdout names."""
    for _ in range(_MOST_LINKS):
        path = Path(os.path.realpath(path.parent), path.name)
        if found := _DESCRIPTOR.fullmatch(str(path)):
            return found
        if not path.is_symlink():
            break
        path = path.parent / path.readlink()
    return None


def _problem(status: os.stat_result, inputs: Iterable[Path | int]) -> str:
    if stat.S_ISBLK(status.st_mode):
        return "is a disk"
    for read in inputs if stat.S_ISREG(status.st_mode) or stat.S_ISFIFO(status.st_mode) else ():
        with suppress(OSError, ValueError):  # one that is not there is not this one
            if os.path.samestat(os.stat(read), status):  # noqa: PTH116 - also of a descriptor
                return "is an input of this run"
    return ""


def _replacement(path: Path, old: os.stat_result | None) -> OutputFile:
    """A file beside the one that it will replace: `old` if there is one."""
    place = Path(os.path.realpath(path))  # the end of a link, which stays
    name = f".{place.name[:_LONGEST]}.{secrets.token_hex(8)}.vera-part"
    replacing = _Replacing(place, place.with_name(name))
    _unfinished.add(replacing.unfinished)  # before it is there: a signal may come in between
    try:
        rights = 0o666 if old is None else 0o600
        created = os.open(replacing.unfinished, _OPEN | os.O_CREAT | os.O_EXCL, rights)
        output = OutputFile(path, os.fdopen(created, "wb"), replacing)
        if old is not None:
            _as_before(created, old)
    except BaseException:
        replacing.drop()
        raise
    return output


def _as_before(created: int, old: os.stat_result) -> None:
    """Give a file the rights of `old` and, where that is allowed, its owner and group."""
    rights = stat.S_IMODE(old.st_mode) & _RIGHTS
    for owner in (old.st_uid, -1):
        with suppress(PermissionError):
            os.fchown(created, owner, old.st_gid)
            break
    else:
        rights &= ~_OF_THE_GROUP  # it would be another group's
    os.fchmod(created, rights)


def _unwritten(path: Path, error: OSError) -> StorageFault:
    detail = f"cannot be written: {error.strerror or error}"
    hint = "give a file in a folder that you may write" if error.errno in _DENIED else ""
    return StorageFault("write the report", str(path), detail, hint)


def _refused(path: Path, problem: str) -> Failure[InvalidInput]:
    return Failure(InvalidInput("write the report", (Problem("output", str(path), problem),)))
