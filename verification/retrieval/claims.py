"""Claims become vectors to search with."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from attrs import frozen

from vera.core.errors import TextTooLong
from vera.core.ports import Embedder, Matrix, Role
from vera.core.result import Result, Success, failed
from vera.core.text import is_blank
from vera.verification.language.citations import uncited
from vera.verification.language.no_claim import no_claim
from vera.verification.language.statements import statements

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vera.core.verdict import Claim
    from vera.verification.language.statements import Statement


@frozen(eq=False)
class Queries:
    """The claims that can be searched for, and why the others cannot.

    `checked` are positions among the claims, in order, `texts` what is asked of each, and `rows`
    (len(checked), dimension) the vectors of these; `faults` says for every other position what is
    wrong.
    """

    checked: tuple[int, ...]
    texts: tuple[str, ...]
    rows: Matrix
    faults: dict[int, str]


def embed_claims(claims: Sequence[Claim], embedder: Embedder) -> Result[Queries]:
    """Embed the claims without their marks of citation.

    One that is blank, too long or no claim (`no_claim`) is named, and the others go on.
    """
    faults = {at: why for at, claim in enumerate(claims) if (why := no_claim(claim.text))}
    return _embed([uncited(claim.text).text for claim in claims], faults, embedder)


def embed_texts(texts: Sequence[str], embedder: Embedder) -> Result[Queries]:
    """Embed texts to search with, as they stand; one that is blank or too long is named."""
    faults = {at: "the claim is blank" for at, text in enumerate(texts) if is_blank(text)}
    return _embed(texts, faults, embedder)


def _embed(texts: Sequence[str], faults: dict[int, str], embedder: Embedder) -> Result[Queries]:
    while True:
        checked = tuple(at for at in range(len(texts)) if at not in faults)
        asked = tuple(texts[at] for at in checked)
        if not checked:
            none = np.empty((0, embedder.info.dimension), dtype=np.float32)
            return Success(Queries((), (), none, faults))
        rows = embedder.embed(asked, Role.QUERY)
        if not failed(rows):
            return Success(Queries(checked, asked, rows.unwrap(), faults))
        error = rows.failure()
        if not isinstance(error, TextTooLong):
            return rows
        faults[checked[error.index]] = f"the claim cannot be embedded whole: {error}; {error.hint}"


def embed_statements(
    claims: Sequence[str], embedder: Embedder
) -> Result[list[list[tuple[Statement, NDArray[np.float32]]]]]:
    """For each claim its statements with their vectors; none where it is one.

    A claim of which a statement cannot be embedded has none: it is judged as a whole.
    """
    parts = [statements(claim) for claim in claims]
    texts = [part.text for each in parts if len(each) > 1 for part in each]
    embedded = embed_texts(texts, embedder)
    if failed(embedded):
        return embedded
    queries = embedded.unwrap()
    rows = dict(zip(queries.checked, queries.rows, strict=True))
    found, at = [], 0
    for each in parts:
        places = range(at, at + len(each)) if len(each) > 1 else range(0)
        at = places.stop if places else at
        whole = all(place in rows for place in places)
        found.append([(each[k], rows[place]) for k, place in enumerate(places)] if whole else [])
    return Success(found)
