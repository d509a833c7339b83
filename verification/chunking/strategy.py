"""What a chunking strategy is, and the one chunker that runs them all (ADR 0014)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping

from attrs import field, frozen

from vera.core.chunk import Chunk, ChunkConfig, chunk_id
from vera.core.cutting import best_cut
from vera.core.document import Document, Span
from vera.core.ports import Matrix, Tokenizer
from vera.verification.chunking.packing import Run, pack
from vera.verification.chunking.rulers import Characters, Ruler, Tokens, exceeds
from vera.verification.chunking.units import Unit, Units

_INK = re.compile(r"\S")


@frozen(eq=False)
class Material:
    """What a strategy makes units from: a document, its sentences and, where it asks, vectors."""

    document: Document
    sentences: Iterable[Span]
    ruler: Ruler
    config: ChunkConfig
    rows: Matrix | None = None

    def pieces(self, start: int, end: int, most: int, *, wall: bool = False) -> Iterator[Unit]:
        """A stretch as one unit, or, where it is larger than `most`, cut into pieces.

        A piece is at most the target, and cut at the best place in its second half; between pieces
        is only whitespace.
        """
        text, config, first = self.document.text, self.config, start
        while exceeds(self.ruler, start, end, most):
            reach = min(self.ruler.reach(start, config.target), end)
            cut = best_cut(text, start + (reach - start) // 2, reach)
            while text[cut - 1].isspace():
                cut -= 1
            while cut > start + 1 and self.ruler.size(start, cut) > config.target:
                cut -= 1
            after = cut
            while after < end and text[after].isspace():
                after += 1
            if after >= end:
                break
            yield Unit(start, cut, start > first, cut_after=True, wall=wall and start == first)
            start = after
        yield Unit(start, end, cut_before=start > first, wall=wall and start == first)


def _unnamed(document: Document, chunks: Iterator[Chunk]) -> Iterator[Chunk]:  # noqa: ARG001
    return chunks


@frozen
class Strategy:
    """One way to chunk: the units that are packed, and the sizes that are usual for them.

    `presets` are other settings that a user can name. `named` gives the chunks the ids of the
    strategy's own scheme; without it they are those of `vera.core.chunk.chunk_id`.
    """

    name: str
    units: Callable[[Material], Iterator[Units]]
    config: ChunkConfig
    presets: Mapping[str, ChunkConfig] = field(factory=dict)
    named: Callable[[Document, Iterator[Chunk]], Iterator[Chunk]] = _unnamed
    uses_vectors: bool = False


@frozen
class PackingChunker:
    """Chunks documents by a strategy; `tokenizer` is needed where sizes are in tokens."""

    strategy: Strategy
    config: ChunkConfig
    tokenizer: Tokenizer | None = None

    @property
    def uses_vectors(self) -> bool:
        """Whether the strategy looks at the sentences' vectors."""
        return self.strategy.uses_vectors

    def chunk(
        self, document: Document, sentences: Iterable[Span], rows: Matrix | None = None
    ) -> Iterator[Chunk]:
        """The chunks in order, made as they are asked for; `sentences` is read once."""
        ruler: Ruler = Characters(len(document.text))
        if self.tokenizer is not None:
            ruler = Tokens(document.text, self.tokenizer)
        units = self.strategy.units(Material(document, sentences, ruler, self.config, rows))
        runs: Iterable[Run] = self._whole(document, ruler) or pack(
            units, ruler, self.config, document.text
        )
        return self.strategy.named(document, _chunks(document, runs))

    def _whole(self, document: Document, ruler: Ruler) -> list[Run]:
        """The document as one run, where that is asked for and it is small enough."""
        first = _INK.search(document.text)
        if not self.config.whole or first is None:
            return []
        start, end = first.start(), len(document.text)
        while document.text[end - 1].isspace():
            end -= 1
        size = ruler.size(start, end)
        return [Run(start, end, False, False, size)] if size <= self.config.whole else []


def _chunks(document: Document, runs: Iterable[Run]) -> Iterator[Chunk]:
    """The chunk of each run, with its place in the document."""
    text, source = document.text, document.source
    for index, run in enumerate(runs):
        span = Span(run.start, run.end)
        part = text[run.start : run.end]
        yield Chunk(
            chunk_id(index, span, part),
            part,
            source,
            span,
            index,
            document.pages_of(span),
            document.section_of(run.start) if document.sections else "",
            run.cut_before,
            run.cut_after,
            run.size,
            run.group,
            run.part,
        )
