"""A path becomes a document: open the file, find out what it is, hand it to its reader.

The reader is chosen by the file's content first and by its suffix second. A new format is one
file with a function `read(file) -> Result[Document]`, and one line in each of the tables here.
"""

from __future__ import annotations

import hashlib
import stat
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, cast

from core.document import File
from core.errors import ReadFault, UnreadableDocument
from core.result import Failure, Result, Success, failed

if TYPE_CHECKING:
    from core.document import Document
    from core.ports import Reader


LARGEST = 1 << 30
"""The most bytes that a file may have: 1 GiB."""

_MAGIC = b"%PDF-"
_MAGIC_WITHIN = 1024  # bytes; ISO 32000-1, appendix H, implementation note 13

_MODULES = {
    "application/pdf": "pdf",
    "text/markdown": "markdown",
    "text/plain": "text",
}
"""The module of this room that reads each media type."""

_SUFFIXES = {
    ".pdf": "application/pdf",
    ".md": "text/markdown",
    ".markdown": "text/markdown",
    ".txt": "text/plain",
    ".text": "text/plain",
    "": "text/plain",
}

_OTHERS = {
    b"PK\x03\x04": "a zip archive or an office document",
    b"\xd0\xcf\x11\xe0": "an old office document",
    b"{\\rtf": "a rich text file",
    b"%!PS": "a PostScript file",
    b"\x1f\x8b": "a gzip archive",
    b"\x89PNG": "an image",
    b"\xff\xd8\xff": "an image",
    b"II*\x00": "an image",
    b"MM\x00*": "an image",
}
_MARKUP = {
    b"<!doctype html": "an HTML page",
    b"<html": "an HTML page",
    b"<?xml": "an XML file",
}
READABLE = "PDF (.pdf), Markdown (.md, .markdown) and plain text (.txt)"


def _fault(name: str, fault: ReadFault, detail: str, hint: str) -> Failure[UnreadableDocument]:
    return Failure(UnreadableDocument("read", name, fault, detail, hint))


def _content(path: Path, name: str) -> Result[bytes]:
    """The bytes of a regular file of a sane size. The file is opened once."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            what = "a folder" if path.is_dir() else "not a regular file"
            return _fault(name, ReadFault.NOT_A_FILE, f"it is {what}", "name a file")
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
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
    if len(data) > LARGEST:
        detail = f"it is larger than {LARGEST >> 20} MiB"
        return _fault(name, ReadFault.TOO_LARGE, detail, "split it into smaller files")
    if not data:
        detail = "it is empty (0 bytes)"
        return _fault(name, ReadFault.EMPTY, detail, "check how it was made or fetched")
    return Success(data)


def _foreign(data: bytes) -> str:
    """What the content is when it is a known format that cannot be read, or nothing."""
    start = data[:_MAGIC_WITHIN].removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    for magic, what in _OTHERS.items():
        if data.startswith(magic):
            return what
    return next((what for magic, what in _MARKUP.items() if start.startswith(magic)), "")


def _media_type(path: Path, data: bytes, name: str, otherwise: str | None) -> Result[str]:
    if _MAGIC in data[: _MAGIC_WITHIN + len(_MAGIC) - 1]:
        return Success("application/pdf")
    suffix = path.suffix.lower()
    what = _foreign(data)
    named = _SUFFIXES.get(suffix, otherwise)
    if named == "application/pdf":
        detail = f"it is named {suffix} but is {what or 'no PDF'}"
        return _fault(name, ReadFault.UNSUPPORTED, detail, f"what can be read is {READABLE}")
    if what or named is None:
        detail = f"it is {what or f'of the unknown kind {suffix}'}, which cannot be read"
        return _fault(name, ReadFault.UNSUPPORTED, detail, f"what can be read is {READABLE}")
    return Success(named)


def read(path: Path, password: str | None = None, otherwise: str | None = None) -> Result[Document]:
    """Read the file whole, or say why not.

    `password` opens an encrypted PDF. `otherwise` is the media type that content is taken for where
    neither it nor the suffix tells. Errors: an `UnreadableDocument` of any `ReadFault`.

    >>> print(read(Path("nowhere.pdf")).failure())
    nowhere.pdf: there is no such file
    """
    content = _content(path, str(path))
    if failed(content):
        return content
    return parse(content.unwrap(), str(path), password, otherwise)


def parse(
    data: bytes, name: str, password: str | None = None, otherwise: str | None = None
) -> Result[Document]:
    """The same for content that is at hand; `name` is what the user calls it."""
    media_type = _media_type(Path(name), data, name, otherwise)
    if failed(media_type):
        return media_type
    module = import_module(f"{__package__}.{_MODULES[media_type.unwrap()]}")
    reader = cast("Reader", module)
    return reader.read(File(name, data, hashlib.sha256(data).hexdigest(), password))
