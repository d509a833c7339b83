"""One run of `verify chunks`: a paper in, its chunks out."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from vera.core.errors import InvalidInput, Problem
from vera.core.result import Failure, Result, Success, failed
from vera.verification import wiring
from vera.verification.report import exit_codes
from vera.verification.report.of_chunks import Chunked, chunks_json, chunks_text
from vera.verification.report.printable import printable_text
from vera.verification.report.progress import Waiting
from vera.verify import terminal

if TYPE_CHECKING:
    from vera.core.document import Document


@frozen
class Request:
    """What the command line asks for, as it was given."""

    paper: str
    chunker: str
    chunk_size: str | None
    overlap: float | None
    embedder: str
    password: str | None
    format: str
    expand: int | None
    output: Path | None
    cache: bool


def show_chunks(request: Request) -> int:
    """Show how a paper is chunked; gives the exit code."""
    terminal.show_log(logging.WARNING)
    paper, exact = Path(request.paper), request.format != "text"
    with terminal.open_sink(request.output, quiet=False, exact=exact, inputs=[paper]) as opened:
        if failed(opened):
            return terminal.stop(opened.failure())
        return _show(request, opened.unwrap())


def _show(request: Request, sink: terminal.Sink) -> int:
    chunked = _chunked(request)
    if failed(chunked):
        return terminal.stop(chunked.failure())
    document = chunked.unwrap().document
    for note in document.notes:
        terminal.complain(f"note: {note}")
    for page in document.unread:
        terminal.complain(f"page {page.number} was not read: {page.unread}")
    shown = _shown(chunked.unwrap(), request.format, request.expand)
    if failed(shown):
        return terminal.stop(shown.failure())
    written = sink.write(shown.unwrap()).bind(lambda _: sink.finish())
    if failed(written):
        return terminal.stop(written.failure())
    return exit_codes.DONE if document.complete else exit_codes.UNREADABLE


def _chunked(request: Request) -> Result[Chunked]:
    settings = wiring.settings(request.chunker, request.chunk_size, request.overlap)
    if failed(settings):
        return settings
    read = wiring.read_document(Path(request.paper), request.password)
    if failed(read):
        return read
    document: Document = read.unwrap()
    chosen = settings.unwrap()
    with Waiting() as waiting:
        chunks = wiring.chunks_of(
            document,
            chosen,
            request.embedder,
            cache=request.cache,
            progress=waiting.on(request.paper),
        )
    return chunks.map(lambda made: Chunked(document, made, chosen.chunker, chosen.chunk))


def _shown(chunked: Chunked, form: str, expand: int | None) -> Result[str]:
    if expand is not None:
        return _expanded(chunked, form, expand)
    if form == "text":
        return Success(chunks_text(chunked))
    if form == "html":
        from vera.verification.report.chunks_html import chunks_html

        return Success(chunks_html(chunked))
    return wiring.cl100k().map(lambda counts: chunks_json(chunked, counts))


def _expanded(chunked: Chunked, form: str, index: int) -> Result[str]:
    """One chunk with its neighbours, for people."""
    from vera.verification.chunking.window import with_neighbours

    problems = []
    if form != "text":
        problems.append(Problem("format", form, "must be text with --expand"))
    if index >= len(chunked.chunks):
        rule = f"must be below the number of chunks, {len(chunked.chunks)}"
        problems.append(Problem("expand", index, rule))
    if problems:
        return Failure(InvalidInput("show chunks", tuple(problems)))
    text = with_neighbours(chunked.document, chunked.chunks, index)
    return Success(printable_text(text) + "\n")
