"""A claim that is stronger than the paper: surer, causal, of people, of all.

Scientific writing marks how sure a finding is (Hyland, "Hedging in Scientific Research Articles",
1998), whether it is an association or an effect, in whom it was seen and of how many it holds. A
claim that leaves such a mark out is a paraphrase; one that puts a stronger mark in its place is not
what the paper says. A claim weaker than the paper is no conflict.
"""

from __future__ import annotations

from itertools import chain, islice, takewhile
from typing import TYPE_CHECKING

from core.document import Span
from core.verdict import Conflict
from verification.grounding.conflicts.marks import (
    ALL,
    FEW,
    LESS,
    MINORITY,
    MOST,
    NEARLY_ALL,
    RULES,
    SCOPE,
    SOME,
    STRENGTH,
    Rule,
)
from verification.grounding.conflicts.possible import only_possible
from verification.grounding.converse import is_denied
from verification.grounding.quantities import quantities

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

    from verification.grounding.sentence import Sentence

_COVERED = 0.5  # least share of the claim's other words that the evidence has
_COVERED_BY_SHARE = 0.7  # the same where a number of things is compared with "most" of them
_HALF, _WHOLE = 50.0, 99.5  # percent
_QUANTIFIERS = frozenset({"all", "every", "each", "most", "majority", "few", "minority"})
_NEAR = 2  # words after a quantifier that say what it counts
_REACH = 6  # words on each side of a mark that tell what it is said of
_SHARED = 4  # least of them that the claim's mark and the paper's share
_MANY = 8  # quantifiers of a text that are looked at

_SHARES = ((ALL, SOME, ()), (NEARLY_ALL, LESS, (ALL,)), (MOST, FEW, (ALL, NEARLY_ALL)))
"""A claim's share of things, the paper's smaller ones, and larger ones that carry the claim's."""


def check(claim: Sentence, evidence: Sentence) -> Iterator[Conflict]:
    """What the claim says more strongly than the evidence; at most one of each code."""
    codes: set[str] = set()
    for rule in RULES:
        strong = rule.strong.search(claim.text) if rule.code not in codes else None
        if strong is None or not _about_the_same(claim, evidence):
            continue
        weak = _weaker(rule, strong, claim, evidence)
        if weak is not None:
            codes.add(rule.code)
            yield _conflict(rule.code, strong[0], weak)
    if STRENGTH not in codes and (found := only_possible(claim, evidence)):
        yield _conflict(STRENGTH, found[0][0], found[1])
    if SCOPE not in codes:
        yield from islice(chain(_counted(claim, evidence), _shares(claim, evidence)), 1)


def _weaker(
    rule: Rule, strong: re.Match[str], claim: Sentence, evidence: Sentence
) -> re.Match[str] | None:
    """The paper's weaker mark: the only one of its kind, or among the same words as the claim's."""
    weak = next(rule.weak.finditer(evidence.text), None)
    if weak is None:
        return None
    if rule.enough.search(evidence.text) is None and rule.weak.search(claim.text) is None:
        return weak
    own = _around(claim, strong)
    marks = islice(rule.weak.finditer(evidence.text), _MANY)
    shared = [(len(own & _around(evidence, mark)), mark) for mark in marks]
    most, best = max(shared, key=lambda one: one[0])
    firm = (
        mark
        for form in (rule.enough, rule.strong)
        for mark in islice(form.finditer(evidence.text), _MANY)
        if mark.end() <= best.start() or mark.start() >= best.end()
    )
    if most < _SHARED or any(len(own & _around(evidence, mark)) >= most - 1 for mark in firm):
        return None
    kept = islice(rule.weak.finditer(claim.text), _MANY)
    hedged = any(len(_around(evidence, best) & _around(claim, mark)) >= most for mark in kept)
    return None if hedged else best


def _around(sentence: Sentence, mark: re.Match[str]) -> frozenset[str]:
    """The stems of the words with a meaning near a mark."""
    return frozenset(word.stem for word in sentence.near(mark.start(), _REACH))


def _conflict(code: str, said: str, paper: re.Match[str], group: int = 0) -> Conflict:
    text = paper[group].rstrip()
    start = paper.start(group)
    return Conflict(code, said.strip(), text, Span(start, start + len(text)))


def _about_the_same(claim: Sentence, evidence: Sentence, least: float = _COVERED) -> bool:
    """Whether the evidence has enough of the claim's words."""
    content = [
        word.stem for word in claim.words if not (word.is_function or word.text in _QUANTIFIERS)
    ]
    return sum(stem in evidence.stems for stem in content) >= least * max(1, len(content))


def _counted(claim: Sentence, evidence: Sentence) -> Iterator[Conflict]:
    """All against some, and most against few, of the same things."""
    for strong, weak, more in _SHARES:
        said = islice(strong.finditer(claim.text), _MANY)
        things = [(found, _thing(claim, found.end())) for found in said]
        if not things or not _about_the_same(claim, evidence):
            continue
        enough = [
            _thing(evidence, found.end())
            for mark in (strong, *more)
            for found in islice(mark.finditer(evidence.text), _MANY)
        ]
        less = [
            (found, _thing(evidence, found.end()))
            for found in islice(weak.finditer(evidence.text), _MANY)
        ]
        for found, thing in things:
            if any(_same(thing, counted) for counted in enough):
                continue
            for paper, counted in less:
                if _same(thing, counted):
                    yield _conflict(SCOPE, found[1], paper, 1)
                    return


def _shares(claim: Sentence, evidence: Sentence) -> Iterator[Conflict]:
    """All or most of some things against a number that is fewer of them, or few against more."""
    for mark, low, high in ((ALL, 0, _WHOLE), (MOST, 0, _HALF), (MINORITY, _HALF, _WHOLE)):
        for found in islice(mark.finditer(claim.text), _MANY):
            thing = _thing(claim, found.end())
            if not thing or not _about_the_same(claim, evidence, _COVERED_BY_SHARE):
                continue
            told = [
                one
                for one in quantities(evidence)[:_MANY]
                if one.sort == "percent"
                and not one.bound
                and _same(thing, tuple(one.counted) or _thing(evidence, one.end))
                and is_denied(evidence, one.start) == is_denied(claim, found.start(1))
            ]
            if told and all(low <= one.low and one.high < high for one in told):
                span = Span(told[0].start, told[0].end)
                yield Conflict(SCOPE, found[1], span.of(evidence.text), span)


def _thing(sentence: Sentence, start: int) -> tuple[str, ...]:
    """The stems of what a quantifier before `start` counts: one or two words with a meaning."""
    first = sentence.first_from(start)
    counted = takewhile(lambda word: not word.is_function, sentence.words[first : first + _NEAR])
    return tuple(word.stem for word in counted)


def _same(own: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether two quantifiers count the same: "patients", "older patients".

    The second of two words may be a verb, and so it does not count on both sides.
    """
    return bool(own and other) and (own[0] in other or other[0] in own)
