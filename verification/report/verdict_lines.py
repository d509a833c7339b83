"""What the report for people says of one claim, line by line."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from vera.core.verdict import Status, shown
from vera.verification.report.heads import HEADS, head
from vera.verification.report.of_cells import cells_text
from vera.verification.report.of_manuscript import place_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vera.core.verdict import Evidence, Explanation, PaperVerdict, Part, Verdict

STYLES = {
    Status.GROUNDED: "bold green",
    Status.CONTRADICTED: "bold magenta",
    Status.UNSUPPORTED: "bold red",
    Status.UNCHECKED: "bold yellow",
}
LITTLE = 0.05
"""Log-odds: features that added less, 0.01 of a probability or so, are told as one sum."""


@frozen
class Line:
    """A label, a number that belongs to it, and text beside them."""

    label: str
    text: str
    number: str = ""
    style: str = ""


_RULES = ("calibration", "table", "cosine")


def verdict_lines(
    verdict: Verdict, *, verbose: bool, explain: bool, short: Callable[[str], str] = str
) -> Iterator[Line]:
    """Status, score and claim; the passage with its place; parts, reason and explanation.

    `verbose` gives all evidence with its boxes, and parts and reason of a grounded claim, too. The
    reason is always given where a judge decided: it names the judge. `explain` gives the cosine of
    a passage, beside its place. `short` is what a document is called.
    """
    status, score = verdict.status, "" if verdict.score is None else shown(verdict.score)
    told = _Passages(short, cosine=explain, boxes=verbose)
    yield Line(status.value.upper(), verdict.claim.text, score, STYLES[status])
    if where := place_of(verdict.claim):
        yield Line("", where, style="cyan")
    evidence = verdict.evidence if verbose else verdict.evidence[:1]
    for piece in evidence:
        yield from told.lines(piece, head(verdict, piece))
    if len(verdict.papers) > 1:
        yield Line("papers", _papers_text(verdict.papers, short))
    full = verbose or status is not Status.GROUNDED
    if full:
        yield from _part_lines(verdict.parts, evidence, evolve(told, boxes=False))
    if full or verdict.decided not in _RULES:
        yield Line("because", verdict.reason, style="dim")
    if not explain or verdict.score is None:
        return
    others = verdict.evidence[len(evidence) :]
    if verdict.explanation is not None:
        yield from _explanation_lines(verdict, verdict.explanation)
        others = verdict.explanation.runners_up
    else:
        text = "a bare cosine decides: there are no features, and no conflicts are looked for"
        yield Line("explain", text)
    for piece in others:
        yield from evolve(told, boxes=False).lines(piece, "runner-up")


_SAID = {
    Status.GROUNDED: "grounded by",
    Status.CONTRADICTED: "contradicted by",
    Status.UNSUPPORTED: "not in",
}


def _papers_text(papers: Sequence[PaperVerdict], short: Callable[[str], str]) -> str:
    """Which papers say it, which deny it, and which do neither."""
    groups = []
    for status, said in _SAID.items():
        names = [
            f"{short(paper.document)} ({shown(paper.score)})"
            for paper in papers
            if paper.status is status
        ]
        if names:
            groups.append(f"{said} {', '.join(names)}")
    return "; ".join(groups)


def place(evidence: Evidence, short: Callable[[str], str] = str) -> str:
    """Where a piece of evidence stands: document, called what `short` calls it, pages, section."""
    pages = evidence.pages
    where = [short(evidence.document)]
    if len(pages) == 1:
        where.append(f"p. {pages[0]}")
    elif pages:
        where.append(f"pp. {pages[0]}-{pages[-1]}")
    if evidence.section:
        where.append(evidence.section)
    return ", ".join(where)


def whereabouts(evidence: Evidence, short: Callable[[str], str] = str) -> str:
    """The same, with the cells of a table that are meant."""
    return "; ".join(filter(None, (place(evidence, short), cells_text(evidence.cells))))


@frozen
class _Passages:
    """How passages are told: the names of documents, with the cosine, with the boxes."""

    short: Callable[[str], str]
    cosine: bool
    boxes: bool

    def lines(self, evidence: Evidence, label: str) -> Iterator[Line]:
        yield Line(label, f"“{evidence.text}”")
        if evidence.cells:
            yield Line("", cells_text(evidence.cells))
        cosine = f" (cosine {shown(evidence.score)})" if self.cosine else ""
        yield Line("", place(evidence, self.short) + cosine, style="cyan")
        for box in evidence.boxes if self.boxes else ():
            corners = f"{box.x0:.1f}, {box.y0:.1f}, {box.x1:.1f}, {box.y1:.1f}"
            yield Line("", f"p. {box.page} [{corners}]", style="dim")


def _part_lines(parts: Sequence[Part], seen: Sequence[Evidence], told: _Passages) -> Iterator[Line]:
    """Each part with its status; its passage, too, where that is not among those shown above."""
    places = {(piece.document, piece.span) for piece in seen}
    for part in parts:
        style = STYLES[part.status].removeprefix("bold ")
        yield Line("part", f"{part.status.value}: {part.text}", shown(part.score), style)
        for piece in part.evidence[:1]:
            if (piece.document, piece.span) not in places:
                places.add((piece.document, piece.span))
                yield from told.lines(piece, f"  {HEADS[part.status]}")


def _explanation_lines(verdict: Verdict, made: Explanation) -> Iterator[Line]:
    yield Line("evidence", "the probability that the paper speaks of it", shown(made.evidence))
    yield Line("support", "the probability that it then says the same", shown(made.support))
    yield Line("denial", "the probability that it says the contrary", shown(made.denial))
    yield Line("added", "to the log-odds of the two, beside the average claim, by")
    little = 0.0
    for feature in made.features:
        if abs(feature.added) < LITTLE:
            little += feature.added
            continue
        yield Line("", f"{feature.name}: {feature.value:.4g}", f"{feature.added:+.2f}")
    yield Line("", "all others together", f"{little:+.2f}")
    for conflict in verdict.conflicts:
        yield Line("conflict", f"{conflict.code}: {conflict}")
