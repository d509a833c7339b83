"""What is right in what a library read of a typeset paper. docs/reading.md says it in words."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from typing import TYPE_CHECKING

import attrs
from attrs import field, frozen

from benchmarks.reading.gold import heading_letters
from benchmarks.reading.text import plain
from benchmarks.reading.typeset.alignment import align, comparable, letters_before
from benchmarks.reading.typeset.cells import CellCounts, judge_tables

if TYPE_CHECKING:
    from benchmarks.reading.text import Comparable
    from benchmarks.reading.typeset.alignment import Aligned
    from benchmarks.reading.typeset.finding import Seen
    from benchmarks.reading.typeset.notation import Item
    from benchmarks.reading.typeset.truth import Paragraph, Truth

KINDS = ("mark", "accent", "ligature", "exponent", "index", "thousands", "hyphen")
_AROUND = 15
"""Characters that are shown on each side of what is missed."""
_SAME_DEGREE = str.maketrans("◦∘", "°°")
"""TeX prints the sign of an operator, raised."""
_SAME_MARKS = str.maketrans({"∗": "*", " ": ""})
_NO_HEADING = frozenset({"abstract", "references", "keywords"})
"""Titles that a section may well have although the page prints no heading for it."""


@frozen
class Scores:
    """Numbers of one paper; those of papers add up.

    `right` and `of` are by kind of item; `statements` are labels that can be evidence. `missed`
    says of each item that is wrong what was read in its place.
    """

    right: Counter[str] = field(factory=Counter)
    of: Counter[str] = field(factory=Counter)
    marks: int = 0
    marks_found: int = 0
    marks_false: int = 0
    words: int = 0
    joined: int = 0
    split: int = 0
    labels: int = 0
    statements: int = 0
    headings: int = 0
    headings_missed: int = 0
    headings_false: int = 0
    cells: CellCounts = field(factory=CellCounts)
    missed: tuple[str, ...] = ()
    by_kind: Mapping[str, CellCounts] = field(factory=dict)

    def __add__(self, other: Scores) -> Scores:
        mine, its = (
            {it.name: getattr(one, it.name) for it in attrs.fields(Scores)} for one in (self, other)
        )
        one, another = mine.pop("by_kind"), its.pop("by_kind")
        kinds = {
            kind: one.get(kind, CellCounts()) + another.get(kind, CellCounts())
            for kind in sorted({*one, *another})
        }
        return Scores(**{name: mine[name] + its[name] for name in mine}, by_kind=kinds)


def shown_mark(text: str) -> str:
    """A mark as it is compared: an asterisk is one however it is drawn, a dash too."""
    return plain(text).translate(_SAME_MARKS)


def _bare(gap: str) -> str:
    return "".join(gap.split()).translate(_SAME_DEGREE)


def _is_same(gap: str, true: str) -> bool:
    """Whether the same stands between two letters; how wide a blank is does not matter."""
    return _bare(gap) == _bare(true) and (gap == true or true != _bare(true))


def _is_intact(aligned: Aligned, start: int, end: int) -> bool:
    """Whether these letters and the one before are read in one piece, with what is between them."""
    return all(
        aligned.follows(letter) and _is_same(aligned.gap(letter), aligned.said.gap(letter - 1))
        for letter in range(max(start, 1), end)
    )


def _is_mark_apart(aligned: Aligned, item: Item, letter: int) -> bool:
    """Whether nothing of a mark is in the text where it is printed."""
    at, read = aligned.at, aligned.read
    mark = shown_mark(item.printed)
    if 0 < letter < len(at):
        return _is_intact(aligned, letter, letter + 1)
    if letter == 0:
        place = at[0]
        return place >= 0 and not _bare(read.text[: read.at[place]][-9:]).endswith(mark)
    if at[-1] < 0:
        return False
    # Only what stands right behind the last word, or its full stop, is melted into it.
    behind = read.text[read.at[at[-1]] + 1 :][:20].lstrip(".,;:)\"'")
    return not behind.startswith(mark)


def is_right(aligned: Aligned, item: Item, letter: int) -> bool:
    """Whether an item, of which this is the first letter, is read right; a mark is none of them."""
    long = len(comparable(item.printed).letters)
    if item.kind == "accent":
        return _is_accent_right(aligned, item.printed, letter)
    if item.kind == "ligature":
        inside = bool(letter) and not aligned.said.gap(letter - 1)
        return aligned.at[letter] >= 0 and _is_intact(aligned, letter + (not inside), letter + long)
    if not aligned.follows(letter):
        return False
    # With the letter behind it, where that belongs to the same word.
    end = letter + long + (not aligned.said.gap(letter + long - 1))
    within = _is_intact(aligned, letter + 1, min(end, len(aligned.at)))
    return within and aligned.gap(letter) in item.accepted


def _is_accent_right(aligned: Aligned, printed: str, letter: int) -> bool:
    wanted = unicodedata.normalize("NFKD", plain(printed))[1:]
    place = aligned.at[letter]
    if place < 0 or not aligned.read.gap(place).startswith(wanted):
        return False
    if letter and " " not in aligned.said.gap(letter - 1):
        return _is_intact(aligned, letter, letter + 1)
    # At the beginning of a word, whatever is before it: but no accent by itself.
    before = aligned.read.text[: aligned.read.at[place]][-1:]
    return not before or not unicodedata.combining(before)


def _breaks(aligned: Aligned) -> tuple[int, int]:
    said, read = aligned.said, aligned.read
    joined = split = 0
    for letter in filter(aligned.follows, range(1, len(aligned.at))):
        at = aligned.at[letter] - 1
        joined += said.parts_words(letter - 1) and not read.gap(at)
        split += not said.gap(letter - 1) and read.parts_words(at)
    return joined, split


@frozen
class _Marks:
    """The marks that a library tells: how many letters stand before each, and what is shown."""

    every: Counter[tuple[int, str]]

    @classmethod
    def of(cls, seen: Seen) -> _Marks:
        text, told = seen.text or "", sorted(seen.marks or ())
        ends = [0, *(at for at, _ in told)]
        letters = 0
        found: Counter[tuple[int, str]] = Counter()
        for (start, end), (_, shown) in zip(pairwise(ends), told, strict=True):
            letters += len(comparable(text[start:end]).letters)
            found[letters, shown_mark(shown)] += 1
        return cls(found)

    def take(self, aligned: Aligned, letter: int, printed: str) -> bool:
        """Whether there is one at a letter of a true text; it is then used up."""
        at = aligned.at
        before = at[letter - 1] + 1 if letter and at[letter - 1] >= 0 else None
        behind = at[letter] if letter < len(at) and at[letter] >= 0 else None
        for place in {before, behind} - {None}:
            key = (place, shown_mark(printed))
            if place is not None and self.every[place, key[1]]:
                self.every[place, key[1]] -= 1
                return True
        return False

    def take_shown(self, printed: str) -> bool:
        """Whether there is one anywhere; it is then used up."""
        for key in self.every:
            if key[1] == shown_mark(printed) and self.every[key]:
                self.every[key] -= 1
                return True
        return False


def _paragraph(one: Paragraph, read: Comparable, marks: _Marks) -> Scores:
    right: Counter[str] = Counter()
    of: Counter[str] = Counter()
    found = 0
    missed = []
    aligned, before = align(comparable(one.text), read), letters_before(one.text)
    for item in one.items:
        letter = before[item.at]
        of[item.kind] += 1
        if item.kind == "mark":
            right_there = _is_mark_apart(aligned, item, letter)
            found += marks.take(aligned, letter, item.printed) and right_there
        else:
            right_there = is_right(aligned, item, letter)
        right[item.kind] += right_there
        if not right_there:
            near = one.text[max(item.at - _AROUND, 0) : item.at + _AROUND]
            read_there = _read_near(aligned, letter)
            missed.append(f"{item.kind} {item.printed!r} in {near!r}, read {read_there!r}")
    if one.own_mark:
        # Whether a note's own mark is one too is left open.
        marks.take(aligned, 0, one.own_mark)
    joined, split = _breaks(aligned)
    words = len(one.text.split()) if aligned.found else 0
    return Scores(
        right, of, of["mark"], found, words=words, joined=joined, split=split, missed=tuple(missed)
    )


def _read_near(aligned: Aligned, letter: int) -> str:
    """What was read around a letter, or around the nearest one before it that was found."""
    found = [place for place in aligned.at[: letter + 1] if place >= 0]
    if not found:
        return ""
    middle = aligned.read.at[found[-1]]
    around = aligned.read.text[max(middle - _AROUND, 0) : middle + _AROUND]
    return unicodedata.normalize("NFC", around)


def _stands_in(label: str, statement: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(label)}(?!\w)", statement) is not None


def _labels(truth: Truth, statements: tuple[str, ...]) -> int:
    said = [plain(statement) for statement in statements]
    whole = {comparable(statement).letters for statement in said}
    within = sum(any(_stands_in(plain(label), it) for it in said) for label in truth.labels)
    return within + sum(comparable(head).letters in whole for head in truth.run_in)


def _sections(truth: Truth, sections: tuple[str, ...]) -> Scores:
    true = [heading_letters(heading) for heading in truth.headings]
    told = [heading_letters(section) for section in sections]
    may_be = {*true, *_NO_HEADING, heading_letters(truth.title)}
    missed, false = sum(it not in told for it in true), sum(it not in may_be for it in told)
    return Scores(headings=len(true), headings_missed=missed, headings_false=false)


def judge(truth: Truth, seen: Seen) -> Scores:
    """Everything that can be said of what a library read of a paper."""
    read, marks = comparable(seen.text or ""), _Marks.of(seen)
    total = Scores()
    if seen.text is not None:
        for one in truth.paragraphs:
            total += _paragraph(one, read, marks)
    if seen.sections is not None:
        total += _sections(truth, seen.sections)
    if seen.statements is not None:
        labels = len(truth.labels) + len(truth.run_in)
        total += Scores(labels=labels, statements=_labels(truth, seen.statements))
    if seen.tables is not None:
        counts, others = judge_tables(truth.tables, seen.tables)
        for table, its in zip(truth.tables, counts, strict=True):
            total += Scores(cells=its, by_kind={table.kind: its})
        total += Scores(cells=others)
    if seen.marks is not None:
        total += _marks_of_tables(truth, read, marks)
    return total


def _marks_of_tables(truth: Truth, read: Comparable, marks: _Marks) -> Scores:
    """The marks in cells, wherever they are told; and those that are told and are none."""
    # What is printed before a note is told as a mark or not: both are right.
    for note in (note for table in truth.tables for note in table.notes):
        aligned = align(comparable(note), read)
        for own in {shown for _, shown in marks.every}:
            marks.take(aligned, 0, own)
    printed = [mark for table in truth.tables for cell in table.cells for mark in cell.marks]
    found = sum(map(marks.take_shown, printed))
    return Scores(marks=len(printed), marks_found=found, marks_false=marks.every.total())
