"""One run of the program: claims and papers in, a report and an exit code out."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from vera.core.errors import InvalidInput, Problem, UnreadableDocument
from vera.core.result import Failure, Result, Success, failed
from vera.core.settings import Aggregate, Settings
from vera.core.verdict import Status
from vera.verification import wiring
from vera.verification.entailment.names import PACKAGED
from vera.verification.judging.named import named
from vera.verification.library import Library, Signals
from vera.verification.report import exit_codes
from vera.verification.report.as_json import JsonForm
from vera.verification.report.as_text import TextForm
from vera.verification.report.model import Opening, Shelf, Source, Summary
from vera.verification.report.progress import Waiting
from vera.verification.verifier import Paper, Verifier
from vera.verify import terminal
from vera.verify.claims import STANDARD_INPUT, read_claims

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vera.core.ports import Judge
    from vera.core.verdict import Verdict
    from vera.verification.report.model import Form


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
    explain: bool
    sentences: bool
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
        named = [*self.papers, self.judge_prompt, self.config]
        claims = 0 if self.claims == STANDARD_INPUT else Path(self.claims)
        return [claims, *(Path(name) for name in named if name is not None)]


def run(request: Request) -> int:
    """Verify the claims against the papers; gives the exit code."""
    level = logging.INFO if request.verbose else logging.ERROR if request.quiet else logging.WARNING
    terminal.show_log(level)
    quiet, exact = request.quiet, request.format == "json"
    with terminal.open_sink(
        request.output, quiet=quiet, exact=exact, inputs=request.inputs
    ) as opened:
        if failed(opened):
            return terminal.stop(opened.failure())
        return _verify(request, opened.unwrap())


def _verify(request: Request, sink: terminal.Sink) -> int:
    settings = wiring.settings(
        request.chunker,
        request.chunk_size,
        request.overlap,
        threshold=request.threshold,
        top_k=request.top_k,
        aggregate=Aggregate(request.aggregate),
        references=request.references,
        rule=request.rule,
    )
    if failed(settings):
        return terminal.stop(settings.failure())
    claims = read_claims(request.claims, sentences=request.sentences)
    if failed(claims):
        return terminal.stop(claims.failure())
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
    summary = _report(request, opening, verdicts, sink)
    if failed(summary):
        return terminal.stop(summary.failure())
    return _exit_code(opening, summary.unwrap(), strict=request.strict)


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


def _report(
    request: Request,
    opening: Opening,
    verdicts: Iterator[Result[Verdict]],
    sink: terminal.Sink,
) -> Result[Summary]:
    """Write the report while the verdicts are made."""
    form, summary = _form(request), Summary()
    written = sink.write(form.opening(opening))
    for verdict in verdicts:
        if failed(written):
            return written
        if failed(verdict):
            return verdict
        summary.count(verdict.unwrap())
        written = sink.write(form.verdict(verdict.unwrap()))
    if failed(written):
        return written
    written = sink.write(form.closing(opening, summary))
    finished = written if failed(written) else sink.finish()
    return finished.map(lambda _: summary)


def _form(request: Request) -> Form:
    if request.format == "json":
        return JsonForm(explain=request.explain)
    verbose, explain = request.verbose, request.explain
    if request.output is not None:
        return TextForm(verbose=verbose, explain=explain)
    return TextForm(
        width=terminal.width(), colour=terminal.colour(), verbose=verbose, explain=explain
    )


def _exit_code(opening: Opening, summary: Summary, *, strict: bool) -> int:
    if summary.counts[Status.UNCHECKED] or any(source.error for source in opening.sources):
        return exit_codes.UNREADABLE
    documents = (source.document for source in opening.sources)
    whole = all(document.complete for document in documents if document)
    if strict and (summary.incomplete or not whole):
        return exit_codes.UNREADABLE
    if summary.counts[Status.GROUNDED] < summary.total:
        return exit_codes.NOT_GROUNDED
    return exit_codes.DONE
