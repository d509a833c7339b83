"""The last line of a report for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vera.core.verdict import Status
from vera.verification.report.printable import counted, printable

if TYPE_CHECKING:
    from vera.core.settings import Settings
    from vera.verification.report.model import Opening, Summary


def summary_line(opening: Opening, summary: Summary) -> str:
    """How many of what, and by which rule, embedder and judge; what a baseline left out."""
    counts = ", ".join(
        f"{summary.counts[status]} {status.value}"
        for status in Status
        if summary.counts[status] or status is Status.GROUNDED
    )
    made = _made(opening.settings, summary)
    by = f"threshold {opening.settings.threshold:g}, {made}embedder {opening.embedder.name}"
    by += f", judge {opening.judge.name}" if opening.judge else ""
    by += f", reader {opening.reader.name}" if opening.reader else ""
    text = f"{counted(summary.total, 'claim')}: {counts} ({by})"
    if opening.settings.only_claims:
        text += f"; left out, as stating nothing: {summary.states_nothing}"
    if summary.left_out is not None:
        text += f"; {summary.left_out} left out, as in the baseline"
    return printable(text)


def _made(settings: Settings, summary: Summary) -> str:
    """By which rule the scores were made, where that is not the calibrated one."""
    if settings.rule == "cosine":
        return "rule cosine, "
    return "uncalibrated, " if summary.uncalibrated else ""
