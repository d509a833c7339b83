"""The small interfaces through which the rooms meet. A backend needs no base class."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Protocol, TypeAlias

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from vera.core.chunk import Chunk
    from vera.core.document import Document, File, Span
    from vera.core.result import Result

Matrix: TypeAlias = NDArray[np.float32]
"""Read-only float32; (n, dimension), one row a text, each row of length 1."""


class Reader(Protocol):
    """Turns a file of one format into a document; a module of ingestion is one."""

    def read(self, file: File) -> Result[Document]:
        """Read the file whole, or say why not with an `UnreadableDocument`."""
        ...


class SentenceSplitter(Protocol):
    """Finds the sentences of a document."""

    def split(self, document: Document) -> Iterator[Span]:
        """The sentences in order, without overlap; between them is only whitespace."""
        ...


class Chunker(Protocol):
    """Cuts a document into chunks."""

    @property
    def uses_vectors(self) -> bool:
        """Whether it looks at the sentences' vectors."""
        ...

    def chunk(
        self, document: Document, sentences: Iterable[Span], rows: Matrix | None = None
    ) -> Iterator[Chunk]:
        """The chunks in order, made as they are asked for; `sentences` is read once.

        `rows` are the sentences' vectors, one row each, for a chunker that uses them; a row of
        zeros stands for a sentence that has none.
        """
        ...


class Tokenizer(Protocol):
    """Counts a text in tokens."""

    @property
    def partings(self) -> re.Pattern[str]:
        """Matches, without length, where the tokens before and after never depend on each other."""
        ...

    def starts(self, text: str) -> NDArray[np.int64]:
        """The offset, in characters, at which each token of the text begins, ascending (n,).

        A token that begins inside a character begins at that character.
        """
        ...

    def count(self, text: str) -> int:
        """The number of tokens of the text."""
        ...


class Role(Enum):
    """What a text is embedded for; some models want another prefix for each."""

    QUERY = "query"
    PASSAGE = "passage"


@frozen
class EmbedderInfo:
    """What an embedder is. `name` is what a user calls it: "minilm", "ollama:nomic-embed-text".

    `fingerprint` names everything that a vector depends on beside the text and its role: the
    model's digest, prefixes, and the server's version where that matters. `dimension` is the
    length of a vector; `max_tokens` is the most that the model reads at once, 0 where unknown.
    """

    name: str
    model: str
    fingerprint: str
    dimension: int
    max_tokens: int = 0


class Embedder(Protocol):
    """Turns texts into unit vectors."""

    @property
    def info(self) -> EmbedderInfo:
        """What this embedder is."""
        ...

    def embed(
        self, texts: Sequence[str], role: Role, progress: Callable[[int], None] | None = None
    ) -> Result[Matrix]:
        """One row a text, in order; the work is batched inside.

        Nothing is ever truncated. A passage longer than the model reads is embedded in pieces, and
        its vector is their length-weighted mean, normalised again. A query longer than that is a
        `TextTooLong` that names it. A blank text is an `InvalidInput`. A vector that is not finite
        or has no length is an `EmbeddingFault`. `progress` is told after each batch how many more
        texts are done.
        """
        ...


class Opinion(Enum):
    """What a judge says of a claim; anything but a clear yes or no is undetermined."""

    YES = "yes"
    NO = "no"
    UNDETERMINED = "undetermined"


@frozen
class Asked:
    """What is asked of a pair: does `evidence`, and it alone, say the claim?"""

    claim: str
    evidence: str


@frozen
class Entailment:
    """How evidence stands to a claim: natural logarithms of three probabilities, of sum 1.

    It says the claim (`entailed`), speaks of it and says something else (`contradicted`), or speaks
    of other things (`neutral`).
    """

    entailed: float
    contradicted: float
    neutral: float


@frozen
class ReaderInfo:
    """What a cross-encoder is: its `name` and `fingerprint`, as it says them."""

    name: str
    fingerprint: str


class CrossEncoder(Protocol):
    """A small model that reads a claim and its evidence together."""

    @property
    def name(self) -> str:
        """What a user calls it: "packaged", "onnx:FOLDER"."""
        ...

    @property
    def fingerprint(self) -> str:
        """Names everything that an answer depends on beside the pair."""
        ...

    def predict(self, pairs: Sequence[Asked]) -> Result[Sequence[Entailment]]:
        """One answer a pair, in order.

        Of evidence that is too long to be read at once, the piece that entails the claim most is
        taken; a claim that leaves no room for evidence is neutral: what cannot be read supports
        nothing.
        """
        ...


@frozen
class JudgeInfo:
    """What a judge is. `name` is what a user calls it: "ollama:bespoke-minicheck".

    `fingerprint` names everything that an opinion depends on beside the claim and the evidence:
    the model's digest, the prompt and its options, and the server's version.
    """

    name: str
    fingerprint: str


class Judge(Protocol):
    """Says whether evidence supports a claim, slower and better than a score does."""

    @property
    def info(self) -> JudgeInfo:
        """What this judge is."""
        ...

    def judge(self, pairs: Sequence[Asked]) -> Result[Sequence[Opinion]]:
        """One opinion a pair, in order. A judge that cannot be asked is an error, never silent.

        A pair too long for the model is undetermined: nothing is cut.
        """
        ...


class Store(Protocol):
    """Keeps small values between runs, by key. May forget; must not give a wrong value."""

    def get(self, keys: Sequence[str]) -> Result[Mapping[str, bytes]]:
        """The values of those keys that are known."""
        ...

    def put(self, values: Mapping[str, bytes]) -> Result[None]:
        """Keep the values; all of them, or none on an error."""
        ...
