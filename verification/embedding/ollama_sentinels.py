"""Known texts among those of every batch: they show at once that a server turned bad. ADR 0024.

Each batch holds two words of which one stands twice, at places drawn by chance. Their vectors were
learnt at connect. What mixes up, repeats, turns round or spoils the vectors of an answer spoils or
moves theirs, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import SystemRandom
from typing import TYPE_CHECKING

import numpy as np
from attrs import frozen

from core.errors import Distrusted, EmbeddingFault
from core.ports import Matrix, Role
from core.result import Failure, Result, Success, failed
from verification.embedding.ollama_canary import ALIKE, asked, update

if TYPE_CHECKING:
    from collections.abc import Sequence

    from verification.embedding.ollama_models import Prefixes
    from verification.ollama.client import OllamaClient

WORDS = (
    *("anger", "bread", "bridge", "butter", "candle", "castle", "coffee", "copper", "cotton"),
    *("desert", "doctor", "dragon", "engine", "forest", "garden", "glass", "guitar", "hammer"),
    *("harbor", "horse", "island", "jacket", "kitchen", "lawyer", "mirror", "money", "music"),
    *("orange", "palace", "pepper", "pilot", "prison", "rabbit", "river", "silver", "soldier"),
    *("summer", "tiger", "violin", "winter"),
)
"""Short, so that a batch costs little more with them, and as far apart as words can be."""
_DRAWN, _FEWEST = 12, 4
"""Words learnt at a connect, drawn by chance, and how many must be told apart by the model."""
_APART = 0.99
"""The cosine below which two of them are told apart, a tenth of which is left for chance."""

_chance = SystemRandom()


@frozen
class Mixed:
    """A batch as it is sent; `own` are the places of the caller's texts, in their order.

    `known` are the places of the sentinels, each with its number among them.
    """

    texts: tuple[str, ...]
    own: tuple[int, ...]
    known: tuple[tuple[int, int], ...]


@frozen(eq=False)
class Sentinels:
    """Words with their known vectors (n, dimension) for each role; `name` is the embedder's."""

    name: str
    words: tuple[str, ...]
    sent: Mapping[Role, tuple[str, ...]]
    rows: Mapping[Role, Matrix]

    def among(self, texts: Sequence[str], role: Role) -> Mixed:
        """The texts in an order drawn by chance, with two sentinels, one of them twice."""
        one, other = _chance.sample(range(len(self.words)), 2)
        numbers = (one, one, other)
        every = [*texts, *(self.sent[role][number] for number in numbers)]
        while True:
            places = _chance.sample(range(len(every)), len(every))
            known = tuple(zip(places[len(texts) :], numbers, strict=True))
            if _turned(known, len(every)) != set(known):  # else backwards they would look the same
                break
        order = sorted(range(len(every)), key=places.__getitem__)
        return Mixed(tuple(every[at] for at in order), tuple(places[: len(texts)]), known)

    def checked(self, mixed: Mixed, rows: Matrix, role: Role) -> Result[Matrix]:
        """The rows of the caller's texts, if those of the sentinels are what they were."""
        for place, number in mixed.known:
            same = float(rows[place] @ self.rows[role][number])
            if same < ALIKE:
                detail = f"a text that is known came back as another (cosine {same:.3f})"
                return Failure(distrusted(self.name, detail))
        return Success(rows[list(mixed.own)])


def _turned(known: tuple[tuple[int, int], ...], size: int) -> set[tuple[int, int]]:
    return {(size - 1 - place, number) for place, number in known}


def distrusted(name: str, detail: str) -> Distrusted:
    """The error of a server that gave what it cannot have computed."""
    hint = "restart or update Ollama, or use minilm; what came from it in this run is not kept"
    return Distrusted("embed", name, f"the server gives wrong vectors: {detail}", hint)


def learn(client: OllamaClient, prefixes: Prefixes, dimension: int) -> Result[Sentinels]:
    """Sentinels of a model, asked for twice in different orders."""
    words = tuple(_chance.sample(WORDS, _DRAWN))
    sent = {role: tuple(prefixes.of(role) + word for word in words) for role in Role}
    rows: dict[Role, Matrix] = {}
    for role in Role:
        same = next((rows[known] for known in rows if sent[known] == sent[role]), None)
        learnt = Success(same) if same is not None else _learnt(client, sent[role], dimension)
        if failed(learnt):
            return learnt
        rows[role] = learnt.unwrap()
    kept = _told_apart(list(rows.values()))
    if len(kept) < _FEWEST:
        detail = f"the vectors of {words[0]!r}, {words[1]!r} and other words are nearly the same"
        return Failure(EmbeddingFault("try the model", client.name, detail, update(client)))
    return Success(
        Sentinels(
            client.name,
            tuple(words[at] for at in kept),
            {role: tuple(sent[role][at] for at in kept) for role in Role},
            {role: rows[role][kept] for role in Role},
        )
    )


def _learnt(client: OllamaClient, sent: Sequence[str], dimension: int) -> Result[Matrix]:
    first = asked(client, sent, dimension)
    if failed(first):
        return first
    order = np.array(_chance.sample(range(len(sent)), len(sent)))
    again = asked(client, [sent[at] for at in order], dimension)
    if failed(again):
        return again
    same = np.sum(first.unwrap()[order] * again.unwrap(), axis=1)
    if (same < ALIKE).any():
        detail = "a text has another vector when it is asked again in another order"
        return Failure(distrusted(client.name, detail))
    return first


def _told_apart(rows: Sequence[Matrix]) -> list[int]:
    """Texts of which no two are alike, by none of the matrices (n, dimension)."""
    nearest = np.maximum.reduce([matrix @ matrix.T for matrix in rows])
    kept: list[int] = []
    for at in range(len(nearest)):
        if all(nearest[at, other] < _APART for other in kept):
            kept.append(at)
    return kept
