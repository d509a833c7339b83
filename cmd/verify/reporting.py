"""Verdicts become a report in the form that is asked for, and an exit code."""

from __future__ import annotations

import logging
from collections import Counter
from typing import TYPE_CHECKING, Protocol

from vera.core.result import Result, Success, failed
from vera.core.verdict import Status
from vera.verification import wiring
from vera.verification.report import baseline as baselines
from vera.verification.report import exit_codes
from vera.verification.report.forms import FORMS, Wanted
from vera.verification.report.model import Opening, Summary
from vera.verify import terminal
from vera.verify.claims import STANDARD_INPUT
from vera.verify.copies import Folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from vera.core.verdict import Verdict
    from vera.verification.report.baseline import Baseline
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
    def quiet(self) -> bool:
        """Whether nothing but errors is printed."""
        ...

    @property
    def claims(self) -> str:
        """The file that the claims are from."""
        ...

    @property
    def inputs(self) -> Sequence[Path | int]:
        """The files that are read, and the number of standard input."""
        ...

    @property
    def password(self) -> str | None:
        """What opens encrypted papers."""
        ...

    @property
    def out(self) -> Path | None:
        """The folder for copies of the papers; None without any."""
        ...

    @property
    def fails(self) -> frozenset[str]:
        """The statuses that make the run fail."""
        ...

    @property
    def output(self) -> Path | None:
        """The file that it is written to; None for standard output."""
        ...


def reported(request: Reported, verify: Callable[[terminal.Sink], int]) -> int:
    """Run what writes a report to where it is wanted; gives its exit code."""
    level = logging.INFO if request.verbose else logging.ERROR if request.quiet else logging.WARNING
    terminal.show_log(level)
    quiet, exact = request.quiet, request.format != "text"
    with terminal.open_sink(
        request.output, quiet=quiet, exact=exact, inputs=request.inputs
    ) as opened:
        return terminal.stop(opened.failure()) if failed(opened) else verify(opened.unwrap())


def read_baseline(path: Path | None) -> Result[Baseline | None]:
    """The report of before, where one is given."""
    return Success(None) if path is None else baselines.read(path)


def report(
    request: Reported,
    opening: Opening,
    verdicts: Iterator[Result[Verdict]],
    sink: terminal.Sink,
    baseline: Baseline | None,
) -> Result[Summary]:
    """Write the report while the verdicts are made; of a claim that the baseline has, nothing."""
    form, summary = _form(request), Summary(left_out=None if baseline is None else 0)
    written = sink.write(form.opening(opening))
    for verdict in verdicts:
        if failed(written):
            return written
        if failed(verdict):
            return verdict
        if baseline is not None and baseline.has(verdict.unwrap()):
            summary.leave_out(verdict.unwrap())
            continue
        summary.count(verdict.unwrap())
        written = sink.write(form.verdict(verdict.unwrap()))
    if failed(written):
        return written
    copied = _copy(request, form, opening)
    written = sink.write(form.closing(opening, summary))
    finished = written if failed(written) else sink.finish()
    return finished.bind(lambda _: copied).map(lambda _: summary)


def fit(request: Reported, papers: Iterable[str]) -> Result[None]:
    """Whether copies of the papers can lie where they are wanted; errors are `Folder.fit`'s."""
    copies = _copies(request)
    return Success(None) if copies is None else copies.fit(papers)


def _copies(request: Reported) -> Folder | None:
    return None if request.out is None else Folder(request.out, tuple(request.inputs))


def _copy(request: Reported, form: Form, opening: Opening) -> Result[None]:
    """Write the copies of papers that were asked for; the form tells of them as it closes."""
    from vera.verification.report.as_pdf import PdfForm

    copies = _copies(request)
    if copies is None or not isinstance(form, PdfForm):
        return Success(None)
    return copies.write(form, opening, wiring.Again(request.password))


def _form(request: Reported) -> Form:
    shown = request.output is None
    wanted = Wanted(
        claims="" if request.claims == STANDARD_INPUT else request.claims,
        explain=request.explain,
        verbose=request.verbose,
        width=terminal.width() if shown else None,
        colour=shown and terminal.colour(),
        papers=wiring.Again(request.password),
        fails=request.fails,
    )
    return FORMS[request.format](wanted)


def exit_code_of(opening: Opening, summary: Summary, fails: frozenset[str], *, strict: bool) -> int:
    """What the program ends with; `fails` and `strict` are those of the command line."""
    if summary.states_nothing == summary.total > 0 and not summary.left_out:
        return exit_codes.UNREADABLE  # nothing was asked: that must not look like all is well
    asked = summary.counts - Counter({Status.UNCHECKED: summary.states_nothing})
    counts = {status: count for status, count in asked.items() if status.value in fails}
    if counts.pop(Status.UNCHECKED, 0) or any(source.error for source in opening.sources):
        return exit_codes.UNREADABLE
    documents = (source.document for source in opening.sources)
    whole = all(document.complete for document in documents if document)
    if strict and (summary.incomplete or not whole):
        return exit_codes.UNREADABLE
    return exit_codes.NOT_GROUNDED if any(counts.values()) else exit_codes.DONE
