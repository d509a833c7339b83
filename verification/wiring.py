"""Chooses concrete backends by name, for the program and for the library call alike."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from vera.core.chunk import Measure
from vera.core.errors import InvalidInput, Problem
from vera.core.ports import Chunker, CrossEncoder, Embedder, SentenceSplitter
from vera.core.result import Failure, Result, Success, failed
from vera.core.settings import Aggregate, Settings
from vera.verification.entailment.names import PACKAGED

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from vera.core.chunk import Chunk, ChunkConfig
    from vera.core.document import Document, Span
    from vera.core.ports import Judge, Matrix, Store, Tokenizer
    from vera.verification.ingestion.pdf.annotating import Copy, Note
    from vera.verification.ingestion.pdf.pictures import Pictures
    from vera.verification.worth.judging import Worthiness

_log = logging.getLogger(__name__)


@frozen
class Engine:
    """The backends that work together on a paper."""

    splitter: SentenceSplitter
    chunker: Chunker
    embedder: Embedder
    cross_encoder: CrossEncoder


def read_document(path: Path, password: str | None = None) -> Result[Document]:
    """Read a paper of any known format."""
    from vera.verification.ingestion import confinement
    from vera.verification.ingestion.reading import read

    return confinement.needs().bind(lambda _: read(path, password))


def read_content(data: bytes, name: str) -> Result[Document]:
    """The same for content that is at hand, as in an editor; its name tells what it is."""
    from vera.verification.ingestion import confinement
    from vera.verification.ingestion.reading import parse

    return confinement.needs().bind(lambda _: parse(data, name))


@frozen
class Again:
    """Reads a paper once more, for pictures of its pages or a copy of it; `password` as before."""

    password: str | None = None

    def document(self, name: str) -> Result[Document]:
        """The paper of that name; an open one has it as its `source`."""
        return read_document(Path(name), self.password)

    def pictures(self, document: Document, numbers: Collection[int]) -> Result[Pictures]:
        """Pictures of those pages of a PDF. Errors: those of reading the file as it was."""
        from vera.verification.ingestion.pdf.pictures import pictures_of

        return _content_of(document).map(lambda data: pictures_of(data, numbers, self.password))

    def annotated(self, document: Document, notes: Sequence[Note]) -> Result[Copy]:
        """A copy of a PDF with the notes on its pages. Errors: also where no copy can be made."""
        from vera.verification.ingestion.pdf.annotating import annotated

        return _content_of(document).bind(
            lambda data: annotated(data, document, notes, self.password)
        )


def _content_of(document: Document) -> Result[bytes]:
    """The bytes of the file that a document was read from; it must not have changed since."""
    from vera.verification.ingestion import reading
    from vera.verification.ingestion.content import content_again

    return content_again(document.source, document.digest, reading.LARGEST)


def read_claims(source: Path | int) -> Result[Document]:
    """Read a file of claims, or an open descriptor by its number; most kinds are taken as text.

    Errors: an `InvalidInput` for what is a paper, besides those of reading.
    """
    from vera.verification.ingestion import reading

    name = "standard input" if isinstance(source, int) else str(source)
    return reading.read_claims(source, name)


def sandbox() -> tuple[str, ...] | None:
    """What confined every process that read a file so far; None as long as none did."""
    from vera.verification.ingestion import confinement

    found = confinement.in_force()
    return None if found is None else found.held


def confinement() -> Result[tuple[tuple[str, ...], tuple[str, ...]]]:
    """What confines a process that reads a file here, and what does not, each with its reason."""
    from vera.verification.ingestion import child, confinement

    told = confinement.needs().bind(lambda _: child.confined())
    return told.map(lambda found: (found.held, found.missing))


def sentences_of(document: Document) -> Iterator[Span]:
    """The sentences of a document that is no paper, as they are asked for."""
    from vera.verification.chunking.pysbd import PysbdSplitter

    return iter(PysbdSplitter().split(document))


def start(
    embedder: str | Embedder,
    settings: Settings,
    *,
    cache: bool,
    reader: str | CrossEncoder = PACKAGED,
) -> Result[Engine]:
    """The engine; an embedder given by name is one of `embedding.named.NAMES`.

    A reader given by name is one of `entailment.named.NAMES`. With `cache`, vectors are kept
    between runs; a cache that cannot be opened is logged and done without, since what it holds can
    be computed again.
    """
    from vera.verification.chunking.pysbd import PysbdSplitter
    from vera.verification.embedding.named import named

    chosen = named(embedder) if isinstance(embedder, str) else Success(embedder)
    if failed(chosen):
        return chosen
    embeds = chosen.unwrap()
    chunks = chunker(settings.chunker, settings.chunk, embeds)
    if failed(chunks):
        return chunks
    store = _open_cache() if cache else None
    if store is not None:
        from vera.verification.index.cached import CachedEmbedder

        embeds = CachedEmbedder(embeds, store)
    reads = _cross_encoder(reader, store)
    return reads.map(lambda reader: Engine(PysbdSplitter(), chunks.unwrap(), embeds, reader))


def cross_encoder(wanted: str | CrossEncoder = PACKAGED, *, cache: bool) -> Result[CrossEncoder]:
    """The reader of claims and passages, and `cache`, are as for `start`."""
    return _cross_encoder(wanted, _open_cache() if cache else None)


def _cross_encoder(wanted: str | CrossEncoder, store: Store | None) -> Result[CrossEncoder]:
    from vera.verification.entailment.named import named

    chosen = named(wanted) if isinstance(wanted, str) else Success(wanted)
    if failed(chosen) or store is None:
        return chosen
    from vera.verification.index.cached_cross_encoder import CachedCrossEncoder

    return Success(CachedCrossEncoder(chosen.unwrap(), store))


def worthiness(embedder: Embedder, *, cache: bool) -> Result[Worthiness]:
    """What tells claims from sentences that state nothing.

    It goes by the packaged embedder's vectors, whatever claims are asked with: `embedder` is taken
    if it is that one.
    """
    from vera.verification.embedding.named import named
    from vera.verification.worth.files import load
    from vera.verification.worth.judging import Worthiness

    loaded = load()
    if failed(loaded):
        return loaded
    model = loaded.unwrap()
    if embedder.info.name == model.embedder:
        return Success(Worthiness(model, embedder))
    own = named(model.embedder)
    store = _open_cache() if cache else None
    if store is None:
        return own.map(lambda embeds: Worthiness(model, embeds))
    from vera.verification.index.cached import CachedEmbedder

    return own.map(lambda embeds: Worthiness(model, CachedEmbedder(embeds, store)))


def judge(wanted: str | Judge, *, cache: bool) -> Result[Judge]:
    """The judge; one given by name is one of `judging.named.NAMES`. `cache` is as for `start`."""
    from vera.verification.judging.named import named

    chosen = named(wanted) if isinstance(wanted, str) else Success(wanted)
    if failed(chosen):
        return chosen
    store = _open_cache() if cache else None
    if store is None:
        return chosen
    from vera.verification.index.cached_judge import CachedJudge

    return Success(CachedJudge(chosen.unwrap(), store))


def settings(
    chunker: str = "sentence",
    chunk_size: str | int | None = None,
    overlap: float | None = None,
    *,
    threshold: float = 0.7,
    top_k: int = 3,
    aggregate: Aggregate = Aggregate.MAX,
    references: bool = False,
    rule: str = "calibrated",
    only_claims: bool = False,
) -> Result[Settings]:
    """Settings for any chunker from a user's values; the error names each that is unsound.

    `chunker`, `chunk_size` and `overlap` are as in `chunking.strategies.choose`; what is not given
    is the strategy's own.

    >>> settings("tokens:legal", "300t").unwrap().chunk.target
    300
    >>> print(settings("sentence", "12x", 1.5, top_k=0).failure())
    settings: top_k must be at least 1 (got 0); chunk size must be a number, and c, t or e behind \
it (got '12x'); overlap must be at least 0 and below 1 (got 1.5)
    """
    size = None if chunk_size is None else str(chunk_size)
    chunk = _sizes(chunker, size, overlap)
    made = Settings.combined(chunker, chunk, threshold, top_k, aggregate, references, rule)
    return made.map(lambda sound: evolve(sound, only_claims=only_claims))


def _sizes(name: str, size: str | None, overlap: float | None) -> Result[ChunkConfig]:
    """The sizes of a strategy; an error names all problems, where `choose` stops at the first."""
    from vera.verification.chunking.strategies import choose

    chosen = choose(name, size, overlap)
    if not failed(chosen):
        return Success(chosen.unwrap().config)
    named = choose(name)
    known = "sentence" if failed(named) else name
    problems: dict[Problem, None] = {}
    for tried in (named, choose(known, size), choose(known, overlap=overlap)):
        if failed(tried) and isinstance(error := tried.failure(), InvalidInput):
            problems.update(dict.fromkeys(error.problems))
    return Failure(InvalidInput("chunk settings", tuple(problems)))


def chunker(name: str, config: ChunkConfig, embedder: Embedder | None = None) -> Result[Chunker]:
    """The chunker of a strategy, `names()` of `chunking.strategies`; sizes are those of `config`.

    The embedder's own tokens can be counted where it is given and has a `tokenizer`.
    """
    from vera.verification.chunking.strategies import choose
    from vera.verification.chunking.strategy import PackingChunker

    chosen = choose(name)
    if failed(chosen):
        return chosen
    tokenizer: Result[Tokenizer | None] = Success(None)
    if config.measure is Measure.TOKENS:
        from vera.verification.chunking.tiktoken import load

        tokenizer = load()
    elif config.measure is Measure.EMBEDDER:
        tokenizer = _own_tokenizer(embedder)
    strategy = chosen.unwrap().strategy
    return tokenizer.map(lambda counts: PackingChunker(strategy, config, counts))


def chunks_of(
    document: Document,
    settings: Settings,
    embedder: str | Embedder = "auto",
    *,
    cache: bool = True,
    progress: Callable[[int, int], None] | None = None,
) -> Result[tuple[Chunk, ...]]:
    """All chunks of a document, those too that hold no evidence; as `start` takes its arguments.

    The embedder is looked for only where the chunker compares vectors, or sizes are in its tokens.

    >>> from vera.core.document import Document
    >>> paper = Document("A bee sleeps. A wasp does not.", "bees.txt", "")
    >>> [chunk.text for chunk in chunks_of(paper, settings("sentence", "5t").unwrap()).unwrap()]
    ['A bee sleeps.', 'A wasp does not.']
    """
    from vera.verification.chunking.pysbd import PysbdSplitter
    from vera.verification.chunking.strategies import choose

    chosen = choose(settings.chunker)
    if failed(chosen):
        return chosen
    found = PysbdSplitter().split(document)  # as it is read: some chunkers look at no sentence
    if not chosen.unwrap().strategy.uses_vectors and settings.chunk.measure is not Measure.EMBEDDER:
        plain = chunker(settings.chunker, settings.chunk)
        return plain.map(lambda cuts: tuple(cuts.chunk(document, found)))
    started = start(embedder, settings, cache=cache)
    if failed(started):
        return started
    engine = started.unwrap()
    if not engine.chunker.uses_vectors:
        return Success(tuple(engine.chunker.chunk(document, found)))
    sentences = tuple(found)
    vectors = _vectors_of(document, sentences, engine.embedder, settings, progress)
    return vectors.map(lambda rows: tuple(engine.chunker.chunk(document, sentences, rows)))


def _vectors_of(
    document: Document,
    sentences: Sequence[Span],
    embedder: Embedder,
    settings: Settings,
    progress: Callable[[int, int], None] | None,
) -> Result[Matrix | None]:
    """The vectors of the sentences as a chunker of a paper gets them; None if none has one."""
    from vera.verification.retrieval.passages import embed_units, rows_of_sentences, units_of

    units, owners = units_of(document, sentences, settings.references)
    if not units:
        return Success(None)
    embedded = embed_units(document, units, embedder, progress)
    if failed(embedded):
        return embedded
    rows, weights = embedded.unwrap()
    return rows_of_sentences(rows, weights, owners, len(sentences), embedder.info.name)


def cl100k() -> Result[Tokenizer]:
    """The tokenizer that a `token_count` is counted by."""
    from vera.verification.chunking.tiktoken import load

    return load()


def _own_tokenizer(embedder: Embedder | None) -> Result[Tokenizer | None]:
    own: Result[Tokenizer] | None = getattr(embedder, "tokenizer", None)
    if own is not None:
        return own
    name = embedder.info.name if embedder else "no embedder"
    problem = Problem("chunk size", "e", f"{name} tells no tokens; use c or t")
    return Failure(InvalidInput("chunk settings", (problem,)))


def _open_cache() -> Store | None:
    from vera.verification.index.sqlite import open_store

    store = open_store()
    if failed(store):
        error = store.failure()
        _log.warning("working without the cache: %s; %s", error, error.hint)
        return None
    return store.unwrap()
