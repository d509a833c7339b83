"""Claims become vectors to search with."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from attrs import frozen

from core.errors import TextTooLong
from core.ports import Embedder, Matrix, Role
from core.result import Result, Success, failed
from core.text import is_blank

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.verdict import Claim


@frozen(eq=False)
class Queries:
    """The claims that can be searched for, and why the others cannot.

    `checked` are positions among the claims, in order, `rows` (len(checked), dimension) their
    vectors; `faults` says for every other position what is wrong.
    """

    checked: tuple[int, ...]
    rows: Matrix
    faults: dict[int, str]


def embed_claims(claims: Sequence[Claim], embedder: Embedder) -> Result[Queries]:
    """Embed the claims; one that is blank or too long is named, and the others go on."""
    faults = {at: "the claim is blank" for at, claim in enumerate(claims) if is_blank(claim.text)}
    while True:
        checked = tuple(at for at in range(len(claims)) if at not in faults)
        if not checked:
            none = np.empty((0, embedder.info.dimension), dtype=np.float32)
            return Success(Queries((), none, faults))
        rows = embedder.embed([claims[at].text for at in checked], Role.QUERY)
        if not failed(rows):
            return Success(Queries(checked, rows.unwrap(), faults))
        error = rows.failure()
        if not isinstance(error, TextTooLong):
            return rows
        faults[checked[error.index]] = f"the claim cannot be embedded whole: {error}"
