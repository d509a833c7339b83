"""Verdicts become a report in the form that is asked for, and an exit code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from vera.core.result import Result, failed
from vera.core.verdict import Status
from vera.verification.report import exit_codes
from vera.verification.report.as_json import JsonForm
from vera.verification.report.as_text import TextForm
from vera.verification.report.model import Opening, Summary
from vera.verify import terminal

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from vera.core.verdict import Verdict
    from vera.verification.report.model import Form


class Reported(Protocol):
    """What a command line says of its report."""

    @property
    def format(self) -> str:
        """The name of its form."""
        ...

    @property
    def explain(self) -> bool:
        """Whether it says how each score came about."""
        ...

    @property
    def verbose(self) -> bool:
        """Whether it has all evidence."""
        ...

    @property
    def output(self) -> Path | None:
        """The file that it is written to; None for standard output."""
        ...


def report(
    request: Reported,
    opening: Opening,
    verdicts: Iterator[Result[Verdict]],
    sink: terminal.Sink,
) -> Result[Summary]:
    """Write the report while the verdicts are made; errors are theirs, and of writing it."""
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


def _form(request: Reported) -> Form:
    if request.format == "json":
        return JsonForm(explain=request.explain)
    verbose, explain = request.verbose, request.explain
    if request.output is not None:
        return TextForm(verbose=verbose, explain=explain)
    return TextForm(
        width=terminal.width(), colour=terminal.colour(), verbose=verbose, explain=explain
    )


def exit_code_of(opening: Opening, summary: Summary, *, strict: bool) -> int:
    """What the program ends with; `strict` as `--strict` of the command line."""
    if summary.counts[Status.UNCHECKED] or any(source.error for source in opening.sources):
        return exit_codes.UNREADABLE
    documents = (source.document for source in opening.sources)
    whole = all(document.complete for document in documents if document)
    if strict and (summary.incomplete or not whole):
        return exit_codes.UNREADABLE
    if summary.counts[Status.GROUNDED] < summary.total:
        return exit_codes.NOT_GROUNDED
    return exit_codes.DONE
