"""What a text asserts: the words with a direction, and what stands around each word."""

from __future__ import annotations

import re
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from attrs import frozen

from core.document import Span
from verification.grounding.denials import SCOPE, Denials
from verification.grounding.lexicon import (
    ABLE,
    LIGHT,
    NEGATORS,
    PASSED_OVER,
    TURNERS,
    UNCHANGED,
    UNWANTED,
    WANTED,
    plain,
)
from verification.grounding.predicates import THERE_IS, changes, pole

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from verification.grounding.sentence import Sentence

REACH = 9
"""Words on each side of a word that tell what it is about."""

MOST = 48
"""Words of a text that are compared at most, so that time is linear in its length."""

_OF = 3
"""Words on each side of an amount that tell of what it is."""

_ENDS_AFTER = plain("and or but as by with than when for to at from on that which")
_ENDS_BEFORE = _ENDS_AFTER | plain("in of")

FRAME = ((-3, 0.6), (-2, 0.8), (-1, 1.0), (1, 1.0), (2, 0.8), (3, 0.6))
_SAYS_LITTLE = LIGHT | PASSED_OVER | ABLE
_AGES = plain("year month week day")
_PRONOUNS = plain("it they them")
_HELPERS = plain("do does did a an any the")
_COMPARED = re.compile(r"(?:as )?(?:compared|relative|in comparison) (?:with|to)\b", re.IGNORECASE)
_KNOCKED_OUT = re.compile(r"[-−–]\s?/\s?[-−–]|\bKO\b")


@frozen
class Event:
    """A word that says which way something goes, or that it changes: sense 1, -1, or 0 for both."""

    at: int
    axis: str
    sense: int
    denied: bool


@frozen(eq=False, slots=False)
class Senses(Denials):
    """A sentence's words with what they assert."""

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """All words that say which way something goes, or that it changes."""
        return tuple(self._events())

    def _events(self) -> Iterator[Event]:
        for at, word in enumerate(self.words):
            way = pole(word)
            if way and way[0] == "way" and self._regulates(at + 1):
                way = ("amount", way[1])
            if changes(word) or word.text in UNCHANGED:
                yield Event(at, "change", 0, at in self.denied)
            elif way and not self._modifies(at) and not self._tells_age(at):
                yield Event(at, *way, at in self.denied)

    def _regulates(self, at: int) -> bool:
        return at < len(self.words) and self.words[at].stem == "regul"

    def _tells_age(self, at: int) -> bool:
        """Whether it is the "old" of "18 years old"."""
        before = self.words[at - 1].stem if at else ""
        return self.words[at].text == "old" and before in _AGES

    def _modifies(self, at: int) -> bool:
        """Whether it is the "induced" of "drug-induced" or of "damage induced by"."""
        word = self.words[at]
        if not word.text.endswith("ed"):
            return False
        hyphen = word.start > 0 and self.sentence.text[word.start - 1] in "-‐–"
        return hyphen and word.text not in {"regulated", "elevated"}

    @cached_property
    def event_at(self) -> Mapping[int, Event]:
        """The events by the place of their word."""
        return {event.at: event for event in self.events}

    @cached_property
    def judged(self) -> tuple[Event, ...]:
        """The events, and those of an amount that make a thing better or worse: "less accurate"."""
        return (*self.events, *self._judging())

    def _judging(self) -> Iterator[Event]:
        for event in self.events:
            if event.axis != "amount":
                continue
            after, before = event.at + 1, event.at - 1
            worth = self._worth(range(after, after + _OF), _ENDS_AFTER)
            worth = worth or self._worth(range(before, before - _OF, -1), _ENDS_BEFORE)
            if worth:
                yield Event(event.at, "quality", event.sense * worth, event.denied)

    def _worth(self, near: range, ends: frozenset[str]) -> int:
        """1 for the first word that names what is wanted, -1 for what is not; 0 if none does."""
        own = self.clauses[near.start - near.step]
        for at in near:
            if not 0 <= at < len(self.words) or self.clauses[at] != own:
                return 0
            word = self.words[at].text
            if word in ends or word in NEGATORS:
                return 0
            if word in WANTED or word in UNWANTED:
                return 1 if word in WANTED else -1
        return 0

    def said(self, at: int) -> tuple[str, Span]:
        """A word as printed, with the negator before it if it is denied, and where it stands."""
        start = self.words[at].start
        before = [n for n in self.negators if n < at and at - n <= SCOPE]
        if at in self.denied and before and self.clauses[before[-1]] == self.clauses[at]:
            start = self.words[before[-1]].start
        span = Span(start, self.words[at].end)
        return self.sentence.text[span.start : span.end], span

    def around_said(self, at: int) -> tuple[str, Span]:
        """A word with up to three words on each side, as printed, and where they stand."""
        last = min(at + 3, len(self.words) - 1)
        span = Span(self.words[max(0, at - 3)].start, self.words[last].end)
        return self.sentence.text[span.start : span.end], span

    @cached_property
    def places(self) -> Mapping[str, tuple[int, ...]]:
        """Where each predicate stands: all words by stem, near synonyms under one name."""
        found: dict[str, tuple[int, ...]] = {}
        for at in range(len(self.words)):
            for name in self.names(at):
                if len(found.get(name, ())) < MOST:
                    found[name] = (*found.get(name, ()), at)
        return found

    @cached_property
    def unchanged(self) -> bool:
        """Whether it is said somewhere that nothing changed or nothing was significant."""
        return (
            bool(self.insignificant)
            or self.denies_significance
            or any(event.denied and event.axis == "change" for event in self.events)
        )

    @cached_property
    def weights(self) -> tuple[float, ...]:
        """How much each word tells of what the words near it are about."""
        return tuple(
            0.0
            if word.is_function or word.text in NEGATORS
            else 0.25
            if word.stem in _SAYS_LITTLE or word.text.endswith("ly")
            else 1.0
            for word in self.words
        )

    @cached_property
    def _around(self) -> dict[int, Mapping[str, float]]:
        return {}

    @cached_property
    def _comparing(self) -> frozenset[int]:
        """The sentences that begin with a comparison: what is measured comes after their verb."""
        found, last = set(), -1
        for at, word in enumerate(self.words):
            if self.sentences[at] != last:
                last = self.sentences[at]
                if _COMPARED.match(self.sentence.text, word.start):
                    found.add(last)
        return frozenset(found)

    @cached_property
    def _referring(self) -> frozenset[int]:
        """The clauses that speak of what another one names: "it does not replace them"."""
        return frozenset(
            clause
            for word, clause in zip(self.words, self.clauses, strict=True)
            if word.text in _PRONOUNS
        )

    def around(self, at: int) -> Mapping[str, float]:
        """What a word is about: the content words near it, each with a weight that falls away."""
        if at not in self._around:
            found: dict[str, float] = {}
            weights, clauses, own = self.weights, self.clauses, self.clauses[at]
            names, comparing, sentences = self._names, self._comparing, self.sentences
            for other in range(max(0, at - REACH), min(len(weights), at + REACH + 1)):
                weight = weights[other]
                if not weight or other == at:
                    continue
                weight /= 0.85 + 0.15 * abs(other - at)
                if clauses[other] != own and own not in self._referring:
                    weight *= 0.6 ** min(3, abs(clauses[other] - own))
                if comparing and other < at and sentences[other] in comparing:
                    weight *= 0.4
                for name in names[other]:
                    if name != THERE_IS and weight > found.get(name, 0.0):
                        found[name] = weight
            self._around[at] = found
        return self._around[at]

    @cached_property
    def _frames(self) -> tuple[tuple[str, ...], Mapping[int, int]]:
        """The stems without negators and helpers, and for each word its place among them."""
        kept: list[str] = []
        place = {}
        for at, word in enumerate(self.words):
            place[at] = len(kept)
            if word.text not in NEGATORS and word.text not in _HELPERS:
                kept.append(word.stem)
        return tuple(kept), place

    def frame(self, at: int) -> tuple[str, ...]:
        """The three words before and after a word, negators and helpers left out."""
        kept, place = self._frames
        own = place[at]
        return tuple(kept[own + step] if 0 <= own + step < len(kept) else "" for step, _ in FRAME)

    def turned(self, at: int, reach: int = 5) -> int:
        """How many words near a word, in its clause, turn its sense around."""
        near = range(max(0, at - reach), min(len(self.words), at + reach + 1))
        count = sum(
            other != at
            and self.clauses[other] == self.clauses[at]
            and self.words[other].stem in TURNERS
            for other in near
        )
        low, high = self.words[near[0]].start, self.words[near[-1]].end
        return count + len(_KNOCKED_OUT.findall(self.sentence.text, low, high))


@lru_cache(maxsize=256)
def senses(sentence: Sentence) -> Senses:
    """A sentence's senses, found once for all checks."""
    return Senses(sentence)
