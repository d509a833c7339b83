"""Every strategy as the tests run it: with sentences, vectors and a tokenizer of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.fakes import FakeEmbedder
from vera.core.chunk import ChunkConfig, Measure
from vera.core.ports import Role
from vera.verification.chunking.pysbd import PysbdSplitter
from vera.verification.chunking.rulers import Characters, Ruler, Tokens
from vera.verification.chunking.strategies import STRATEGIES
from vera.verification.chunking.strategy import Material, PackingChunker, Strategy
from vera.verification.chunking.tiktoken import load

if TYPE_CHECKING:
    from vera.core.chunk import Chunk
    from vera.core.document import Document, Span
    from vera.core.ports import Matrix

TOKENIZER = load().unwrap()

OWN = {
    (f"{name}:{preset}" if preset else name): (strategy, config)
    for name, strategy in STRATEGIES.items()
    for preset, config in {"": strategy.config, **strategy.presets}.items()
}
"""Each strategy, and each of its presets, with the settings that are its own."""

SIZED = {name: strategy for name, strategy in STRATEGIES.items() if name != "none"}
"""The strategies that take a size."""


def count(text: str, measure: Measure) -> int:
    """The size of a text by itself."""
    return len(text) if measure is Measure.CHARACTERS else TOKENIZER.count(text)


def ruler(document: Document, config: ChunkConfig) -> Ruler:
    """What sizes are measured with."""
    if config.measure is Measure.CHARACTERS:
        return Characters(len(document.text))
    return Tokens(document.text, TOKENIZER)


def vectors(document: Document, sentences: list[Span]) -> Matrix:
    """A row for each sentence, by its words."""
    embedder = FakeEmbedder()
    return embedder.embed([span.of(document.text) for span in sentences], Role.PASSAGE).unwrap()


def material(document: Document, strategy: Strategy, config: ChunkConfig) -> Material:
    """What the strategy makes its units from."""
    sentences = list(PysbdSplitter().split(document))
    rows = vectors(document, sentences) if strategy.uses_vectors else None
    return Material(document, sentences, ruler(document, config), config, rows)


def chunks_of(document: Document, strategy: Strategy, config: ChunkConfig) -> list[Chunk]:
    """The chunks that the strategy makes of the document."""
    tokenizer = None if config.measure is Measure.CHARACTERS else TOKENIZER
    given = material(document, strategy, config)
    chunker = PackingChunker(strategy, config, tokenizer)
    return list(chunker.chunk(document, given.sentences, given.rows))
