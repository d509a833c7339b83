"""The report for a pull request, a wiki or notes: Markdown, as CommonMark and GitHub read it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from vera.core.verdict import Status, shown
from vera.verification.report.heads import head
from vera.verification.report.of_cells import cells_text
from vera.verification.report.places import gaps_of, line_of
from vera.verification.report.printable import printable
from vera.verification.report.summary_line import summary_line
from vera.verification.report.verdict_lines import place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vera.core.verdict import Verdict
    from vera.verification.report.model import Opening, Summary

_MARKS = re.compile(r"[\\`*_\[\]<>&|~$]")
"""What means something wherever it stands."""
_FIRST = re.compile(r"(?=[-+=#])|(?<=\d)(?=[.)])")
"""Where a backslash keeps the first characters of a line from being a heading or a list."""
_LINKED = re.compile(r"(?<=[@#])(?=\w)|(?<=:)(?=//)|(?<=\bwww)(?=\.)", re.IGNORECASE)
"""Where hosts see a person who is told, an issue or an address in what is plain text."""


class MarkdownForm:
    """A heading for each claim, its passage as a quote. `claims` names their file, "" for none."""

    def __init__(self, claims: str) -> None:
        self._claims, self._number = claims, 0

    def opening(self, opening: Opening) -> str:
        """The title, and what was not read."""
        gaps = "".join(f"* {markdown(gap.text)}\n" for gap in gaps_of(opening))
        return "# Claims and what the papers say\n" + (f"\n{gaps}" if gaps else "")

    def verdict(self, verdict: Verdict) -> str:
        """Status with score, the claim, its place, the passage and the reason."""
        self._number += 1
        score = "" if verdict.score is None else f" {shown(verdict.score)}"
        heading = f"## {self._number}. {verdict.status.value.capitalize()}{score}"
        return "\n" + "\n\n".join([heading, *self._body(verdict)]) + "\n"

    def closing(self, opening: Opening, summary: Summary) -> str:
        """How many of what."""
        return f"\n---\n\n{markdown(summary_line(opening, summary))}\n"

    def _body(self, verdict: Verdict) -> Iterator[str]:
        claim = verdict.claim
        yield f"**{markdown(claim.text)}** ({markdown(line_of(claim, self._claims))})"
        for piece in verdict.evidence[:1]:
            yield f"{head(verdict, piece)}, {markdown(place(piece))}:"
            yield f"> {markdown(piece.text)}"
            if piece.cells:
                yield markdown(cells_text(piece.cells))
        if verdict.status is not Status.GROUNDED:
            yield f"because {markdown(verdict.reason)}"


def markdown(text: str) -> str:
    r"""One line of text as Markdown that shows just this text: no markup, links or HTML.

    >>> markdown("# a *b* <c> 1. www.d")
    '\\# a \\*b\\* \\<c\\> 1. www<!-- -->.d'
    """
    plain = _MARKS.sub(r"\\\g<0>", printable(text))
    start = re.match(r"\d{0,9}.?", plain)
    first = start[0] if start else ""
    return _LINKED.sub("<!-- -->", _FIRST.sub(r"\\", first, count=1) + plain[len(first) :])
