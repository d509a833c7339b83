"""One run of `verify ask`: a question in, an answer with citations out."""

from __future__ import annotations

import logging

from attrs import frozen

from vera.core.result import Result, failed
from vera.core.settings import Settings
from vera.verification.library import Library, Signals
from vera.verification.library.opening import label
from vera.verification.report import exit_codes
from vera.verification.report.of_answer import answer_json, answer_text
from vera.verify import terminal


@frozen
class Asking:
    """What the command line asks for, as it was given."""

    question: str
    library: str
    where: tuple[str, ...]
    without: tuple[str, ...]
    recent: float | None
    neighbours: int
    model: str
    top: int
    show_failed: bool
    threshold: float
    embedder: str
    judge: str | None
    format: str


def ask(request: Asking) -> int:
    """Ask a library; gives the exit code."""
    terminal.show_log(logging.WARNING)
    signals = Signals.create(request.without, request.recent)
    if failed(signals):
        return terminal.stop(signals.failure())
    asked = _opened(request).bind(
        lambda library: library.ask(
            request.question,
            request.model,
            request.top,
            request.where,
            signals=signals.unwrap(),
            neighbours=request.neighbours,
        )
    )
    if failed(asked):
        return terminal.stop(asked.failure())
    answer, exact = asked.unwrap(), request.format == "json"
    if exact:
        text = answer_json(label(request.library), answer, failed=request.show_failed)
    else:
        text = answer_text(answer, failed=request.show_failed)
    written = terminal.write(text, exact=exact)
    if failed(written):
        return terminal.stop(written.failure())
    if answer.error is not None:
        return terminal.stop(answer.error)
    answered = answer.sentences or not answer.model
    return exit_codes.DONE if answered else exit_codes.NOT_GROUNDED


def _opened(request: Asking) -> Result[Library]:
    """The library, with the threshold that is asked for and all else as it was made."""
    settings = Settings.create(threshold=request.threshold)
    known = settings.bind(lambda _: Library.open(request.library)).bind(lambda it: it.manifest())
    if failed(known):
        return known
    manifest, chosen = known.unwrap(), settings.unwrap()
    return Library.open(
        request.library,
        manifest.settings(chosen) if manifest else chosen,
        embedder=request.embedder,
        judge=request.judge,
    )
