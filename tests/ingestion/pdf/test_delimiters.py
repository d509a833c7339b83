"""Delimiters that a font calls by letters are told by how far they reach below the line."""

from __future__ import annotations

import numpy as np
import pytest

from vera.verification.ingestion.pdf.delimiters import with_delimiters
from vera.verification.ingestion.pdf.lines import Line
from vera.verification.ingestion.pdf.signs import Signs

_BRACKET = (2.4, 2.5, 10.0)
"""Width, depth and height of TeX's brackets in type of 10 points."""


def _read(text: str, shapes: dict[int, tuple[float, float, float]]) -> str:
    boxes = []
    for at in range(len(text)):
        width, depth, height = shapes.get(at, (4.8, 0.1, 4.6))
        boxes.append([6.0 * at, 100 + depth - height, 6.0 * at + width, 100 + depth])
    glyphs = np.arange(len(text), dtype=np.int32)
    line = Line(1, text, glyphs, 0, 92, 6.0 * len(text), 102.5, 10.0, 100.0, bold=False)
    (found,) = with_delimiters([line], Signs.of([line]), np.array(boxes, dtype=np.float32))
    assert len(found.text) == len(found.glyphs)
    return found.text


@pytest.mark.parametrize(
    ("text", "read"),
    [("kvk", "∥v∥"), ("fkg", "{k}"), ("hki", "⟨k⟩"), ("bkc", "⌊k⌋"), ("dke", "⌈k⌉")],
)
def test_letters_of_the_shape_of_brackets_are_brackets(text: str, read: str) -> None:
    """A letter that stands on the line inside them stays."""
    assert _read(text, {0: _BRACKET, 2: _BRACKET}) == read


@pytest.mark.parametrize(
    ("sign", "shape"),
    [
        ("k", (4.8, 0.0, 7.0)),
        ("f", (5.3, 2.5, 10.0)),
        ("j", (2.4, 2.5, 10.0)),
        ("f", (3.0, 2.2, 9.6)),
        ("k", (2.4, 5.0, 20.0)),
    ],
)
def test_letters_stay(sign: str, shape: tuple[float, float, float]) -> None:
    """What stands on the line, is wide as a slanted letter, or is of another size is the letter."""
    assert _read(f"a{sign}a", {1: shape}) == f"a{sign}a"
