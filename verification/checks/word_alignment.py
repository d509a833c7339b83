"""Where a claim copies a text word for word, and where it leaves the copy.

The longest chain of equal words in the same order (a longest common subsequence; Hirschberg, 1975)
is sought over the places where words are equal, so that time depends on those alone. Words that
follow one another in both texts count more, and a jump in the text costs a little: the chain stays
in the sentence that was copied.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from attrs import frozen

from vera.verification.language.words import Word

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vera.verification.language.sentence import Sentence

_PASSED_OVER = frozenset(
    ("a", "an", "the", "and", "but", "while", "whereas", "also", "both", "respectively")
)
_HYPHENS = frozenset("-‐‑")
# All set by hand: the first three bound the time. What comes of copies was counted (ADR 19, 43).
_LONGEST = 60  # words of a claim; twice as many with those passed over
_REACH = 240  # words of the text
_PLACES = 600  # pairs of equal words
_STRANGE = 4  # words of the claim that the text may lack
_LONG = 7  # least words of a copy that has but one other word
_COPIED = 0.5  # least share of the claim's words in the chain
_NAMED = 0.9  # what a number or a word with digits counts: what exchanges its place moves
_NEXT = 0.5  # what following at once adds
_JUMP = 0.03  # what each word of the text that is passed over costs
_STEP = 1.5  # what each sentence's end that is passed over costs


@frozen
class Gap:
    """Words [start, end) of the claim that are not the copied text's.

    There, the text has its words [low, high). Before and after all that is copied, `low` and `high`
    are the ends of the text.
    """

    start: int
    end: int
    low: int
    high: int


@frozen(eq=False, slots=False)
class Copy:
    """The words of a claim and of the text, and the places (claim, text) of those copied."""

    claim: tuple[Word, ...]
    text: tuple[Word, ...]
    pairs: tuple[tuple[int, int], ...]

    @cached_property
    def place(self) -> Mapping[int, int]:
        """For each copied word of the claim its place in the text."""
        return dict(self.pairs)

    @cached_property
    def gaps(self) -> tuple[Gap, ...]:
        """Where the claim leaves the text, in order; words that it merely repeats are no gap."""
        copied = {self.claim[at].stem for at, _ in self.pairs}
        found = []
        ends = [(-1, -1), *self.pairs, (len(self.claim), len(self.text))]
        for (first, low), (last, high) in pairwise(ends):
            start, end = first + 1, last
            while start < end and self.claim[end - 1].stem in copied:
                end -= 1
            while start < end and self.claim[start].stem in copied:
                start += 1
            if start == end and high > low + 1 and low > -1 and high < len(self.text):
                start, end = first + 1, last  # no repetition: the text has something else there
            if start < end:
                found.append(Gap(start, end, low + 1, high))
        return tuple(found)

    @property
    def is_but_for_one(self) -> bool:
        """Whether the claim is the text's words but for one with a meaning, which the text lacks.

        Who copies so much seldom has another word for the same: of such claims about half are
        supported, where people wrote them (ADR 0019).
        """
        match self.gaps:
            case (gap,):
                strange = self.claim[gap.start : gap.end]
                told = sum(not word.is_function for word in strange)
                return told == 1 == len(strange) and len(self.pairs) >= _LONG
            case _:
                return False


def copied(claim: Sentence, text: Sentence) -> Copy | None:
    """How a claim copies a text, or None where it does not.

    >>> from vera.verification.language.sentence import Sentence
    >>> found = copied(Sentence("The cat sleeps on the mat."), Sentence("The dog sleeps on a mat."))
    >>> found.gaps, [found.claim[at].text for at, _ in found.pairs]
    ((Gap(start=0, end=1, low=0, high=1),), ['sleeps', 'on', 'mat'])
    """
    ours = _compared(claim)
    if not 0 < len(ours) <= _LONGEST or len(claim.words) > 2 * _LONGEST:
        return None
    if sum(word.stem not in text.stems for word in claim.words) > _STRANGE:
        return None
    theirs = _compared(text)
    if len(theirs) > _REACH:
        return None
    there = Counter(word.stem for word in theirs)
    if sum(there[word.stem] for word in ours) > _PLACES:
        return None
    pairs = _chain(ours, theirs, [bisect_left(text.sentence_ends, word.start) for word in theirs])
    return Copy(ours, theirs, pairs) if len(pairs) >= _COPIED * len(ours) else None


def _compared(sentence: Sentence) -> tuple[Word, ...]:
    """The words that count; those that a hyphen joins are one: "IL-6", "sqlite-vec"."""
    found: list[Word] = []
    for word in sentence.words:
        last = found[-1] if found else None
        if last and not last.is_number and sentence.text[last.end : word.start] in _HYPHENS:
            joined = sentence.text[last.start : word.end].lower()
            found[-1] = Word(last.start, word.end, joined, last.stem + word.stem)
        elif word.text not in _PASSED_OVER:
            found.append(word)
    return tuple(found)


def _chain(
    ours: tuple[Word, ...], theirs: tuple[Word, ...], sentences: list[int]
) -> tuple[tuple[int, int], ...]:
    places: dict[str, list[int]] = {}
    for at, word in enumerate(theirs):
        places.setdefault(word.stem, []).append(at)
    best: list[tuple[float, int, int, int]] = []  # worth, place in both, the one before
    for at, word in enumerate(ours):
        worth = _NAMED if any(map(str.isdigit, word.text)) else 1.0
        known = len(best)
        for other in places.get(word.stem, ()):
            most, before = 0.0, -1
            for index in range(known):
                value, first, low, _ = best[index]
                if low < other:
                    step = other - low - 1
                    value += _NEXT if not step and first == at - 1 else -_JUMP * step
                    value -= _STEP * (sentences[other] - sentences[low])
                    if value > most:
                        most, before = value, index
            best.append((most + worth, at, other, before))
    index = max(range(len(best)), key=lambda one: best[one][0], default=-1)
    found = []
    while index >= 0:
        _, at, other, index = best[index]
        found.append((at, other))
    return tuple(reversed(found))
