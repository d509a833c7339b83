"""The types of the page's scripts, which stand in their comments."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.node import NO_PACKAGES, NODE, PACKAGES, node

_COMPILER = PACKAGES / "typescript" / "lib" / "tsc.js"


@pytest.mark.skipif(NODE is None or not _COMPILER.exists(), reason=NO_PACKAGES)
def test_they_hold() -> None:
    """TypeScript finds nothing, strictly."""
    found = node(_COMPILER, "-p", Path(__file__).with_name("jsconfig.json"))
    assert found.stdout == ""
    assert found.returncode == 0
