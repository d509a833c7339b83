"""What a text denies: its negators, how far they reach, and words that deny by themselves."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from attrs import frozen

from verification.grounding.lexicon import (
    AFTER_NO,
    ASIDE,
    BASES,
    CHANGE,
    KINDS,
    NEGATORS,
    NOT_DENIED,
    NOT_POLAR,
    NOUN_NEGATORS,
    PASSED_OVER,
    POLAR,
    UNCHANGED,
)
from verification.grounding.sentence import Sentence
from verification.retrieval.words import words

if TYPE_CHECKING:
    from verification.retrieval.words import Word

SCOPE = 8
"""Words after a negator that it can reach."""

_WHOLE = frozenset({"always", "all", "every", "both", "each"})
_SENTENCE_END = re.compile(r"[.!?](?=\s|$)")
_NOT_SIGNIFICANT = re.compile(
    r"\bnon-?\s?significant|\binsignificant|\bn\.s\."
    r"|(?:\bnot|n['’]t|\bnever|\bnor|\bfail\w*|\bneither)(?:\s\w+){0,4}\s(?:significant|significance)\b"
    r"(?=\s*[.,;:()\[]|\s(?:for|in|between|at|on|when|after|compared|by|with|to|as)\b|\s*$)"
    r"|\b(?:no|without|lacks?|lacked)(?:\s\w+){0,2}\ssignificance\b",
    re.IGNORECASE,
)
_P_ABOVE = re.compile(r"\b[pP]\s*(?:[>≥]\s*0?[.·]0?[5-9]|=\s*0?[.·](?:0[6-9]|05[1-9]|[1-9]))")
_P_BELOW = re.compile(r"\b[pP]\s*(?:<|≤|=\s*0?[.·]0[0-4])")


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
        ends, at, found = self.sentence.clause_ends, 0, []
        for word in self.words:
            while at < len(ends) - 1 and word.start >= ends[at]:
                at += 1
            found.append(at)
        return tuple(found)

    @cached_property
    def sentences(self) -> tuple[int, ...]:
        """For each word the number of its sentence."""
        ends = [found.start() for found in _SENTENCE_END.finditer(self.sentence.text)]
        at, found = 0, []
        for word in self.words:
            while at < len(ends) and word.start > ends[at]:
                at += 1
            found.append(at)
        return tuple(found)

    @cached_property
    def negators(self) -> tuple[int, ...]:
        """The words that deny something, without those that only seem to."""
        found = []
        for at, word in enumerate(self.words):
            if word.text not in NEGATORS and not word.text.endswith(("n't", "n’t")):
                continue
            after = [
                self.words[next_].text for next_ in range(at + 1, min(at + 4, len(self.words)))
            ]
            if after and after[0] in AFTER_NO:
                continue
            if word.text in {"fail", "fails", "failed"} and after[:1] != ["to"]:
                continue
            if word.text == "no" and after[1:2] == ["than"]:
                continue  # no more than
            if "excluded" in after or ("ruled" in after and "out" in after):
                continue
            if word.text == "not" and at and self.words[at - 1].text == "or":
                continue  # whether or not
            found.append(at)
        return tuple(found)

    @cached_property
    def scopes(self) -> tuple[tuple[int, int, tuple[int, ...]], ...]:
        """For each negator its place, what it denies (-1 if that is not clear), and its scope."""
        found = []
        for at in self.negators:
            target, scope = -1, []
            for after in range(at + 1, min(at + 1 + SCOPE, len(self.words))):
                if self.clauses[after] != self.clauses[at]:
                    break
                scope.append(after)
                word = self.words[after]
                if target < 0 and word.text in _WHOLE and after == at + 1:
                    target, scope = after, []
                    break
                skipped = word.is_function or word.text.endswith("ly") or word.stem in PASSED_OVER
                if target < 0 and (not skipped or word.text == "used"):
                    target = after
            found.append((at, target, tuple(scope)))
        return tuple(found)

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
            if first >= 0 and (
                not noun or kind in {"evidence", "associate"} or first <= target + 1
            ):
                hit.add(first)
            for index in hit:
                flipped[index] = flipped.get(index, 0) + 1
        own = {
            at
            for at, word in enumerate(self.words)
            if word.text in UNCHANGED or positive(word.text)
        }
        denied = {at for at, times in flipped.items() if times % 2} ^ own
        return frozenset(denied | self.insignificant_by_words)

    def _asserts(self, at: int) -> bool:
        return self._speaks(at) and self._names[at][0] not in {"evidence", "detect", "show"}

    def _speaks(self, at: int) -> bool:
        word = self.words[at]
        return changes(word) or word.stem in KINDS or pole(word) is not None

    @cached_property
    def insignificant_by_words(self) -> frozenset[int]:
        """The words of a sense in sentences that say that it was not significant."""
        return self._bare(_NOT_SIGNIFICANT) if self.signifies else frozenset()

    @cached_property
    def signifies(self) -> bool:
        """Whether the text may speak of significance."""
        text = self.sentence.text
        return any(part in text for part in ("signific", "Signific", "n.s."))

    @property
    def denies_significance(self) -> bool:
        """Whether something is said not to be significant, or to be a trend."""
        text = self.sentence.text
        return " trend" in text or (self.signifies and bool(_NOT_SIGNIFICANT.search(text)))

    @cached_property
    def insignificant(self) -> frozenset[int]:
        """The words of a sense in sentences with a p-value that is not significant."""
        return self._bare(_P_ABOVE) - self._bare(_P_BELOW)

    def _bare(self, said: re.Pattern[str]) -> frozenset[int]:
        starts = [found.start() for found in said.finditer(self.sentence.text)]
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
        found = {at for at, word in enumerate(self.words) if word.text.startswith("non")}
        for at, target, scope in self.scopes:
            before = self.words[at - 1].text if at else ""
            if self.words[at].text in ASIDE or before in {"but", "who", "which", "and"}:
                found |= {target, *scope}
        return frozenset(found)

    def names(self, at: int) -> tuple[str, ...]:
        """What a word is called when predicates are compared."""
        return self._names[at]

    @cached_property
    def _names(self) -> tuple[tuple[str, ...], ...]:
        synonyms = self.sentence.synonyms
        return tuple(
            (_name(word.text, word.stem), *synonyms.get(word.stem, ())) for word in self.words
        )


def changes(word: Word) -> bool:
    """Whether the word says that something changed, and not which way."""
    return word.stem in CHANGE and word.text not in NOT_POLAR


def pole(word: Word) -> tuple[str, int] | None:
    """The axis of a word and its sense on it."""
    return None if word.text in NOT_POLAR else POLAR.get(word.stem)


@lru_cache(maxsize=1 << 15)
def _name(text: str, stem: str) -> str:
    if "effectiv" in text:
        return "effective"
    base = positive(text)
    plain = words(base)[0].stem if base else stem
    return KINDS.get(plain, plain)


@lru_cache(maxsize=1 << 14)
def positive(word: str) -> str:
    """The word that a prefix denies, or nothing.

    >>> positive("ineffective"), positive("unrelated"), positive("understood"), positive("increase")
    ('effective', 'related', '', '')
    """
    for prefix in ("in", "im", "ir", "il", "dis"):
        if word.startswith(prefix) and word[len(prefix) :] in BASES:
            return word[len(prefix) :]
    if word.startswith(("un", "non")) and word not in UNCHANGED:
        bare = word.removeprefix("non") if word.startswith("non") else word.removeprefix("un")
        if len(bare) > 3 and not any(word.startswith(other) for other in NOT_DENIED):
            return bare
    return ""
