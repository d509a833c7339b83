"""Whether nobody but the user can change a file: owners, modes and links of POSIX. ADR 0027.

Elsewhere (Windows) a user's own folders are kept by access lists, and nothing is looked at here.
"""

from __future__ import annotations

import errno
import os
import stat
from collections import deque
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from vera.core.errors import StorageFault
from vera.core.result import Failure, Result, Success

if TYPE_CHECKING:
    from collections.abc import Iterator

_POSIX = hasattr(os, "geteuid")
_LINKS = 40
"""Symbolic links on the way to a folder; Linux follows as many."""
_OTHERS = stat.S_IRWXG | stat.S_IRWXO
_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


@frozen
class Place:
    """A file that is the user's alone; `variable` is the environment's name for its folder.

    `without` says how to do without the file, where that can be.
    """

    path: Path
    op: str
    variable: str
    without: str = "use --no-cache"

    def fault(self, detail: str, remedy: str = "") -> Failure[StorageFault]:
        """Why nothing can be kept here, and what to do."""
        elsewhere = f"set {self.variable} to a folder of your own with space"
        hint = ", or ".join(filter(None, [remedy, elsewhere, self.without]))
        return Failure(StorageFault(self.op, str(self.path), detail, hint))

    def broken(self, error: Exception) -> Failure[StorageFault]:
        """What the system or SQLite said."""
        said = error.strerror if isinstance(error, OSError) else None
        return self.fault(said or str(error))


def private_folder(place: Place) -> Result[None]:
    """Make the folder of a file and what is missing above it, each 0700.

    A `StorageFault` says how others could put another file in its place. The folder and every
    folder and link on the way to it must be the user's or root's. In the folder nobody else may
    write; above it others may where the sticky bit keeps them from what is not theirs, and a group
    in which the user is alone.
    """
    folder = place.path.parent.absolute()
    try:
        if not _POSIX:
            folder.mkdir(parents=True, exist_ok=True)
            return Success(None)
        here = folder
        for here, found in _way(folder):
            if wrong := _wrong_on_the_way(found):
                return place.fault(f"{here} {wrong}", _remedy(here, found))
        found = here.lstat()
    except OSError as error:
        return place.broken(error)
    if not stat.S_ISDIR(found.st_mode):
        return place.fault(f"{here} is not a folder")
    if found.st_mode & _OTHERS_WRITE:  # the sticky bit does not keep others from adding files
        return place.fault(f"{here} can be written by others", _remedy(here, found))
    return Success(None)


def private_file(
    place: Place, path: Path, *, secret: bool = False
) -> Result[os.stat_result | None]:
    """What is at a path in the folder of a `Place`: a file of the user's, or nothing at all.

    A `StorageFault` says why it is not one that only the user has and can write, or, when it is
    `secret`, read. It is not opened: a FIFO or a device could hang, and to close a database would
    drop this process's locks on it.
    """
    try:
        found = path.lstat()
    except FileNotFoundError:
        return Success(None)
    except OSError as error:
        return place.broken(error)
    wrong = _wrong_in_place(found, secret=secret)
    return place.fault(f"{path.name} {wrong}", f"remove {path}") if wrong else Success(found)


def _wrong_in_place(found: os.stat_result, *, secret: bool) -> str:
    if stat.S_ISLNK(found.st_mode):
        return "is a symbolic link"
    if not stat.S_ISREG(found.st_mode):
        return "is not a regular file"
    if found.st_nlink > 1:
        return "has a second name (a hard link)"
    if not _POSIX:
        return ""
    if found.st_uid != os.geteuid():
        return "belongs to another user"
    if found.st_mode & _OTHERS_WRITE:
        return "can be written by others"
    return "can be read by others" if secret and found.st_mode & _OTHERS else ""


def _way(folder: Path) -> Iterator[tuple[Path, os.stat_result]]:
    """Each folder and link from the root to a folder, made if it is missing when its turn comes.

    The last one is the folder itself, without links.
    """
    here, ahead, links = Path(folder.anchor), deque(folder.parts[1:]), 0
    yield here, here.lstat()
    while ahead:
        name = ahead.popleft()
        step = here.parent if name == ".." else here / name
        try:
            found = step.lstat()
        except FileNotFoundError:
            with suppress(FileExistsError):  # another process was quicker
                step.mkdir(mode=0o700)
            found = step.lstat()
        yield step, found
        if not stat.S_ISLNK(found.st_mode):
            here = step
            continue
        links += 1
        if links > _LINKS:
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
        target = step.readlink()
        if target.is_absolute():
            here, target = Path(target.anchor), target.relative_to(target.anchor)
        ahead.extendleft(reversed(target.parts))


def _wrong_on_the_way(found: os.stat_result) -> str:
    if found.st_uid not in (0, os.geteuid()):
        return "belongs to another user"
    if not stat.S_ISDIR(found.st_mode) or found.st_mode & stat.S_ISVTX:
        return ""  # the mode of a link means nothing
    by_all = found.st_mode & stat.S_IWOTH
    by_group = found.st_mode & stat.S_IWGRP and not _alone_in(found.st_gid)
    return "can be written by others" if by_all or by_group else ""


def _alone_in(group: int) -> bool:
    """Whether a group is the user's own, as many systems make one for each user."""
    import grp
    import pwd

    try:
        user, found = pwd.getpwuid(os.geteuid()), grp.getgrgid(group)
    except KeyError:
        return False
    own = user.pw_gid == group and user.pw_name == found.gr_name
    return own and set(found.gr_mem) <= {user.pw_name}


def _remedy(folder: Path, found: os.stat_result) -> str:
    shared = found.st_uid != os.geteuid() or found.st_mode & stat.S_ISVTX  # /tmp, say, of root's
    return "" if shared else f"chmod go-w {folder}"
