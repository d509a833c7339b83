"""An answer to a question, sentence by sentence, with what each cites."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeAlias

from attrs import field, frozen

from vera.core.errors import Error
from vera.core.verdict import Evidence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.core.result import Result
    from vera.verification.library.hits import Hit
    from vera.verification.verifier import Paper


Hits: TypeAlias = "tuple[Hit, ...]"
"""Chunks that were found for a question, the best first; as passages they are counted from 1."""
Passage: TypeAlias = "tuple[Hit, Paper]"
"""A chunk that was found, and its paper, ready to be asked."""


@frozen
class Drafted:
    """A sentence as a model wrote it, and the numbers of the passages that it cites."""

    text: str
    cited: tuple[int, ...]


class Writer(Protocol):
    """Writes an answer; nothing that it says is believed."""

    @property
    def name(self) -> str:
        """What a user calls it: "ollama:llama3.2"."""
        ...

    def write(self, question: str, passages: Sequence[str]) -> Result[tuple[Drafted, ...]]:
        """The sentences of an answer from the passages; none where they hold no answer.

        What is not an answer of the form that was asked for, whole, is an `EmbeddingFault`.
        """
        ...


@frozen
class Citation:
    """The passage, by its number, that bears a sentence out, and the place that does."""

    passage: int
    evidence: Evidence


@frozen
class Sentence:
    """A sentence of an answer.

    `cited` are the passages that the model named, `citations` those that bear the sentence out.
    `fault` says why it may not be shown as an answer, and is empty where each that it cites was
    asked and one at least says it.
    """

    text: str
    cited: tuple[int, ...]
    citations: tuple[Citation, ...] = ()
    fault: str = ""


@frozen
class Answer:
    """What a library says to a question.

    `passages` are what was found, and `quotes` what of each comes nearest to the question, None
    where its paper says nearer things elsewhere. `sentences` are those that hold,
    `left_out` those that do not. `model` wrote them; it is empty
    where none did, and `without` says why then. `error` is what went wrong where a model was to
    answer and could not.
    """

    question: str
    passages: Hits = field(repr=False)
    quotes: tuple[Evidence | None, ...] = field(repr=False)
    model: str = ""
    without: str = ""
    sentences: tuple[Sentence, ...] = ()
    left_out: tuple[Sentence, ...] = ()
    error: Error | None = None
