"""Chunks that begin and end at sentence ends (ADR 0003)."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from vera.core.chunk import ChunkConfig
from vera.verification.chunking.rulers import exceeds
from vera.verification.chunking.strategy import Material, PackingChunker, Strategy
from vera.verification.chunking.units import Units

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vera.core.document import Span

_BATCH = 1024


def units(material: Material) -> Iterator[Units]:
    """The sentences; one over the maximum is cut into pieces of at most the target."""
    sentences = iter(material.sentences)
    while batch := list(islice(sentences, _BATCH)):
        yield from _batch(material, batch)


def _batch(material: Material, sentences: list[Span]) -> Iterator[Units]:
    starts = np.array([sentence.start for sentence in sentences], dtype=np.int64)
    ends = np.array([sentence.end for sentence in sentences], dtype=np.int64)
    ruler, most = material.ruler, material.config.maximum
    done = 0
    for at in np.flatnonzero(ruler.ceil(ends) - ruler.floor(starts) > most // 2):
        start, end = int(starts[at]), int(ends[at])
        if exceeds(ruler, start, end, most):
            yield Units.plain(starts[done:at], ends[done:at])
            yield from Units.batches(material.pieces(start, end, most))
            done = int(at) + 1
    yield Units.plain(starts[done:], ends[done:])


SENTENCE = Strategy("sentence", units, ChunkConfig())


class SentenceChunker(PackingChunker):
    """Whole sentences packed up to the target size, in characters.

    A sentence over `config.maximum` is cut at the best places inside; the chunks at its cuts say
    so, and share nothing across them.
    """

    def __init__(self, config: ChunkConfig | None = None) -> None:
        super().__init__(SENTENCE, config or SENTENCE.config)
