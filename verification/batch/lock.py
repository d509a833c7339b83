"""A lock on an open file, which ends with the process, however that ends."""

from __future__ import annotations

import sys

if sys.platform == "win32":
    import msvcrt

    def taken(number: int) -> bool:
        """Whether this process has the file of that descriptor to itself now."""
        try:
            msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def taken(number: int) -> bool:
        """Whether this process has the file of that descriptor to itself now."""
        try:
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
