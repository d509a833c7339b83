"""The papers of a library, by their ids and names: where their files lie, and what was kept."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from vera.core.document import Document
from vera.core.errors import InvalidInput, Problem, StorageFault
from vera.core.result import Failure, Result, Success, failed
from vera.verification.chunking.window import artifact_name
from vera.verification.library.files import digest, shown, within
from vera.verify.serve.folder import plain_name
from vera.verify.serve.problems import Refused, missing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from vera.verification.library import Library
    from vera.verify.serve.sessions import Dropped

_FOLDER = ".papers"
"""What the folder of a library's own copies is called, behind the library's name."""
_PREFIX = 16
"""Digits of a digest that name a file's folder: two of one name do not meet there."""


@frozen
class Held:
    """A paper of a library: its document, whose `source` is its path, and its name in verdicts."""

    document: Document
    name: str


def held(library: Library, artifact: str) -> Result[Held] | Refused:
    """The paper of that id, from what the library keeps of it."""
    return _found(library, lambda digest_, _path: artifact_name(digest_) == artifact)


def called(library: Library, name: str) -> Result[Held] | Refused:
    """The paper that verdicts call so."""
    return _found(library, lambda _digest, path: shown(path) == name)


def _found(library: Library, fits: Callable[[str, str], bool]) -> Result[Held] | Refused:
    documents = library.documents()
    if failed(documents):
        return documents
    for entry, path in documents.unwrap():
        if fits(entry.content[0], path):
            return library.paper(entry.content, path).map(
                lambda it: Held(it.document, shown(it.document.source))
            )
    return missing("paper")


def kept(library: Library, file: Dropped) -> Result[str]:
    """Keep what was dropped beside the library, which itself holds no files; gives its path.

    The same file is kept once. A `StorageFault` says why it cannot be.
    """
    folder = own_folder(library)
    if failed(folder):
        return folder
    place = folder.unwrap() / digest(file.real)[:_PREFIX] / plain_name(file.sent)
    part = place.with_name(f".{file.id}.part")
    try:
        folder.unwrap().mkdir(mode=0o700, exist_ok=True)
        place.parent.mkdir(mode=0o700, exist_ok=True)
        if not place.exists():
            shutil.copyfile(file.real, part)
            os.replace(part, place)  # noqa: PTH105 - whole, or not there
    except OSError as error:
        part.unlink(missing_ok=True)
        detail = f"it cannot be kept: {error.strerror or error}"
        return Failure(StorageFault("keep a paper", str(place), detail))
    return Success(str(place))


def drop(library: Library, paths: Iterable[str]) -> None:
    """Remove those of the files that are the library's own copies."""
    folder = own_folder(library)
    if failed(folder):
        return
    for path in paths:
        if within(path, [str(folder.unwrap())]):
            Path(path).unlink(missing_ok=True)
            if not any(Path(path).parent.iterdir()):
                Path(path).parent.rmdir()


def own_folder(library: Library) -> Result[Path]:
    """Where the library's own copies lie; an `InvalidInput` where it lies on a server."""
    if library.path is None:
        rule = "is on a server: add its papers by verify library add, from where they stay"
        return Failure(InvalidInput("keep a paper", (Problem("library", library.name, rule),)))
    return Success(library.path.with_suffix(_FOLDER))
