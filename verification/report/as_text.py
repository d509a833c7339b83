"""The report for people: one block a claim, wrapped to a width, coloured if asked."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from vera.core.verdict import Status
from vera.verification.report.of_manuscript import manuscript_lines
from vera.verification.report.printable import printable
from vera.verification.report.verdict_lines import verdict_lines

if TYPE_CHECKING:
    from vera.core.settings import Settings
    from vera.core.verdict import Verdict
    from vera.verification.report.model import Opening, Summary

_MARGIN = 20
_UNBOUNDED = 1_000_000


class TextForm:
    """Blocks of text. `width` is in terminal cells, None for lines that are never wrapped.

    Not `verbose`, a verdict shows the passage that decides it; `verbose`, all its evidence, the
    boxes and the reason. `explain` adds what each feature added, and the runners-up.
    """

    def __init__(
        self,
        *,
        width: int | None = None,
        colour: bool = False,
        verbose: bool = False,
        explain: bool = False,
    ) -> None:
        self._width = max(width or _UNBOUNDED, _MARGIN + 20)
        self._verbose, self._explain = verbose, explain
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
        if opening.library is not None:
            shelf = opening.library
            what = f"{_counted(shelf.papers, 'paper')}, {_counted(shelf.chunks, 'chunk')}"
            if shelf.where:
                what += f"; {_counted(shelf.fitting, 'paper')} where {shelf.where}"
            text += self._line("", f"library {shelf.name}: {what}", style="dim", margin=0)
        if opening.manuscript is not None:
            for label, said in manuscript_lines(opening.manuscript):
                style, margin = ("yellow", _MARGIN) if label else ("dim", 0)
                text += self._line(label, said, style=style, margin=margin)
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
        lines = verdict_lines(verdict, verbose=self._verbose, explain=self._explain)
        return "\n" + "".join(
            self._line(f"{it.label:12}{it.number:>6}", it.text, it.style) for it in lines
        )

    def closing(self, opening: Opening, summary: Summary) -> str:
        """How many of what, and by which rule, embedder and judge."""
        counts = ", ".join(
            f"{summary.counts[status]} {status.value}"
            for status in Status
            if summary.counts[status] or status is Status.GROUNDED
        )
        claims = _counted(summary.total, "claim")
        made = _made(opening.settings, summary)
        by = f"threshold {opening.settings.threshold:g}, {made}embedder {opening.embedder.name}"
        by += f", judge {opening.judge.name}" if opening.judge else ""
        by += f", reader {opening.reader.name}" if opening.reader else ""
        return "\n" + self._line("", f"{claims}: {counts} ({by})", style="bold", margin=0)

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


def _made(settings: Settings, summary: Summary) -> str:
    """By which rule the scores were made, where that is not the calibrated one."""
    if settings.rule == "cosine":
        return "rule cosine, "
    return "uncalibrated, " if summary.uncalibrated else ""
