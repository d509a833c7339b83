"""Members of a zip archive, each unpacked only up to a limit."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib

from vera.core.errors import ReadFault, UnreadableDocument
from vera.core.result import Failure, Result, Success

_MOST_MEMBERS = 10_000
_PACKINGS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""Those that an Office file may use (ECMA-376, part 2, annex C)."""
BROKEN: tuple[type[Exception], ...] = (
    zipfile.BadZipFile,
    zipfile.LargeZipFile,
    zlib.error,
    NotImplementedError,  # a version or a way of packing that zipfile does not know
    OSError,
    EOFError,
    ValueError,
    IndexError,
    struct.error,
)
"""What zipfile raises for an archive that is not whole or not as it should be."""
_HINT = "save the file again, or give the paper as PDF"


def _fault(name: str, fault: ReadFault, detail: str) -> Failure[UnreadableDocument]:
    return Failure(UnreadableDocument("read", name, fault, detail, _HINT))


def names_in(data: bytes, name: str) -> Result[frozenset[str]]:
    """The names of the members of the archive that errors call `name`.

    Errors: DAMAGED, and TOO_LARGE for more than 10,000 members.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = archive.namelist()
    except BROKEN as error:
        return _fault(name, ReadFault.DAMAGED, f"its archive is damaged: {error}")
    if len(names) > _MOST_MEMBERS:
        detail = f"its archive has more than {_MOST_MEMBERS:,} members"
        return _fault(name, ReadFault.TOO_LARGE, detail)
    return Success(frozenset(names))


def member(data: bytes, part: str, name: str, limit: int) -> Result[bytes]:
    """One member of the archive that errors call `name`.

    Errors: DAMAGED, ENCRYPTED, and TOO_LARGE above `limit` bytes, whatever the archive claims.
    """
    fault = ReadFault.DAMAGED
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if archive.getinfo(part).compress_type not in _PACKINGS:
                return _fault(name, fault, f"its {part} is packed as in no Office file")
            with archive.open(part) as file:
                content = file.read(limit + 1)
    except BROKEN as error:
        detail = f"its {part} is damaged: {error}"
    except KeyError:
        detail = f"it has no {part}"
    except RuntimeError:  # what zipfile raises for a member with a password
        fault, detail = ReadFault.ENCRYPTED, f"its {part} is encrypted"
    else:
        if len(content) <= limit:
            return Success(content)
        fault, detail = ReadFault.TOO_LARGE, f"its {part} is larger than {limit >> 20} MiB"
    return _fault(name, fault, detail)
