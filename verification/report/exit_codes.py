"""What the programs' exit codes mean, decided once for all of them."""

from __future__ import annotations

from typing import assert_never

from vera.core.errors import (
    EmbeddingFault,
    Error,
    InvalidInput,
    ServiceUnavailable,
    StorageFault,
    TextTooLong,
    UnreadableDocument,
)
from vera.core.verdict import Status

DONE, NOT_GROUNDED, USAGE, UNREADABLE, UNAVAILABLE = range(5)
_SEVERITY = (Status.CONTRADICTED, Status.UNSUPPORTED, Status.UNCHECKED)
"""The statuses that can make a run fail, the gravest first."""
FAIL_ON = tuple(status.value for status in _SEVERITY)
"""What `--fail-on` takes."""


def failing(least: Status) -> frozenset[Status]:
    """The statuses that make a run fail: the least grave that does, and all that are graver.

    >>> sorted(status.value for status in failing(Status.UNSUPPORTED))
    ['contradicted', 'unsupported']
    """
    return frozenset(_SEVERITY[: _SEVERITY.index(least) + 1])


def exit_code(error: Error) -> int:
    """The exit code that an error stands for.

    >>> exit_code(StorageFault("write", "report.json", "the disk is full"))
    3
    """
    match error:
        case InvalidInput():
            return USAGE
        case UnreadableDocument() | TextTooLong() | StorageFault():
            return UNREADABLE
        case ServiceUnavailable() | EmbeddingFault():
            return UNAVAILABLE
    assert_never(error)
