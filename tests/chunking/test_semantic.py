"""The semantic strategy parts where the sentences' vectors part."""

from __future__ import annotations

import numpy as np

from tests.chunking.chunkers import chunks_of
from vera.core.chunk import ChunkConfig
from vera.core.document import Document
from vera.verification.chunking.pysbd import PysbdSplitter
from vera.verification.chunking.semantic import SEMANTIC, depths, similarities
from vera.verification.chunking.strategy import PackingChunker

CELLS = "The cells of the mouse liver grow in the dish with the serum. " * 8
STARS = "Stars of this galaxy shine because hydrogen fuses within them. " * 8
DOCUMENT = Document(CELLS + STARS, "a paper", "")
CONFIG = ChunkConfig(3000, 0.0, 100, 5000)


def test_two_topics_are_two_chunks() -> None:
    """The chunk ends exactly where the words change, far below the target."""
    first, second = chunks_of(DOCUMENT, SEMANTIC, CONFIG)
    assert (first.text, second.text) == (CELLS.strip(), STARS.strip())


def test_a_topic_under_the_minimum_is_not_alone() -> None:
    """A part smaller than the minimum stays with its neighbour."""
    assert len(chunks_of(DOCUMENT, SEMANTIC, ChunkConfig(3000, 0.0, 3000, 5000))) == 1


def test_without_vectors_sentences_fill_the_target() -> None:
    """Where nothing is embedded the sentences are packed as they come."""
    sentences = PysbdSplitter().split(DOCUMENT)
    (chunk,) = PackingChunker(SEMANTIC, CONFIG).chunk(DOCUMENT, sentences)
    assert chunk.text == DOCUMENT.text.strip()


def test_sentences_without_vectors_part_nothing() -> None:
    """Rows of zeros are like nothing, and make no number that is not finite."""
    zeros = np.zeros((8, 4), dtype=np.float32)
    assert similarities(zeros).tolist() == [0.0] * 7
    assert depths(similarities(zeros)).tolist() == [0.0] * 7


def test_a_gap_is_as_deep_as_the_slopes_beside_it() -> None:
    """Depth is measured from the tops of both slopes, however many steps they have."""
    assert depths(np.array([0.9, 0.6, 0.2, 0.4, 0.8, 0.5])).round(1).tolist() == [
        0.0,
        0.0,
        1.3,
        0.0,
        0.0,
        0.0,
    ]
