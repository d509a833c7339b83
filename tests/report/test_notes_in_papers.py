"""What is marked in which paper, and what the notes there say."""

from __future__ import annotations

import pytest

from tests.report.verdicts import report, verdict
from vera.core.document import Box, Span
from vera.core.verdict import Evidence, PaperVerdict, Part, Status
from vera.verification.report.as_pdf import PdfForm
from vera.verification.report.highlights import COLOURS

_FIRST, _SECOND = Box(1, 10, 10, 90, 20), Box(2, 10, 10, 90, 20)


def _evidence(document: str, *boxes: Box) -> Evidence:
    return Evidence(document, "Bees sleep.", 0.8, Span(0, 11), (1,), boxes or (_FIRST,))


def test_a_note_says_verdict_claim_and_reason() -> None:
    """The best passage of a claim is marked in the colour of its verdict, the others are not."""
    form = PdfForm()
    found = (_evidence("a.pdf"), _evidence("a.pdf", _SECOND))
    form.verdict(verdict("Bees sleep.", Status.CONTRADICTED, *found, score=0.1239))
    (note,) = form.notes("a.pdf")
    assert note.text == "CONTRADICTED 0.123: Bees sleep. (it reads so)"
    assert note.boxes == (_FIRST,)
    assert note.colour == COLOURS[Status.CONTRADICTED]


def test_the_same_lines_are_marked_once() -> None:
    """Claims with one passage share its note, in the colour that most wants a look."""
    form = PdfForm()
    form.verdict(verdict("One.", Status.GROUNDED, _evidence("a.pdf")))
    form.verdict(verdict("Two.", Status.CONTRADICTED, _evidence("a.pdf")))
    form.verdict(verdict("Three.", Status.UNSUPPORTED, _evidence("a.pdf")))
    form.verdict(verdict("Four.", Status.GROUNDED, _evidence("a.pdf", _SECOND)))
    first, second = form.notes("a.pdf")
    assert [line.split()[0] for line in first.text.split("\n\n")] == [
        "GROUNDED",
        "CONTRADICTED",
        "UNSUPPORTED",
    ]
    assert first.colour == COLOURS[Status.CONTRADICTED]
    assert second.colour == COLOURS[Status.GROUNDED]


def test_each_paper_has_its_own_verdict() -> None:
    """In a paper that denies what another says, the note says so, in its colour."""
    papers = (
        PaperVerdict("a.pdf", Status.GROUNDED, 0.9),
        PaperVerdict("b.pdf", Status.CONTRADICTED, 0.05),
    )
    form = PdfForm()
    found = (_evidence("a.pdf"), _evidence("b.pdf"))
    form.verdict(verdict("Bees sleep.", Status.GROUNDED, *found, papers=papers))
    assert form.documents == ["a.pdf", "b.pdf"]
    (note,) = form.notes("b.pdf")
    assert note.text == "CONTRADICTED 0.050: Bees sleep."
    assert note.colour == COLOURS[Status.CONTRADICTED]


def test_parts_and_pages_have_notes_of_their_own() -> None:
    """A passage over two pages is marked on both, and a part where its own passage stands."""
    part = Part("eggs", Span(0, 4), Status.GROUNDED, 0.9, "so", (_evidence("a.pdf", _SECOND),))
    form = PdfForm()
    form.verdict(
        verdict("Long.", Status.UNSUPPORTED, _evidence("a.pdf", _FIRST, _SECOND), parts=(part,))
    )
    pages = [(note.boxes[0].page, note.text.partition(" ")[0]) for note in form.notes("a.pdf")]
    assert pages == [(1, "UNSUPPORTED"), (2, "UNSUPPORTED"), (2, "GROUNDED")]


@pytest.mark.parametrize("text", ["a\x1b[2Jb", "\u202ec\ud800"])
def test_notes_and_lines_are_printable(text: str) -> None:
    """What drives a terminal is neither in a note nor in what is printed."""
    form = PdfForm()
    found = verdict(text, Status.GROUNDED, _evidence(text))
    form.copied.append(text)
    told = report(form, [], [found]) + form.notes(text)[0].text
    told.encode()
    assert "\x1b" not in told
    assert "\u202e" not in told


def test_evidence_without_a_place_is_counted() -> None:
    """A passage of which no box is known has no note, and the copy's line can say so."""
    nowhere = Evidence("a.pdf", "Bees sleep.", 0.8, Span(0, 11), (1,))
    form = PdfForm()
    form.verdict(verdict("Bees sleep.", Status.GROUNDED, nowhere))
    assert form.notes("a.pdf") == []
    assert form.unplaced("a.pdf") == 1


def test_what_is_unchecked_marks_nothing() -> None:
    """A claim without evidence has no note, and a paper without any none either."""
    form = PdfForm()
    form.verdict(verdict("Why?", Status.UNCHECKED, score=None))
    assert form.documents == []
    assert form.notes("a.pdf") == []
