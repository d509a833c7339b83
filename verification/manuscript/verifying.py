"""Each claim of a manuscript against the papers that it cites for it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from attrs import evolve

from vera.core.result import traverse
from vera.core.verdict import Status

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from vera.core.result import Result
    from vera.core.verdict import Claim, Verdict
    from vera.verification.manuscript.papers import Held
    from vera.verification.manuscript.resolving import Asked
    from vera.verification.verifier import Paper, Verifier

_OPENED = 32
"""Papers that are kept ready to be asked; one of 122 pages takes 20 MB."""


def verify(asked: Sequence[Asked], verifier: Verifier) -> Iterator[Result[Verdict]]:
    """A verdict for each, in order; errors are those of opening the papers, and of the verifier.

    A claim is grounded if one of the works that it cites together grounds it. One none of whose
    works is at hand is unchecked; where some are not, what is not grounded says which.
    """
    known = {_place(it.claim): it for it in asked}

    @lru_cache(_OPENED)
    def opened(paper: Held) -> Result[Paper]:
        return paper.open()

    def choose(claim: Claim, _row: NDArray[np.float32]) -> Result[Sequence[Paper]]:
        return traverse(opened, known[_place(claim)].papers)

    for verdict in verifier.verify_among(choose, (it.claim for it in asked)):
        yield verdict.map(lambda found: _told(found, known[_place(found.claim)]))


def _place(claim: Claim) -> tuple[object, ...]:
    """What two claims that are asked of different papers do not share."""
    return claim.file, claim.line, claim.cites


def _told(verdict: Verdict, asked: Asked) -> Verdict:
    why = "; ".join(f"{name} ({why})" for name, why in asked.lacking)
    if not why or verdict.status is Status.GROUNDED:
        return verdict
    return evolve(verdict, reason=f"{verdict.reason}; not asked: {why}" if asked.papers else why)
