"""What decides a verdict beside the claim and the paper."""

from __future__ import annotations

from enum import Enum

from attrs import field, frozen

from core.chunk import ChunkConfig
from core.errors import InvalidInput, Problem
from core.result import Failure, Result, Success


class Aggregate(Enum):
    """How the similarities of a claim to the best passages become one score.

    `MAX` takes the best of the top-k chunks and of the sentence windows inside them. `MEAN` and
    `WEIGHTED` (0.5, 0.3, 0.2, ...) look at the top-k chunks alone, as VERA did.
    """

    MAX = "max"
    MEAN = "mean"
    WEIGHTED = "weighted"


def _problems(threshold: float, top_k: int) -> tuple[Problem, ...]:
    checks = (
        ("threshold", threshold, -1 <= threshold <= 1, "must be a cosine between -1 and 1"),
        ("top_k", top_k, top_k >= 1, "must be at least 1"),
    )
    return tuple(Problem(name, value, rule) for name, value, sound, rule in checks if not sound)


@frozen
class Settings:
    """Everything that a verdict depends on beside claim, paper and embedder.

    `threshold` is a raw cosine in [-1, 1]; `top_k` is the number of chunks that are looked into.
    `chunker` is the name of a chunking strategy, and `chunk` the sizes it works with.
    The list of references is no evidence, since it speaks of other papers, unless `references`.
    """

    threshold: float = 0.7
    top_k: int = 3
    aggregate: Aggregate = Aggregate.MAX
    chunk: ChunkConfig = field(factory=ChunkConfig)
    references: bool = False
    chunker: str = "sentence"

    def __attrs_post_init__(self) -> None:
        if problems := _problems(self.threshold, self.top_k):
            raise ValueError("; ".join(map(str, problems)))

    @classmethod
    def create(
        cls,
        threshold: float = 0.7,
        top_k: int = 3,
        aggregate: Aggregate = Aggregate.MAX,
        chunk_size: int = 3000,
        overlap: float = 0.20,
        references: bool = False,
    ) -> Result[Settings]:
        """Settings from a user's values; the error names each field that is unsound.

        Chunks are of whole sentences, and sizes in characters; `verification.wiring.settings`
        chooses among all chunkers.

        >>> print(Settings.create(threshold=7, chunk_size=-1).failure())
        settings: threshold must be a cosine between -1 and 1 (got 7); target must be at least 1 \
(got -1)
        """
        chunk = ChunkConfig.create(chunk_size, overlap)
        return cls.combined("sentence", chunk, threshold, top_k, aggregate, references)

    @classmethod
    def combined(
        cls,
        chunker: str,
        chunk: Result[ChunkConfig],
        threshold: float = 0.7,
        top_k: int = 3,
        aggregate: Aggregate = Aggregate.MAX,
        references: bool = False,
    ) -> Result[Settings]:
        """The same with the chunker's sizes as they were made, sound or not."""
        problems = _problems(threshold, top_k)
        match chunk:
            case Failure(InvalidInput(problems=more)):
                return Failure(InvalidInput("settings", problems + more))
            case Failure(error):
                return Failure(error)
            case _ if problems:
                return Failure(InvalidInput("settings", problems))
        return Success(cls(threshold, top_k, aggregate, chunk.unwrap(), references, chunker))
