"""The private folder of a server: what is dropped lies in it, and goes with it.

A server that was killed leaves its folder behind; the next one that starts removes it. Which are
left is told by a lock that only a server that lives can hold.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from contextlib import suppress
from io import FileIO
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from vera.core.errors import StorageFault
from vera.core.result import Failure, Result, Success
from vera.verification.ingestion import reading
from vera.verification.ingestion.bibliographies import reading as bibliographies

if TYPE_CHECKING:
    from io import BufferedWriter

_PREFIX = "vera-serve-"
_LOCK = "lock"
_LONGEST = 100
"""Characters of a name: a file system takes 255 bytes."""
_ODD = re.compile(r"[^\w .()\[\]+,&'-]|^\.+")
_KINDS = reading.SUFFIXES | reading.SOURCES | bibliographies.SUFFIXES | {
    ".csv", ".tsv", ".tab", ".jsonl", ".ndjson"
}  # fmt: skip
"""What a file may be by its name; of any other only the content tells."""


@frozen
class Folder:
    """A folder that nobody else may look into."""

    path: Path
    _lock: FileIO

    @classmethod
    def create(cls) -> Result[Folder]:
        """Make it; a `StorageFault` where that cannot be."""
        try:
            _sweep()
            path = Path(tempfile.mkdtemp(prefix=_PREFIX))  # for its owner alone
            lock = (path / _LOCK).open("xb", buffering=0)  # open as long as it is there
        except OSError as error:
            place, detail = tempfile.gettempdir(), f"no folder can be made: {error.strerror}"
            return Failure(StorageFault("serve", place, detail, "set TMPDIR to another folder"))
        _held(lock.fileno())
        return Success(cls(path, lock))

    def remove(self) -> None:
        """Remove it with all that is in it; any number of times."""
        shutil.rmtree(self.path, ignore_errors=True)
        self._lock.close()

    def place(self, id_: str, name: str) -> Path:
        """Where a file that was dropped lies; only what its name ends in is of its sender."""
        return self.path / f"{id_}{suffix_of(name)}"


def suffix_of(name: str) -> str:
    """What a name ends in, where that is of a kind that is read; else nothing.

    >>> suffix_of("A Paper.PDF"), suffix_of("x.sh"), suffix_of("../../etc/passwd")
    ('.pdf', '', '')
    """
    found = os.path.splitext(name)[1].lower()  # noqa: PTH122 - a text of a client, and no path
    return found if found in _KINDS else ""


def plain_name(name: str) -> str:
    r"""A name that a file can be shown and kept under: its last part, without what is odd.

    >>> plain_name("../../etc/passwd"), plain_name("C:\\papers\\Bees?.pdf"), plain_name("\0")
    ('passwd', 'Bees_.pdf', '_')
    """
    last = re.split(r"[/\\]", name)[-1].strip()
    plain = _ODD.sub("_", last) or "paper"
    if len(plain) <= _LONGEST:
        return plain
    end = suffix_of(plain)
    return plain[: _LONGEST - len(end)] + end


def create(path: Path) -> BufferedWriter:
    """A new file that only its owner reads; raises an `OSError` where there is one."""
    number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    return os.fdopen(number, "wb")


def _sweep() -> None:
    """Remove the folders of servers that were killed."""
    for left in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*/{_LOCK}"):
        with suppress(OSError):
            lock = os.open(left, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0))
            try:
                if _held(lock) and os.fstat(lock).st_uid == os.getuid():
                    shutil.rmtree(left.parent, ignore_errors=True)
            finally:
                os.close(lock)


def _held(lock: int) -> bool:
    """Whether the lock is ours now. Where there are no locks it never is, and nothing is swept."""
    try:
        import fcntl
    except ImportError:
        return False
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
