r"""The folders that were granted: no tool reads a file that lies outside of them.

A name is taken apart as text first, and what is not below a granted folder then is refused without
a look at the disk: a refusal is the same whether there is such a file or not, and a share of
Windows (`\\host\share`) is not contacted. Only then links are followed, and where they lead must
be below a granted folder, too. What is hidden (`.ssh`, `.env`) is not read.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from vera.core.errors import InvalidInput, Problem, ReadFault, UnreadableDocument
from vera.core.result import Failure, Result, Success
from vera.verification.library.files import named, within

if TYPE_CHECKING:
    from collections.abc import Sequence

_OP = "grant folders"


@frozen
class Granted:
    """A file or folder that may be read: `name` as it was asked for, `path` where it is named.

    `path` is absolute and without "..", `real` the same with all links followed.
    """

    name: str
    path: str
    real: str


@frozen
class Grant:
    """Folders by their absolute paths, and by those with all links followed."""

    folders: tuple[str, ...]
    real: tuple[str, ...]

    @classmethod
    def create(cls, names: Sequence[str]) -> Result[Grant]:
        """Grant these folders, or without any the working directory.

        An `InvalidInput` names what is no folder. The root of the file system and the home folder
        are granted only if they are named: programs are often started there by accident.
        """
        folders = [os.path.abspath(name) for name in names or [os.curdir]]  # noqa: PTH100
        wrong = [name for name, it in zip(names, folders, strict=False) if not _folder(name, it)]
        if wrong:
            problems = tuple(Problem("allow", name, "must be a folder") for name in wrong)
            return Failure(InvalidInput(_OP, problems))
        real = [os.path.realpath(folder) for folder in folders]
        if not names and real[0] in {os.path.realpath(os.sep), _home()}:
            rule = "must be given: the working directory is the root or the home folder"
            return Failure(InvalidInput(_OP, (Problem("allow", "", rule),)))
        return Success(cls(tuple(folders), tuple(real)))

    def find(self, name: str) -> Result[Granted]:
        """The file or folder of that name, where it may be read; it need not be there.

        A relative name is looked for in the working directory and then in each granted folder. An
        `UnreadableDocument` says that it lies outside, whether it is there or not.
        """
        if not name.strip() or "\0" in name:
            return self._refused(name)
        places = [os.path.join(folder, name) for folder in (os.getcwd(), *self.folders)]  # noqa: PTH109, PTH118
        found = None
        for path in dict.fromkeys(map(os.path.normpath, places)):
            if not self._names(path):
                continue
            real = os.path.realpath(path)
            if os.path.lexists(path):
                held = self.holds(real)
                return Success(Granted(name, path, real)) if held else self._refused(name)
            if found is None and self.holds(real):
                found = Granted(name, path, real)
        return Success(found) if found else self._refused(name)

    def file(self, name: str) -> Result[Granted]:
        """The same for a file on a disk: a folder, a device or a pipe is an error, too."""
        found = self.find(name)
        return found.bind(_regular)

    def tree(self, name: str) -> Result[Granted]:
        """The same for a file, or a folder all of whose readable files may be read."""
        return self.find(name).bind(self._whole)

    def holds(self, path: str) -> bool:
        """Whether an absolute path without links lies in a granted folder, and is not hidden."""
        return any(within(path, [it]) and not _hidden(path, it) for it in self.real)

    def _names(self, path: str) -> bool:
        """The same, as text, for a path on which links may lie."""
        folders = (*self.folders, *self.real)
        return any(within(path, [it]) and not _hidden(path, it) for it in folders)

    def _whole(self, found: Granted) -> Result[Granted]:
        if not os.path.isdir(found.real):  # noqa: PTH112
            return _regular(found)
        for file in named([found.path]):
            real = os.path.realpath(file.path)
            if not (self.holds(real) and os.path.isfile(real)):  # noqa: PTH113
                name = os.path.join(found.name, os.path.relpath(file.path, found.path))  # noqa: PTH118
                return self._refused(name)
        return Success(found)

    def _refused(self, name: str) -> Failure[UnreadableDocument]:
        detail = "it is no file or folder below those that were granted, or is hidden"
        hint = f"granted are {', '.join(self.folders)}; verify mcp --allow DIR grants another"
        return Failure(UnreadableDocument("read", name, ReadFault.FORBIDDEN, detail, hint))


def _regular(found: Granted) -> Result[Granted]:
    if os.path.isfile(found.real):  # noqa: PTH113
        return Success(found)
    fault, detail = ReadFault.MISSING, "there is no such file"
    if os.path.lexists(found.path):
        fault, detail = ReadFault.NOT_A_FILE, "it is no file on a disk"
    return Failure(UnreadableDocument("read", found.name, fault, detail, "check the path"))


def _hidden(path: str, folder: str) -> bool:
    return any(part.startswith(".") for part in Path(path).relative_to(folder).parts)


def _folder(name: str, path: str) -> bool:
    return bool(name) and os.path.isdir(path)  # noqa: PTH112


def _home() -> str:
    return os.path.realpath(os.path.expanduser("~"))  # noqa: PTH111
