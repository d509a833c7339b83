"""The whole pipeline: a paper is read, chunked and embedded once; then claims are asked of it."""

from __future__ import annotations

import os
import threading
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import field, frozen

from core.result import Result, Success, failed
from core.settings import Settings
from core.verdict import Claim, Verdict
from verification import wiring
from verification.grounding.decide import decide, unchecked
from verification.grounding.score import cosine_rule
from verification.retrieval.claims import embed_claims
from verification.retrieval.find import find
from verification.retrieval.passages import Passages, index

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from core.chunk import Chunk
    from core.document import Document
    from core.ports import Embedder, EmbedderInfo
    from verification.grounding.score import Rule

BATCH = 256
"""Claims that are embedded and judged together; bounds the memory of a run."""
READERS = 4
"""Papers that are read at once, each in a process of its own."""


class Verifier:
    """Opens papers and judges claims by them.

    `embedder` is an object that satisfies `core.ports.Embedder`, or a name: "auto" (Ollama with
    nomic-embed-text where a server has it, else minilm), "minilm", "ollama", "ollama:MODEL" or
    "onnx:FOLDER". With `cache=False` nothing is kept between runs. Nothing is loaded, and no
    server asked, before the first paper is opened. Any number of threads may share a verifier.
    """

    def __init__(
        self,
        settings: Settings | None = None,
        *,
        embedder: str | Embedder = "auto",
        cache: bool = True,
        rule: Rule = cosine_rule,
    ) -> None:
        self.settings = settings or Settings()
        self._wanted, self._cache, self._rule = embedder, cache, rule
        self._engine: wiring.Engine | None = None
        self._starting = threading.Lock()

    def embedder(self) -> Result[EmbedderInfo]:
        """What embeds; it is loaded, or its server asked, if it was not yet."""
        return self._start().map(lambda engine: engine.embedder.info)

    def open(
        self,
        path: str | os.PathLike[str],
        *,
        password: str | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> Result[Paper]:
        """Read, chunk and embed a paper.

        `progress` is told how many of its sentences are embedded, and of how many. Errors:
        `UnreadableDocument`, and those of the embedder.
        """
        read = wiring.read_document(Path(path), password)
        return read if failed(read) else self._prepare(read.unwrap(), progress)

    def open_all(
        self,
        paths: Sequence[str | os.PathLike[str]],
        *,
        password: str | None = None,
        progress: Callable[[str], Callable[[int, int], None]] | None = None,
    ) -> Iterator[Result[Paper]]:
        """Open several papers, in order; the next ones are read while one is embedded.

        `progress` gives the function that is told of the paper of that name; else as `open`.
        """
        pool = ThreadPoolExecutor(READERS)
        try:
            reads = pool.map(lambda path: wiring.read_document(Path(path), password), paths)
            for path, read in zip(paths, reads, strict=True):
                told = progress and progress(os.fspath(path))
                yield read if failed(read) else self._prepare(read.unwrap(), told)
        finally:
            pool.shutdown(cancel_futures=True)

    def _prepare(
        self, document: Document, progress: Callable[[int, int], None] | None
    ) -> Result[Paper]:
        started = self._start()
        if failed(started):
            return started
        engine = started.unwrap()
        sentences = tuple(engine.splitter.split(document))
        references = self.settings.references
        passages = index(document, sentences, engine.chunker, engine.embedder, progress, references)
        return passages.map(lambda ready: Paper(ready, self))

    def verify(
        self, papers: Sequence[Paper], claims: Iterable[Claim], missing: Sequence[str] = ()
    ) -> Iterator[Result[Verdict]]:
        """A verdict for each claim, in order, made in batches as they are asked for.

        A claim is grounded if one of the papers grounds it. `missing` names papers that could not
        be read, for the reasons. The first error of the embedder ends the iteration.
        """
        started = self._start()
        if failed(started):
            yield started
            return
        embedder, waiting = started.unwrap().embedder, iter(claims)
        name = embedder.info.name
        while batch := list(islice(waiting, BATCH)):
            embedded = embed_claims(batch, embedder)
            if failed(embedded):
                yield embedded
                return
            queries = embedded.unwrap()
            found = [find(paper.passages, queries.rows, self.settings.top_k) for paper in papers]
            verdicts = {
                at: decide(batch[at], here, self._rule, name, self.settings, missing)
                for at, here in zip(queries.checked, zip(*found, strict=True), strict=False)
            }
            for at, claim in enumerate(batch):
                why = queries.faults.get(at, "no paper could be read")
                yield Success(verdicts.get(at) or unchecked(claim, why, name, self.settings))

    def _start(self) -> Result[wiring.Engine]:
        with self._starting:
            if self._engine is None:
                engine = wiring.start(self._wanted, self.settings, cache=self._cache)
                if failed(engine):
                    return engine
                self._engine = engine.unwrap()
            return Success(self._engine)


@frozen(eq=False)
class Paper:
    """A paper that is ready to be asked, made by `Verifier.open`. Any thread may ask."""

    passages: Passages
    _verifier: Verifier = field(repr=False)

    @property
    def document(self) -> Document:
        """The text that was read, its pages and sections."""
        return self.passages.document

    @property
    def chunks(self) -> tuple[Chunk, ...]:
        """The chunks that claims are compared with."""
        return self.passages.chunks

    def verify(self, claim: str | Claim) -> Result[Verdict]:
        """Does this paper say that? Errors are those of the embedder.

        A claim that cannot be checked (blank, or longer than the model reads) is no error: its
        verdict is `Status.UNCHECKED` and says why.
        """
        asked = Claim(claim) if isinstance(claim, str) else claim
        return next(self._verifier.verify([self], [asked]))
