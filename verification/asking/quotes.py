"""The sentences of a passage that speak to a question, where no model says it in other words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vera.verification.grounding.score import evidence_of
from vera.verification.retrieval.question import Question

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from vera.core.document import Span
    from vera.core.verdict import Evidence
    from vera.verification.asking.answer import Passage


def quotes(
    question: str, row: NDArray[np.float32], passages: Sequence[Passage]
) -> Iterator[Evidence | None]:
    """For each passage the one to three sentences that come nearest to a question.

    `row` is its vector (dimension,). None where the nearest of the paper lie elsewhere, or an
    earlier passage has them.
    """
    asked: dict[tuple[str, str], Question] = {}
    taken: dict[Question, list[Span]] = {}
    for hit, paper in passages:
        content = paper.document.digest, paper.document.media_type
        each = asked.setdefault(content, Question(question, row, paper.passages))
        spans = taken.setdefault(each, [])
        inside = (it for it in each.hits.passages if hit.span.overlaps(it.span))
        best = next((it for it in inside if not any(map(it.span.overlaps, spans))), None)
        if best is not None:
            spans.append(best.span)
        yield None if best is None else evidence_of(each, best.span, best.cosine)
