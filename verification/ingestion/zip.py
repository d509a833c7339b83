"""Members of a zip archive, each unpacked only up to a limit."""

from __future__ import annotations

import io
import zipfile
import zlib

from core.errors import ReadFault, UnreadableDocument
from core.result import Failure, Result, Success

_MOST_MEMBERS = 10_000
_HINT = "save the file again, or give the paper as PDF"


def names_in(data: bytes) -> frozenset[str]:
    """The names of the members; none where the archive is damaged or has more than 10,000."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = archive.namelist()
    except (zipfile.BadZipFile, NotImplementedError, OSError, ValueError):
        return frozenset()
    return frozenset(names) if len(names) <= _MOST_MEMBERS else frozenset()


def member(data: bytes, part: str, name: str, limit: int) -> Result[bytes]:
    """One member of the archive that errors call `name`.

    Errors: DAMAGED, ENCRYPTED, and TOO_LARGE above `limit` bytes, whatever the archive claims.
    """
    fault = ReadFault.DAMAGED
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive, archive.open(part) as file:
            content = file.read(limit + 1)
    except RuntimeError:  # what zipfile raises for a member with a password
        fault, detail = ReadFault.ENCRYPTED, f"its {part} is encrypted"
    except KeyError:
        detail = f"it has no {part}"
    except (
        zipfile.BadZipFile,
        zlib.error,
        NotImplementedError,
        OSError,
        EOFError,
        ValueError,
    ) as e:
        detail = f"its {part} is damaged: {e}"
    else:
        if len(content) <= limit:
            return Success(content)
        fault, detail = ReadFault.TOO_LARGE, f"its {part} is larger than {limit >> 20} MiB"
    return Failure(UnreadableDocument("read", name, fault, detail, _HINT))
