"""As much of the names of files as tells them apart."""

from __future__ import annotations

from collections import Counter
from pathlib import PurePath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def short_names(names: Sequence[str]) -> dict[str, str]:
    """Each name with the least of its end, in whole folders, that no other of them ends in.

    >>> list(short_names(["a/one/bees.pdf", "b/one/bees.pdf", "b/wasps.pdf"]).values())
    ['a/one/bees.pdf', 'b/one/bees.pdf', 'wasps.pdf']
    """
    parts = {name: PurePath(name).parts for name in names}
    ends = Counter(whole[-n:] for whole in parts.values() for n in range(1, len(whole) + 1))
    return {name: _shortest(name, whole, ends) for name, whole in parts.items()}


def _shortest(name: str, parts: tuple[str, ...], ends: Counter[tuple[str, ...]]) -> str:
    for n in range(1, len(parts)):
        if ends[parts[-n:]] == 1:
            return str(PurePath(*parts[-n:]))
    return name
