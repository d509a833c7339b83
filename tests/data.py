"""Where the real data lies that some tests measure on. It is never part of the project."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

_BESIDE_THE_CHECKOUT = Path(__file__).parents[2] / "shared" / "data"


def data_folder(*parts: str) -> Path:
    """The folder or file `parts` of the real data, or skip the test and say why."""
    root = Path(os.environ.get("VERA_DATA") or _BESIDE_THE_CHECKOUT)
    path = root.joinpath(*parts)
    if not path.exists():
        pytest.skip(
            f"no real data at {'/'.join(parts) or 'VERA_DATA'}: set VERA_DATA to its folder"
        )
    return path
