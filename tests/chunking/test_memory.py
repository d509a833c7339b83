"""Chunking holds some thousand units, whatever the length of the text."""

from __future__ import annotations

import tracemalloc

from vera.core.chunk import ChunkConfig
from vera.core.document import Document
from vera.verification.chunking.pysbd import PysbdSplitter
from vera.verification.chunking.sentence import SentenceChunker

MEGABYTE = 1_000_000


def peak_of(text: str) -> int:
    """The most bytes held beyond the text while its chunks are made and dropped."""
    document = Document(text, "a paper", "")
    tracemalloc.start()
    try:
        sentences = PysbdSplitter().split(document)
        for _ in SentenceChunker(ChunkConfig()).chunk(document, sentences):
            pass
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_chunking_streams() -> None:
    """A megabyte of sentences or ten without any end take less than half a megabyte more."""
    paragraph = "The cells were counted by Smith et al. (2019). They were long. " * 40 + "\n\n"
    peak_of(paragraph)  # what is loaded once is not counted
    for text in (paragraph * (MEGABYTE // len(paragraph)), "word " * (2 * MEGABYTE)):
        assert peak_of(text) < MEGABYTE / 2
