"""What a text denies: its negators, how far they reach, and words that deny by themselves."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING

from attrs import frozen

from verification.grounding import significance
from verification.grounding.lexicon import (
    ABLE,
    AFTER_NO,
    ASIDE,
    KINDS,
    MISSING,
    NEGATORS,
    NOUN_NEGATORS,
    PASSED_OVER,
    SUBORDINATORS,
    THERE,
    UNCHANGED,
)
from verification.grounding.predicates import THERE_IS, changes, name, pole, positive
from verification.grounding.quantities import quantities
from verification.grounding.sentence import Sentence

if TYPE_CHECKING:
    from verification.retrieval.words import Word

SCOPE = 8
"""Words after a negator that it can reach."""

_ABSENT = 5
"""Words on each side of a word among which "not found" is said of it."""

_SHORTEST_DEED = 5  # letters; "being" is a deed, and "king" is none
_UNABLE = frozenset({"impossible", "incapable"})
_INSTEAD = MappingProxyType({"instead": "of", "rather": "than"})
_NONE = frozenset({"no", "none", "neither"})
_NOTHING = frozenset({"none", "nothing", "nobody"})
_BESIDES = frozenset({("other", "than"), ("else", "than"), ("less", "than"), ("short", "of")})
_THEREFORE = frozenset({"therefore", "thus", "hence", "consequently"})
_WHOLE = frozenset({"always", "all", "every", "both", "each"})


@frozen(eq=False, slots=False)
class Denials:
    """A sentence's words with what is denied of them."""

    sentence: Sentence

    @cached_property
    def words(self) -> tuple[Word, ...]:
        """The words of the sentence."""
        return self.sentence.words

    @cached_property
    def clauses(self) -> tuple[int, ...]:
        """For each word the number of its clause."""
        ends, at, more, found = self.sentence.clause_ends, 0, 0, []
        for word in self.words:
            while at < len(ends) - 1 and word.start >= ends[at]:
                at += 1
            begins = self.sentence.text[max(0, word.start - 2) : word.start] == ", "
            more += begins and word.text in _THEREFORE
            found.append(at + more)
        return tuple(found)

    def clause_at(self, offset: int) -> int:
        """The number of the clause of the first word from an offset on."""
        return self.clauses[min(self.sentence.first_from(offset), len(self.words) - 1)]

    @cached_property
    def sentences(self) -> tuple[int, ...]:
        """For each word the number of its sentence."""
        ends = self.sentence.sentence_ends
        return tuple(bisect_left(ends, word.start) for word in self.words)

    @cached_property
    def negators(self) -> tuple[int, ...]:
        """The words that deny something, without those that only seem to.

        The "not" of "not below 5" is a part of that limit (`Quantity.words`).
        """
        found = []
        for at, word in enumerate(self.words):
            after = [
                self.words[next_].text for next_ in range(at + 1, min(at + 4, len(self.words)))
            ]
            if (
                word.text not in NEGATORS
                and not word.text.endswith(("n't", "n’t"))
                and not (word.text in _UNABLE and after[:1] in (["to"], ["of"]))
                and not (after[:1] == [_INSTEAD.get(word.text)] and _is_gerund(after[1:2]))
            ):
                continue
            if after and after[0] in AFTER_NO:
                continue
            if any(start <= word.start < end for start, end in self._limits):
                continue  # not below 5
            if word.text in {"fail", "fails", "failed"} and after[:1] != ["to"]:
                continue
            if word.text == "no" and after[1:2] == ["than"]:
                continue  # no more than
            if word.text == "zero" and not (after and after[0].endswith("s")):
                continue  # zero mean
            if word.text in _NOTHING and tuple(after[:2]) in _BESIDES:
                continue  # nothing other than
            if "excluded" in after or ("ruled" in after and "out" in after):
                continue
            if word.text == "not" and at and self.words[at - 1].text == "or":
                continue  # whether or not
            found.append(at)
        return tuple(found)

    @cached_property
    def _limits(self) -> tuple[tuple[int, int], ...]:
        return tuple(one.words for one in quantities(self.sentence) if one.words)

    @cached_property
    def scopes(self) -> tuple[tuple[int, int, tuple[int, ...]], ...]:
        """For each negator its place, what it denies (-1 if that is not clear), and its scope."""
        found = []
        for at in self.negators:
            target, scope = -1, []
            for after in range(at + 1, min(at + 1 + SCOPE, len(self.words))):
                if self.clauses[after] != self.clauses[at]:
                    break
                if target >= 0 and self.words[after].text in SUBORDINATORS:
                    break
                scope.append(after)
                word = self.words[after]
                if target < 0 and word.text in _WHOLE and after == at + 1:
                    target, scope = after, []
                    break
                skipped = word.is_function or word.text.endswith("ly") or word.stem in PASSED_OVER
                skipped = skipped or self._of_ability(after)
                if target < 0 and (not skipped or word.text == "used"):
                    target = after
            found.append((at, target, tuple(scope)))
        return tuple(found)

    def _of_ability(self, at: int) -> bool:
        """Whether it is the "able" of "able to", which stands for the verb after it."""
        after = self.words[at + 1 : at + 2]
        return self.words[at].stem in ABLE and bool(after) and after[0].text in {"to", "of"}

    @cached_property
    def denied(self) -> frozenset[int]:
        """The words that are denied: what a negator stands for, and what has a sense in its scope.

        Two negators of one word leave it as it is.
        """
        flipped: dict[int, int] = {}
        for at, target, scope in self.scopes:
            first = next((after for after in scope if self._speaks(after)), -1)
            if first >= 0 and not self._asserts(first):
                said = (after for after in scope if after > first and self._asserts(after))
                proven = next(said, -1)
            else:
                proven = -1
            noun = self.words[at].text in NOUN_NEGATORS
            kind = KINDS.get(self.words[target].stem, "") if target >= 0 else ""
            hit = {target, proven} - {-1}
            hit |= {one for one in range(at + 1, target) if self._of_ability(one)}
            if noun and self.words[at].text in _NONE:
                there = (after for after in scope if self.words[after].stem in THERE)
                hit |= {next(there, -1)} - {-1}
            if first >= 0 and (
                not noun or kind in {"evidence", "associate"} or first <= target + 1
            ):
                hit.add(first)
            for index in hit:
                flipped[index] = flipped.get(index, 0) + 1
        own = {
            at
            for at, word in enumerate(self.words)
            if word.text in UNCHANGED or positive(word.text) or self.is_non(at)
        }
        denied = {at for at, times in flipped.items() if times % 2} ^ own
        return frozenset(denied | self.insignificant_by_words)

    def is_non(self, at: int) -> bool:
        """Whether it is the "randomized" of "non-randomized"."""
        return at > 0 and self.words[at - 1].text == "non"

    def _asserts(self, at: int) -> bool:
        return self._speaks(at) and self._names[at][0] not in {"evidence", "detect", "show"}

    def _speaks(self, at: int) -> bool:
        word = self.words[at]
        return changes(word) or word.stem in KINDS or pole(word) is not None

    @cached_property
    def insignificant_by_words(self) -> frozenset[int]:
        """The words of a sense in sentences that say that it was not significant."""
        return self._bare(significance.not_significant(self.sentence.text))

    @property
    def denies_significance(self) -> bool:
        """Whether something is said not to be significant, or to be a trend."""
        text = self.sentence.text
        return " trend" in text or bool(significance.not_significant(text))

    @cached_property
    def insignificant(self) -> frozenset[int]:
        """The words of a sense in sentences with a p-value that is not significant."""
        text = self.sentence.text
        return self._bare(significance.p_above(text)) - self._bare(significance.p_below(text))

    def _bare(self, starts: list[int]) -> frozenset[int]:
        if not starts:
            return frozenset()
        word_ends = [word.end for word in self.words]
        firsts = (bisect_right(word_ends, start) for start in starts)
        bare = {self.sentences[first] for first in firsts if first < len(self.words)}
        return frozenset(
            at
            for at, word in enumerate(self.words)
            if self.sentences[at] in bare
            and (changes(word) or (pole(word) or ("", 0))[0] in {"amount", "quality"})
        )

    @cached_property
    def scoped(self) -> frozenset[int]:
        """The words that a negator could deny and that are not known to be denied."""
        return frozenset(at for *_, scope in self.scopes for at in scope) - self.denied

    @cached_property
    def aside(self) -> frozenset[int]:
        """The words denied to say which thing is meant: "cells without X", "but not X"."""
        found = {
            at
            for at, word in enumerate(self.words)
            if word.text.startswith("non") or self.is_non(at)
        }
        for at, target, scope in self.scopes:
            before = self.words[at - 1].text if at else ""
            if self._is_deed(at, target):
                continue
            if self.words[at].text in ASIDE or before in {"but", "who", "which", "and"}:
                found |= {target, *scope}
        return frozenset(found)

    def _is_deed(self, at: int, target: int) -> bool:
        """Whether it is the "without" of "without changing it", which tells what is not done."""
        negator = self.words[at].text
        near = negator == "without" and target - at <= 2  # an adverb may stand between
        deed = [self.words[target].text] if target >= 0 else []
        return (near or negator in _INSTEAD) and _is_gerund(deed)

    def absent(self, at: int) -> bool:
        """Whether it is said near a word, in its clause, that there is none: "not found"."""
        return any(
            self._says_absent(n) and self.clauses[n] == self.clauses[at]
            for n in range(max(0, at - _ABSENT), min(len(self.words), at + _ABSENT + 1))
        )

    def _says_absent(self, at: int) -> bool:
        word = self.words[at]
        if word.text in MISSING:
            return at not in self.denied
        return word.stem in THERE and at in self.denied

    def names(self, at: int) -> tuple[str, ...]:
        """What a word is called when predicates are compared."""
        return self._names[at]

    @cached_property
    def _names(self) -> tuple[tuple[str, ...], ...]:
        synonyms = self.sentence.synonyms
        return tuple(
            (
                name(word.text, word.stem),
                *((THERE_IS,) if word.stem in THERE else ()),
                *synonyms.get(word.stem, ()),
            )
            for word in self.words
        )


def _is_gerund(words: list[str]) -> bool:
    return any(word.endswith("ing") and len(word) >= _SHORTEST_DEED for word in words)
