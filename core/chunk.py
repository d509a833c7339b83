"""A chunk: a piece of a document that is compared with a claim."""

from __future__ import annotations

import hashlib
from enum import Enum

from attrs import frozen

from vera.core.document import Span
from vera.core.errors import InvalidInput, Problem
from vera.core.result import Failure, Result, Success


class Measure(Enum):
    """What sizes are counted in; the value is the letter that a user writes behind a size."""

    CHARACTERS = "c"
    TOKENS = "t"
    """Tokens of cl100k_base."""
    EMBEDDER = "e"
    """The embedder's own tokens."""


def _problems(
    target: int, overlap: float, minimum: int, maximum: int, whole: int
) -> tuple[Problem, ...]:
    checks = (
        ("target", target, target >= 1, "must be at least 1"),
        ("overlap", overlap, 0 <= overlap < 1, "must be at least 0 and below 1"),
        ("minimum", minimum, 0 <= minimum <= max(target, 0), "must be between 0 and target"),
        ("maximum", maximum, maximum >= target, "must be at least target"),
        ("whole", whole, whole >= 0, "must be at least 0"),
    )
    return tuple(Problem(name, value, rule) for name, value, sound, rule in checks if not sound)


@frozen
class ChunkConfig:
    """How large chunks are and how much neighbours share. Sizes are counted in `measure`.

    A document no larger than `whole` is one chunk. The defaults are VERA's (ADR 0003): 3000
    characters to a chunk, a fifth of them shared with the next, none above 5000, and a last piece
    below 500 joins its neighbour. An unsound value raises ValueError here; `create` is for values
    that a user gave.
    """

    target: int = 3000
    overlap: float = 0.20
    minimum: int = 500
    maximum: int = 5000
    measure: Measure = Measure.CHARACTERS
    whole: int = 0

    def __attrs_post_init__(self) -> None:
        if problems := _problems(self.target, self.overlap, self.minimum, self.maximum, self.whole):
            raise ValueError("; ".join(map(str, problems)))

    @property
    def shared(self) -> float:
        """The most that a chunk may repeat of the one before, in `measure`."""
        return self.overlap * self.target

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

        >>> config = ChunkConfig.create(target=600).unwrap()
        >>> config.minimum, config.maximum
        (100, 1000)
        >>> print(ChunkConfig.create(target=0, overlap=2).failure())
        chunk settings: target must be at least 1 (got 0); overlap must be at least 0 and below 1 \
(got 2)
        """
        sound = max(target, 1)
        minimum = sound // 6 if minimum is None else minimum
        maximum = sound * 5 // 3 if maximum is None else maximum
        if problems := _problems(target, overlap, minimum, maximum, 0):
            return Failure(InvalidInput("chunk settings", problems))
        return Success(cls(target, overlap, minimum, maximum))

    def resized(
        self,
        target: int | None = None,
        overlap: float | None = None,
        measure: Measure | None = None,
    ) -> Result[ChunkConfig]:
        """These settings with a user's values; the other sizes keep their proportion to the target.

        >>> resized = ChunkConfig(900, 0.1, 0, 900, Measure.TOKENS, 1200).resized(300).unwrap()
        >>> resized.target, resized.maximum, resized.whole, resized.measure.value
        (300, 300, 400, 't')
        """
        new = self.target if target is None else target
        minimum, maximum, whole = (
            max(size, 0) * max(new, 1) // self.target
            for size in (self.minimum, self.maximum, self.whole)
        )
        share = self.overlap if overlap is None else overlap
        if problems := _problems(new, share, minimum, maximum, whole):
            return Failure(InvalidInput("chunk settings", problems))
        return Success(ChunkConfig(new, share, minimum, maximum, measure or self.measure, whole))


@frozen
class Chunk:
    """A piece of a document: `text` is exactly `document.text[span.start:span.end]`.

    `index` counts the document's chunks from 0; `pages` are page numbers from 1; `section` is the
    path of the section it begins in. `cut_before` and `cut_after` say that it begins or ends
    inside what its strategy keeps whole (a sentence, a word), since that alone is longer than a
    chunk may be. `size` is its size in the measure of its `ChunkConfig`. `group` counts what the
    strategy keeps apart (sections) from 0, as far as chunks begin with one; `part` counts the
    chunks of a group from 0, and is None where there is one only.
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
    size: int = 0
    group: int = 0
    part: int | None = None

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
