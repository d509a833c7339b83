"""A claim beside a table: the lines that it names, and what of it the table does not explain."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from attrs import frozen

from vera.verification.checks.numbers import written
from vera.verification.language.ordering import orderings
from vera.verification.language.rarity import rarity
from vera.verification.language.word_list import word_list
from vera.verification.language.words import words
from vera.verification.tables.mentions import mentions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.verification.language.ordering import Ordering
    from vera.verification.language.quantity import Quantity
    from vera.verification.language.sentence import Sentence
    from vera.verification.retrieval.frame import Frame
    from vera.verification.tables.mentions import Mention

_HAVING = frozenset(word.stem for word in words(" ".join(word_list("having"))))
"""Stems of words that say only that a thing has a property."""
_ORDINARY = 0.66
"""The rarity up to which a word that the table does not have leaves its meaning as it is: by hand,
on the half of testdata/tables that was looked at."""
_WHOLE = 0.99


@frozen(eq=False, slots=False)
class Asked:
    """`pairs` are pairs of stems that follow one another in the document."""

    claim: Sentence
    frame: Frame
    pairs: frozenset[tuple[str, str]]

    @cached_property
    def _both(self) -> tuple[tuple[Mention, ...], tuple[Mention, ...]]:
        rows, columns = (mentions(self.claim, it) for it in (self.frame.rows, self.frame.columns))
        return self._named(rows, columns), self._named(columns, rows)

    def _named(self, ours: Sequence[Mention], theirs: Sequence[Mention]) -> tuple[Mention, ...]:
        """Those without what is named by a part only, and that part is told elsewhere."""
        whole = {at for other in theirs if other.share >= _WHOLE for at in other.places}
        around = self.frame.around
        return tuple(
            each
            for each in ours
            if each.share >= _WHOLE
            or not all(at in whole or self.claim.words[at].stem in around for at in each.places)
        )

    @property
    def rows(self) -> tuple[Mention, ...]:
        """The rows that the claim names, in its order."""
        return self._both[0]

    @property
    def columns(self) -> tuple[Mention, ...]:
        """The columns that it names."""
        return self._both[1]

    @cached_property
    def places(self) -> frozenset[int]:
        """The places of the words by which it names lines."""
        return frozenset(at for each in (*self.rows, *self.columns) for at in each.places)

    @cached_property
    def orderings(self) -> tuple[Ordering, ...]:
        """Its words that put in order and name no line."""
        return tuple(it for it in orderings(self.claim) if it.at not in self.places)

    @cached_property
    def values(self) -> tuple[Quantity, ...]:
        """Its quantities that name no line."""
        spans = [self.claim.words[at] for at in self.places]
        return tuple(
            one
            for one in written(self.claim)
            if not any(one.start < word.end and word.start < one.end for word in spans)
        )

    @cached_property
    def strange(self) -> tuple[str, ...]:
        """Its words that could make it speak of something else than the cells that it names."""
        known = set(self.frame.around) | _HAVING
        for each in (*self.rows, *self.columns):
            known |= each.line.aside | each.line.stems.keys()
        measured = [(one.start, one.end) for one in self.values]
        ordered = {it.at for it in self.orderings}
        return tuple(
            word.text
            for at, word in enumerate(self.claim.words)
            if not (word.is_function or word.is_number or at in self.places or at in ordered)
            and word.stem not in known
            and not any(start <= word.start < end for start, end in measured)
            and (rarity(word.text) > _ORDINARY or self._is_name(at))
            and not self._belongs(at)
        )

    def _is_name(self, at: int) -> bool:
        """Whether a word inside the claim has a capital."""
        start = self.claim.words[at].start
        return at > 0 and self.claim.text[start].isupper()

    def _belongs(self, at: int) -> bool:
        """Whether the document has it right beside the words of a line, as "forum posts"."""
        found = self.claim.words
        before = (found[at - 1].stem, found[at].stem) if at - 1 in self.places else None
        after = (found[at].stem, found[at + 1].stem) if at + 1 in self.places else None
        return before in self.pairs or after in self.pairs
