"""What a copy of each paper says of it: which lines are marked, and which claims are told there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vera.core.verdict import Status, shown
from vera.verification.ingestion.pdf.annotating import Note
from vera.verification.report.as_text import TextForm
from vera.verification.report.evidence_html import stands_in
from vera.verification.report.highlights import COLOURS
from vera.verification.report.printable import printable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vera.core.document import Box, Document
    from vera.core.verdict import Evidence, Verdict
    from vera.verification.report.model import Opening, Summary

_TITLE = "VERA"
_ALARMING = (Status.GROUNDED, Status.UNSUPPORTED, Status.CONTRADICTED)


class PdfForm:
    """Collects what will be marked in the papers; its text is a line a copy, and the counts.

    The copies are made and written between the last verdict and the closing, which tells of
    `copied`.
    """

    def __init__(self) -> None:
        self._marks: dict[str, dict[tuple[Box, ...], list[tuple[Status, str]]]] = {}
        self._evidence: dict[str, list[Evidence]] = {}
        self.copied: list[str] = []

    def opening(self, opening: Opening) -> str:
        """What was read, and what was not."""
        return TextForm().opening(opening)

    def verdict(self, verdict: Verdict) -> str:
        """Nothing yet."""
        for evidence, status, text in _told(verdict):
            self._evidence.setdefault(evidence.document, []).append(evidence)
            told = self._marks.setdefault(evidence.document, {})
            if evidence.boxes:
                told.setdefault(evidence.boxes, []).append((status, printable(text)))
        return ""

    @property
    def documents(self) -> list[str]:
        """The papers that a claim's evidence is of."""
        return list(self._marks)

    def fits(self, document: Document) -> bool:
        """Whether all evidence of that paper stands in it; not so once its file was changed."""
        return all(stands_in(document, it) for it in self._evidence.get(document.source, ()))

    def unplaced(self, document: str) -> int:
        """How much evidence of a paper cannot be marked: nothing tells where it is printed."""
        return sum(not it.boxes for it in self._evidence.get(document, ()))

    def notes(self, document: str) -> list[Note]:
        """What is marked in a paper: the same lines once, with all their claims.

        Of two notes on the same lines a viewer would show one, and mix their colours: it is that of
        the verdict that most wants a look. What stands on several pages has a note on each.
        """
        found = []
        for boxes, told in self._marks.get(document, {}).items():
            colour = COLOURS[max((status for status, _ in told), key=_ALARMING.index)]
            text = "\n\n".join(text for _, text in told)
            for page in sorted({box.page for box in boxes}):
                on_it = tuple(box for box in boxes if box.page == page)
                found.append(Note(on_it, colour, _TITLE, text))
        return found

    def closing(self, opening: Opening, summary: Summary) -> str:
        """A line for each copy, and how many claims there were of which verdict."""
        lines = "".join(f"{printable(line)}\n" for line in self.copied)
        return lines + TextForm().closing(opening, summary)


def _told(verdict: Verdict) -> Iterator[tuple[Evidence, Status, str]]:
    """The best evidence of each paper, with what that paper says of the claim; then the parts'."""
    by_paper = {paper.document: paper for paper in verdict.papers}
    seen: set[str] = set()
    for evidence in verdict.evidence:
        if evidence.document in seen:
            continue
        seen.add(evidence.document)
        paper = by_paper.get(evidence.document)
        status, score = verdict.status, verdict.score
        if paper is not None:
            status, score = paper.status, paper.score
        reason = f" ({verdict.reason})" if status is verdict.status else ""
        yield evidence, status, f"{_head(status, score)}: {verdict.claim.text}{reason}"
    for part in verdict.parts:
        for evidence in part.evidence[:1]:
            text = f"{_head(part.status, part.score)}, a part: {part.text} ({part.reason})"
            yield evidence, part.status, text


def _head(status: Status, score: float | None) -> str:
    return status.value.upper() + ("" if score is None else f" {shown(score)}")
