"""Which verdicts a judge is asked about, and what its word changes. ADR 0020."""

from __future__ import annotations

import logging
from itertools import islice
from typing import TYPE_CHECKING

from attrs import evolve

from vera.core.ports import Asked, Opinion
from vera.core.result import Result, Success, failed
from vera.core.verdict import Evidence, PaperVerdict, Status, Verdict
from vera.verification.language.citations import uncited

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from vera.core.ports import Judge

_log = logging.getLogger(__name__)

RIGHT = 0.77
"""How often a judge is taken to be right: the balanced accuracy of Bespoke-MiniCheck-7B on
LLM-AggreFact, as its makers publish it (ADR 20)."""
GROUP = 16
"""Verdicts that are settled together, so that all wait for the slowest: set by hand."""
MOST_BYTES = 3000
"""Of evidence that a judge is shown, in UTF-8; with the prompt it fits into 4096 tokens: ADR 20."""


def band(threshold: float) -> tuple[float, float]:
    """The scores, from and to, at which a judge is asked: its word can turn the decision there.

    A yes multiplies the odds that the paper supports a claim by `RIGHT / (1 - RIGHT)`, and a no
    divides them by it (Bayes). Outside the band they stay on their side of the threshold whatever
    it says. A threshold below 0 counts as 0.

    >>> [round(score, 2) for score in band(0.7)]
    [0.41, 0.89]
    """
    weight, bar = RIGHT / (1 - RIGHT), max(threshold, 0.0)
    low, high = bar / (bar + weight * (1 - bar)), weight * bar / (weight * bar + (1 - bar))
    return low, high


def is_uncertain(verdict: Verdict) -> bool:
    """Whether a judge is asked: evidence, no conflict with it, and a score that settles nothing."""
    if verdict.status not in {Status.GROUNDED, Status.UNSUPPORTED} or verdict.score is None:
        return False
    if not verdict.evidence or verdict.conflicts or any(p.conflicts for p in verdict.parts):
        return False
    low, high = band(verdict.settings.threshold)
    return low <= verdict.score <= high


def question(verdict: Verdict) -> Asked:
    """What a judge is asked about a verdict: the best of its evidence, in the paper's order.

    The pieces are taken best first, those of the claim's parts last, as long as all fit into
    `MOST_BYTES`; one at least.
    """
    ranked = [*verdict.evidence, *(piece for part in verdict.parts for piece in part.evidence[:1])]
    taken: list[Evidence] = []
    room = MOST_BYTES
    for piece in ranked:
        room -= len(piece.said.encode("utf-8", "replace"))
        if taken and room < 0:
            break
        if not any(_holds(other, piece) for other in taken):
            taken.append(piece)
    documents = list(dict.fromkeys(piece.document for piece in taken))
    taken.sort(key=lambda piece: (documents.index(piece.document), piece.span.start))
    return Asked(
        _line(uncited(verdict.claim.text).text), "\n".join(_line(piece.said) for piece in taken)
    )


def _holds(one: Evidence, other: Evidence) -> bool:
    inside = one.span.start <= other.span.start and other.span.end <= one.span.end
    return one.document == other.document and inside


def _line(text: str) -> str:
    return " ".join(text.split())


def settled(
    verdicts: Iterable[tuple[Result[Verdict], str]], judge: Judge
) -> Iterator[Result[Verdict]]:
    """The verdicts in order, `GROUP` at a time, the uncertain ones as the judge has it.

    With each comes what was not read of its papers, for the reason of a claim that is grounded no
    more. The judge's first error ends the iteration: what was to be asked is never decided without.
    """
    waiting, asked, clear = iter(verdicts), 0, 0
    while group := list(islice(waiting, GROUP)):
        sound = [verdict.unwrap() for verdict, _ in group if not failed(verdict)]
        doubted = [verdict for verdict in sound if is_uncertain(verdict)]
        said = judge.judge([question(verdict) for verdict in doubted])
        if failed(said):
            yield said
            return
        opinions = iter(said.unwrap())
        asked += len(doubted)
        clear += sum(opinion is not Opinion.UNDETERMINED for opinion in said.unwrap())
        for verdict, gaps in group:
            if failed(verdict) or not is_uncertain(verdict.unwrap()):
                yield verdict
            else:
                yield Success(_decided(verdict.unwrap(), next(opinions), judge.info.name, gaps))
    if asked and not clear:
        _log.warning("%s gave no clear yes or no, asked about %d claims", judge.info.name, asked)


def _decided(verdict: Verdict, opinion: Opinion, name: str, gaps: str) -> Verdict:
    match opinion:
        case Opinion.UNDETERMINED:
            return verdict
        case Opinion.YES:
            reason = f"{name} finds that the evidence says it"
            return evolve(
                verdict,
                status=Status.GROUNDED,
                reason=reason,
                decided=name,
                papers=_said_by(verdict, verdict.evidence[0].document),
            )
        case Opinion.NO:
            told = verdict.reason if verdict.status is Status.UNSUPPORTED else gaps
            reason = f"{name} finds that the evidence does not say it"
            reason = f"{reason}; {told}" if told else reason
            return evolve(
                verdict,
                status=Status.UNSUPPORTED,
                reason=reason,
                decided=name,
                papers=_said_by(verdict, None),
            )


def _said_by(verdict: Verdict, source: str | None) -> tuple[PaperVerdict, ...]:
    """The papers, that of the evidence grounding the claim as the judge says, or none of them."""
    if source is None:
        return tuple(
            evolve(paper, status=Status.UNSUPPORTED) if paper.status is Status.GROUNDED else paper
            for paper in verdict.papers
        )
    said = [paper for paper in verdict.papers if paper.document == source]
    others = [paper for paper in verdict.papers if paper.document != source]
    return (*(evolve(paper, status=Status.GROUNDED) for paper in said), *others)
