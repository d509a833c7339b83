"""The bytes of a file or a pipe: read once, whole, no more than allowed, and of one moment.

Nothing here waits for what may never come: a file is opened without blocking, and what is neither a
file on a disk nor a pipe is not opened at all (ADR 0026).
"""

from __future__ import annotations

import hashlib
import io
import os
import select
import stat
import time
from errno import EBADF
from pathlib import Path

from attrs import frozen

from vera.core.errors import ReadFault, UnreadableDocument
from vera.core.result import Failure, Result, Success, failed

_OPEN = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
_OPEN |= getattr(os, "O_BINARY", 0)
_TRIES = 2
_TICK = 0.02
"""Seconds within which two changes of a file can bear the same time: two ticks at 100 a second."""
_PART = 1 << 20
_MADE_UP = (Path("/proc"), Path("/sys"))
"""Where the files are that the system answers for: they have no size, and some have no end."""


@frozen
class Content:
    """The bytes, and when the file was last changed, in seconds since 1970; a pipe has no time."""

    data: bytes
    modified: float | None


def content_of(path: Path, name: str, most: int) -> Result[Content]:
    """What the file holds, of at most so many bytes; or all that comes from the pipe of that path.

    `name` is what the user calls it. A file that changes while it is read is read once more.
    Errors: MISSING, NOT_A_FILE, FORBIDDEN, EMPTY, TOO_LARGE, BROKEN_IO.
    """
    try:
        for _ in range(_TRIES):
            found = _tried(path, name, most)
            if failed(found):
                return found
            content = found.unwrap()
            if content is not None:
                return Success(content)
    except FileNotFoundError:
        return _fault(name, ReadFault.MISSING, "there is no such file", "check the path")
    except NotADirectoryError:
        detail = "a part of the path is not a folder"
        return _fault(name, ReadFault.MISSING, detail, "check the path")
    except PermissionError:
        detail = "permission to read it is denied"
        return _fault(name, ReadFault.FORBIDDEN, detail, "check the file's permissions")
    except (OSError, ValueError) as error:  # ValueError: a NUL character in the path
        return _fault(name, ReadFault.BROKEN_IO, f"it cannot be read: {error}", "check the path")
    detail = "it changed while it was read"
    return _fault(name, ReadFault.BROKEN_IO, detail, "try again when nothing writes to it any more")


def content_again(name: str, digest: str, most: int) -> Result[bytes]:
    """What the file of that name held when it was read: its SHA-256 in hexadecimal is `digest`.

    Errors: those of `content_of`, and BROKEN_IO where it holds something else by now.
    """
    found = content_of(Path(name), name, most)
    if failed(found):
        return found
    data = found.unwrap().data
    if hashlib.sha256(data).hexdigest() == digest:
        return Success(data)
    detail = "it changed after it was read"
    return _fault(name, ReadFault.BROKEN_IO, detail, "try again when nothing writes to it any more")


def content_of_descriptor(number: int, name: str, most: int) -> Result[bytes]:
    """All that comes from an open descriptor, whatever it is, of at most so many bytes.

    Errors: EMPTY, TOO_LARGE, BROKEN_IO.
    """
    try:
        data = _drained(number, most)
    except OSError as error:
        why = "it is closed" if error.errno == EBADF else str(error.strerror or error)
        detail, hint = f"it cannot be read: {why}", "check where it comes from"
        return _fault(name, ReadFault.BROKEN_IO, detail, hint)
    return _sized(data, name, most)


def _tried(path: Path, name: str, most: int) -> Result[Content | None]:
    """The content, None if it changed meanwhile."""
    wrong = _no_file(path.stat())  # looked at before it is opened: to open a device can do harm
    if wrong:
        return _fault(name, ReadFault.NOT_A_FILE, f"it is {wrong}", "name a file")
    with open(os.open(path, _OPEN), "rb", buffering=0) as file:  # noqa: PTH123 - a descriptor
        before = os.fstat(file.fileno())
        wrong = _no_file(before)
        if wrong:
            return _fault(name, ReadFault.NOT_A_FILE, f"it is {wrong}", "name a file")
        if stat.S_ISFIFO(before.st_mode):
            return _piped(file, name, most)
        if before.st_size > most or not before.st_size:  # what has no size may block, and no end
            return _too_large(name, most) if before.st_size else _empty(name)
        if 0 <= time.time_ns() - _changed(before) < _TICK * 1e9:
            time.sleep(_TICK)  # else a change in the same tick could not be told from none
        data = _drained(file.fileno(), before.st_size)
        after = os.fstat(file.fileno())
    same = (before.st_size, before.st_mtime_ns, before.st_ctime_ns)
    if same != (after.st_size, after.st_mtime_ns, after.st_ctime_ns) or len(data) != before.st_size:
        return Success(None)
    return Success(Content(data, before.st_mtime))


def _piped(file: io.FileIO, name: str, most: int) -> Result[Content | None]:
    """What comes from a pipe. One that nobody has open to write gives an end at once."""
    began = file.read(1)  # None: there is a writer, and nothing yet
    if began == b"":
        detail, hint = "it is a pipe that nobody writes to", "start what writes to it first"
        return _fault(name, ReadFault.NOT_A_FILE, detail, hint)
    os.set_blocking(file.fileno(), True)
    data = _drained(file.fileno(), most, began or b"")
    return _sized(data, name, most).map(lambda data: Content(data, None))


def _drained(number: int, most: int, began: bytes = b"") -> bytes:
    """All that is still to be read, `began` before it, up to one byte more than `most`."""
    kept = io.BytesIO()
    kept.write(began)
    while (room := most + 1 - kept.tell()) > 0:
        try:
            part = os.read(number, min(room, _PART))
        except BlockingIOError:
            select.select([number], [], [])  # someone made it non-blocking
            continue
        if not part:
            break
        kept.write(part)
    return kept.getvalue()


def _sized(data: bytes, name: str, most: int) -> Result[bytes]:
    if len(data) > most:
        return _too_large(name, most)
    return Success(data) if data else _empty(name)


def _no_file(status: os.stat_result) -> str:
    """What there is that is neither a file on a disk nor a pipe, or nothing."""
    if not stat.S_ISREG(status.st_mode) and not stat.S_ISFIFO(status.st_mode):
        others = {stat.S_IFDIR: "a folder", stat.S_IFSOCK: "a socket"}
        return others.get(stat.S_IFMT(status.st_mode), "a device")
    if any(place.is_mount() and place.stat().st_dev == status.st_dev for place in _MADE_UP):
        return "made up by the system, and no file on a disk"
    return ""


def _changed(status: os.stat_result) -> int:
    """When something about the file changed last, in nanoseconds since 1970."""
    return max(status.st_mtime_ns, status.st_ctime_ns)


def _too_large(name: str, most: int) -> Failure[UnreadableDocument]:
    detail = f"it is larger than {most >> 20} MiB"
    return _fault(name, ReadFault.TOO_LARGE, detail, "split it into smaller files")


def _empty(name: str) -> Failure[UnreadableDocument]:
    detail = "it is empty (0 bytes)"
    return _fault(name, ReadFault.EMPTY, detail, "check how it was made or fetched")


def _fault(name: str, fault: ReadFault, detail: str, hint: str) -> Failure[UnreadableDocument]:
    return Failure(UnreadableDocument("read", name, fault, detail, hint))
