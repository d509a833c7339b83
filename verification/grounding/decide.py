"""Judgements of a claim by several papers become one verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from vera.core.result import Result, traverse
from vera.core.verdict import Claim, PaperVerdict, Status, Verdict
from vera.verification.language.citations import uncited

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vera.core.document import Document
    from vera.core.settings import Settings
    from vera.verification.grounding.score import Judgement, Rule
    from vera.verification.retrieval.question import Question

_RANK = (Status.GROUNDED, Status.CONTRADICTED, Status.UNSUPPORTED)
"""Which of two papers decides: one that says the claim, then one that denies it."""


def unchecked(claim: Claim, reason: str, embedder: str, settings: Settings) -> Verdict:
    """The verdict on a claim that could not be compared with anything."""
    return Verdict(claim, Status.UNCHECKED, None, reason, embedder, settings, decided="")


def decide(
    claim: Claim,
    questions: Sequence[Question],
    rule: Rule,
    embedder: str,
    settings: Settings,
    missing: Sequence[str] = (),
) -> Result[Verdict]:
    """Judge a claim that was asked of each of several papers, at least one.

    The paper that says the claim decides, else the one that denies it, else the one with the best
    score; the evidence is the deciding paper's, then the best of the others. The questions are
    of the claim without its marks of citation; parts are told in the claim as written. What was not
    read (`missing` papers, pages without text), or not as it should be (the documents' notes), is
    named in a verdict that is not grounded. Errors are the rule's.
    """
    judged = traverse(lambda question: rule(question, settings), questions)
    return judged.map(
        lambda judgements: _verdict(claim, questions, judgements, embedder, settings, missing)
    )


def _verdict(
    claim: Claim,
    questions: Sequence[Question],
    judgements: Sequence[Judgement],
    embedder: str,
    settings: Settings,
    missing: Sequence[str],
) -> Verdict:
    documents = [question.passages.document for question in questions]
    ranks = sorted(
        zip(documents, judgements, strict=True),
        key=lambda each: (_RANK.index(each[1].status), -each[1].score),
    )
    best, asked = ranks[0][1], uncited(claim.text)
    reason = best.reason
    if best.status is not Status.GROUNDED:
        reason = _joined([reason, gaps(documents, missing)])
    others = (found for each in judgements if each is not best for found in each.evidence)
    ranked = [*best.evidence, *sorted(others, key=lambda each: -each.score)]
    if not best.calibrated:
        ranked.sort(key=lambda each: -each.score)
    return Verdict(
        claim,
        best.status,
        best.score,
        reason,
        embedder,
        settings,
        tuple(ranked[: settings.top_k]),
        best.conflicts,
        tuple(evolve(part, span=asked.written(part.span)) for part in best.parts),
        best.explanation,
        best.calibrated,
        best.decided,
        tuple(
            PaperVerdict(document.source, each.status, each.score, document.complete)
            for document, each in ranks
        ),
    )


def gaps(documents: Sequence[Document], missing: Sequence[str] = ()) -> str:
    """What was not read of papers, or not as it should be; `missing` are those without a document.

    A note says of which paper it is where there are several.

    >>> gaps([], ["bees.pdf"])
    'not read: bees.pdf'
    """
    unread = "; ".join(filter(None, [*missing, *map(_unread, documents)]))
    several = len(documents) + len(missing) > 1
    notes = (
        f"{document.source}: {note}" if several else note
        for document in documents
        for note in document.notes
    )
    return _joined([unread and f"not read: {unread}", *notes])


def _joined(clauses: Iterable[str]) -> str:
    """Clauses as one, which has no full stop of its own: a note may be a sentence or several.

    >>> _joined(["it is below the threshold", "", "The file breaks off. Text is missing."])
    'it is below the threshold; The file breaks off. Text is missing'
    """
    return "; ".join(clause.removesuffix(".") for clause in clauses if clause)


def _unread(document: Document) -> str:
    pages = document.unread
    if not pages:
        return ""
    numbers = ", ".join(str(page.number) for page in pages)
    return f"page{'s' * (len(pages) > 1)} {numbers} of {document.source}"
