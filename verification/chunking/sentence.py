"""Chunks that begin and end at sentence ends (ADR 0003)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from attrs import field, frozen

from core.chunk import ChunkConfig
from core.cutting import best_cut
from verification.chunking.packing import Unit, characters, chunks, pack

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from core.chunk import Chunk
    from core.document import Document, Span

_WORDS = re.compile(r"\S")


@frozen
class SentenceChunker:
    """Packs whole sentences up to the target size, in characters; `packing.pack` has the rules."""

    config: ChunkConfig = field(factory=ChunkConfig)

    def chunk(self, document: Document, sentences: Iterable[Span]) -> Iterator[Chunk]:
        """The chunks in order, made as they are asked for; `sentences` is read once.

        A sentence over `config.maximum` is cut into pieces of at most the target, at the best
        places inside; the chunks at its cuts say so, and share nothing across them.
        """
        units = _units(document.text, sentences, self.config)
        return chunks(document, pack(units, characters, self.config))


def _units(text: str, sentences: Iterable[Span], config: ChunkConfig) -> Iterator[Unit]:
    for sentence in sentences:
        if len(sentence) <= config.maximum:
            yield Unit(sentence.start, sentence.end)
        else:
            yield from _pieces(text, sentence, config)


def _pieces(text: str, sentence: Span, config: ChunkConfig) -> Iterator[Unit]:
    """The pieces of a sentence over the maximum; between them is only whitespace."""
    start = sentence.start
    while sentence.end - start > config.maximum:
        cut = best_cut(text, start + config.target // 2, start + config.target)
        word = _WORDS.search(text, cut, sentence.end)
        if word is None:
            break
        while text[cut - 1].isspace():
            cut -= 1
        yield Unit(start, cut, cut_before=start > sentence.start, cut_after=True)
        start = word.start()
    yield Unit(start, sentence.end, cut_before=start > sentence.start)
