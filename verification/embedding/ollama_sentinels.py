"""Known texts among those of every batch: they show at once that a server turned bad. ADR 0024.

Each batch holds two words of which one stands twice, at places drawn by chance. Their vectors were
learnt at connect. What mixes up, repeats, turns round or spoils the vectors of an answer spoils or
moves theirs, too. They have no prefix, with which they would cost twice as much.
"""

from __future__ import annotations

from random import SystemRandom
from typing import TYPE_CHECKING

from attrs import frozen

from vera.core.errors import Distrusted, EmbeddingFault
from vera.core.ports import Matrix
from vera.core.result import Failure, Result, Success, failed
from vera.verification.embedding.ollama_canary import ALIKE, asked, update

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.verification.ollama.client import OllamaClient

WORDS = (
    *("anger", "bread", "bridge", "butter", "candle", "castle", "coffee", "copper", "cotton"),
    *("desert", "doctor", "dragon", "engine", "forest", "garden", "glass", "guitar", "hammer"),
    *("harbor", "horse", "island", "jacket", "kitchen", "lawyer", "mirror", "money", "music"),
    *("orange", "palace", "pepper", "pilot", "prison", "rabbit", "river", "silver", "soldier"),
    *("summer", "tiger", "violin", "winter"),
)
"""Short, so that a batch costs little more with them, and as far apart as words can be."""
_DRAWN, _FEWEST = 8, 4
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
    """Words with their known vectors (n, dimension); `name` is the embedder's."""

    name: str
    words: tuple[str, ...]
    rows: Matrix

    def among(self, texts: Sequence[str]) -> Mixed:
        """The texts in an order drawn by chance, with two sentinels, one of them twice."""
        one, other = _chance.sample(range(len(self.words)), 2)
        numbers = (one, one, other)
        every = [*texts, *(self.words[number] for number in numbers)]
        while True:
            places = _chance.sample(range(len(every)), len(every))
            known = tuple(zip(places[len(texts) :], numbers, strict=True))
            if _turned(known, len(every)) != set(known):  # else backwards they would look the same
                break
        order = sorted(range(len(every)), key=places.__getitem__)
        return Mixed(tuple(every[at] for at in order), tuple(places[: len(texts)]), known)

    def checked(self, mixed: Mixed, rows: Matrix) -> Result[Matrix]:
        """The rows of the caller's texts, if those of the sentinels are what they were."""
        for place, number in mixed.known:
            same = float(rows[place] @ self.rows[number])
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


def learn(client: OllamaClient, dimension: int) -> Result[Sentinels]:
    """Sentinels of a model. What is learnt wrongly does not fit the first batch that is sound."""
    words = _chance.sample(WORDS, _DRAWN)
    asked_once = asked(client, words, dimension)
    if failed(asked_once):
        return asked_once
    rows = asked_once.unwrap()
    kept = _told_apart(rows)
    if len(kept) < _FEWEST:
        detail = f"the vectors of {words[0]!r}, {words[1]!r} and other words are nearly the same"
        return Failure(EmbeddingFault("try the model", client.name, detail, update(client)))
    return Success(Sentinels(client.name, tuple(words[at] for at in kept), rows[kept]))


def _told_apart(rows: Matrix) -> list[int]:
    """Rows (n, dimension) of which no two are alike."""
    nearest, kept = rows @ rows.T, list[int]()
    for at in range(len(rows)):
        if all(nearest[at, other] < _APART for other in kept):
            kept.append(at)
    return kept
