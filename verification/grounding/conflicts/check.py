"""What a check is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.verdict import Conflict
    from verification.grounding.sentence import Sentence


class Check(Protocol):
    """Finds conflicts of one kind."""

    def __call__(self, claim: Sentence, evidence: Sentence) -> Iterator[Conflict]:
        """The conflicts, at most a few; spans are offsets in `evidence.text`."""
        ...
