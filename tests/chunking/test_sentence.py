"""What the `sentence` strategy promises beyond what all do."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from hypothesis import given

from tests.data import data_folder
from tests.strategies import chunk_configs, documents
from vera.core.document import Document
from vera.verification.chunking.pysbd import PysbdSplitter
from vera.verification.chunking.sentence import SentenceChunker

if TYPE_CHECKING:
    from vera.core.chunk import Chunk, ChunkConfig


def chunks_of(document: Document, config: ChunkConfig | None = None) -> list[Chunk]:
    """The chunks of the document's sentences, sizes in characters."""
    return list(SentenceChunker(config).chunk(document, PysbdSplitter().split(document)))


@given(document=documents(), config=chunk_configs())
def test_chunks_begin_and_end_at_sentence_ends(document: Document, config: ChunkConfig) -> None:
    """Only a sentence over the maximum is cut, and the chunks at the cut say so."""
    sentences = list(PysbdSplitter().split(document))
    starts = {sentence.start for sentence in sentences}
    ends = {sentence.end for sentence in sentences}
    long = [sentence for sentence in sentences if len(sentence) > config.maximum]
    for chunk in chunks_of(document, config):
        assert chunk.cut_before == (chunk.span.start not in starts)
        assert chunk.cut_after == (chunk.span.end not in ends)
        if chunk.cut_before:
            assert any(cut.start < chunk.span.start < cut.end for cut in long)
        if chunk.cut_after:
            assert any(cut.start < chunk.span.end < cut.end for cut in long)


@given(document=documents(), config=chunk_configs())
def test_the_overlap_is_the_most_whole_sentences_that_fit(
    document: Document, config: ChunkConfig
) -> None:
    """One sentence more would pass the ratio or the maximum, reach over a cut, or be all."""
    sentences = list(PysbdSplitter().split(document))
    chunks = chunks_of(document, config)
    room = config.overlap * config.target
    for before, chunk in pairwise(chunks):
        end = before.span.end
        assert max(0, end - chunk.span.start) <= room
        new = next(sentence for sentence in sentences if sentence.end > end)
        new_end = new.end if len(new) <= config.maximum else chunk.span.end
        for at, sentence in enumerate(sentences):
            if before.span.start < sentence.start < min(chunk.span.start, end):
                later = [other for other in sentences[at:] if other.start < end]
                cut = any(len(other) > config.maximum for other in later)
                passes = new_end - sentence.start > config.maximum
                assert end - sentence.start > room or passes or cut


@given(document=documents(), config=chunk_configs())
def test_a_last_chunk_that_adds_too_little_has_no_room_to_join(
    document: Document, config: ChunkConfig
) -> None:
    """What the last chunk adds is under the minimum only where joining would pass the maximum."""
    for before, last in pairwise(chunks_of(document, config)[-2:]):
        added = len(document.text[before.span.end : last.span.end].lstrip())
        assert added >= config.minimum or last.span.end - before.span.start > config.maximum


def test_no_sentence_of_a_real_paper_is_cut() -> None:
    """At VERA's own settings every chunk of real papers begins and ends at a sentence."""
    folder = data_folder("evidence_inference", "txt")
    for path in sorted(folder.glob("*.txt"))[:20]:
        chunks = chunks_of(Document(path.read_text(encoding="utf-8"), path.name, ""))
        assert chunks
        assert not any(chunk.cut_before or chunk.cut_after for chunk in chunks)
