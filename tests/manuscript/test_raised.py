"""Citations that are printed raised, and are no part of the text, are found by their marks."""

from __future__ import annotations

from vera.core.document import Block, Calls, Document, Mark, Span
from vera.verification.manuscript.grouping import groups_of

_TEXT = "Bees see red and blue. They fly far."


def _document(*marks: Mark) -> Document:
    block = Block(Span(0, len(_TEXT)))
    return Document(_TEXT, "a.pdf", "0", "application/pdf", blocks=(block,), marks=marks)


def _at(place: int, shown: str, calls: Calls = Calls.WORKS) -> Mark:
    return Mark(Span(place, place), calls=calls, shown=shown)


def test_a_raised_mark_cites_the_numbers_that_it_shows() -> None:
    """Inside a sentence and behind its stop, numbers and ranges are works of that sentence."""
    first, last = _TEXT.index(" and"), _TEXT.index(" They")
    groups = groups_of(_document(_at(first, "1"), _at(last, "2,4–5"), _at(len(_TEXT), "7")))
    assert [
        (group.span.of(_TEXT), [work.name for it in group.citations for work in it.works])
        for group in groups
    ] == [("Bees see red and blue.", ["1", "2", "4", "5"]), ("They fly far.", ["7"])]


def test_a_raised_mark_of_a_note_cites_nothing() -> None:
    """The number of a note is no work."""
    assert not groups_of(_document(_at(len(_TEXT), "1", Calls.NOTE)))
