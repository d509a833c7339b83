"""One run of the program: claims and papers in, a report and an exit code out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from vera.core.errors import InvalidInput, Problem, UnreadableDocument
from vera.core.result import Failure, Result, Success, failed
from vera.core.settings import Aggregate, Settings
from vera.verification import wiring
from vera.verification.entailment.names import PACKAGED
from vera.verification.judging.named import named
from vera.verification.library import Library, Signals
from vera.verification.report import exit_codes
from vera.verification.report.model import Opening, Shelf, Source
from vera.verification.report.progress import Waiting
from vera.verification.verifier import Paper, Verifier
from vera.verify import terminal
from vera.verify.claims import STANDARD_INPUT, read_claims
from vera.verify.reporting import exit_code_of, fit, read_baseline, report, reported

if TYPE_CHECKING:
    from vera.core.ports import Judge


@frozen
class Request:
    """What the command line asks for, as it was given."""

    claims: str
    papers: tuple[str, ...]
    library: str | None
    without: tuple[str, ...]
    recent: float | None
    where: tuple[str, ...]
    threshold: float
    top_k: int
    chunker: str
    chunk_size: str | None
    overlap: float | None
    aggregate: str
    rule: str
    embedder: str
    reader: str
    judge: str | None
    judge_prompt: Path | None
    format: str
    baseline: Path | None
    fail_on: str
    out: Path | None
    explain: bool
    sentences: bool
    only_claims: bool
    references: bool
    output: Path | None
    config: Path | None
    cache: bool
    password: str | None
    strict: bool
    quiet: bool
    verbose: bool

    @property
    def inputs(self) -> list[Path | int]:
        """The files that are read, and the number of standard input."""
        named = [*self.papers, self.judge_prompt, self.config, self.baseline]
        claims = 0 if self.claims == STANDARD_INPUT else Path(self.claims)
        return [claims, *(Path(name) for name in named if name is not None)]

    @property
    def fails(self) -> frozenset[str]:
        """The statuses that make the run fail."""
        return exit_codes.failing(self.fail_on)


def run(request: Request) -> int:
    """Verify the claims against the papers; gives the exit code."""
    return reported(request, lambda sink: _verify(request, sink))


def _verify(request: Request, sink: terminal.Sink) -> int:
    fits = fit(request, request.papers)
    if failed(fits):
        return terminal.stop(fits.failure())
    settings = wiring.settings(
        request.chunker,
        request.chunk_size,
        request.overlap,
        threshold=request.threshold,
        top_k=request.top_k,
        aggregate=Aggregate(request.aggregate),
        references=request.references,
        rule=request.rule,
        only_claims=request.only_claims,
    )
    if failed(settings):
        return terminal.stop(settings.failure())
    claims = read_claims(request.claims, sentences=request.sentences)
    if failed(claims):
        return terminal.stop(claims.failure())
    baseline = read_baseline(request.baseline)
    if failed(baseline):
        return terminal.stop(baseline.failure())
    judge = _judge(request)
    if failed(judge):
        return terminal.stop(judge.failure())
    signals = Signals.create(request.without, request.recent)
    if failed(signals):
        return terminal.stop(signals.failure())
    asked = _asked(request, settings.unwrap(), judge.unwrap())
    if failed(asked):
        return terminal.stop(asked.failure())
    opened = _open(asked.unwrap(), request)
    if failed(opened):
        return terminal.stop(opened.failure())
    opening, papers = opened.unwrap()
    missing = [source.name for source in opening.sources if source.error]
    verdicts = (
        chosen.verify_all(claims.unwrap(), papers, missing, request.where, signals=signals.unwrap())
        if isinstance(chosen := asked.unwrap(), Library)
        else chosen.verify(papers, claims.unwrap(), missing)
    )
    summary = report(request, opening, verdicts, sink, baseline.unwrap())
    if failed(summary):
        return terminal.stop(summary.failure())
    return exit_code_of(opening, summary.unwrap(), request.fails, strict=request.strict)


def _asked(
    request: Request, settings: Settings, judge: str | Judge | None
) -> Result[Verifier | Library]:
    """What claims are asked of: a library whose papers can be asked, else a verifier of papers."""
    embedder, cache, reader = request.embedder, request.cache, request.reader
    if request.library is None:
        return Success(
            Verifier(settings, embedder=embedder, cache=cache, judge=judge, reader=reader)
        )
    opened = Library.open(
        request.library, settings, embedder=embedder, cache=cache, judge=judge, reader=reader
    )
    return opened.bind(lambda library: library.ready(request.where).map(lambda _: library))


def _judge(request: Request) -> Result[str | Judge | None]:
    """The judge that is asked for, by name, or with the words that a file has for it."""
    if request.judge_prompt is None:
        return Success(request.judge)
    if request.judge is None:
        problem = Problem("judge_prompt", str(request.judge_prompt), "needs a judge")
        return Failure(InvalidInput("choose the judge", (problem,)))
    words = wiring.read_claims(request.judge_prompt)
    return words if failed(words) else named(request.judge, words.unwrap().text.strip())


def _open(asked: Verifier | Library, request: Request) -> Result[tuple[Opening, list[Paper]]]:
    """Open the papers; one that cannot be read is named, and the others go on."""
    verifier, shelf = asked if isinstance(asked, Verifier) else asked.verifier, None
    if isinstance(asked, Library):
        held = asked.condition()
        if failed(held):
            return held
        fitting = asked.ready(request.where) if request.where else Success(held.unwrap().papers)
        if failed(fitting):
            return fitting
        where = " and ".join(request.where), fitting.unwrap()
        shelf = Shelf(asked.name, held.unwrap().papers, held.unwrap().chunks, *where)
    embedder = verifier.embedder()
    if failed(embedder):
        return embedder
    judge = verifier.judge()
    if failed(judge):
        return judge
    reader = verifier.reader()
    if failed(reader):
        return reader
    sources, papers = [], []
    with Waiting(quiet=request.quiet) as waiting:
        opened = verifier.open_all(request.papers, password=request.password, progress=waiting.on)
        for name, paper in zip(request.papers, opened, strict=True):
            if not failed(paper):
                papers.append(paper.unwrap())
                sources.append(Source(name, papers[-1].document, len(papers[-1].chunks)))
                continue
            error = paper.failure()
            if not isinstance(error, UnreadableDocument):
                return paper
            terminal.complain(str(error), error.hint)
            sources.append(Source(name, error=error))
    known = (embedder.unwrap(), verifier.settings, wiring.sandbox())
    own = reader.unwrap() if reader.unwrap().name != PACKAGED else None
    return Success((Opening(tuple(sources), *known, shelf, judge.unwrap(), own), papers))
