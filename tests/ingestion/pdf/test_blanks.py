"""A blank that a line lacks is known by the gaps between its other words and its letters."""

from __future__ import annotations

import numpy as np
import pytest

from vera.verification.ingestion.pdf.blanks import with_blanks
from vera.verification.ingestion.pdf.lines import ADDED, Line
from vera.verification.ingestion.pdf.signs import Signs


def _read(printed: str, letters: float = 0.4, gap: float = 2.2) -> Line:
    """The line as it is read where each "|" is a gap without a blank, in type of 10 points."""
    text, boxes, x = "", [], 0.0
    for sign in printed:
        if sign == "|":
            x += gap - letters
            continue
        text += sign
        boxes.append([0.0, 0, 0, 0] if sign == " " else [x, 93, x + 5, 100])
        x += 2.4 - letters if sign == " " else 5 + letters
    glyphs = np.arange(len(text), dtype=np.int32)
    line = Line(1, text, glyphs, 0, 93, x, 100, 10.0, 100.0, bold=False)
    (found,) = with_blanks([line], Signs.of([line]), np.array(boxes, dtype=np.float32))
    return found


@pytest.mark.parametrize(
    ("printed", "read"),
    [
        ("and as we will|see from the table", "and as we will see from the table"),
        ("it is|important to us as|for them", "it is important to us as for them"),
    ],
)
def test_a_gap_as_wide_as_those_between_words_is_a_blank(printed: str, read: str) -> None:
    """The blank stands on no page, and all other letters keep their glyphs."""
    found = _read(printed)
    assert found.text == read
    assert np.count_nonzero(found.glyphs == ADDED) == printed.count("|")
    kept = found.glyphs[found.glyphs != ADDED]
    assert kept.tolist() == list(range(len(printed) - printed.count("|")))


@pytest.mark.parametrize(
    ("printed", "letters", "gap"),
    [
        ("and as we will|see from the table", 0.4, 1.3),
        ("and as we will|see from the table", 1.6, 2.2),
        ("they see|them", 0.4, 2.2),
        ("and as the ass|ociation of the table", 0.4, 2.2),
    ],
)
def test_other_gaps_are_none(printed: str, letters: float, gap: float) -> None:
    """Narrow gaps, letters that are spaced, few blanks to compare with, and listed words."""
    assert _read(printed, letters, gap).text == printed.replace("|", "")
