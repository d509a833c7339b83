"""Which sentences of a text have marks of citation, and which marks are for each.

A mark is for the sentence in which it stands, or behind whose full stop. What a note only cites is
for the sentence that calls the note.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, TypeVar

from attrs import evolve, frozen

from vera.core.document import Kind, Span
from vera.verification.chunking.pysbd import PysbdSplitter
from vera.verification.manuscript.citations import Citation
from vera.verification.manuscript.marked import citations_in
from vera.verification.manuscript.notes import calls_of, only_cites

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.core.document import Document, Mark

_T = TypeVar("_T")
_SAYS = frozenset((Kind.BODY, Kind.ABSTRACT, Kind.CAPTION, Kind.FOOTNOTE, Kind.APPENDIX))
_RAISED = re.compile(r"[⁰¹²³⁴⁵⁶⁷⁸⁹]")
_ENDED = re.compile(r"[.!?][\"”’)]*\s?$")
_ENDING = 20
"""Signs before a mark within which a sentence has ended: its stop, brackets and quotes, a blank."""


@frozen
class Group:
    """A sentence, its marks in order, and what else in it is no part of it: the calls of notes."""

    span: Span
    citations: tuple[Citation, ...]
    gaps: tuple[Span, ...] = ()


def groups_of(document: Document) -> list[Group]:
    """The sentences that cite, in order."""
    text, blocks = document.text, list(document.paragraphs())
    starts = [block.span.start for block in blocks]

    def around(place: Span) -> int:
        return bisect_right(starts, place.start) - 1

    found = [it for of in blocks if of.kind in _SAYS for it in citations_in(document, of)]
    calls = [it for it in calls_of(document, blocks) if blocks[around(it.span)].kind in _SAYS]
    names = {it.span.start for it in calls if text.startswith("[^", it.span.start)}
    found = [it for it in found if it.span.start not in names]  # of notes, no raised numbers
    marked = {around(it.span) for it in found} | {around(it.span) for it in calls}
    masked = list(text)
    for number, block in enumerate(blocks):
        if not marked & {number, number + 1}:  # a mark may stand behind the paragraph before it
            masked[block.span.start : block.span.end] = " " * len(block.span)
    opened, counted, of = 0, 0, -1
    for number, it in enumerate(found):
        start = starts[around(it.span)]
        if start != of:
            opened, counted, of = 0, start, start
        opened += text.count("(", counted, it.span.start) - text.count(")", counted, it.span.start)
        counted = it.span.start
        outside = it.narrative and opened <= 0
        found[number] = evolve(it, narrative=outside)
        before = text[max(start, it.span.start - _ENDING) : it.span.start]
        sign = "X" if outside else " " if _ENDED.search(before) else "x"
        masked[it.span.start : it.span.end] = sign * len(it.span)
    for call in calls:
        masked[call.span.start : call.span.end] = " " * len(call.span)
    if sum(not work.name.isdecimal() for it in found for work in it.works) * 2 > len(found):
        found = [it for it in found if not _is_raised_number(text, it)]  # notes, there
    sentences = list(PysbdSplitter().split(evolve(document, text="".join(masked))))
    groups, found = _of_notes(text, calls, sentences, found)
    gaps = [it.span for it in calls if len(it.span)]
    at = 0
    for sentence in sentences:
        inside = []
        while at < len(found) and found[at].span.start < sentence.start:
            at += 1  # in a heading, say, which is no sentence
        while at < len(found) and _belongs(found[at], sentence, text):
            inside.append(found[at])
            at += 1
        if inside:
            whole = Span(sentence.start, max(sentence.end, inside[-1].span.end))
            groups.append(Group(whole, tuple(inside), tuple(_touching(gaps, gaps, whole))))
    return sorted(groups, key=lambda it: it.span)


def _is_raised_number(text: str, mark: Citation) -> bool:
    numbers = all(work.name.isdecimal() for work in mark.works)
    return numbers and (not len(mark.span) or _RAISED.match(mark.span.of(text)) is not None)


def _belongs(mark: Citation, sentence: Span, text: str) -> bool:
    """Whether a mark is in a sentence, or stands behind its full stop."""
    if mark.span.start < sentence.end:
        return True
    between = text[sentence.end : mark.span.start]
    return not mark.narrative and not between.strip() and "\n\n" not in between


def _of_notes(
    text: str, calls: Sequence[Mark], sentences: Sequence[Span], found: Sequence[Citation]
) -> tuple[list[Group], list[Citation]]:
    """The citations, those that notes only cite moved to where the notes are called.

    A note inside the sentence that calls it, which says something itself, is a group of its own.
    """
    groups: list[Group] = []
    moved: list[Citation] = []
    gone: set[int] = set()
    places = [it.span for it in found]
    for call in calls:
        note = call.note
        if note is None:
            continue
        inside = _touching(found, places, note)
        if not inside:
            continue
        within = call.span.start <= note.start < call.span.end
        for sentence in [note] if within else _touching(sentences, sentences, note):
            part = Span(max(sentence.start, note.start), min(sentence.end, note.end))
            marks = [
                it
                for it in inside
                if part.start < it.span.end and _belongs(it, part, text) and id(it) not in gone
            ]
            if marks and only_cites(_without(text, part, marks)):
                moved += [evolve(it, span=call.span, narrative=False) for it in marks]
            elif marks and within:
                groups.append(Group(note, tuple(marks)))
            else:
                continue
            gone.update(map(id, marks))
    left = [it for it in found if id(it) not in gone]
    return groups, sorted((*left, *moved), key=lambda it: it.span)


def _touching(items: Sequence[_T], spans: Sequence[Span], span: Span) -> list[_T]:
    """The items whose spans, in order and apart, share something with a span."""
    first = max(0, bisect_left(spans, span) - 1)
    last = bisect_left(spans, Span(span.end, span.end))
    return [
        items[at]
        for at in range(first, last)
        if spans[at].start < span.end and span.start < spans[at].end
    ]


def _without(text: str, part: Span, marks: Sequence[Citation]) -> str:
    edges = [part.start, *(edge for it in marks for edge in (it.span.start, it.span.end)), part.end]
    return " ".join(text[start:end] for start, end in zip(edges[::2], edges[1::2], strict=True))
