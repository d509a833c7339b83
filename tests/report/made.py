"""Verdicts and runs that the tests of the forms have alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vera.core.document import Box, Document, Page, Span
from vera.core.errors import ReadFault, UnreadableDocument
from vera.core.ports import EmbedderInfo
from vera.core.settings import Settings
from vera.core.verdict import (
    Claim,
    Conflict,
    Evidence,
    Explanation,
    Feature,
    PaperVerdict,
    Part,
    Status,
    Verdict,
)
from vera.verification.grounding.decide import unchecked
from vera.verification.report.model import Opening, Source, Summary

if TYPE_CHECKING:
    from vera.verification.report.model import Form

HOSTILE = "a\x1b[2Jb\x9bc\u202ed\ud800\ne\x00"
"""What drives a terminal, reorders text or is no character."""


def a_passage(text: str, start: int = 3, document: str = "paper.pdf") -> Evidence:
    """A passage on two pages."""
    boxes = (Box(4, 1, 2, 3, 4.567),)
    return Evidence(document, text, 0.8123456, Span(start, 9), (4, 5), boxes, "2 Method")


def a_verdict(
    text: str = "A claim.", status: Status = Status.GROUNDED, claim: Claim | None = None
) -> Verdict:
    """A verdict that has everything that one of its status can have."""
    if status is Status.UNCHECKED:
        return unchecked(claim or Claim(text, 7), "the claim is blank", "minilm", Settings())
    conflicts: tuple[Conflict, ...] = ()
    if status is Status.CONTRADICTED:
        conflicts = (Conflict("number", text, "95%", Span(4, 7), (4,)),)
    part = Part(text, Span(0, 5), status, 0.81, "because", (a_passage(text, 1),), conflicts)
    features = (Feature("bm25", 0.5, -1.25), Feature("size", 2, 0.04), Feature("length", 3, 0.03))
    return Verdict(
        claim or Claim(text, 7),
        status,
        0.81,
        "; ".join(map(str, conflicts)) or "because",
        "minilm",
        Settings(),
        (a_passage(text), a_passage(text, 5)),
        conflicts,
        (part,),
        Explanation(0.91234567, 0.4, 0.05, features, (a_passage("next to it", 8),)),
        calibrated=True,
        decided="calibration",
        papers=(PaperVerdict("paper.pdf", status, 0.81),),
    )


def an_opening(name: str = "paper.pdf", settings: Settings | None = None) -> Opening:
    """A paper of which a page was not read, and one of which nothing was."""
    document = Document(
        "text",
        name,
        "0" * 64,
        pages=(Page(1, 1, 1, Span(0, 4)), Page(2, 1, 1, Span(4, 4), "", "scan")),
    )
    bad = UnreadableDocument("read", name, ReadFault.DAMAGED)
    sources = (Source(name, document, 1), Source(name, error=bad))
    return Opening(sources, EmbedderInfo("minilm", "m", "f", 384, 256), settings or Settings())


def written(
    form: Form, verdicts: list[Verdict], name: str = "paper.pdf", read: Opening | None = None
) -> str:
    """The pieces of a form, one after the other."""
    known = read or an_opening(name, verdicts[0].settings if verdicts else None)
    summary = Summary()
    text = form.opening(known)
    for each in verdicts:
        summary.count(each)
        text += form.verdict(each)
    return text + form.closing(known, summary)
