"""Calls of the Linux kernel that Python has no function for, through ctypes (ADR 0025)."""

from __future__ import annotations

import ctypes
import os

TYPE_CHECKING = False  # `typing` takes as long to import as all else here
if TYPE_CHECKING:
    from typing import Any

_LIBC: list[Any] = []


def _libc() -> Any:
    if not _LIBC:
        _LIBC.append(ctypes.CDLL(None, use_errno=True))
    return _LIBC[0]


def _checked(found: int) -> int:
    if found < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return found


def call(number: int, *arguments: Any) -> int:
    """The system call of that number; raises OSError. An integer must fit its argument."""
    return _checked(_libc().syscall(ctypes.c_long(number), *arguments))


def prctl(option: int, *arguments: int) -> int:
    """`prctl(2)`, its missing arguments 0; raises OSError."""
    given = [ctypes.c_ulong(argument) for argument in (*arguments, 0, 0, 0, 0)[:4]]
    return _checked(_libc().prctl(option, *given))


def libc(name: str, *arguments: Any) -> int:
    """A function of the C library that tells its failure by -1 and errno; raises OSError."""
    return _checked(getattr(_libc(), name)(*arguments))
