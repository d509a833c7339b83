"""The passages of a document that speak to a claim, by meaning, by words and by what it names.

Three signals over the units are fused by reciprocal rank; the windows of one to three units around
the best are ordered by their cosine and by the claim's words that they hold.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from vera.core.document import Span
from vera.verification.language.aims import is_aim
from vera.verification.language.anchors import anchors
from vera.verification.language.leaning import leans
from vera.verification.retrieval.fusion import reciprocal_rank_fusion
from vera.verification.retrieval.passages import LONGEST_WINDOW, Passages

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vera.verification.retrieval.query import Query

CANDIDATES = 10
"""Units around which windows are looked at (ADR 18)."""
WORDS = 1.2
"""What the share of a claim's words that a passage holds weighs against its cosine, and ..."""
LENGTH = 0.06
"""... what each further sentence costs: the least text that carries the verdict is wanted. Both
were chosen on SciFact and CL-SciSumm (ADR 0018)."""

AIMS = 0.2
"""What a passage loses that only tells what is asked or not known (ADR 0018)."""


@frozen
class Passage:
    """Units [first, last] of a document, at most three of a paragraph, as an answer to a claim.

    `cosine` is in [-1, 1]; `coverage` in [0, 1] is the weighted share of the claim's terms that the
    passage holds; `aim` in [0, 1] is the share of it that only tells what is asked or not known,
    0 where the claim itself does; `score` orders passages.
    """

    first: int
    last: int
    span: Span
    score: float
    cosine: float
    coverage: float
    aim: float


@frozen(eq=False)
class Hits:
    """What a claim found in a document of n units, in the document's order (n,), and windows.

    `cosines`, `coverage` and `bm25` say how near each unit comes; `passages` are windows, best
    first. `held` (n, t) says which of the claim's t terms each unit holds; `weights` (t,).
    """

    passages: tuple[Passage, ...]
    order: NDArray[np.intp] = field(repr=False)
    cosines: NDArray[np.float64] = field(repr=False)
    coverage: NDArray[np.float64] = field(repr=False)
    bm25: NDArray[np.float64] = field(repr=False)
    held: NDArray[np.bool_] = field(repr=False)
    weights: NDArray[np.float64] = field(repr=False)


def search(passages: Passages, query: Query, row: NDArray[np.float32]) -> Hits:
    """The units and windows of a document that speak to a claim; `row` is its vector."""
    lexicon = passages.lexicon
    cosines = passages.rows.astype(np.float64) @ row.astype(np.float64)
    terms = list(query.terms)
    held = lexicon.held(terms) if terms else np.zeros((len(cosines), 0), dtype=np.bool_)
    weights = lexicon.weights(query.rarities)
    total = max(float(weights.sum()), 1e-9)
    coverage = held @ weights / total
    bm25 = lexicon.bm25.scores([word.stem for word in query.words if not word.is_function])
    anchored = np.zeros(len(cosines))
    for anchor in anchors(query.text) & passages.anchors.keys():
        anchored[passages.anchors[anchor]] += 1
    fused = reciprocal_rank_fusion((cosines + WORDS * coverage, bm25, anchored))
    order = np.argsort(-fused, kind="stable") if len(fused) else np.arange(len(cosines))
    aims = np.zeros(len(cosines)) if is_aim(query.text) else passages.aims
    pairs = dict.fromkeys(_windows(passages, order[:CANDIDATES].tolist()))
    found = []
    for first, last in pairs:
        inside = slice(first, last + 1)
        share = passages.weights[inside].astype(np.float64)
        cosine = float(share @ cosines[inside] / passages.window_norms[last - first, first])
        covered = float(held[inside].any(axis=0) @ weights / total)
        aim = float(share @ aims[inside] / share.sum())
        score = cosine + WORDS * covered - LENGTH * (last - first) - AIMS * aim
        span = Span(passages.units[first].start, passages.units[last].end)
        found.append(Passage(first, last, span, score, min(cosine, 1.0), covered, aim))
    found.sort(key=lambda each: (-each.score, each.first, each.last))
    return Hits(tuple(found), order, cosines, coverage, bm25, held, weights)


def apart(found: Sequence[Passage], most: int) -> list[Passage]:
    """The best passages that share no unit, at most so many."""
    chosen: list[Passage] = []
    for each in found:
        if len(chosen) == most:
            break
        if all(each.last < other.first or other.last < each.first for other in chosen):
            chosen.append(each)
    return chosen


def _windows(passages: Passages, units: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The windows of a paragraph that hold one of the units, first and last unit of each."""
    count, paragraphs = len(passages.units), passages.paragraphs
    for unit in units:
        for first in range(max(0, unit - LONGEST_WINDOW + 1), unit + 1):
            for last in range(unit, min(count, first + LONGEST_WINDOW)):
                if paragraphs[first] == paragraphs[last]:
                    yield _with_antecedent(passages, first, last)


def _with_antecedent(passages: Passages, first: int, last: int) -> tuple[int, int]:
    """The window, begun a sentence earlier where its first one leans on the one before."""
    fits = first > 0 and last - first + 1 < LONGEST_WINDOW
    if not fits or passages.paragraphs[first - 1] != passages.paragraphs[first]:
        return first, last
    return (first - 1, last) if leans(passages.texts[first]) else (first, last)
