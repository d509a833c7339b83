"""Against damage: rows of a library beside checksums of what was written.

A library is the user's own, and lies where nobody else can write.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from vera.core.errors import StorageFault
from vera.core.result import Failure
from vera.verification.library.store import DamagedRowError

if TYPE_CHECKING:
    from collections.abc import Sequence

REMEDY = "remove the paper and add it again"


def seal(*parts: object) -> bytes:
    """The checksum of columns, or of a record."""
    whole = hashlib.blake2b(digest_size=8)
    for part in parts:
        data = part if isinstance(part, bytes) else repr(part).encode()
        whole.update(len(data).to_bytes(8, "little") + data)
    return whole.digest()


def unsealed(row: Sequence[Any]) -> Sequence[Any]:
    """The columns of a row whose last one is their seal."""
    *columns, written = row
    if written != seal(*columns):
        raise DamagedRowError("a row is not as it was written")
    return columns


def damaged(name: str, what: str) -> Failure[StorageFault]:
    """What was kept is not what was written."""
    return Failure(StorageFault("read the library", name, f"{what} is damaged", REMEDY))


def blob(text: str) -> bytes:
    """A text as it is kept."""
    return text.encode("utf-8", "surrogatepass")


def text_of(data: bytes) -> str:
    """The text again."""
    return data.decode("utf-8", "surrogatepass")
