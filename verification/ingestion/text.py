"""Plain text: the characters of the file, exactly."""

from __future__ import annotations

import codecs

from vera.core.document import Document, File
from vera.core.errors import ReadFault, UnreadableDocument
from vera.core.result import Failure, Result, Success, failed

_WIDE = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
_CONVERT = "convert it first, for example with `iconv -f LATIN1 -t UTF-8 old.txt > new.txt`"


def _decode(file: File, data: bytes, encoding: str) -> Result[str]:
    try:
        return Success(data.decode(encoding))
    except UnicodeDecodeError as error:
        skipped = len(file.data) - len(data)
        detail = f"it is not {encoding.upper()}: see the byte at offset {error.start + skipped}"
        return Failure(
            UnreadableDocument("read", file.name, ReadFault.UNDECODABLE, detail, _CONVERT)
        )


def decoded(file: File) -> Result[str]:
    """The text of the file without a byte order mark, all else as it stands.

    UTF-8, and UTF-16 with a mark. Errors: UNDECODABLE, UNSUPPORTED for binary content, EMPTY for
    blank content.
    """
    wide = _WIDE.get(file.data[:2])
    if wide:
        found = _decode(file, file.data[2:], wide)
    else:
        found = _decode(file, file.data.removeprefix(codecs.BOM_UTF8), "utf-8")
    if "\0" in found.value_or(""):
        at = file.data.index(b"\0") if not wide else 0
        detail = "it holds NUL characters, so it is no text"
        detail += "" if wide else f": see the byte at offset {at}"
        hint = "give a text file in UTF-8, a Markdown file or a PDF"
        return Failure(UnreadableDocument("read", file.name, ReadFault.UNSUPPORTED, detail, hint))
    if not failed(found) and not found.unwrap().strip():
        detail, hint = "it holds nothing but blanks", "check how it was made or fetched"
        return Failure(UnreadableDocument("read", file.name, ReadFault.EMPTY, detail, hint))
    return found


def read(file: File) -> Result[Document]:
    """The file as a document without pages; blank lines part its paragraphs."""
    return decoded(file).map(lambda text: Document(text=text, source=file.name, digest=file.digest))
