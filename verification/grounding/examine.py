"""A claim beside its best passage: the passage, the conflicts and all that is measured."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from attrs import evolve, field, frozen

from core.document import Span
from core.verdict import Conflict
from verification.grounding.absent import nowhere, telling
from verification.grounding.conflicts.all import conflicts_of
from verification.grounding.features import measure
from verification.grounding.sentence import Sentence
from verification.grounding.whole import Whole
from verification.retrieval.search import Passage, apart

if TYPE_CHECKING:
    from verification.retrieval.passages import Passages
    from verification.retrieval.question import Question

RIVALS = 3
"""Passages that are looked at for one that says what the claim says."""
AMENDS = 0.12
"""How far the score of a passage may be below another's that conflicts with the claim, and still
be the one that is meant: a paper says other things near by. Chosen on Evidence Inference and
SciFact (ADR 0017)."""
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


def examine(question: Question) -> Examined:
    """Choose the passage, check the claim against it, and measure.

    The best passage is taken unless it conflicts with the claim and one that comes close does not.
    """
    passages, hits = question.passages, question.hits
    synonyms = passages.lexicon.synonyms
    claim = Sentence(question.text, synonyms)
    rivals = apart(hits.passages, RIVALS + question.top_k)
    judged = []
    for passage in rivals[:RIVALS]:
        evidence = Sentence(passage.span.of(passages.document.text), synonyms)
        conflicts = conflicts_of(claim, evidence)
        judged.append((passage.score - AMENDS * bool(conflicts), passage, evidence, conflicts))
        if not conflicts and passage is rivals[0]:
            break
    _, best, evidence, conflicts = max(judged, key=lambda each: each[0])
    whole = _whole(passages)
    absent = nowhere(claim, evidence, whole)
    features = measure(question.query, hits, best, claim, evidence, conflicts, whole, len(absent))
    placed = tuple(_placed(conflict, best, passages) for conflict in conflicts)
    others = tuple(passage for passage in rivals if passage is not best)
    return Examined(best, placed, telling(claim, absent), features, others)


def _placed(conflict: Conflict, passage: Passage, passages: Passages) -> Conflict:
    start = passage.span.start
    span = Span(start + conflict.span.start, start + conflict.span.end)
    return evolve(conflict, span=span, pages=passages.document.pages_of(span))


def _whole(passages: Passages) -> Whole:
    known = _KNOWN.get(passages)
    if known is None:
        known = _KNOWN[passages] = Whole(" ".join(passages.texts))
    return known
