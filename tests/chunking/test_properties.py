"""What every chunking strategy promises, on text from papers and on hostile text.

A new strategy is held to it once it stands in the table of strategies.
"""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

import pytest
from attrs import evolve
from hypothesis import given, settings

from tests.chunking.chunkers import OWN, SIZED, chunks_of, count, material
from tests.data import data_folder
from tests.strategies import chunk_configs, documents
from vera.core.chunk import Chunk, ChunkConfig, Measure
from vera.core.document import Document, Section, Span

if TYPE_CHECKING:
    from vera.verification.chunking.strategy import Strategy

MEASURES = (Measure.CHARACTERS, Measure.TOKENS)

HOSTILE = {
    "words without a sentence end": "word " * 20_000,
    "one word": "x" * 100_000,
    "dots": ". " * 5_000 + "." * 5_000,
    "no spaces": "これは文ですね" * 3_000 + "。",
    "Japanese": "これは文です。次の文！本当？" * 300,
    "Japanese in lines": "これは文です\n" * 2_000,
    "Arabic": "هذه جملة عربية. وهذه أخرى؟ " * 300,
    "emoji with joiners": "👩‍👩‍👧‍👦👍🏽" * 1_000,
    "emoji among words": "ok 👩‍👩‍👧‍👦, 👍🏽. " * 500,
    "lone surrogates": "ab\ud800 c\udc00\udc00. " * 1_000,
    "control characters": "".join(map(chr, range(0x20))) * 200 + "\x85\u2028\u2029\u200b" * 50,
    "accents": "e" + "\u0301" * 3_000 + " a." * 100,
    "one letter": "a",
    "one character of many tokens": "𓂀",
    "spaces": " " * 10_000,
    "spaces between": ("a" + " " * 3_000 + "\n") * 8,
    "Windows line ends": "We count cells.\r\nThey grow.\r\n\r\n" * 400,
    "line ends": "\n" * 5_000 + "a" + "\r\n" * 5_000 + "b",
}

every_own = pytest.mark.parametrize("name", OWN)
every_sized = pytest.mark.parametrize("strategy", SIZED.values(), ids=SIZED.keys())
every_measure = pytest.mark.parametrize("measure", MEASURES, ids=lambda measure: measure.value)
every_hostile = pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())


def assert_sound(
    document: Document, chunks: list[Chunk], strategy: Strategy, config: ChunkConfig
) -> None:
    """What holds for the chunks of every strategy."""
    text = document.text
    assert [chunk.index for chunk in chunks] == list(range(len(chunks)))
    assert len({chunk.id for chunk in chunks}) == len(chunks)
    reached = 0
    for chunk in chunks:
        assert chunk.text == chunk.span.of(text)
        assert chunk.text.strip()
        assert chunk.size == count(chunk.text, config.measure)
        most = max(config.maximum, config.whole if len(chunks) == 1 else 0)
        assert chunk.size <= most or len(chunk.text) == 1
        assert not text[reached : chunk.span.start].strip()
        reached = chunk.span.end
    assert not text[reached:].strip()
    walls = [
        unit
        for batch in strategy.units(material(document, strategy, config))
        for unit in batch.starts[batch.walls].tolist()
    ]
    for before, chunk in pairwise(chunks):
        assert chunk.span.start > before.span.start
        assert chunk.span.end > before.span.end
        low, high = chunk.span.start, before.span.end
        assert count(text[low:high], config.measure) <= config.shared
        assert not any(low < wall < high for wall in walls)
        assert chunk.group - before.group in (0, 1)
    for _, group in groupby(chunks, key=lambda chunk: chunk.group):
        parts = [chunk.part for chunk in group]
        assert parts in ([None], list(range(len(parts))))


@every_sized
@every_measure
@settings(max_examples=60, deadline=None)
@given(document=documents(), config=chunk_configs())
def test_chunks_are_exact_cover_the_text_and_keep_the_limits(
    strategy: Strategy, measure: Measure, document: Document, config: ChunkConfig
) -> None:
    """Nothing is lost, over the maximum, shared beyond the overlap or miscounted; all advance."""
    config = evolve(config, measure=measure)
    assert_sound(document, chunks_of(document, strategy, config), strategy, config)


@every_sized
@settings(max_examples=30, deadline=None)
@given(document=documents(), config=chunk_configs())
def test_the_same_input_gives_the_same_chunks(
    strategy: Strategy, document: Document, config: ChunkConfig
) -> None:
    """Chunks depend on text and settings alone."""
    first = chunks_of(document, strategy, config)
    assert first == chunks_of(document, strategy, config)


@every_own
@every_hostile
def test_hostile_texts_at_own_settings(name: str, text: str) -> None:
    """Every strategy and preset keeps the promises on what breaks splitters."""
    document, (strategy, config) = Document(text, "a paper", ""), OWN[name]
    assert_sound(document, chunks_of(document, strategy, config), strategy, config)


@every_sized
@every_measure
@every_hostile
def test_hostile_texts_in_small_chunks(strategy: Strategy, measure: Measure, text: str) -> None:
    """The same at a size that parts words and characters of many tokens."""
    document, config = Document(text[:4_000], "a paper", ""), ChunkConfig(7, 0.4, 2, 9, measure)
    assert_sound(document, chunks_of(document, strategy, config), strategy, config)


@every_sized
def test_a_section_that_begins_inside_a_token_keeps_the_limits(strategy: Strategy) -> None:
    """Half a word has more tokens than the word, and is cut further where it stands alone."""
    sections = (Section(("n on",), Span(7, 31)),)
    document = Document("We train on 12.5 million pairs.", "a paper", "", sections=sections)
    config = ChunkConfig(1, 0.0, 0, 1, Measure.TOKENS)
    assert_sound(document, chunks_of(document, strategy, config), strategy, config)


@every_own
def test_real_papers_at_own_settings(name: str) -> None:
    """Every strategy and preset keeps the promises on papers."""
    strategy, config = OWN[name]
    for path in sorted(data_folder("evidence_inference", "txt").glob("*.txt"))[:5]:
        document = Document(path.read_text(encoding="utf-8"), path.name, "")
        chunks = chunks_of(document, strategy, config)
        assert chunks
        assert_sound(document, chunks, strategy, config)


@every_own
def test_a_document_without_words_has_no_chunks(name: str) -> None:
    """Nothing but whitespace gives no chunk, and no error."""
    for text in ("", " \n\n\t "):
        assert chunks_of(Document(text, "a paper", ""), *OWN[name]) == []


@every_own
def test_a_chunk_knows_its_section(name: str) -> None:
    """The section is the innermost at the chunk's start."""
    text = "Method. " + "We count cells. " * 4
    sections = (Section(("2 Method",), Span(0, len(text))),)
    chunks = chunks_of(Document(text, "a paper", "", sections=sections), *OWN[name])
    assert {chunk.section for chunk in chunks} == {"2 Method"}


@every_own
def test_a_small_document_is_one_chunk(name: str) -> None:
    """What is under every size is not cut."""
    document = Document(" We count cells. They grow.\n", "a paper", "")
    (chunk,) = chunks_of(document, *OWN[name])
    assert (chunk.text, chunk.part) == ("We count cells. They grow.", None)


PROGRAM = """
from attrs import evolve
from tests.chunking.chunkers import OWN, chunks_of
from vera.core.document import Document
text = "We count cells, cf. Fig. 3. They grow in Xy. Ab is new! これは文です。 " * 80
for strategy, config in OWN.values():
    print([chunk.id for chunk in chunks_of(Document(text, "p", ""), strategy, config)])
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
