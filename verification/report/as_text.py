"""The report for people: one numbered block a claim, wrapped to a width, coloured if asked."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from vera.verification.report.of_manuscript import manuscript_lines
from vera.verification.report.printable import counted, printable
from vera.verification.report.short_names import short_names
from vera.verification.report.summary_line import summary_line
from vera.verification.report.verdict_lines import verdict_lines

if TYPE_CHECKING:
    from vera.core.verdict import Verdict
    from vera.verification.report.model import Opening, Summary

_NUMBER = 4
"""Cells for the number of a claim, a full stop and a space, up to 99; greater ones take more."""
_MARGIN = 20
_NOTE = 12
_UNBOUNDED = 1_000_000


class TextForm:
    """Blocks of text. `width` is in terminal cells, None for lines that are never wrapped.

    Not `verbose`, a verdict shows the passage that decides it, and papers by as much of their names
    as tells those of the run apart; `verbose`, all its evidence, the boxes, the reason and whole
    names. `explain` adds cosines, what each feature added, and the runners-up.
    """

    def __init__(
        self,
        *,
        width: int | None = None,
        colour: bool = False,
        verbose: bool = False,
        explain: bool = False,
    ) -> None:
        self._width = max(width or _UNBOUNDED, 2 * _MARGIN)
        self._verbose, self._explain = verbose, explain
        self._number, self._short = 0, dict[str, str]()
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
        """What was read, and what was not, under whole names."""
        if not self._verbose:
            self._short = short_names([source.name for source in opening.sources])
        text = ""
        if opening.library is not None:
            shelf = opening.library
            what = f"{counted(shelf.papers, 'paper')}, {counted(shelf.chunks, 'chunk')}"
            if shelf.where:
                what += f"; {counted(shelf.fitting, 'paper')} where {shelf.where}"
            text += self._line("", f"library {shelf.name}: {what}", style="dim")
        if opening.manuscript is not None:
            for label, said in manuscript_lines(opening.manuscript):
                style, margin = ("yellow", _NOTE) if label else ("dim", 0)
                text += self._line(label, said, style=style, margin=margin)
        for source in opening.sources:
            if source.document is None:
                text += self._line("", f"not read: {source.error}", style="yellow")
                continue
            pages = len(source.document.pages)
            what = f"{counted(pages, 'page')}, " if pages else ""
            what += counted(source.chunks, "chunk")
            text += self._line("", f"{source.name}: {what}", style="dim")
            for note in source.document.notes:
                text += self._line("  note", note, style="yellow", margin=_NOTE)
            for page in source.document.unread:
                warning = f"page {page.number} was not read: {page.unread}"
                text += self._line("  warning", warning, style="yellow", margin=_NOTE)
        return text

    def verdict(self, verdict: Verdict) -> str:
        """A block: number, status, score and claim, then the passage with its page."""
        self._number += 1
        lines = verdict_lines(
            verdict,
            verbose=self._verbose,
            explain=self._explain,
            short=lambda name: self._short.get(name, name),
        )
        text, lead = "\n", f"{self._number}. ".ljust(_NUMBER)
        for it in lines:
            label = f"{lead}{it.label:12}{it.number:>6}"
            text += self._line(label, it.text, it.style, len(lead) + _MARGIN)
            lead = " " * len(lead)
        return text

    def closing(self, opening: Opening, summary: Summary) -> str:
        """How many of what, and by which rule, embedder and judge."""
        return "\n" + self._line("", summary_line(opening, summary), style="bold")

    def _line(self, label: str, text: str, style: str = "", margin: int = 0) -> str:
        """`label` in the margin, `text` beside it, wrapped; both printable."""
        body = Text(printable(text), style=style)
        lines = body.wrap(self._console, self._width - margin)
        with self._console.capture() as captured:
            for at, line in enumerate(lines or [Text()]):
                line.rstrip()
                lead = Text(f"{label if at == 0 else '':{margin}}", style=style)
                self._console.print(lead + line, soft_wrap=True)
        return "".join(f"{it.rstrip()}\n" for it in captured.get().splitlines())
