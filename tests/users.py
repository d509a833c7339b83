"""Who runs a test."""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_NOBODY = 65534


@contextmanager
def ordinary_user() -> Iterator[None]:
    """Not root, who may read and write every file."""
    user = os.geteuid()
    os.seteuid(user or _NOBODY)
    try:
        yield
    finally:
        os.seteuid(user)
