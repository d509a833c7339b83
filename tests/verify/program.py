"""The program `verify`, run as a user runs it."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def verify(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """What it says and its exit code, in the current folder."""
    return subprocess.run(
        [sys.executable, "-m", "vera.verify", *map(str, arguments)],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
