"""Accents that are glyphs of their own are put on the letter above which they are printed."""

from __future__ import annotations

import numpy as np
import pytest

from vera.verification.ingestion.pdf.accents import with_accents
from vera.verification.ingestion.pdf.lines import Line

_WIDE = 5.0


def _line(
    text: str, x0: float = 0.0, over: dict[int, int] | None = None, y: float = 100.0, first: int = 0
) -> tuple[Line, list[list[float]]]:
    """A line of type of 10 points; `over` says above which character an accent is printed."""
    over = over or {}
    boxes: list[list[float]] = []
    places: list[float] = []
    at = x0
    for index in range(len(text)):
        places.append(at)
        at += 0.0 if index in over else _WIDE
    for index, sign in enumerate(text):
        left = places[over.get(index, index)]
        if sign == " ":
            boxes.append([0, 0, 0, 0])
        elif index in over:
            boxes.append([left + 1, y - 7, left + 4, y - 5.2])
        else:
            boxes.append([left, y - 4.5, left + 4.8, y])
    glyphs = np.arange(first, first + len(text), dtype=np.int32)
    return Line(1, text, glyphs, x0, y - 7, at, y, 10.0, y, bold=False), boxes


def _read(text: str, over: dict[int, int]) -> str:
    line, boxes = _line(text, over=over)
    (found,) = with_accents([[line]], np.array(boxes, dtype=np.float32))[0]
    assert len(found.text) == len(found.glyphs)
    return found.text


@pytest.mark.parametrize(
    ("text", "over", "read"),
    [
        ("m¨uller", {1: 2}, "müller"),
        ("na¨ıve", {2: 3}, "naïve"),
        ("andre´", {5: 4}, "andré"),
        ("zu´ˇrek", {2: 1, 3: 4}, "zúřek"),
        ("u\u0308ber", {1: 0}, "über"),
    ],
)
def test_an_accent_is_on_its_letter(text: str, over: dict[int, int], read: str) -> None:
    """Before or behind its letter in the content, it is one with it where it is printed."""
    assert _read(text, over) == read


def test_an_accent_that_no_letter_stands_under_stays() -> None:
    """A quote before a word is no accent of it, nor is a hat on a letter that has none."""
    assert _read("`so´", {}) == "`so´"
    assert _read("rˆ x", {1: 0}) == "rˆ x"


def test_blanks_that_came_with_the_accent_go_with_it() -> None:
    """A blank that no gap shows goes, one between two words stays, and never are there two."""
    line, boxes = _line("andre ´ said", over={6: 4})
    boxes[7] = [0, 0, 0, 0]
    (found,) = with_accents([[line]], np.array(boxes, dtype=np.float32))[0]
    assert found.text == "andré said"


def test_an_accent_in_the_next_line_finds_its_letter() -> None:
    """An accent that the content has in another line is put on the letter under it."""
    first, boxes = _line("andre")
    second, more = _line("said ´", y=112.0, first=len(boxes))
    more[-1] = [first.x0 + 21, 93, first.x0 + 24, 94.8]
    found = with_accents([[first, second]], np.array(boxes + more, dtype=np.float32))[0]
    assert [line.text for line in found] == ["andré", "said"]
