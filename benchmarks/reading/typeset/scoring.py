"""What is right in what a library read of a typeset paper. docs/reading.md says it in words."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

import attrs
from attrs import field, frozen

from benchmarks.reading.gold import heading_letters
from benchmarks.reading.text import plain
from benchmarks.reading.typeset.alignment import align, comparable, letters_before
from benchmarks.reading.typeset.cells import CellCounts, judge_tables
from benchmarks.reading.typeset.items import breaks, is_mark_apart, is_right
from benchmarks.reading.typeset.marks import Marks

if TYPE_CHECKING:
    from benchmarks.reading.text import Comparable
    from benchmarks.reading.typeset.alignment import Aligned
    from benchmarks.reading.typeset.finding import Seen, SeenTable
    from benchmarks.reading.typeset.truth import Paragraph, Truth

KINDS = ("mark", "accent", "ligature", "exponent", "index", "thousands", "hyphen")
_AROUND = 15
"""Characters that are shown on each side of what is missed."""
_NO_HEADING = frozenset({"abstract", "references", "keywords"})
"""Titles that a section may well have although the page prints no heading for it."""


@frozen
class Scores:
    """Numbers of one paper; those of papers add up.

    `right` and `of` are by kind of item; `statements` are labels that can be evidence. `missed`
    says of all that is wrong what it is.
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


def _paragraph(one: Paragraph, read: Comparable, marks: Marks) -> Scores:
    right: Counter[str] = Counter()
    of: Counter[str] = Counter()
    found = 0
    missed = []
    aligned, before = align(comparable(one.text), read), letters_before(one.text)
    for item in one.items:
        letter = before[item.at]
        of[item.kind] += 1
        if item.kind == "mark":
            right_there = is_mark_apart(aligned, item, letter)
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
    joined, split = breaks(aligned)
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


def _labels(truth: Truth, statements: tuple[str, ...]) -> Scores:
    said = [plain(statement) for statement in statements]
    whole = {comparable(statement).letters for statement in said}
    taken = [it for it in truth.labels if any(_stands_in(plain(it), one) for one in said)]
    taken += [it for it in truth.run_in if comparable(it).letters in whole]
    return Scores(
        labels=len(truth.labels) + len(truth.run_in),
        statements=len(taken),
        missed=tuple(f"label {it!r} can be evidence" for it in taken),
    )


def _sections(truth: Truth, sections: tuple[str, ...]) -> Scores:
    true = {heading_letters(heading): heading for heading in truth.headings}
    told = {heading_letters(section): section for section in sections}
    may_be = {*true, *_NO_HEADING, heading_letters(truth.title)}
    missed = [true[it] for it in true if it not in told]
    false = [told[it] for it in told if it not in may_be]
    return Scores(
        headings=len(true),
        headings_missed=len(missed),
        headings_false=len(false),
        missed=(
            *(f"heading {it!r} is no section" for it in missed),
            *(f"section {it!r} has no heading" for it in false),
        ),
    )


def _tables(truth: Truth, tables: tuple[SeenTable, ...]) -> Scores:
    counts, others = judge_tables(truth.tables, tables)
    total = Scores(cells=others)
    for table, one in zip(truth.tables, counts, strict=True):
        wrong = one.f1 < 1 or one.tied < one.body or one.about_tied < one.about
        why = f"{table.kind} table {table.caption!r}: cell F1 {one.f1:.3f}, heads of {one.tied} of "
        why += f"{one.body} cells, {one.about_tied} of {one.about} captions and notes"
        total += Scores(cells=one, by_kind={table.kind: one}, missed=(why,) if wrong else ())
    return total


def judge(truth: Truth, seen: Seen) -> Scores:
    """Everything that can be said of what a library read of a paper."""
    read, marks = comparable(seen.text or ""), Marks.of(seen)
    total = Scores()
    if seen.text is not None:
        for one in truth.paragraphs:
            total += _paragraph(one, read, marks)
    if seen.sections is not None:
        total += _sections(truth, seen.sections)
    if seen.statements is not None:
        total += _labels(truth, seen.statements)
    if seen.tables is not None:
        total += _tables(truth, seen.tables)
    if seen.marks is not None:
        total += _marks_of_tables(truth, read, marks)
    return total


def _marks_of_tables(truth: Truth, read: Comparable, marks: Marks) -> Scores:
    """The marks in cells, wherever they are told; and those that are told and are none."""
    # What is printed before a note is told as a mark or not: both are right.
    for note in (note for table in truth.tables for note in table.notes):
        aligned = align(comparable(note), read)
        for own in {shown for _, shown in marks.every}:
            marks.take(aligned, 0, own)
    printed = [mark for table in truth.tables for cell in table.cells for mark in cell.marks]
    found = sum(map(marks.take_shown, printed))
    return Scores(marks=len(printed), marks_found=found, marks_false=marks.every.total())
