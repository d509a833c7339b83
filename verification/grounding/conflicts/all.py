"""The checks by name. A new one is a file with a function `check`, and a line here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from verification.grounding.conflicts import copied, numbers

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.verdict import Conflict
    from verification.grounding.conflicts.check import Check
    from verification.grounding.sentence import Sentence

CHECKS: Mapping[str, Check] = {
    "numbers": numbers.check,
    "copied": copied.check,
}

CODES = ("number", "date", "unit", "swap", "word")
"""What the conflicts of all checks are called."""


def conflicts_of(claim: Sentence, evidence: Sentence) -> tuple[Conflict, ...]:
    """All conflicts of a claim with its evidence; spans are offsets in `evidence.text`."""
    return tuple(found for check in CHECKS.values() for found in check(claim, evidence))
