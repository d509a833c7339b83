"""What is counted for one paper as one library reads it. docs/reading.md says it in words."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

import attrs
from attrs import frozen

from benchmarks.reading.characters import characters
from benchmarks.reading.gold import heading_letters
from benchmarks.reading.text import Comparable, plain
from benchmarks.reading.typeset.alignment import comparable

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from benchmarks.reading.gold import Gold, Sentence
    from benchmarks.reading.hyphens import Hyphen
    from benchmarks.reading.libraries import Found

_ENDS = 20
"""Letters at each end of a sentence that find it although something stands inside it."""
_MOST_STRAY = 1500
"""Letters that can stand inside a sentence; a column or a page of text is more."""
_NEAR = 2500
"""Letters between the end of a sentence and the next: a large figure's caption and notes."""
_CHAIN, _LINE = 5, 300
"""So many numbers that count up, each within so many characters of the last, number lines."""

RUNNING_HEADS = {
    "astro-timmy": (r"TOI 837 IN IC 2602", 0),
    "joss-deeprank2": (r"Crocioni et al\. \(\d+\)\. DeepRank2: Mining|10\.xxxxxx/draft|DRAFT", 0),
    "rescience-hastings-powell": (r"ReScience C \d+\.\d+ \(#\d+\)|\[Re\] Chaos in a Three-Sp", 1),
    "rescience-petchey-2016": (r"ReScience \| rescience|Volume \d \| Issue \d", 0),
}
"""The running heads and feet that the papers print, read off them by eye; and how many times the
same words stand in the paper itself (its title)."""
NUMBERED_LINES = frozenset({"joss-deeprank2"})


@frozen
class Counts:
    """Numbers of one paper; those of papers add up."""

    sentences: int = 0
    intact: int = 0
    exact: int = 0
    words: int = 0  # of the intact sentences that the authors themselves wrote
    joined: int = 0
    split: int = 0
    hyphens: int = 0
    hyphens_right: int = 0
    letters: int = 0  # of the sentences found, whole or with something inside that does not belong
    stray: int = 0
    running_heads: int = 0
    line_numbers: int = 0
    pairs: int = 0
    disordered: int = 0
    headings: int = 0
    headings_found: int = 0
    other_sections: int = 0
    accents: int = 0
    accents_right: int = 0
    ligatures: int = 0
    ligatures_right: int = 0
    exponents: int = 0
    exponents_right: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(*map(sum, zip(attrs.astuple(self), attrs.astuple(other), strict=True)))


def exact_form(clean: str) -> str:
    """Words and spaces as they are compared: a dash is one sign without blanks on both sides.

    >>> exact_form("A pair --- or two - of well- known words")
    'A pair-or two-of well- known words'
    """
    return re.sub(r" ?-{2,} ?| - ", "-", clean)


def breaks(said: Comparable, read: Comparable, at: int) -> tuple[int, int]:
    """How many words of a sentence, found at letter `at`, are wrongly joined and wrongly split.

    >>> of = Comparable.of_clean
    >>> breaks(of("some words stand here"), of("somewords stand he re"), 0)
    (1, 1)
    """
    inside = range(len(said.letters) - 1)
    joined = sum(not read.gap(at + index) and said.parts_words(index) for index in inside)
    split = sum(not said.gap(index) and read.parts_words(at + index) for index in inside)
    return joined, split


def stray_letters(sentence: str, letters: str) -> int | None:
    """How many letters stand inside a sentence that do not belong; None if it is not found.

    It is found by its ends; its own letters must all be there, in order.
    """
    start = letters.find(sentence[:_ENDS])
    if start < 0:
        return None
    end = letters.find(sentence[-_ENDS:], start + _ENDS)
    if end < 0:
        return None
    inside = letters[start : end + _ENDS]
    excess = len(inside) - len(sentence)
    rest = iter(inside)
    if not 0 <= excess <= _MOST_STRAY or not all(letter in rest for letter in sentence):
        return None
    return excess


def line_numbers(text: str) -> int:
    """How many numbers of a text belong to a chain that counts up by one from line to line.

    >>> line_numbers("1 a 2 b 3 c 4 d 5 e"), line_numbers("1 a 2 b 3")
    (5, 0)
    """
    chains: dict[int, tuple[int, int]] = {}  # by its last number: length, end
    total = 0
    for found in re.finditer(r"\d{1,4}", text):
        number = int(found[0])
        length, end = chains.pop(number - 1, (0, found.start()))
        length = length + 1 if found.start() - end <= _LINE else 1
        chains[number] = (length, found.end())
        total += _CHAIN if length == _CHAIN else length > _CHAIN
    return total


def disorder(sentences: Sequence[Sentence], read: Comparable) -> tuple[int, int]:
    """Neighbouring gold sentences that stand once each in the text, and how many out of order.

    Out of order is a sentence before its predecessor, or more than `_NEAR` letters after it.
    """
    once = {
        sentence.order: (at, at + len(sentence.said.letters))
        for sentence in sentences
        if (at := read.letters.find(sentence.said.letters)) >= 0
        and read.letters.find(sentence.said.letters, at + 1) < 0
    }
    steps = [once[b][0] - once[a][1] for a, b in pairwise(sorted(once)) if b == a + 1]
    return len(steps), sum(not 0 <= step <= _NEAR for step in steps)


def _heads_left(name: str, text: str) -> int:
    if name not in RUNNING_HEADS:
        return 0
    pattern, own = RUNNING_HEADS[name]
    return max(len(re.findall(pattern, plain(text))) - own, 0)


@frozen
class Measured:
    """The counts of a paper, and the gold sentences that are not intact or not exact."""

    counts: Counts
    missed: tuple[str, ...]
    inexact: tuple[str, ...]


def intact(gold: Gold, read: Comparable) -> frozenset[int]:
    """The orders of the sentences whose letters stand in the text in one piece."""
    return frozenset(
        sentence.order for sentence in gold.sentences if sentence.said.letters in read.letters
    )


def strays(gold: Gold, read: Comparable, findable: Collection[int]) -> tuple[int, int]:
    """The letters of the findable sentences that are found, and the stray ones inside them."""
    letters = stray = 0
    for sentence in gold.sentences:
        said = sentence.said.letters
        excess = 0 if said in read.letters else stray_letters(said, read.letters)
        if sentence.order in findable and excess is not None:
            letters, stray = letters + len(said), stray + excess
    return letters, stray


def measure(
    gold: Gold,
    found: Found,
    read: Comparable,
    hyphens: Sequence[Hyphen],
    findable: Collection[int],
) -> Measured:
    """Judge what a library read of a paper; `read` is the text it found.

    `findable` are the orders of the sentences that some library finds intact: in the others,
    something that is printed may be missing from the source, and is no stray.
    """
    exactly = exact_form(read.text)
    missed, inexact = [], []
    words = joined = split = 0
    for sentence in gold.sentences:
        said = sentence.said
        at = read.letters.find(said.letters)
        if at < 0:
            missed.append(said.text)
            continue
        if gold.authored:
            wrong = breaks(said, read, at)
            words += len(said.text.split())
            joined, split = joined + wrong[0], split + wrong[1]
        if exact_form(said.text) not in exactly:
            inexact.append(said.text)
    letters, stray = strays(gold, read, findable)
    pairs, disordered = disorder(gold.sentences, read)
    right, of = characters(gold, comparable(found.text))
    sections = set(map(heading_letters, found.sections or ()))
    counts = Counts(
        sentences=len(gold.sentences),
        intact=len(gold.sentences) - len(missed),
        exact=len(gold.sentences) - len(missed) - len(inexact),
        words=words,
        joined=joined,
        split=split,
        hyphens=len(hyphens),
        hyphens_right=sum(hyphen.is_right_in(read) for hyphen in hyphens),
        letters=letters,
        stray=stray,
        running_heads=_heads_left(gold.name, found.text),
        line_numbers=line_numbers(found.text) if gold.name in NUMBERED_LINES else 0,
        pairs=pairs,
        disordered=disordered,
        headings=len(gold.headings),
        headings_found=sum(heading in sections for heading in gold.headings),
        other_sections=len(sections.difference(gold.headings)),
        accents=of["accent"],
        accents_right=right["accent"],
        ligatures=of["ligature"],
        ligatures_right=right["ligature"],
        exponents=of["exponent"],
        exponents_right=right["exponent"],
    )
    return Measured(counts, tuple(missed), tuple(inexact))
