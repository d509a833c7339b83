"""What every chunking strategy promises, on text from papers and on hostile text.

A new strategy joins by one line in `STRATEGIES`.
"""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

import pytest
from hypothesis import given

from core.chunk import Chunk, ChunkConfig, chunk_id
from core.document import Document, Section, Span
from tests.data import data_folder
from tests.strategies import chunk_configs, documents
from verification.chunking.pysbd import PysbdSplitter
from verification.chunking.sentence import SentenceChunker

if TYPE_CHECKING:
    from collections.abc import Callable

    from core.ports import Chunker

    Strategy: TypeAlias = Callable[[ChunkConfig], Chunker]

STRATEGIES: tuple[Strategy, ...] = (SentenceChunker,)

every_strategy = pytest.mark.parametrize("strategy", STRATEGIES, ids=lambda made: made.__name__)


def chunks_of(document: Document, strategy: Strategy, config: ChunkConfig) -> list[Chunk]:
    """The chunks that a strategy makes of the document's sentences."""
    return list(strategy(config).chunk(document, PysbdSplitter().split(document)))


def assert_sound(document: Document, chunks: list[Chunk], config: ChunkConfig) -> None:
    """What holds for the chunks of every strategy."""
    text = document.text
    assert [chunk.index for chunk in chunks] == list(range(len(chunks)))
    assert len({chunk.id for chunk in chunks}) == len(chunks)
    reached = 0
    for before, chunk in zip([None, *chunks], chunks, strict=False):
        assert chunk.text == chunk.span.of(text)
        assert chunk.text.strip()
        assert chunk.length <= config.maximum
        assert chunk.id == chunk_id(chunk.index, chunk.span, chunk.text)
        assert not text[reached : chunk.span.start].strip()
        if before is not None:
            assert chunk.span.start > before.span.start
            assert chunk.span.end > before.span.end
        reached = chunk.span.end
    assert not text[reached:].strip()


@every_strategy
@given(document=documents(), config=chunk_configs())
def test_chunks_are_pieces_of_the_text_and_cover_it(
    strategy: Strategy, document: Document, config: ChunkConfig
) -> None:
    """Each chunk is its span's text, none is over the maximum, none stands still, none is lost."""
    assert_sound(document, chunks_of(document, strategy, config), config)


@every_strategy
@given(document=documents(), config=chunk_configs())
def test_the_same_input_gives_the_same_chunks(
    strategy: Strategy, document: Document, config: ChunkConfig
) -> None:
    """Chunks depend on text and settings alone."""
    first = chunks_of(document, strategy, config)
    assert first == chunks_of(document, strategy, config)


@given(document=documents(), config=chunk_configs())
def test_chunks_begin_and_end_at_sentence_ends(document: Document, config: ChunkConfig) -> None:
    """Only a sentence over the maximum is cut, and the chunks at the cut say so."""
    sentences = list(PysbdSplitter().split(document))
    starts = {sentence.start for sentence in sentences}
    ends = {sentence.end for sentence in sentences}
    long = [sentence for sentence in sentences if len(sentence) > config.maximum]
    for chunk in chunks_of(document, SentenceChunker, config):
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
    chunks = chunks_of(document, SentenceChunker, config)
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
    for before, last in pairwise(chunks_of(document, SentenceChunker, config)[-2:]):
        added = len(document.text[before.span.end : last.span.end].lstrip())
        assert added >= config.minimum or last.span.end - before.span.start > config.maximum


@every_strategy
def test_a_document_without_words_has_no_chunks(strategy: Strategy) -> None:
    """Nothing but whitespace gives no chunk, and no error."""
    for text in ("", " \n\n\t "):
        assert chunks_of(Document(text, "a paper", ""), strategy, ChunkConfig()) == []


@every_strategy
def test_a_chunk_knows_its_section(strategy: Strategy) -> None:
    """The section is the innermost at the chunk's start."""
    text = "Method. " + "We count cells. " * 4
    sections = (Section(("2 Method",), Span(0, len(text))),)
    document = Document(text, "a paper", "", sections=sections)
    chunks = chunks_of(document, strategy, ChunkConfig(40, 0, 0, 60))
    assert len(chunks) > 1
    assert {chunk.section for chunk in chunks} == {"2 Method"}


@every_strategy
def test_real_papers_come_out_whole(strategy: Strategy) -> None:
    """Chunks of real papers keep every promise at VERA's own settings."""
    folder = data_folder("evidence_inference", "txt")
    for path in sorted(folder.glob("*.txt"))[:20]:
        document = Document(path.read_text(encoding="utf-8"), path.name, "")
        chunks = chunks_of(document, strategy, ChunkConfig())
        assert_sound(document, chunks, ChunkConfig())
        assert not any(chunk.cut_before or chunk.cut_after for chunk in chunks)


PROGRAM = """
from tests.chunking.test_properties import STRATEGIES, chunks_of
from core.chunk import ChunkConfig
from core.document import Document
text = "We count cells, cf. Fig. 3. They grow in Xy. Ab is new! これは文です。 " * 9
for strategy in STRATEGIES:
    chunks = chunks_of(Document(text, "p", ""), strategy, ChunkConfig(90, 0.2, 20))
    print([chunk.id for chunk in chunks])
"""


def test_another_process_makes_the_same_ids() -> None:
    """Ids do not depend on the process or its hash seed."""
    answers = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            check=True,
            capture_output=True,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONUTF8": "1"},
            text=True,
        ).stdout
        for seed in ("0", "1", "4242")
    }
    assert len(answers) == 1
    assert "0001-" in answers.pop()
