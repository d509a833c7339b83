"""How passages are introduced: none that denies a claim is said to say it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vera.core.verdict import Status

if TYPE_CHECKING:
    from vera.core.verdict import Conflict, Evidence, Verdict

HEADS = {
    Status.GROUNDED: "says",
    Status.CONTRADICTED: "denies",
    Status.UNSUPPORTED: "nearest",
    Status.UNCHECKED: "nearest",
}
"""How the passage that decides is introduced: of a claim that is neither, it is the nearest."""
NEXT = "next"
"""How other passages are introduced: nobody asked what they say."""


def head(verdict: Verdict, evidence: Evidence) -> str:
    """How a piece of a verdict's evidence is introduced.

    The first decides. Of another, it is known what it says of a part that it decides, what its
    paper says by itself where it is the best of that, and that it denies the claim where a conflict
    lies in it. Where a bare cosine decided, nobody read what a passage says: it is only near.
    """
    first = verdict.evidence[0]
    if verdict.decided == "cosine":
        return HEADS[Status.UNSUPPORTED] if evidence == first else NEXT
    if evidence == first:
        return HEADS[verdict.status]
    for part in verdict.parts:
        if evidence in part.evidence[:1]:
            return HEADS[part.status]
    if evidence.document == first.document:
        denied = any(_within(conflict, evidence) for conflict in verdict.conflicts)
        return HEADS[Status.CONTRADICTED] if denied else NEXT
    best = next(each for each in verdict.evidence if each.document == evidence.document)
    said = {paper.document: HEADS[paper.status] for paper in verdict.papers}
    return said.get(evidence.document, NEXT) if best == evidence else NEXT


def _within(conflict: Conflict, evidence: Evidence) -> bool:
    return evidence.span.start <= conflict.span.start < evidence.span.end
