"""What is wrong with a file of claims, said the same way whatever kind it is."""

from __future__ import annotations

from vera.core.errors import ReadFault, UnreadableDocument
from vera.core.result import Failure

MOST = 1_000_000
"""Claims, or lines of them, in one run: some hundred bytes of memory each, and hours."""


def refused(
    name: str, fault: ReadFault, detail: str, hint: str, line: int = 0
) -> Failure[UnreadableDocument]:
    """The error of a file of that name, at that line if there is one."""
    place = f"line {line}: " if line else ""
    return Failure(UnreadableDocument("read claims", name, fault, place + detail, hint))


def too_many(name: str, what: str) -> Failure[UnreadableDocument]:
    """The error of a file that has more than a run can judge."""
    detail = f"it has more than {MOST:,} {what}"
    return refused(name, ReadFault.TOO_LARGE, detail, "split it into smaller files")
