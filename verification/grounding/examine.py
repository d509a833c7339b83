"""A claim beside its best passage: the passage, the conflicts and all that is measured."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from attrs import evolve, field, frozen

from core.document import Span
from core.ports import Asked
from core.result import Result, Success, failed
from core.verdict import Conflict
from verification.grounding.absent import nowhere, telling
from verification.grounding.conflicts.all import conflicts_of
from verification.grounding.features import measure
from verification.grounding.sentence import Sentence
from verification.grounding.whole import Whole
from verification.retrieval.search import Passage, apart

if TYPE_CHECKING:
    from core.ports import CrossEncoder
    from verification.retrieval.passages import Passages
    from verification.retrieval.question import Question

RIVALS = 3
"""Passages that are looked at for one that says what the claim says."""
AMENDS = 0.12
"""How far the score of a passage may be below another's that conflicts with the claim, and still
be the one that is meant: a paper says other things near by. Chosen on Evidence Inference and
SciFact (ADR 0017)."""
_REFUSES = math.log(0.7)
"""From where on a passage is read as a contradiction, and does not stand in for one that a check
accuses (ADR 0023)."""
_KNOWN: WeakKeyDictionary[Passages, Whole] = WeakKeyDictionary()
"""What papers that are open have; a paper that is no longer used takes its own with it."""


@frozen(eq=False)
class Examined:
    """`passage` answers the claim best; `conflicts` are in the document's offsets.

    `absent` are telling quantities of the claim that the document has nowhere; `features` are by
    the names of `features.measure`; `others` are the next passages.
    """

    passage: Passage
    conflicts: tuple[Conflict, ...]
    absent: tuple[str, ...]
    features: Mapping[str, float] = field(repr=False)
    others: tuple[Passage, ...] = field(default=(), repr=False)


@frozen(eq=False)
class _Judged:
    passage: Passage
    evidence: Sentence
    conflicts: tuple[Conflict, ...]


def examine(question: Question, cross_encoder: CrossEncoder) -> Result[Examined]:
    """Choose the passage, check the claim against it, and measure.

    The best passage is taken, or if it conflicts with the claim, one that comes close and does not;
    but never one that is read as a contradiction and entails the claim less. Errors are the
    cross-encoder's.
    """
    passages, hits = question.passages, question.hits
    synonyms = passages.lexicon.synonyms
    claim = Sentence(question.text, synonyms)
    rivals = apart(hits.passages, RIVALS + question.top_k)
    judged: list[_Judged] = []
    for passage in rivals[:RIVALS]:
        evidence = Sentence(passage.span.of(passages.document.text), synonyms)
        judged.append(_Judged(passage, evidence, conflicts_of(claim, evidence)))
        if not judged[-1].conflicts and passage is rivals[0]:
            break
    best = max(judged, key=lambda each: each.passage.score - AMENDS * bool(each.conflicts))
    asked = list(dict.fromkeys((best, judged[0])))
    read = cross_encoder.predict([Asked(claim.text, each.evidence.text) for each in asked])
    if failed(read):
        return read
    readings = dict(zip(asked, read.unwrap(), strict=True))
    said, first = readings[best], readings[judged[0]]
    if said.contradicted > _REFUSES and said.entailed < first.entailed:
        best = judged[0]
    whole = _whole(passages)
    absent = nowhere(claim, best.evidence, whole)
    features = measure(
        question.query,
        hits,
        best.passage,
        claim,
        best.evidence,
        best.conflicts,
        whole,
        len(absent),
        readings[best],
    )
    placed = tuple(_placed(conflict, best.passage, passages) for conflict in best.conflicts)
    others = tuple(passage for passage in rivals if passage is not best.passage)
    return Success(Examined(best.passage, placed, telling(claim, absent), features, others))


def _placed(conflict: Conflict, passage: Passage, passages: Passages) -> Conflict:
    start = passage.span.start
    span = Span(start + conflict.span.start, start + conflict.span.end)
    return evolve(conflict, span=span, pages=passages.document.pages_of(span))


def _whole(passages: Passages) -> Whole:
    known = _KNOWN.get(passages)
    if known is None:
        known = _KNOWN[passages] = Whole(" ".join(passages.texts))
    return known
