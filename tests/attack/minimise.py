"""A case becomes small: parts are left out as long as it fails in the same way."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from tests.attack.outside import ALL

if TYPE_CHECKING:
    from collections.abc import Callable

_SECONDS = 60.0


def failure(target: str, data: bytes) -> str:
    """How the target fails on the input, "" if it does not."""
    try:
        ALL[target](data)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is what is looked for
        return f"{type(error).__name__}: {error}"[:60]
    return ""


def minimised(target: str, data: bytes) -> bytes:
    """The smallest that was found in a minute; the input itself where it does not fail again."""
    fails = failure(target, data).partition(":")[0]
    if not fails:
        return data
    return smaller(data, lambda each: failure(target, each).partition(":")[0] == fails)


def smaller(data: bytes, fails: Callable[[bytes], bool], seconds: float = _SECONDS) -> bytes:
    """The input without each stretch that is not needed for it to fail, longest stretches first.

    >>> smaller(b"a long way to find x in it", lambda each: b"x" in each)
    b'x'
    """
    end, size = time.monotonic() + seconds, len(data) // 2
    while size:
        at = 0
        while at < len(data) and time.monotonic() < end:
            shorter = data[:at] + data[at + size :]
            if fails(shorter):
                data = shorter
            else:
                at += size
        size //= 2
    return data
