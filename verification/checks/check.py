"""What a check is."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import frozen

from vera.core.verdict import Conflict
from vera.verification.language.sentence import Sentence


@frozen
class Check:
    """Finds conflicts of some kinds: `codes` says what they are called.

    `find` gives the conflicts of a claim with its evidence, at most a few; spans are offsets in
    `evidence.text`.
    """

    codes: tuple[str, ...]
    find: Callable[[Sentence, Sentence], Iterator[Conflict]]
