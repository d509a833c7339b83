"""The checks. A new one is a file with a function that finds conflicts, and a line here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vera.verification.checks import changed_copy, numbers
from vera.verification.checks.check import Check

if TYPE_CHECKING:
    from vera.core.verdict import Conflict
    from vera.verification.checks.comparison import Comparison

CHECKS = (
    Check(("number", "date", "unit"), numbers.check),
    Check(("swap", "word"), changed_copy.check),
)

CODES = tuple(code for check in CHECKS for code in check.codes)
"""What the conflicts of all checks are called."""


def conflicts_of(compared: Comparison) -> tuple[Conflict, ...]:
    """All conflicts of a claim with its evidence; spans are offsets in the evidence's text."""
    return tuple(found for check in CHECKS for found in check.find(compared))
