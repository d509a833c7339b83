"""One run of `verify search`: words in, chunks of a library out."""

from __future__ import annotations

import logging

from attrs import frozen

from vera.core.result import failed
from vera.verification.library import Library, Signals
from vera.verification.library.opening import label
from vera.verification.report import exit_codes
from vera.verification.report.of_hits import hits_json, hits_text
from vera.verify import terminal


@frozen
class Searching:
    """What the command line asks for, as it was given."""

    words: str
    library: str
    where: tuple[str, ...]
    top: int
    neighbours: int
    without: tuple[str, ...]
    recent: float | None
    explain: bool
    embedder: str
    format: str


def search(request: Searching) -> int:
    """Search a library; gives the exit code."""
    terminal.show_log(logging.WARNING)
    signals = Signals.create(request.without, request.recent)
    if failed(signals):
        return terminal.stop(signals.failure())
    opened = Library.open(request.library, embedder=request.embedder)
    found = opened.bind(
        lambda library: library.search(
            request.words,
            request.top,
            request.where,
            signals=signals.unwrap(),
            neighbours=request.neighbours,
        )
    )
    if failed(found):
        return terminal.stop(found.failure())
    hits, exact = found.unwrap(), request.format == "json"
    if hits and all(hit.near is False for hit in hits):
        terminal.complain("no passage is near: these are the nearest")
    if exact:
        text = hits_json(label(request.library), request.words, hits)
    else:
        text = hits_text(hits, explain=request.explain)
    written = terminal.write(text, exact=exact)
    return terminal.stop(written.failure()) if failed(written) else exit_codes.DONE
