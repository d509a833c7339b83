"""A chunk: a piece of a document that is compared with a claim."""

from __future__ import annotations

import hashlib

from attrs import frozen

from core.document import Span
from core.errors import InvalidInput, Problem
from core.result import Failure, Result, Success


def _problems(target: int, overlap: float, minimum: int, maximum: int) -> tuple[Problem, ...]:
    checks = (
        ("target", target, target >= 1, "must be at least 1"),
        ("overlap", overlap, 0 <= overlap < 1, "must be at least 0 and below 1"),
        ("minimum", minimum, 0 <= minimum <= max(target, 0), "must be between 0 and target"),
        ("maximum", maximum, maximum >= target, "must be at least target"),
    )
    return tuple(Problem(name, value, rule) for name, value, sound, rule in checks if not sound)


@frozen
class ChunkConfig:
    """How large chunks are and how much neighbours share. Sizes are in characters.

    The defaults are VERA's (ADR 0003): 3000 characters to a chunk, a fifth of them shared with the
    next, none above 5000, and a last piece below 500 joins its neighbour. An unsound value raises
    ValueError here; `create` is for values that a user gave.
    """

    target: int = 3000
    overlap: float = 0.20
    minimum: int = 500
    maximum: int = 5000

    def __attrs_post_init__(self) -> None:
        if problems := _problems(self.target, self.overlap, self.minimum, self.maximum):
            raise ValueError("; ".join(map(str, problems)))

    @classmethod
    def create(
        cls,
        target: int = 3000,
        overlap: float = 0.20,
        minimum: int | None = None,
        maximum: int | None = None,
    ) -> Result[ChunkConfig]:
        """Settings from a user's values; the error names each field that is unsound.

        A minimum or maximum that is not given keeps VERA's proportion to the target, 1:6 and 5:3.

        >>> ChunkConfig.create(target=600).unwrap()
        ChunkConfig(target=600, overlap=0.2, minimum=100, maximum=1000)
        >>> print(ChunkConfig.create(target=0, overlap=2).failure())
        chunk settings: target must be at least 1 (got 0); overlap must be at least 0 and below 1 \
(got 2)
        """
        sound = max(target, 1)
        minimum = sound // 6 if minimum is None else minimum
        maximum = sound * 5 // 3 if maximum is None else maximum
        if problems := _problems(target, overlap, minimum, maximum):
            return Failure(InvalidInput("chunk settings", problems))
        return Success(cls(target, overlap, minimum, maximum))


@frozen
class Chunk:
    """A piece of a document: `text` is exactly `document.text[span.start:span.end]`.

    `index` counts the document's chunks from 0; `pages` are page numbers from 1; `section` is the
    path of the section it begins in. `cut_before` and `cut_after` say that it begins or ends
    inside a sentence, because that sentence alone is longer than a chunk may be.
    """

    id: str
    text: str
    source: str
    span: Span
    index: int
    pages: tuple[int, ...] = ()
    section: str = ""
    cut_before: bool = False
    cut_after: bool = False

    @property
    def offset(self) -> int:
        """Where it begins in the document's text, in characters."""
        return self.span.start

    @property
    def length(self) -> int:
        """Its length in characters."""
        return len(self.span)


def chunk_id(index: int, span: Span, text: str) -> str:
    """A name that depends on position and content alone, the same on every machine.

    >>> chunk_id(3, Span(0, 2), "ab")
    '0003-0-fb8e20fc'
    """
    content = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    return f"{index:04d}-{span.start}-{content[:8]}"
