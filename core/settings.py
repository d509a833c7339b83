"""What decides a verdict beside the claim and the paper."""

from __future__ import annotations

from enum import Enum

from attrs import field, frozen

from vera.core.chunk import ChunkConfig
from vera.core.errors import InvalidInput, Problem
from vera.core.result import Failure, Result, Success


class Aggregate(Enum):
    """How the similarities of a claim to the best passages become one score.

    `MAX` takes the best of the top-k chunks and of the sentence windows inside them. `MEAN` and
    `WEIGHTED` (0.5, 0.3, 0.2, ...) look at the top-k chunks alone, as VERA did.
    """

    MAX = "max"
    MEAN = "mean"
    WEIGHTED = "weighted"


_PERCENT = 100
RULES = ("calibrated", "cosine")


def _range(threshold: float, rule: str) -> str:
    """What a threshold must be; below 0 it is of use only where nothing is calibrated."""
    if rule == "cosine":
        return "must be a cosine from -1 to 1"
    percent = f", so {threshold / 100:g} for {threshold:g}%" if 1 < threshold <= _PERCENT else ""
    return f"must be a probability from 0 to 1{percent}"


def _problems(threshold: float, top_k: int, rule: str) -> tuple[Problem, ...]:
    checks = (
        ("threshold", threshold, -1 <= threshold <= 1, _range(threshold, rule)),
        ("rule", rule, rule in RULES, f"must be one of {', '.join(RULES)}"),
        ("top_k", top_k, top_k >= 1, "must be at least 1"),
    )
    return tuple(Problem(name, value, rule) for name, value, sound, rule in checks if not sound)


@frozen
class Settings:
    """Everything that a verdict depends on beside claim, paper and embedder.

    `rule` is "calibrated": the score is the probability that the paper supports the claim, where
    the embedder has a calibration, and conflicts are looked for; or "cosine", the bare rule.
    `threshold` is the score from which a claim is grounded; `top_k` is the number of chunks that
    the bare rule looks into, and of pieces of evidence that are given.
    `chunker` is the name of a chunking strategy, and `chunk` the sizes it works with.
    The list of references is no evidence, since it speaks of other papers, unless `references`.
    With `only_claims`, what states nothing that a paper could bear out is not asked (ADR 0064).
    """

    threshold: float = 0.7
    top_k: int = 3
    aggregate: Aggregate = Aggregate.MAX
    chunk: ChunkConfig = field(factory=ChunkConfig)
    references: bool = False
    chunker: str = "sentence"
    rule: str = "calibrated"
    only_claims: bool = False

    def __attrs_post_init__(self) -> None:
        if problems := _problems(self.threshold, self.top_k, self.rule):
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
        rule: str = "calibrated",
    ) -> Result[Settings]:
        """Settings from a user's values; the error names each field that is unsound.

        Chunks are of whole sentences, and sizes in characters; `vera.verification.wiring.settings`
        chooses among all chunkers.

        >>> print(Settings.create(threshold=7, chunk_size=-1).failure())
        settings: threshold must be a probability from 0 to 1, so 0.07 for 7% (got 7); target must \
be at least 1 (got -1)
        """
        chunk = ChunkConfig.create(chunk_size, overlap)
        return cls.combined("sentence", chunk, threshold, top_k, aggregate, references, rule)

    @classmethod
    def combined(
        cls,
        chunker: str,
        chunk: Result[ChunkConfig],
        threshold: float = 0.7,
        top_k: int = 3,
        aggregate: Aggregate = Aggregate.MAX,
        references: bool = False,
        rule: str = "calibrated",
    ) -> Result[Settings]:
        """The same with the chunker's sizes as they were made, sound or not."""
        problems = _problems(threshold, top_k, rule)
        match chunk:
            case Failure(InvalidInput(problems=more)):
                return Failure(InvalidInput("settings", problems + more))
            case Failure(error):
                return Failure(error)
            case _ if problems:
                return Failure(InvalidInput("settings", problems))
        return Success(cls(threshold, top_k, aggregate, chunk.unwrap(), references, chunker, rule))
