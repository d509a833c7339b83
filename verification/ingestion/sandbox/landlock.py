"""Landlock: no file but those under given folders, no TCP, no other process (ADR 0025).

A process takes rights from itself, for good; the kernel counts its versions as "ABI". Numbers are
those of linux/landlock.h; its man page is landlock(7).
"""

from __future__ import annotations

import ctypes
import os
from struct import pack

from vera.verification.ingestion.sandbox import system

TYPE_CHECKING = False  # `typing` takes as long to import as all else here
if TYPE_CHECKING:
    from collections.abc import Iterable

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446  # alike on all machines
_VERSION = 1  # LANDLOCK_CREATE_RULESET_VERSION
_PATH_BENEATH = 1
_READ = 1 << 2 | 1 << 3  # LANDLOCK_ACCESS_FS_READ_FILE, _READ_DIR
_RIGHTS_SINCE = ((1, 13), (2, 14), (3, 15), (5, 16))
"""From which ABI on there are so many rights of the file system."""
_NETWORK_SINCE, _TCP = 4, 0b11  # bind, connect
_SCOPES_SINCE, _SCOPES = 6, 0b11  # abstract Unix sockets, signals


def _ruleset(abi: int) -> bytes:
    """`struct landlock_ruleset_attr` with all that this ABI can take away.

    >>> [len(_ruleset(abi)) for abi in (1, 3, 4, 6, 7)]
    [8, 8, 16, 24, 24]
    >>> hex(int.from_bytes(_ruleset(5)[:8], "little"))
    '0xffff'
    """
    rights = max(count for since, count in _RIGHTS_SINCE if abi >= since)
    made = pack("=Q", (1 << rights) - 1)
    if abi >= _NETWORK_SINCE:
        made += pack("=Q", _TCP)
    return made + pack("=Q", _SCOPES) if abi >= _SCOPES_SINCE else made


def restrict(readable: Iterable[str]) -> str:
    """Leave this process nothing but to read under these folders; how the protection is called.

    What is open stays open, and what a file is called, how large it is and who owns it can still be
    asked. Needs `no_new_privs`. Raises OSError where the kernel has no Landlock.
    """
    abi = system.call(_CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint(_VERSION))
    given = _ruleset(abi)
    ruleset = system.call(_CREATE_RULESET, given, ctypes.c_size_t(len(given)), ctypes.c_uint(0))
    try:
        for path in readable:
            folder = os.open(path, os.O_PATH | os.O_CLOEXEC)
            try:
                rule = pack("=Qi", _READ, folder)
                system.call(_ADD_RULE, ruleset, _PATH_BENEATH, rule, ctypes.c_uint(0))
            finally:
                os.close(folder)
        system.call(_RESTRICT_SELF, ruleset, ctypes.c_uint(0))
    finally:
        os.close(ruleset)
    return f"landlock {abi}"
