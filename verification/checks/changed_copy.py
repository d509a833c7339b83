"""Where a claim that copies the paper has other words than it, or two things exchanged.

"word" says where the difference is, not that it matters: of claims that copy all but one word about
half are supported (ADR 0019). "swap" is of two things that changed places, which have every word of
the paper and say something else of each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vera.core.document import Span
from vera.core.verdict import Conflict
from vera.verification.language.word_list import word_list
from vera.verification.language.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vera.verification.checks.comparison import Comparison
    from vera.verification.checks.word_alignment import Copy, Gap
    from vera.verification.language.words import Word

_MOST = 2
"""Places in which a claim that differs is still a copy: by hand."""
_LONGEST = 8
"""Words of the paper that stand for some of the claim, at most: by hand."""
_EITHER_WAY = frozenset(word.stem for word in words(" ".join(word_list("either_way"))))
"""Stems of what is true of two things in either order."""


def check(compared: Comparison) -> Iterator[Conflict]:
    """The words of a copy that the paper has not, with those that it has in their place.

    >>> from vera.verification.checks.comparison import Comparison
    >>> from vera.verification.language.sentence import Sentence
    >>> paper = Sentence("Bob paid 5 euros for the tea and Ada 7.")
    >>> for said in ("Eve paid 5 euros for the tea.", "Ada paid 5 euros for the tea and Bob 7."):
    ...     print(*check(Comparison(Sentence(said), paper)))
    claim says Eve, paper says Bob
    claim says Ada ... Bob, paper says Bob paid 5 euros for the tea and Ada
    """
    claim, evidence, copy = compared.claim, compared.evidence, compared.copy
    if copy is None or len(copy.gaps) > _MOST:
        return
    if len(copy.gaps) == _MOST and (span := _exchanged(copy, *copy.gaps)):
        said = " ... ".join(_said(copy, gap, claim.text) for gap in copy.gaps)
        yield Conflict("swap", said, span.of(evidence.text), span)
        return
    for gap in copy.gaps:
        span = _instead(copy, gap)
        place = Span(copy.claim[gap.start].start, copy.claim[gap.end - 1].end)
        measured = (Span(one.start, one.end) for one in claim.quantities)
        if span is not None and not any(place.overlaps(one) for one in measured):
            yield Conflict("word", _said(copy, gap, claim.text), span.of(evidence.text), span)


def _said(copy: Copy, gap: Gap, text: str) -> str:
    return text[copy.claim[gap.start].start : copy.claim[gap.end - 1].end]


def _instead(copy: Copy, gap: Gap) -> Span | None:
    """Where the paper has other words; as many as the claim, beyond all that is copied."""
    size = gap.end - gap.start
    low = gap.low if gap.start else max(gap.low, gap.high - size)
    high = gap.high if gap.end < len(copy.claim) else min(gap.high, low + size)
    if not low < high <= low + _LONGEST:
        return None
    return Span(copy.text[low].start, copy.text[high - 1].end)


def _exchanged(copy: Copy, first: Gap, second: Gap) -> Span | None:
    """From where to where the paper has the words of each gap in the other's place, if it does."""
    one, other = copy.claim[first.start : first.end], copy.claim[second.start : second.end]
    between = [copy.place[at] for at in range(first.end, second.start) if at in copy.place]
    if not between or any(word.stem in _EITHER_WAY for word in copy.claim[: second.start]):
        return None
    low, high = between[0] - len(other), between[-1] + 1 + len(one)
    head, tail = copy.text[max(low, 0) : between[0]], copy.text[between[-1] + 1 : high]
    if _stems(head) != _stems(other) or _stems(tail) != _stems(one):
        return None
    return Span(head[0].start, tail[-1].end)


def _stems(part: Sequence[Word]) -> list[str]:
    return [word.stem for word in part]
