"""The whole pipeline: a paper is read, chunked and embedded once; then claims are asked of it."""

from __future__ import annotations

import os
import threading
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from attrs import evolve, field, frozen

from vera.core.errors import InvalidInput, Problem
from vera.core.ports import CrossEncoder, Judge, ReaderInfo
from vera.core.result import Failure, Result, Success, failed
from vera.core.settings import Settings
from vera.core.verdict import Claim, Verdict, Worth
from vera.verification import wiring
from vera.verification.calibration.files import load
from vera.verification.entailment.names import PACKAGED
from vera.verification.grounding.calibrated import CalibratedRule
from vera.verification.grounding.decide import decide, gaps, unchecked
from vera.verification.grounding.score import Rule, cosine_rule
from vera.verification.grounding.tabled import Tabled
from vera.verification.judging.uncertain import settled
from vera.verification.language.no_claim import states_nothing
from vera.verification.retrieval.claims import Queries, embed_claims, embed_statements, embed_texts
from vera.verification.retrieval.passages import Passages, index, restore
from vera.verification.retrieval.question import Question
from vera.verification.worth.judging import Worthiness, why_left_out

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from vera.core.chunk import Chunk
    from vera.core.document import Document, Span
    from vera.core.ports import Embedder, EmbedderInfo, JudgeInfo, Matrix
    from vera.verification.language.statements import Statement

BATCH = 256
"""Claims that are embedded and judged together; bounds the memory of a run."""
READERS = 4
"""Papers that are read at once, each in a process of its own."""
_AHEAD = 2 * READERS
"""Papers that are read, or being read, before they are asked for; bounds the memory of a run."""

Choice: TypeAlias = "Callable[[Claim, NDArray[np.float32]], Result[Sequence[Paper]]]"
"""Which papers a claim, without marks of citation, and its vector (dimension,) are asked of."""


class Verifier:
    """Opens papers and judges claims by them.

    `embedder` is an object that satisfies `core.ports.Embedder`, or a name: "auto" (Ollama with
    nomic-embed-text where a server has it, else minilm), "minilm", "ollama", "ollama:MODEL" or
    "onnx:FOLDER". With `cache=False` nothing is kept between runs. Nothing is loaded, and no
    server asked, before the first paper is opened. Any number of threads may share a verifier.
    `rule` judges instead of the rule that the settings name. `judge`, an object that satisfies
    `core.ports.Judge` or a name such as "ollama:bespoke-minicheck", is asked about claims whose
    score leaves them uncertain (ADR 0020); "auto" is the best that an Ollama server has (ADR 0044).
    `reader`, an object that satisfies `core.ports.CrossEncoder` or a name, "packaged" or
    "onnx:FOLDER", reads claim and passage together; one of one's own needs a calibration with it,
    and the bare rule asks none (ADR 0045).
    """

    def __init__(
        self,
        settings: Settings | None = None,
        *,
        embedder: str | Embedder = "auto",
        cache: bool = True,
        rule: Rule | None = None,
        judge: str | Judge | None = None,
        reader: str | CrossEncoder = PACKAGED,
    ) -> None:
        self.settings = settings or Settings()
        self._judge, self._reader = judge, reader
        self._wanted, self._cache, self._rule = embedder, cache, rule
        self._started: _Started | None = None
        self._starting = threading.Lock()

    def embedder(self) -> Result[EmbedderInfo]:
        """What embeds; it is loaded, or its server asked, if it was not yet."""
        return self._start().map(lambda started: started.engine.embedder.info)

    def judge(self) -> Result[JudgeInfo | None]:
        """Which judge is asked, None without one; else as `embedder`."""
        return self._start().map(lambda started: started.judge.info if started.judge else None)

    def reader(self) -> Result[ReaderInfo]:
        """What reads claim and passage together; started as by `embedder`."""
        return self._start().map(
            lambda started: ReaderInfo(
                started.engine.cross_encoder.name, started.engine.cross_encoder.fingerprint
            )
        )

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
        return read if failed(read) else self.open_document(read.unwrap(), progress=progress)

    def open_document(
        self, document: Document, *, progress: Callable[[int, int], None] | None = None
    ) -> Result[Paper]:
        """Chunk and embed a document that was read already, or never was a file; else as `open`."""
        return self._prepare(document, progress)

    def restore(self, document: Document, sentences: Sequence[Span], rows: Matrix) -> Result[Paper]:
        """A paper that was opened before, from what is in its passages: nothing is embedded.

        `rows` are its units' vectors by this verifier's embedder. Errors: those of
        `vera.verification.retrieval.passages.restore`, and of starting the embedder.
        """
        started = self._start()
        if failed(started):
            return started
        engine, references = started.unwrap().engine, self.settings.references
        name = engine.embedder.info.name
        made = restore(document, sentences, rows, engine.chunker, name, references)
        return made.map(lambda ready: Paper(ready, self))

    def embed_claims(self, claims: Sequence[Claim]) -> Result[Queries]:
        """The claims' vectors, without their marks of citation; what cannot be asked has none."""
        return self._start().bind(lambda started: embed_claims(claims, started.engine.embedder))

    def embed_text(self, text: str) -> Result[Queries]:
        """The vector of a text that is searched for, which need be no claim."""
        return self._start().bind(lambda started: embed_texts([text], started.engine.embedder))

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
            waiting = iter(paths)
            reads: deque[Future[Result[Document]]] = deque()
            for path in paths:
                for ahead in islice(waiting, _AHEAD - len(reads)):
                    reads.append(pool.submit(wiring.read_document, Path(ahead), password))
                read = reads.popleft().result()
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
        engine = started.unwrap().engine
        sentences = tuple(engine.splitter.split(document))
        references = self.settings.references
        passages = index(document, sentences, engine.chunker, engine.embedder, progress, references)
        return passages.map(lambda ready: Paper(ready, self))

    def verify(
        self, papers: Sequence[Paper], claims: Iterable[Claim], missing: Sequence[str] = ()
    ) -> Iterator[Result[Verdict]]:
        """A verdict for each claim, in order, made in batches as they are asked for.

        A claim is grounded if one of the papers grounds it. `missing` names papers that could not
        be read, for the reasons. The first error of the embedder or the judge ends the iteration.
        """
        yield from self.verify_among(lambda _claim, _row: Success(papers), claims, missing)

    def verify_among(
        self, choose: Choice, claims: Iterable[Claim], missing: Sequence[str] = ()
    ) -> Iterator[Result[Verdict]]:
        """The same, each claim asked of the papers that are chosen for it.

        An error of `choose` ends the iteration, too.
        """
        started = self._start()
        if failed(started):
            yield started
            return
        ready = started.unwrap()
        verdicts = self._by_rule(ready, choose, claims, missing)
        if ready.judge is not None:
            yield from settled(verdicts, ready.judge)
        else:
            yield from (verdict for verdict, _ in verdicts)

    def _by_rule(
        self,
        started: _Started,
        choose: Choice,
        claims: Iterable[Claim],
        missing: Sequence[str],
    ) -> Iterator[tuple[Result[Verdict], str]]:
        """The verdicts by the rule alone, and what was not read of the papers of each."""
        rule, embedder = started.rule, started.engine.embedder
        name, settings, waiting = embedder.info.name, self.settings, iter(claims)
        while batch := list(islice(waiting, BATCH)):
            embedded = embed_claims(batch, embedder)
            if failed(embedded):
                yield embedded, ""
                return
            queries = embedded.unwrap()
            judged = _worths(started, batch, queries)
            if failed(judged):
                yield judged, ""
                return
            worths = judged.unwrap()
            split = embed_statements(queries.texts, embedder)
            if failed(split):
                yield split, ""
                return
            ready = zip(queries.texts, queries.rows, split.unwrap(), strict=True)
            asked = dict(zip(queries.checked, ready, strict=True))
            for at, claim in enumerate(batch):
                worth = worths.get(at)
                if at not in asked:
                    faulty = unchecked(claim, queries.faults[at], name, settings)
                    yield Success(evolve(faulty, worth=worth)), ""
                    continue
                if worth is not None and not worth.asked:
                    left_out = unchecked(claim, why_left_out(worth), name, settings)
                    yield Success(evolve(left_out, worth=worth)), ""
                    continue
                text, row, parts = asked[at]
                chosen = choose(evolve(claim, text=text), row)
                if failed(chosen):
                    yield chosen, ""
                    return
                papers = chosen.unwrap()
                if not papers:
                    why = "no paper could be read"
                    yield Success(evolve(unchecked(claim, why, name, settings), worth=worth)), ""
                    continue
                questions = [_question(text, row, parts, paper, settings) for paper in papers]
                decided = decide(claim, questions, rule, name, settings, missing)
                decided = decided.map(partial(evolve, worth=worth))
                yield decided, gaps([paper.document for paper in papers], missing)
                if failed(decided):
                    return

    def _start(self) -> Result[_Started]:
        """What decides, chosen once: a file that changes must not change a run."""
        with self._starting:
            if self._started is None:
                engine = wiring.start(
                    self._wanted, self.settings, cache=self._cache, reader=self._reader
                )
                if failed(engine):
                    return engine
                ready = engine.unwrap()
                rule = _chosen(self._rule, self.settings, ready)
                if failed(rule):
                    return rule
                judge: Result[Judge | None] = Success(None)
                if self._judge is not None:
                    judge = wiring.judge(self._judge, cache=self._cache)
                if failed(judge):
                    return judge
                worth: Result[Worthiness | None] = Success(None)
                if self.settings.only_claims:
                    worth = wiring.worthiness(ready.embedder, cache=self._cache)
                if failed(worth):
                    return worth
                made = (rule.unwrap(), judge.unwrap(), worth.unwrap())
                self._started = _Started(ready, *made)
            return Success(self._started)


@frozen
class _Started:
    engine: wiring.Engine
    rule: Rule
    judge: Judge | None
    worthiness: Worthiness | None


def _chosen(own: Rule | None, settings: Settings, engine: wiring.Engine) -> Result[Rule]:
    reader, bare = engine.cross_encoder, Tabled(cosine_rule)
    if own is not None:
        return Success(own)
    if settings.rule == "cosine":
        if reader.name == PACKAGED:
            return Success(bare)
        problem = Problem("reader", reader.name, "is asked by the calibrated rule alone")
        return Failure(InvalidInput("choose the rule", (problem,)))
    found = load(engine.embedder.info.name, reader)
    return found.map(lambda fitted: CalibratedRule(fitted, reader) if fitted else bare)


def _worths(
    started: _Started, claims: Sequence[Claim], queries: Queries
) -> Result[dict[int, Worth]]:
    """The worth of claims by their places; none where nobody wants to know.

    Those are the claims that can be asked, and those whose form shows that they state nothing.
    """
    looks = started.worthiness
    if looks is None:
        return Success({})
    known = dict(zip(queries.texts, queries.rows, strict=True))
    known = known if looks.embedder is started.engine.embedder else {}
    found = looks.of([claims[at] for at in queries.checked], known)
    formless = [at for at in queries.faults if states_nothing(claims[at].text)]
    nothing = dict.fromkeys(formless, Worth(0.0, asked=False))
    return found.map(lambda worths: nothing | dict(zip(queries.checked, worths, strict=True)))


def _question(
    text: str,
    row: NDArray[np.float32],
    parts: Sequence[tuple[Statement, NDArray[np.float32]]],
    paper: Paper,
    settings: Settings,
) -> Question:
    passages, k = paper.passages, settings.top_k
    spelled = passages.spellings.in_papers_spelling(text)
    if spelled != text:  # a copy has no parts that it could be true of alone
        return Question(spelled, row, passages, k)
    asked = tuple((part.span, Question(part.text, vector, passages, k)) for part, vector in parts)
    return Question(text, row, passages, k, asked)


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

        A claim that cannot be checked (blank, longer than the model reads, a question, a heading
        or else no claim in English) is no error: its verdict is `Status.UNCHECKED` and says why.
        """
        asked = Claim(claim) if isinstance(claim, str) else claim
        return next(self._verifier.verify([self], [asked]))
