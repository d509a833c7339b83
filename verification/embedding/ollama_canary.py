"""Finds out, when a model is first used, whether its vectors can be trusted.

Real servers had these faults: texts in capitals shared one vector (0.13.1 to 0.30), and so did
words with accents (from 0.14.0), because what the model's vocabulary expects was not done to the
text; texts were cut without a word; a text had another vector in a batch than alone.
"""

from __future__ import annotations

import unicodedata
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from attrs import frozen

from vera.core.errors import EmbeddingFault
from vera.core.ports import Role
from vera.core.result import Failure, Result, Success, failed
from vera.verification.embedding.pooling import unit_rows
from vera.verification.ollama.faults import Fault, Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ollama import EmbedResponse

    from vera.core.ports import Matrix
    from vera.verification.embedding.ollama_models import Prefixes
    from vera.verification.ollama.client import OllamaClient

    Folding: TypeAlias = Callable[[str], str]

_PAIRS = (
    ("REPLACE SUMP PUMP", "CREATE A SPREADSHEET"),
    ("sarcoïdose", "ostéoporose"),
)
_SAME = 0.9999  # the cosine from which two different texts count as mistaken for each other
ALIKE = 0.999
"""The least cosine of a text to itself in another batch. On a real server (0.5.4, CPU) it is off by
8e-7 at most, over 254 sentences in three orders; more is left for kernels of graphics cards."""
_MORE = 64  # tokens by which the long texts exceed what the model says it reads
ASSUMED_TOKENS = 8192
"""What the long texts exceed where a server tells no limit."""
_OP = "try the model"


@frozen
class Trust:
    """How a server is to be used. `folding` is the name, in `FOLDINGS`, of what is done to texts.

    `dimension` is the length of its vectors. `cut_at` is the number of tokens at which it cuts a
    text in silence, 0 for a server that does not. It `refuses` a text that is too long, as it
    should, or else reads it to the end.
    """

    folding: str
    dimension: int
    cut_at: int = 0
    refuses: bool = False


def _bare(text: str) -> str:
    apart = unicodedata.normalize("NFD", text.lower())
    return "".join(c for c in apart if unicodedata.category(c) != "Mn")


# What an uncased model's own tokenizer does to a text, for servers that forget to: first nothing,
# then as little as makes different texts differ.
FOLDINGS: dict[str, Folding] = {"as is": str, "lower case": str.lower, "no accents": _bare}


_OFF = 1e-3
"""How far from 1 a vector's length may be; /api/embed scales to 1 (seen on 0.5.4 and 0.9.3)."""


def vectors(
    answer: EmbedResponse, count: int, name: str, dimension: int | None = None
) -> Result[Matrix]:
    """The unit vectors (count, dimension) of an answer, each of them checked."""
    rows = answer.embeddings
    if len(rows) != count:
        detail = f"the server gave {len(rows)} vectors for {count} texts"
        return Failure(EmbeddingFault("embed", name, detail))
    lengths = {len(row) for row in rows}
    if 0 in lengths or len(lengths) != 1 or lengths != {dimension or min(lengths)}:
        expected = f", not {dimension}" if dimension else ""
        detail = f"the server gave vectors of {sorted(lengths)} numbers{expected}"
        return Failure(EmbeddingFault("embed", name, detail))
    given = np.array(rows, dtype=np.float64)
    unit = unit_rows(given, name)
    if failed(unit):
        return unit
    farthest = max(np.linalg.norm(given, axis=1), key=lambda length: abs(length - 1), default=1)
    if abs(farthest - 1) > _OFF:
        detail = f"the server gave a vector of length {farthest:.3f}, not 1"
        return Failure(EmbeddingFault("embed", name, detail))
    return unit


def asked(client: OllamaClient, texts: Sequence[str], dimension: int = 0) -> Result[Matrix]:
    """The vectors of texts while a model is tried; `dimension` is 0 where not known."""
    answer = client.embed(texts, dimension)
    if isinstance(answer, Refusal):
        return Failure(client.error(answer, _OP))
    return vectors(answer, len(texts), client.name, dimension or None)


def _confusion(client: OllamaClient, prefix: str, folding: Folding) -> Result[tuple[str, int]]:
    """What the server mistakes for each other under a folding, or nothing; and the dimension."""
    texts = [prefix + folding(text) for pair in _PAIRS for text in pair]
    together = asked(client, texts)
    if failed(together):
        return together
    rows = together.unwrap()
    alone = asked(client, texts[:1])
    if failed(alone):
        return alone
    if alone.unwrap().shape[1] != rows.shape[1] or rows[0] @ alone.unwrap()[0] < ALIKE:
        detail = "a text has another vector alone than together with others"
        return Failure(EmbeddingFault(_OP, client.name, detail, update(client)))
    for at, (one, other) in enumerate(_PAIRS):
        if rows[2 * at] @ rows[2 * at + 1] > _SAME:
            return Success((f"{one!r} and {other!r} have the same vector", rows.shape[1]))
    return Success(("", rows.shape[1]))


def update(client: OllamaClient) -> str:
    """What to do about a model that a server gives wrongly."""
    return f"update Ollama, or use another model than {client.model} (or minilm)"


def _long(client: OllamaClient, prefix: str, max_tokens: int) -> Result[EmbedResponse | Fault]:
    """What the server makes of two long texts that differ in their tails alone, or why it refuses.

    A sound server refuses them before it computes anything, or reads more than it says.
    """
    long = prefix + "the " * ((max_tokens or ASSUMED_TOKENS) + _MORE)
    answer = client.embed([long + "cat sat on the mat", long + "engine was out of order"])
    if not isinstance(answer, Refusal):
        return Success(answer)
    if answer.fault in {Fault.TOO_LONG, Fault.REFUSED, Fault.FAILED}:
        return Success(answer.fault)
    return Failure(client.error(answer, _OP))


def refuses(client: OllamaClient, prefix: str, max_tokens: int) -> Result[bool]:
    """Whether the server refuses what is too long for its model, as it did when it was tried."""
    return _long(client, prefix, max_tokens).map(lambda answer: isinstance(answer, Fault))


def _cut(client: OllamaClient, prefix: str, max_tokens: int) -> Result[tuple[int, bool]]:
    """The number of tokens at which the server cuts in silence, 0 if it does not; if it refuses."""
    asked_for = _long(client, prefix, max_tokens)
    if failed(asked_for):
        return asked_for
    answer = asked_for.unwrap()
    if isinstance(answer, Fault):
        return Success((0, answer is not Fault.FAILED))  # what fails on it is not made to again
    rows = vectors(answer, 2, client.name)
    if failed(rows):
        return rows
    one, other = rows.unwrap()
    if one @ other <= 1 - 1e-6:
        return Success((0, False))
    if not answer.prompt_eval_count:
        detail = "long texts are cut in silence, and the server does not tell how much it read"
        return Failure(EmbeddingFault(_OP, client.name, detail, update(client)))
    return Success((answer.prompt_eval_count // 2, False))


def _trusted(folding: str, dimension: int, cut: tuple[int, bool]) -> Trust:
    return Trust(folding, dimension, *cut)


def trust(client: OllamaClient, prefixes: Prefixes, max_tokens: int) -> Result[Trust]:
    """How the server is to be used, or the fault that makes its vectors worthless.

    `max_tokens` is what the model is said to read at once, 0 if nothing is said.
    """
    prefix = prefixes.of(Role.PASSAGE)
    seen = ""
    for folding, fold in FOLDINGS.items():
        confusion = _confusion(client, prefix, fold)
        if failed(confusion):
            return confusion
        now, dimension = confusion.unwrap()
        if not now:
            cut = _cut(client, prefix, max_tokens)
            return cut.map(partial(_trusted, folding, dimension))
        seen = seen or now
    return Failure(EmbeddingFault(_OP, client.name, seen, update(client)))
