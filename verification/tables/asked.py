"""A claim beside a table: the lines that it names, and what of it the table does not explain."""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from attrs import frozen

from vera.verification.checks.numbers import written
from vera.verification.language.ordering import orderings
from vera.verification.language.sentence import Sentence
from vera.verification.language.word_list import word_list
from vera.verification.language.words import words
from vera.verification.retrieval.frame import Frame
from vera.verification.tables.mentions import WHOLE, mentions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.core.table import Cell
    from vera.verification.language.ordering import Ordering
    from vera.verification.language.quantity import Quantity
    from vera.verification.tables.mentions import Mention

_HAVING = frozenset(word.stem for word in words(" ".join(word_list("having"))))
"""Stems of words that say only that a thing has a property."""
_OPENING = frozenset(word_list("opening"))
"""Words by which a claim says more than that a thing has a property."""
_LACKING = ("- ", "− ", "– ", "w/o ")
"""How the name of a line begins that is one without something."""
PARTING = frozenset(("than", "versus", "vs", "compared"))
"""Words between what is compared and what it is compared with."""
_DENYING = frozenset(word.stem for word in words(" ".join(word_list("denying"))))


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
        whole = {at for other in theirs if other.share >= WHOLE for at in other.places}
        around = self.frame.around
        return tuple(
            each
            for each in ours
            if each.share >= WHOLE
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

    @property
    def is_sure(self) -> bool:
        """Whether each line that it names is named by its words alone, and nothing leaves it open.

        Only this thing has it, all have it, it may have it: no cell says so.
        """
        lines = (*self.rows, *self.columns)
        return (
            not any(each.rivals for each in lines)
            and all(self._denied_as_named(each) for each in lines)
            and self._said.isdisjoint(_OPENING)
        )

    def _denied_as_named(self, each: Mention) -> bool:
        """Whether the claim denies what the name of a line denies: "no hard negatives"."""
        if not _denies(each, self.frame):
            return True
        inside = any(self.claim.words[at].stem in _DENYING for at in each.places)
        return inside or bool(self._before(each) & self._denying)

    def _before(self, each: Mention) -> frozenset[int]:
        """The places right before a name, where a denial is of the name."""
        first = min(each.places)
        small = first > 1 and self.claim.words[first - 1].is_function
        return frozenset((first - 1, first - 2) if small else (first - 1,))

    @cached_property
    def _said(self) -> frozenset[str]:
        found = enumerate(self.claim.words)
        return frozenset(
            word.text
            for at, word in found
            if at not in self.places and not (word.text == "among" and self._begins(at))
        )

    def _begins(self, at: int) -> bool:
        """Whether a word begins a clause: "among the towns, A has the most"."""
        before = self.claim.text[self.claim.words[at - 1].end : self.claim.words[at].start]
        return at == 0 or "," in before

    @cached_property
    def denials(self) -> tuple[str, ...]:
        """The words that deny it, without those of a name: "without hard negatives"."""
        lines = (it for it in (*self.rows, *self.columns) if _denies(it, self.frame))
        named = {at for each in lines for at in self._before(each)}
        return tuple(self.claim.words[at].text for at in sorted(self._denying - named))

    @cached_property
    def _denying(self) -> frozenset[int]:
        return frozenset(
            at
            for at, word in enumerate(self.claim.words)
            if at not in self.places
            and (word.stem in _DENYING or word.text.endswith(("n't", "n’t")))
        )

    def at(self, row: Mention, column: Mention) -> Cell | None:
        """The cell where two lines meet, if it says something."""
        return self.frame.body.get((row.line.at, column.line.at))

    def crossed(self) -> tuple[Cell, ...]:
        """Where several lines of one way meet one of the other, in the claim's order."""
        if min(len(self.rows), len(self.columns)) != 1:
            return ()
        met = (self.at(row, column) for row in self.rows for column in self.columns)
        return tuple(cell for cell in met if cell is not None)

    @property
    def alternates(self) -> bool:
        """Whether it has a line, its number, another line and its number, or the other way round.

        "Respectively" says so, too.
        """
        if "respectively" in self._said:
            return True
        lines = max((self.rows, self.columns), key=len)
        named = [(self.claim.words[each.first].start, False) for each in lines]
        found = [
            is_value for _, is_value in sorted([*named, *((it.start, True) for it in self.values)])
        ]
        return all(one is not other for one, other in pairwise(found))

    @property
    def lists(self) -> bool:
        """Whether all its numbers stand behind all its lines: "A is lower than B, 12 versus 41"."""
        last = max(self.claim.words[at].start for at in self.places)
        return all(one.start > last for one in self.values)

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
            and not (one.worded and one.low == 1 and self._stands_for_a_line(one))
        )

    def _stands_for_a_line(self, one: Quantity) -> bool:
        """Whether "one" is a line that is named before it: "than the Swedish one"."""
        return self.claim.first_from(one.start) - 1 in self.places

    @cached_property
    def strange(self) -> tuple[str, ...]:
        """Its words that could make it speak of something else than the cells that it names."""
        known = set(self.frame.around) | _HAVING
        for each in (*self.rows, *self.columns):
            known |= each.line.aside | each.line.stems.keys()
            known |= frozenset().union(*map(self._long, each.line.stems))
        measured = [(one.start, one.end) for one in self.values]
        ordered = {it.at for it in self.orderings}
        return tuple(
            word.text
            for at, word in enumerate(self.claim.words)
            if not (word.is_function or word.is_number or at in self.places or at in ordered)
            and not (ordered and word.text in PARTING)
            and word.stem not in known
            and not any(start <= word.start < end for start, end in measured)
            and not self._belongs(at)
        )

    def _long(self, stem: str) -> frozenset[str]:
        return self.claim.synonyms.get(stem, frozenset())

    def _belongs(self, at: int) -> bool:
        """Whether the document has it right beside a word that is explained: "forum posts"."""
        found = self.claim.words
        before = (found[at - 1].stem, found[at].stem) if self._explains(at - 1) else None
        after = (found[at].stem, found[at + 1].stem) if self._explains(at + 1) else None
        return before in self.pairs or after in self.pairs

    def _explains(self, at: int) -> bool:
        """Whether a word, if there is one, is of a line that the claim names or of the caption."""
        words = self.claim.words
        return 0 <= at < len(words) and (at in self.places or words[at].stem in self.frame.around)


def _denies(each: Mention, frame: Frame) -> bool:
    """Whether the name of a line denies something: "No hard negatives", "− abstract", "w/o LM".

    The "No." of "No. of articles" is a number.
    """
    return any(
        text.lower().startswith(_LACKING)
        or any(it.stem in _DENYING and text[it.end : it.end + 1] != "." for it in words(text))
        for text in map(frame.said, each.line.heads)
    )
