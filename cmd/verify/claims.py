"""The claims that a command line names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vera.verification import claims

if TYPE_CHECKING:
    from vera.core.result import Result
    from vera.core.verdict import Claim

STANDARD_INPUT = "-"


def read_claims(name: str, *, sentences: bool) -> Result[list[Claim]]:
    """The claims of a file or of standard input, as `vera.verification.claims` reads them."""
    return claims.read_claims(0 if name == STANDARD_INPUT else name, sentences=sentences)
