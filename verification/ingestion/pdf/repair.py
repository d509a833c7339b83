"""Repairs a damaged PDF with pikepdf, in a child process with limits (ADR 0010)."""

from __future__ import annotations

from struct import unpack
from typing import TYPE_CHECKING

from attrs import frozen

from vera.verification.ingestion import child

if TYPE_CHECKING:
    from vera.verification.ingestion.child import Limits


@frozen
class Repaired:
    """A file that was damaged: `data` is the new one, without encryption.

    `expected` is how many pages the old one seems to have had, 0 for unknown.
    """

    data: bytes
    expected: int

    def note(self, pages: int) -> str:
        """What to say of the repair when `pages` were found.

        >>> Repaired(b"", expected=8).note(5)
        'the file is damaged and was repaired; 3 of its 8 pages are missing'
        """
        said = "the file is damaged and was repaired"
        if pages < self.expected:
            missing = self.expected - pages
            are = "is" if missing == 1 else "are"
            return f"{said}; {missing} of its {self.expected} pages {are} missing"
        return said if self.expected else f"{said}; pages may be missing"


def repaired(data: bytes, password: str | None, limits: Limits) -> Repaired | None:
    """The file rebuilt, or None where that fails: then its damage is the error to tell."""
    request = {"path": child.folders(), "password": password or ""}
    try:
        with child.answer("rebuild", request, data, limits) as messages:
            for message in messages:
                match message.kind, message.parts:
                    case b"D", (expected, found) if len(expected) == 4 and found:
                        return Repaired(found, unpack("<I", expected)[0])
                    case _:
                        return None
    except child.StoppedError:
        return None
    return None
