"""Signs that stand in a block for what is no part of its text, until the block ends."""

from __future__ import annotations

import re

REFERRED = "\ue001"
"""Stands for the number of a figure, a section, ... until the block ends, and then goes."""
CALLED = "\ue002"
"""Stands where a note is called until the block ends."""
_UNSHOWN = re.compile(f"[{REFERRED}{CALLED}]")
_REFERRED = re.compile(rf"\s*\([^()]*{REFERRED}[^()]*\)(?P<stop>[.,;:]?)|{REFERRED}")
"""With the brackets around it: "(see Fig. 3)"."""


def without_references(text: str) -> str:
    """What is left where numbers that are referred to go: the stop behind one, and line ends."""
    return _REFERRED.sub(lambda it: (it["stop"] or "") + "\n" * it[0].count("\n"), text)


def without_signs(text: str) -> str:
    """The text without any such sign."""
    return _UNSHOWN.sub("", text)
