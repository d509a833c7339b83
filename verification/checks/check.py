"""What a check is."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import frozen

from vera.core.verdict import Conflict
from vera.verification.checks.comparison import Comparison


@frozen
class Check:
    """Finds conflicts of some kinds: `codes` says what they are called.

    `find` gives the conflicts of a claim with its evidence, at most a few; spans are offsets in the
    evidence's text.
    """

    codes: tuple[str, ...]
    find: Callable[[Comparison], Iterator[Conflict]]
