"""A claim beside the evidence found for it."""

from __future__ import annotations

from functools import cached_property

from attrs import frozen

from vera.verification.checks.word_alignment import Copy, copied
from vera.verification.language.sentence import Sentence


@frozen(eq=False, slots=False)
class Comparison:
    """A claim and its evidence, and what more than one asks of both."""

    claim: Sentence
    evidence: Sentence

    @cached_property
    def copy(self) -> Copy | None:
        """How the claim copies the evidence, None where it does not."""
        return copied(self.claim, self.evidence)
