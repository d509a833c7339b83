"""Files that were dropped, laid out as they name each other: a browser tells no folders."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from vera.verify.serve.folder import plain_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vera.verify.serve.sessions import Dropped

_FOLDERS = re.compile(r"(?:[\w.-]+/)+\Z")
_LONGEST = 200
"""Characters before a name in which its folders are looked for."""


@contextmanager
def together(files: Sequence[Dropped], within: Path) -> Iterator[Path]:
    """A folder with the files under their own names, and in the folders where one says one lies."""
    folder = Path(tempfile.mkdtemp(dir=within))
    try:
        texts = [Path(file.real).read_bytes().decode("utf-8", "replace") for file in files]
        for file in files:
            name = plain_name(file.name)
            for place in {"", *(place for text in texts for place in folders(text, name))}:
                (folder / place).mkdir(parents=True, exist_ok=True)
                os.link(file.real, folder / place / name)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def folders(text: str, name: str) -> set[str]:
    r"""The folders in which a text says that a file of that name lies, none of them outside.

    >>> folders(r"\input{sections/field} \input{../field} \input{field}", "field.tex")
    {'sections/'}
    """
    stem, found, at = Path(name).stem, set(), -1
    while (at := text.find(stem, at + 1)) >= 0:
        before = _FOLDERS.search(text[max(0, at - _LONGEST) : at])
        if before is not None and ".." not in PurePosixPath(before[0]).parts:
            found.add(before[0])
    return found


def without(folder: Path, text: str) -> str:
    """A text that names files in the folder, without where that lies."""
    for known in {str(folder), str(folder.resolve())}:
        text = text.replace(f"{known}{os.sep}", "")
    return text
