"""A claim beside its best passage: the passage, the conflicts and all that is measured."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from attrs import evolve, field, frozen

from vera.core.ports import Asked
from vera.core.result import Result, failed
from vera.core.verdict import Conflict
from vera.verification.calibration.features import Measured, Readings, measure, speaks
from vera.verification.checks.comparison import Comparison
from vera.verification.checks.numbers import written
from vera.verification.checks.restated import restated
from vera.verification.checks.table import conflicts_of
from vera.verification.checks.unsourced import nowhere, telling
from vera.verification.language.acronyms import spelled_out
from vera.verification.language.numerals import grouped
from vera.verification.language.quantities import values
from vera.verification.language.sentence import Sentence
from vera.verification.retrieval.search import Passage, apart

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.core.ports import CrossEncoder, Entailment
    from vera.verification.language.quantity import Quantity
    from vera.verification.retrieval.passages import Passages
    from vera.verification.retrieval.question import Question

NEAR = 3
"""Passages that are read: with five, no more is gained on blind claims (ADR 43)."""
JOINED = 2
"""Of these, the best that are read as one (ADR 43)."""
TELLS = 0.3
"""What the log-probability that a passage says or denies the claim weighs against its score: by the
gold passages of blind claims, SciFact, CL-SciSumm and Citation-Integrity (ADR 43)."""


@frozen(eq=False)
class Examined:
    """`passage` answers the claim best; `conflicts` are in the document's offsets.

    `copied` says that the claim has the passage's words but in one place, or with two things
    exchanged; `unsourced` are telling quantities of the claim that the document has nowhere;
    `features` are by the names of `features.measure`; `others` are the next passages.
    """

    passage: Passage
    conflicts: tuple[Conflict, ...]
    copied: bool
    unsourced: tuple[str, ...]
    features: Mapping[str, float] = field(repr=False)
    others: tuple[Passage, ...] = field(default=(), repr=False)


def examine(question: Question, cross_encoder: CrossEncoder) -> Result[Examined]:
    """Read the nearest passages, and measure the one that tells most, and it joined with the next.

    Errors are the cross-encoder's.
    """
    rivals = apart(question.hits.passages, NEAR + question.top_k)
    near, passages = rivals[:NEAR], question.passages
    texts = {each: passages.text_of(each.first, each.last) for each in near}
    evidence = {passage: _evidence(question, texts[passage]) for passage in near}
    read = _read(question, [*evidence.values()], cross_encoder)
    if failed(read):
        return read
    said = dict(zip(near, read.unwrap(), strict=True))
    near.sort(key=lambda passage: -passage.score - TELLS * speaks(said[passage]))
    best, ordered = near[0], [*near, *rivals[NEAR:]]
    pair = sorted(near[:JOINED], key=lambda passage: passage.span.start)
    two = _evidence(question, " ".join(texts[each] for each in pair))
    joined = _read(question, [two], cross_encoder)
    return joined.map(
        lambda both: _examined(question, ordered, evidence[best], Readings(said[best], both[0]))
    )


def _evidence(question: Question, text: str) -> Sentence:
    """A text of the document, its numbers grouped where the claim groups its own."""
    return Sentence(grouped(text, question.text), question.passages.lexicon.synonyms)


def _read(
    question: Question, evidence: Sequence[Sentence], cross_encoder: CrossEncoder
) -> Result[Sequence[Entailment]]:
    """What is made of the claim beside each text: its numbers in these words, acronyms in full."""
    acronyms = question.passages.lexicon.acronyms
    asked = []
    for each in evidence:
        claim, text = restated(question.claim, each), each.text
        asked.append(Asked(spelled_out(claim, text, acronyms), spelled_out(text, claim, acronyms)))
    return cross_encoder.predict(asked)


def _examined(
    question: Question, rivals: Sequence[Passage], evidence: Sentence, readings: Readings
) -> Examined:
    best, *others = rivals
    passages, claim = question.passages, question.claim
    text = grouped(question.text, passages.text_of(best.first, best.last))
    if text != question.text:
        claim = evolve(claim, text=text)
    compared = Comparison(claim, evidence)
    conflicts, copy = conflicts_of(compared), compared.copy
    unsourced = nowhere(claim, evidence, _values_of_paper(question)) if written(claim) else ()
    features = measure(Measured(question.hits, best, compared, conflicts, len(unsourced), readings))
    placed = tuple(_placed(conflict, best, passages) for conflict in conflicts)
    swapped = any(conflict.code == "swap" for conflict in conflicts)
    is_copy = swapped or (copy is not None and len(copy.gaps) <= 1)
    return Examined(best, placed, is_copy, telling(claim, unsourced), features, tuple(others))


def _placed(conflict: Conflict, passage: Passage, passages: Passages) -> Conflict:
    span = passages.place_of(passage.first, passage.last, conflict.span)
    return evolve(conflict, span=span, pages=passages.document.pages_of(span))


def _values_of_paper(question: Question) -> tuple[Quantity, ...]:
    """All quantities of the paper, its numbers grouped where the claim groups its own."""
    text = question.passages.joined
    everywhere = grouped(text, question.text)
    return question.passages.quantities if everywhere == text else values(everywhere)
