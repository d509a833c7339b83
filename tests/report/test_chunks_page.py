"""The forms in which chunks are shown: nothing is lost, and nothing of a paper takes effect."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING

from attrs import define, evolve, field
from hypothesis import given

from tests.strategies import chunk_configs, documents
from vera.core.chunk import Chunk, ChunkConfig, Measure
from vera.core.document import Document, Page, Span
from vera.verification.chunking.pysbd import PysbdSplitter
from vera.verification.chunking.sentence import SentenceChunker
from vera.verification.report.chunks_html import chunks_html
from vera.verification.report.of_chunks import Chunked, chunks_text, headline
from vera.verification.report.printable import printable_text, visible

if TYPE_CHECKING:
    from collections.abc import Iterable

_NAMED = re.compile(r"U\+[0-9A-F]{4}")


@define(eq=False)
class _Page(HTMLParser):
    """What a page shows of a document, and the chunks of each stretch, as a browser reads it."""

    stretches: list[tuple[str, range]] = field(factory=list)
    marks: list[str] = field(factory=list)
    tags: set[str] = field(factory=set)
    _open: list[tuple[str, dict[str, str | None]]] = field(factory=list)
    _inside: bool = False

    def __attrs_post_init__(self) -> None:
        super().__init__(convert_charrefs=True)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Remember what is open."""
        self._inside |= tag == "main"
        if self._inside:
            self.tags.add(tag)
            self._open.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        """Forget what was open; elements of the text are well nested."""
        if self._inside:
            assert self._open.pop()[0] == tag
        self._inside &= tag != "main"

    def handle_data(self, data: str) -> None:
        """Text of the paper is what stands in no mark."""
        if not self._inside:
            return
        tag, attributes = self._open[-1]
        if tag == "b" or attributes.get("class") == "label":
            self.marks.append(data)
            return
        chunks = range(0)
        for _, around in self._open:
            if first := around.get("data-first"):
                chunks = range(int(first), int(around["data-last"] or 0) + 1)
        named = tag == "i" and _NAMED.fullmatch(data)
        self.stretches.append((chr(int(data.removeprefix("U+"), 16)) if named else data, chunks))

    def text_of(self, chunk: int | None = None) -> str:
        """The text of a chunk, or of the whole document."""
        return "".join(text for text, chunks in self.stretches if chunk is None or chunk in chunks)


def _chunked(document: Document, config: ChunkConfig) -> Chunked:
    sentences = PysbdSplitter().split(document)
    chunks = tuple(SentenceChunker(config).chunk(document, sentences))
    return Chunked(document, chunks, "sentence", config)


def _read(chunked: Chunked) -> _Page:
    page = _Page()
    page.feed(chunks_html(chunked))
    page.close()
    return page


def _same(shown: str, text: str) -> bool:
    """Whether a browser shows the text; it takes every kind of line end for one."""
    return shown.replace("\r\n", "\n") == text.replace("\r\n", "\n")


@given(documents(), chunk_configs())
def test_the_page_shows_all_of_it(document: Document, config: ChunkConfig) -> None:
    """The page holds every character once, and each chunk is what is marked as its own."""
    chunked = _chunked(document, config)
    page = _read(chunked)
    assert _same(page.text_of(), document.text)
    for chunk in chunked.chunks:
        assert _same(page.text_of(chunk.index), chunk.text)
    assert page.tags <= {"main", "span", "b", "i"}


@given(documents(), chunk_configs())
def test_the_page_can_be_written(document: Document, config: ChunkConfig) -> None:
    """Whatever the text, the page is UTF-8 without control characters or marks of direction."""
    page = chunks_html(_chunked(document, config))
    page.encode("utf-8")
    assert not re.search("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", page)
    assert not re.search("\r(?!\n)", page)


def test_nothing_of_a_paper_is_markup() -> None:
    """Text, title and name of a paper cannot open an element or end the script."""
    evil = '</main><script>alert(1)</script>"><img src=x onerror=alert(1)>&lt;'
    document = Document(evil * 3, evil, "", title=evil)
    span = Span(0, len(evil))
    chunk = Chunk(evil, evil, evil, span, 0, section=evil)
    page = chunks_html(Chunked(document, (chunk,), "sentence", ChunkConfig()))
    assert page.count("<script>") == 1
    assert "<img" not in page
    assert _read(Chunked(document, (chunk,), "sentence", ChunkConfig())).text_of(0) == evil


def test_the_page_needs_nothing_else() -> None:
    """The page names no other file and no address."""
    page = chunks_html(_chunked(Document("Bees sleep.", "a.txt", ""), ChunkConfig()))
    assert not re.search(r"(?:src|href)=\"(?!#)|url\(|@import|//[a-z]", page)
    assert "default-src 'none'" in page


def test_marks_stand_where_chunks_begin_and_end() -> None:
    """Each chunk has a number where it begins and where it ends, and a label in the margin."""
    text = "One two three. " * 40
    page = _read(_chunked(Document(text, "a.txt", ""), ChunkConfig(150, 0.3, 0, 150)))
    numbers = sorted(int(mark) for mark in page.marks)
    most = max(numbers)
    assert most >= 3
    assert numbers == sorted([*range(most + 1)] * 3)


def test_chunks_that_begin_together_have_one_label() -> None:
    """Labels of chunks of few characters would cover each other: one label names them all."""
    page = _read(_chunked(Document("One. Two. Three.", "a.txt", ""), ChunkConfig(6, 0, 0, 6)))
    assert "0–2" in page.marks


def _shown(chunks: Iterable[Chunk], config: ChunkConfig) -> str:
    pages = (Page(1, 9, 9, Span(0, 9)), Page(2, 9, 9, Span(9, 20), "ii"))
    document = Document("One two. Three four.", "a.pdf", "", pages=pages)
    return chunks_text(Chunked(document, tuple(chunks), "tokens", config))


def test_text_says_where_each_chunk_stands() -> None:
    """A chunk's line has its number, id, span, size, pages, section, and what it shares."""
    config = ChunkConfig(5, 0.2, 0, 7, Measure.TOKENS)
    first = Chunk("x", "One two.", "a.pdf", Span(0, 8), 0, (1,), "2 Method", size=1)
    second = Chunk("y", "two. Three", "a.pdf", Span(4, 14), 1, (1, 2), size=4, cut_after=True)
    assert _shown([first, second], config) == (
        "a.pdf: 2 chunks by tokens of 5 tokens, 20% shared, at most 7\n\n"
        "--- 0 | x | [0, 8) | 1 token | p. 1 | 2 Method\nOne two.\n\n"
        "--- 1 | y | [4, 14) | 4 tokens | pp. 1-2 | shares 4 characters | cut after\ntwo. Three\n"
    )
    again = Chunk("z", "a\x1b[2J\u202eb", "a\x1b", Span(0, 6), 0, section="\x1b[31m")
    assert not re.search("[\x00-\x09\x0b-\x1f\u202e]", _shown([again], config))


def test_labels_are_those_of_the_pages() -> None:
    """Beside the numbers of its pages a chunk has their labels."""
    pages = (Page(1, 9, 9, Span(0, 9), "i"), Page(2, 9, 9, Span(9, 20)))
    document = Document("One two. Three four.", "a.pdf", "", pages=pages)
    chunk = Chunk("x", "", "a.pdf", Span(0, 8), 0, (1, 2))
    chunked = Chunked(document, (chunk,), "tokens", ChunkConfig())
    assert chunked.labels(chunk) == ["i", ""]
    assert headline(evolve(chunked, chunks=())).startswith("a.pdf: 0 chunks by tokens")


@given(documents())
def test_visible_loses_nothing(document: Document) -> None:
    """The parts of a text, with the named characters in their place, are the text."""
    parts = [
        chr(int(part.removeprefix("U+"), 16)) if named else part
        for part, named in visible(document.text)
    ]
    assert "".join(parts) == document.text
    for part, named in visible(document.text):
        assert named or printable_text(part.replace("\r\n", "\n")) == part.replace("\r\n", "\n")
