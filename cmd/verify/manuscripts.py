"""One run of `verify manuscript`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from vera.core.result import Result, Success, failed
from vera.verification import wiring
from vera.verification.entailment.names import PACKAGED
from vera.verification.library import Library
from vera.verification.manuscript import reading, resolving, shelves, verifying
from vera.verification.manuscript.papers import Papers
from vera.verification.report import exit_codes
from vera.verification.report.model import Cited, Opening, Source
from vera.verification.report.progress import Waiting
from vera.verification.verifier import Verifier
from vera.verify import terminal
from vera.verify.reporting import exit_code_of, fit, read_baseline, report, reported

if TYPE_CHECKING:
    from vera.core.settings import Settings
    from vera.verification.manuscript.reading import Manuscript
    from vera.verification.manuscript.resolving import Resolved


@frozen
class Request:
    """What the command line asks for, as it was given."""

    manuscript: Path
    bibs: tuple[Path, ...]
    papers: tuple[str, ...]
    library: str | None
    threshold: float
    rule: str
    top_k: int
    config: Path | None
    embedder: str
    reader: str
    judge: str | None
    format: str
    out: Path | None
    baseline: Path | None
    fail_on: str
    password: str | None
    output: Path | None
    cache: bool
    explain: bool
    strict: bool
    quiet: bool
    verbose: bool

    @property
    def inputs(self) -> list[Path | int]:
        """The files that are read, as far as the command line names them."""
        named = (*self.bibs, *map(Path, self.papers), self.config, self.baseline)
        return [self.manuscript, *(path for path in named if path is not None)]

    @property
    def claims(self) -> str:
        """The file that the claims are from."""
        return str(self.manuscript)

    @property
    def fails(self) -> frozenset[str]:
        """The statuses that make the run fail."""
        return exit_codes.failing(self.fail_on)


@frozen
class _Shelved:
    """The papers at hand, what verifies, and what of them could not be read."""

    papers: Papers
    verifier: Verifier
    unread: tuple[Source, ...] = ()


def run(request: Request) -> int:
    """Verify what the manuscript says with citations; gives the exit code."""
    return reported(request, lambda sink: _verify(request, sink))


def _verify(request: Request, sink: terminal.Sink) -> int:
    settings = wiring.settings(threshold=request.threshold, top_k=request.top_k, rule=request.rule)
    if failed(settings):
        return terminal.stop(settings.failure())
    baseline = read_baseline(request.baseline)
    if failed(baseline):
        return terminal.stop(baseline.failure())
    read = reading.read(request.manuscript, request.bibs, request.password)
    if failed(read):
        return terminal.stop(read.failure())
    shelved = _shelved(request, settings.unwrap())
    if failed(shelved):
        return terminal.stop(shelved.failure())
    shelf = shelved.unwrap()
    fits = fit(request, (paper.name for paper in shelf.papers.held))
    if failed(fits):
        return terminal.stop(fits.failure())
    resolved = resolving.resolve(read.unwrap(), shelf.papers)
    opening = _opening(read.unwrap(), resolved, shelf)
    if failed(opening):
        return terminal.stop(opening.failure())
    verdicts = verifying.verify(resolved.asked, shelf.verifier)
    summary = report(request, opening.unwrap(), verdicts, sink, baseline.unwrap())
    if failed(summary):
        return terminal.stop(summary.failure())
    code = exit_code_of(opening.unwrap(), summary.unwrap(), request.fails, strict=request.strict)
    return exit_codes.UNREADABLE if read.unwrap().problems else code


def _shelved(request: Request, settings: Settings) -> Result[_Shelved]:
    embedder, cache = request.embedder, request.cache
    judge, reader = request.judge, request.reader
    if request.library is not None:
        opened = Library.open(
            request.library, settings, embedder=embedder, cache=cache, judge=judge, reader=reader
        )
        if failed(opened):
            return opened
        library = opened.unwrap()
        found = library.ready().bind(lambda _: shelves.of_library(library))
        return found.map(lambda papers: _Shelved(papers, library.verifier))
    verifier = Verifier(settings, embedder=embedder, cache=cache, judge=judge, reader=reader)
    with Waiting(quiet=request.quiet) as waiting:
        held = shelves.of_files(request.papers, verifier, request.password, waiting.on("papers"))
    if failed(held):
        return held
    papers, unread = held.unwrap()
    for error in unread:
        terminal.complain(str(error), error.hint)
    sources = tuple(Source(error.source, error=error) for error in unread)
    return Success(_Shelved(papers, verifier, sources))


def _opening(manuscript: Manuscript, resolved: Resolved, shelf: _Shelved) -> Result[Opening]:
    verifier = shelf.verifier
    embedder, judge, reader = verifier.embedder(), verifier.judge(), verifier.reader()
    if failed(embedder):
        return embedder
    if failed(judge):
        return judge
    if failed(reader):
        return reader
    cited = Cited(
        manuscript.name,
        len(resolved.asked),
        resolved.works,
        tuple((it.claim, it.why) for it in resolved.aside),
        manuscript.problems,
        manuscript.silenced,
    )
    own = reader.unwrap() if reader.unwrap().name != PACKAGED else None
    known = (embedder.unwrap(), verifier.settings, wiring.sandbox())
    return Success(
        Opening(shelf.unread, *known, judge=judge.unwrap(), reader=own, manuscript=cited)
    )
