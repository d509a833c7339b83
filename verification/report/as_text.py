"""The report for people: one block a claim, wrapped to a width, coloured if asked."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from core.verdict import Status, shown
from verification.report.printable import printable

if TYPE_CHECKING:
    from core.verdict import Evidence, Verdict
    from verification.report.model import Opening, Summary

_STYLES = {
    Status.GROUNDED: "bold green",
    Status.UNSUPPORTED: "bold red",
    Status.UNCHECKED: "bold yellow",
}
_MARGIN = 20
_UNBOUNDED = 1_000_000


class TextForm:
    """Blocks of text. `width` is in terminal cells, None for lines that are never wrapped.

    Not `verbose`, a verdict shows the passage that decides it; `verbose`, all its evidence, the
    boxes and the reason.
    """

    def __init__(
        self, *, width: int | None = None, colour: bool = False, verbose: bool = False
    ) -> None:
        self._width = max(width or _UNBOUNDED, _MARGIN + 20)
        self._verbose = verbose
        self._console = Console(
            file=io.StringIO(),
            width=self._width,
            force_terminal=colour,
            color_system="standard" if colour else None,
            highlight=False,
            markup=False,
            emoji=False,
            legacy_windows=False,
        )

    def opening(self, opening: Opening) -> str:
        """What was read, and what was not."""
        text = ""
        for source in opening.sources:
            if source.document is None:
                text += self._line("", f"not read: {source.error}", style="yellow", margin=0)
                continue
            pages = len(source.document.pages)
            what = f"{_counted(pages, 'page')}, " if pages else ""
            what += _counted(source.chunks, "chunk")
            text += self._line("", f"{source.name}: {what}", style="dim", margin=0)
            for note in source.document.notes:
                text += self._line("  note", note, style="yellow")
            for page in source.document.unread:
                warning = f"page {page.number} was not read: {page.unread}"
                text += self._line("  warning", warning, style="yellow")
        return text

    def verdict(self, verdict: Verdict) -> str:
        """A block: status, score and claim, then the passage with its page."""
        style = _STYLES[verdict.status]
        score = "" if verdict.score is None else shown(verdict.score)
        text = "\n" + self._line(
            f"{verdict.status.value.upper():11} {score:>6}", verdict.claim.text, style=style
        )
        most = None if self._verbose else 1
        for evidence in verdict.evidence[:most]:
            label = "  says" if verdict.status is Status.GROUNDED else "  nearest"
            text += self._line(f"{label:11} {shown(evidence.score):>6}", f"“{evidence.text}”")
            text += self._line("", _place(evidence), style="cyan")
            if self._verbose:
                for box in evidence.boxes:
                    corners = f"{box.x0:.1f}, {box.y0:.1f}, {box.x1:.1f}, {box.y1:.1f}"
                    text += self._line("", f"p. {box.page} [{corners}]", style="dim")
        if self._verbose or verdict.status is not Status.GROUNDED:
            text += self._line("  because", verdict.reason, style="dim")
        return text

    def closing(self, opening: Opening, summary: Summary) -> str:
        """How many of what, and by which embedder."""
        counts = ", ".join(
            f"{summary.counts[status]} {status.value}"
            for status in Status
            if summary.counts[status] or status is Status.GROUNDED
        )
        claims = _counted(summary.total, "claim")
        settings = f"threshold {opening.settings.threshold:g}, embedder {opening.embedder.name}"
        return "\n" + self._line("", f"{claims}: {counts} ({settings})", style="bold", margin=0)

    def _line(self, label: str, text: str, style: str = "", margin: int = _MARGIN) -> str:
        """`label` in the margin, `text` beside it, wrapped; both printable."""
        body = Text(printable(text), style=style)
        lines = body.wrap(self._console, self._width - margin)
        with self._console.capture() as captured:
            for at, line in enumerate(lines or [Text()]):
                line.rstrip()
                lead = Text(f"{label if at == 0 else '':{margin}}", style=style)
                self._console.print(lead + line, soft_wrap=True)
        return "".join(f"{it.rstrip()}\n" for it in captured.get().splitlines())


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _place(evidence: Evidence) -> str:
    pages = evidence.pages
    where = [evidence.document]
    if len(pages) == 1:
        where.append(f"p. {pages[0]}")
    elif pages:
        where.append(f"pp. {pages[0]}-{pages[-1]}")
    if evidence.section:
        where.append(evidence.section)
    return ", ".join(where)
