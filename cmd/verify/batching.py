"""One run of `verify batch`."""

from __future__ import annotations

import logging
from pathlib import Path

from attrs import frozen

from vera.core.result import Result, failed
from vera.core.verdict import Status
from vera.verification import wiring
from vera.verification.batch import Job, Opening, Summary, Watching, run
from vera.verification.report import exit_codes
from vera.verification.report.of_batch import opening_text, summary_text
from vera.verification.report.progress import Waiting
from vera.verify import terminal
from vera.verify.claims import read_claims


@frozen
class Batching:
    """What the command line asks for, as it was given."""

    claims: str
    papers: str
    out: Path
    workers: int | None
    engine: str
    anew: bool
    threshold: float
    rule: str
    top_k: int
    chunker: str
    chunk_size: str | None
    overlap: float | None
    config: Path | None
    embedder: str
    judge: str | None
    sentences: bool
    only_claims: bool
    references: bool
    password: str | None
    cache: bool
    quiet: bool


def run_batch(request: Batching) -> int:
    """Ask all claims of all papers; gives the exit code."""
    terminal.show_log(logging.ERROR if request.quiet else logging.WARNING)

    def told(opening: Opening) -> None:
        if not request.quiet:
            terminal.complain(opening_text(opening))

    with Waiting(quiet=request.quiet) as waiting:
        watching = Watching(told, waiting.on("papers"))
        done = _job(request).bind(
            lambda job: run(
                job,
                request.papers,
                request.out,
                engine=request.engine,
                workers=request.workers,
                anew=request.anew,
                watching=watching,
            )
        )
    if failed(done):
        return terminal.stop(done.failure())
    return _told(request, done.unwrap())


def _job(request: Batching) -> Result[Job]:
    settings = wiring.settings(
        request.chunker,
        request.chunk_size,
        request.overlap,
        threshold=request.threshold,
        top_k=request.top_k,
        references=request.references,
        rule=request.rule,
        only_claims=request.only_claims,
    )
    if failed(settings):
        return settings
    claims = read_claims(request.claims, sentences=request.sentences)
    return claims.map(
        lambda found: Job(
            tuple(found),
            settings.unwrap(),
            request.embedder,
            request.judge,
            request.cache,
            request.password,
        )
    )


def _told(request: Batching, summary: Summary) -> int:
    for error in summary.unread:
        terminal.complain(str(error), error.hint)
    if not summary.parquet and not request.quiet:
        hint = "pip install 'vera-verify[parquet]', and run it again: no paper is asked again"
        terminal.complain("there is no verdicts.parquet, since pyarrow is not installed", hint)
    unchecked = summary.counts[Status.UNCHECKED] - summary.states_nothing
    nothing = 0 < summary.states_nothing == summary.counts.total()  # was asked
    whole = not summary.unread and not unchecked and not nothing
    code = exit_codes.DONE if whole else exit_codes.UNREADABLE
    if request.quiet:
        return code
    written = terminal.write(summary_text(str(request.out), summary))
    return terminal.stop(written.failure()) if failed(written) else code
