"""The citations of a text, where some of them are told by data beside it: fields of Word."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from attrs import evolve

from vera.core.document import Calls, Span
from vera.verification.manuscript.citations import (
    Citation,
    Work,
    citations_of,
    is_contrast,
    numbered,
)

if TYPE_CHECKING:
    from vera.core.document import Block, Document, Mark


def citations_in(document: Document, block: Block) -> list[Citation]:
    """The citations of a block, in order; spans are of the document's text.

    Of a citation that is a field its data tell the works, whatever it shows; what is shown tells
    only whether the authors are a part of the sentence. A field that tells nothing is read as text.
    A mark that is printed raised, and is no part of the text, cites the numbers that it shows.
    """
    start = block.span.start
    shown = [
        evolve(it, span=Span(start + it.span.start, start + it.span.end))
        for it in citations_of(block.span.of(document.text))
    ]
    first = bisect_left(document.marks, start, key=_start)
    last = bisect_right(document.marks, block.span.end, key=_start)
    fields = [
        mark
        for mark in document.marks[first:last]
        if mark.calls is Calls.WORKS and mark.span.end <= block.span.end
    ]
    told = [_told(document, mark, shown) for mark in fields]
    taken = [it.span for it in told]
    others = [it for it in shown if not any(it.span.overlaps(span) for span in taken)]
    return sorted((*told, *others), key=lambda it: it.span)


def _start(mark: Mark) -> int:
    return mark.span.start


def _told(document: Document, mark: Mark, shown: list[Citation]) -> Citation:
    if mark.shown and not mark.works:
        numbers = tuple(dict.fromkeys(numbered(mark.shown)))
        works = numbers or (Work(mark.shown),)
        return Citation(mark.span, works, contrast=is_contrast(document.text, mark.span))
    inside = [it for it in shown if it.span.overlaps(mark.span)]
    works = tuple(map(Work, mark.works))
    if not any(document.references.get(key) for key in mark.works):
        seen = tuple(work for it in inside for work in it.works)
        said = " ".join(mark.span.of(document.text).split())
        works = seen or works or (Work(said or "a field without data"),)
    narrative = [it for it in inside if it.narrative]
    span = Span(
        min(it.start for it in (mark.span, *(it.span for it in narrative))),
        max(it.end for it in (mark.span, *(it.span for it in narrative))),
    )
    return Citation(span, works, bool(narrative), is_contrast(document.text, mark.span))
