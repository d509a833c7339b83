"""Claims that were read from a text are told from its other sentences."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from attrs import frozen

from vera.core.errors import TextTooLong
from vera.core.ports import Embedder, Role
from vera.core.result import Result, Success, failed
from vera.core.verdict import SCORE_DIGITS, Claim, Worth, shown
from vera.verification.language.citations import uncited
from vera.verification.language.sentence import sentence_ends
from vera.verification.worth.model import Model
from vera.verification.worth.signs import tells_for_sure

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray


@frozen
class Worthiness:
    """Says how likely claims state something; `embedder` is the one that the model is for."""

    model: Model
    embedder: Embedder

    def of(
        self, claims: Sequence[Claim], known: Mapping[str, NDArray[np.float32]]
    ) -> Result[list[Worth]]:
        """The worth of each claim, in order; that of its likeliest sentence.

        What a sentence leans on is no part of it: that is a claim of its own. `known` are vectors
        of texts by `embedder`. A sentence that it cannot read whole is asked. Errors are the
        embedder's.
        """
        sentences = [list(_sentences(claim)) for claim in claims]
        texts = {uncited(each).text for said in sentences for each in said}
        rows = self._rows(sorted(texts - known.keys()))
        return rows.map(lambda made: [self._worth(said, {**made, **known}) for said in sentences])

    def _worth(self, sentences: Sequence[str], rows: Mapping[str, NDArray[np.float32]]) -> Worth:
        likeliest, asked = 0.0, not sentences
        for sentence in sentences:
            row = rows.get(uncited(sentence).text)
            chance = 1.0 if row is None else self.model.probability(sentence, row)
            likeliest = max(likeliest, chance)
            asked = asked or chance >= self.model.threshold or tells_for_sure(sentence)
        return Worth(round(likeliest, SCORE_DIGITS), asked)

    def _rows(self, texts: Sequence[str]) -> Result[dict[str, NDArray[np.float32]]]:
        """The vectors of texts, without those that are too long."""
        wanted = list(texts)
        while wanted:
            rows = self.embedder.embed(wanted, Role.QUERY)
            if not failed(rows):
                return Success(dict(zip(wanted, rows.unwrap(), strict=True)))
            error = rows.failure()
            if not isinstance(error, TextTooLong):
                return rows
            del wanted[error.index]
        return Success({})


def why_left_out(worth: Worth) -> str:
    """Why a claim is not asked.

    >>> why_left_out(Worth(0.0312, asked=False))
    'the claim states nothing that a paper could bear out (the probability that it does is 0.031)'
    """
    return (
        "the claim states nothing that a paper could bear out "
        f"(the probability that it does is {shown(worth.probability)})"
    )


def _sentences(claim: Claim) -> Iterator[str]:
    """The sentences of a claim that say something, without those that it leans on."""
    text = claim.text[claim.begins :]
    ends = [0, *(at + 1 for at in sentence_ends(text)), len(text)]
    for start, end in pairwise(ends):
        sentence = text[start:end].strip()
        if any(map(str.isalnum, uncited(sentence).text)):
            yield sentence
