"""Passages become a verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.verdict import SCORE_DIGITS, Claim, Evidence, Status, Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.settings import Settings
    from verification.grounding.score import Rule
    from verification.retrieval.find import Found, Hit


def unchecked(claim: Claim, reason: str, embedder: str, settings: Settings) -> Verdict:
    """The verdict on a claim that could not be compared with anything."""
    return Verdict(claim, Status.UNCHECKED, None, reason, embedder, settings)


def decide(
    claim: Claim,
    found: Sequence[Found],
    rule: Rule,
    embedder: str,
    settings: Settings,
    missing: Sequence[str] = (),
) -> Verdict:
    """Judge a claim by what it found in each of several papers, at least one.

    The paper with the best judgement decides; the evidence is the best of all papers. What was not
    read (`missing` papers, pages without text), or not as it should be (the documents' notes), is
    named in a verdict that is not grounded.
    """
    judgements = [rule(each, settings) for each in found]
    best = max(judgements, key=lambda each: (each.status is Status.GROUNDED, each.score))
    reason = best.reason
    if best.status is not Status.GROUNDED:
        gaps = "; ".join(filter(None, [*missing, *map(_unread, found)]))
        notes = (note for each in found for note in each.passages.document.notes)
        reason = "; ".join(filter(None, [reason, gaps and f"not read: {gaps}", *notes]))
    evidence = (_evidence(each, hit) for each in found for hit in each.windows)
    ranked = sorted(evidence, key=lambda each: -each.score)[: settings.top_k]
    return Verdict(claim, best.status, best.score, reason, embedder, settings, tuple(ranked))


def _unread(found: Found) -> str:
    document = found.passages.document
    pages = document.unread
    if not pages:
        return ""
    numbers = ", ".join(str(page.number) for page in pages)
    return f"page{'s' * (len(pages) > 1)} {numbers} of {document.source}"


def _evidence(found: Found, hit: Hit) -> Evidence:
    document = found.passages.document
    return Evidence(
        document=document.source,
        text=hit.span.of(document.text),
        score=round(hit.score, SCORE_DIGITS),
        span=hit.span,
        pages=document.pages_of(hit.span),
        boxes=document.boxes_of(hit.span),
        section=document.section_of(hit.span.start),
    )
