"""Every chunker that is compared, as a function from a text to pieces; each imported when asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from typing import Any, TypeAlias

from attrs import evolve, frozen

from vera.core.chunk import ChunkConfig, Measure
from vera.core.document import Document, Span
from vera.core.ports import Matrix
from vera.verification.chunking.pysbd import PysbdSplitter
from vera.verification.chunking.strategies import STRATEGIES
from vera.verification.chunking.strategy import PackingChunker
from vera.verification.chunking.tiktoken import load

Embed: TypeAlias = Callable[[Sequence[str]], Matrix]


@frozen
class Size:
    """The most that a chunk may hold, and may repeat of the one before; in tokens or characters."""

    most: int
    overlap: int = 0
    tokens: bool = False

    def count(self, text: str) -> int:
        """The size of a text in this measure."""
        return load().unwrap().count(text) if self.tokens else len(text)


@frozen
class Piece:
    """A chunk as a library gives it; `start` and `end` are what it says, None where it does not."""

    text: str
    start: int | None
    end: int | None


Cut: TypeAlias = Callable[[str], list[Piece]]
"""Cuts a text."""


def ours(strategy: str, size: Size, embed: Embed | None = None) -> Cut:
    """A strategy of this project, its hard limit the size asked, as the others have it."""
    measure = Measure.TOKENS if size.tokens else Measure.CHARACTERS
    overlap = 0.0 if strategy == "semantic" else size.overlap / size.most
    least = size.most // 4 if strategy == "semantic" else 0
    config = ChunkConfig(size.most, overlap, least, size.most, measure)
    tokenizer = load().unwrap() if size.tokens else None
    chunker = PackingChunker(STRATEGIES[strategy], config, tokenizer)

    def cut(text: str) -> list[Piece]:
        document = Document(text, "a text", "")
        # The token strategies ask for no sentences, which are found as they are read.
        sentences: Any = PysbdSplitter().split(document)
        rows = None
        if chunker.uses_vectors and embed is not None:
            sentences = list(sentences)
            rows = embed([span.of(text) for span in sentences])
        chunks = chunker.chunk(document, sentences, rows)
        return [Piece(chunk.text, chunk.span.start, chunk.span.end) for chunk in chunks]

    return cut


def given_sentences(strategy: str, size: Size, text: str, times: int) -> Callable[[], int]:
    """Packs so many copies of a text, its sentences found before; gives the number of chunks."""
    found = list(PysbdSplitter().split(Document(text, "a text", "")))
    sentences = [
        Span(low + span.start, low + span.end)
        for low in range(0, times * len(text), len(text))
        for span in found
    ]
    document = Document(text * times, "a text", "")
    config = ChunkConfig(size.most, size.overlap / size.most, 0, size.most)
    chunker = PackingChunker(STRATEGIES[strategy], config)
    return lambda: sum(1 for _ in chunker.chunk(document, sentences))


def _tokenizer(size: Size) -> Any:
    """What chonkie and others count with: tiktoken's own encoding, or characters."""
    return load().unwrap()._encoding if size.tokens else "character"


def _chonkie(kind: str) -> Callable[[Size], Cut]:
    def make(size: Size) -> Cut:
        library = import_module("chonkie")
        options = {"chunk_overlap": size.overlap} if kind != "RecursiveChunker" else {}
        chunker = getattr(library, kind)(_tokenizer(size), chunk_size=size.most, **options)
        return lambda text: [
            Piece(chunk.text, chunk.start_index, chunk.end_index) for chunk in chunker.chunk(text)
        ]

    return make


def _semchunk(size: Size) -> Cut:
    chunker = import_module("semchunk").chunkerify(size.count, size.most)

    def cut(text: str) -> list[Piece]:
        texts, places = chunker(text, offsets=True, overlap=size.overlap or None)
        return [Piece(one, *place) for one, place in zip(texts, places, strict=True)]

    return cut


def _langchain(size: Size) -> Cut:
    splitter = import_module("langchain_text_splitters").RecursiveCharacterTextSplitter(
        chunk_size=size.most,
        chunk_overlap=size.overlap,
        length_function=size.count if size.tokens else len,
        add_start_index=True,
    )

    def cut(text: str) -> list[Piece]:
        found = splitter.create_documents([text])
        starts = [one.metadata["start_index"] for one in found]
        return [
            Piece(one.page_content, start, start + len(one.page_content))
            for one, start in zip(found, starts, strict=True)
        ]

    return cut


def _semantic_text_splitter(size: Size) -> Cut:
    kind = import_module("semantic_text_splitter").TextSplitter
    splitter = (
        kind.from_tiktoken_model("gpt-4", size.most, overlap=size.overlap)
        if size.tokens
        else kind(size.most, overlap=size.overlap)
    )
    return lambda text: [
        Piece(one, start, start + len(one)) for start, one in splitter.chunk_indices(text)
    ]


def _llama(kind: str) -> Callable[[Size], Cut]:
    def make(size: Size) -> Cut:
        library = import_module("llama_index.core")
        parsers = import_module("llama_index.core.node_parser")
        count: Any = load().unwrap()._encoding.encode_ordinary if size.tokens else list
        parser = (
            parsers.MarkdownNodeParser()
            if kind == "MarkdownNodeParser"
            else parsers.SentenceSplitter(
                chunk_size=size.most, chunk_overlap=size.overlap, tokenizer=count
            )
        )

        def cut(text: str) -> list[Piece]:
            nodes = parser.get_nodes_from_documents([library.Document(text=text)])
            return [Piece(one.text, one.start_char_idx, one.end_char_idx) for one in nodes]

        return cut

    return make


@frozen
class Chunker:
    """A row of the tables: `package` is its distribution, `module` what must be importable."""

    name: str
    package: str
    module: str
    make: Callable[[Size], Cut]
    overlaps: bool = True

    @property
    def version(self) -> str:
        """Its version, or nothing where it is not installed."""
        return version(self.package) if find_spec(self.module) else ""


def _ours(strategy: str) -> Chunker:
    def make(size: Size) -> Cut:
        return ours(strategy, size)

    return Chunker(f"ours: {strategy}", "vera-verify", "verification", make, strategy != "semantic")


_CHONKIE = {"SentenceChunker": True, "RecursiveChunker": False, "TokenChunker": True}
_LLAMA = {"SentenceSplitter": True, "MarkdownNodeParser": False}

CHUNKERS = {
    each.name: each
    for each in (
        *(_ours(name) for name in STRATEGIES if name != "none"),
        *(
            Chunker(f"chonkie {kind}", "chonkie", "chonkie", _chonkie(kind), overlaps)
            for kind, overlaps in _CHONKIE.items()
        ),
        Chunker("semchunk", "semchunk", "semchunk", _semchunk),
        Chunker(
            "langchain Recursive",
            "langchain-text-splitters",
            "langchain_text_splitters",
            _langchain,
        ),
        Chunker(
            "semantic-text-splitter",
            "semantic-text-splitter",
            "semantic_text_splitter",
            _semantic_text_splitter,
        ),
        *(
            Chunker(f"llama {kind}", "llama-index-core", "llama_index", _llama(kind), overlaps)
            for kind, overlaps in _LLAMA.items()
        ),
    )
}


def with_vectors(chunker: Chunker, embed: Embed) -> Chunker:
    """The same, looking at the sentences' vectors where the strategy uses them."""
    name = chunker.name.removeprefix("ours: ")
    if name not in STRATEGIES or not STRATEGIES[name].uses_vectors:
        return chunker
    return evolve(chunker, make=lambda size: ours(name, size, embed))
