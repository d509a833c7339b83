"""What is told of a batch, for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vera.core.verdict import Status
from vera.verification.report.printable import counted, printable

if TYPE_CHECKING:
    from vera.verification.batch.run import Opening, Summary


def opening_text(opening: Opening) -> str:
    """One line: what is to be done, and what is done already."""
    text = f"{counted(opening.claims, 'claim')} asked of {counted(opening.papers, 'paper')}"
    parts = [f"{opening.done:,} done before"] if opening.done else []
    if opening.copies:
        parts.append(f"{counted(opening.copies, 'file')} beside them are copies")
    if opening.repeated:
        parts.append(f"{counted(opening.repeated, 'claim')} said again")
    return "; ".join([text, *parts])


def summary_text(out: str, summary: Summary) -> str:
    """A line on the verdicts, and one on what was not read."""
    told = ", ".join(f"{summary.counts[status]:,} {status.value}" for status in Status)
    total = counted(summary.counts.total(), "verdict")
    text = f"{printable(out)}: {total} by {counted(summary.papers, 'paper')}: {told}\n"
    if summary.states_nothing:
        text += f"of the unchecked left out, as stating nothing: {summary.states_nothing:,}\n"
    if summary.incomplete:
        text += f"{counted(summary.incomplete, 'paper')} not read whole (complete is false)\n"
    if summary.unread:
        text += f"{counted(len(summary.unread), 'paper')} not read (unread.jsonl)\n"
    return text
