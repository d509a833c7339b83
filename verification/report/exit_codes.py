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

DONE, NOT_GROUNDED, USAGE, UNREADABLE, UNAVAILABLE = range(5)
FAIL_ON = ("contradicted", "unsupported", "unchecked")
"""What `--fail-on` takes: the statuses that can make a run fail, the gravest first."""


def failing(least: str) -> frozenset[str]:
    """The statuses that make a run fail: the least grave that does, and all that are graver.

    >>> sorted(failing("unsupported"))
    ['contradicted', 'unsupported']
    """
    return frozenset(FAIL_ON[: FAIL_ON.index(least) + 1])


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
