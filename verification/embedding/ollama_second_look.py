"""Whether the vectors of a whole call agree with each other, and with a second look. ADR 0024."""

from __future__ import annotations

from random import SystemRandom
from typing import TYPE_CHECKING

import numpy as np

from vera.core.result import Failure, Result, Success, failed
from vera.verification.embedding.confusion import confused, same_rows
from vera.verification.embedding.ollama_canary import ALIKE, vectors
from vera.verification.embedding.ollama_sentinels import distrusted
from vera.verification.ollama.faults import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vera.core.ports import Matrix
    from vera.verification.embedding.ollama_pieces import Piece, Row
    from vera.verification.embedding.ollama_sentinels import Sentinels
    from vera.verification.ollama.client import OllamaClient

_SHARE = 100
"""One text in so many is asked for again, and one at least."""

_chance = SystemRandom()


def agreeing(
    client: OllamaClient,
    rows: Sequence[tuple[Piece, Row]],
    sentinels: Sentinels,
    sent: Callable[[str], str],
) -> Result[None]:
    """`Distrusted` where a text has two vectors, or two texts that share too little have one.

    `sent` makes of a text what the server is sent.
    """
    first: dict[str, Row] = {}
    for piece, row in rows:
        if row @ first.setdefault(piece.text, row) < ALIKE:
            return Failure(distrusted(client.name, "a text that stands twice has two"))
    if not first:
        return Success(None)
    texts = [*first, *sentinels.words]
    if mistaken := confused(texts, same_rows(np.array([*first.values(), *sentinels.rows]))):
        detail = f"{mistaken[0][:60]!r} and {mistaken[1][:60]!r} have the same"
        return Failure(distrusted(client.name, detail))
    count = max(1, len(first) // _SHARE)
    chosen = [min(_chance.choices(list(first), k=2), key=len) for _ in range(count)]  # costs less
    again = _asked_again(client, [sent(text) for text in chosen], sentinels.rows.shape[1])
    if failed(again):
        return again
    same = np.sum(again.unwrap() * np.array([first[text] for text in chosen]), axis=1)
    if (same < ALIKE).any():
        return Failure(distrusted(client.name, "a text that was asked for again has another"))
    return Success(None)


def _asked_again(client: OllamaClient, texts: Sequence[str], dimension: int) -> Result[Matrix]:
    """Of texts that were taken before; known as they are, they need no sentinels among them."""
    reply = client.embed(texts, dimension)
    if isinstance(reply, Refusal):
        return Failure(client.error(reply, "embed"))
    return vectors(reply, len(texts), client.name, dimension)
