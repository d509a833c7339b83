"""Ligatures without known letters are read from their words, or left unknown."""

from __future__ import annotations

import numpy as np
import pytest

from verification.ingestion.glyphs import UNKNOWN
from verification.ingestion.ligatures import letters_of, with_ligatures
from verification.ingestion.lines import Line


def _read(texts: list[str], widths: list[float]) -> list[str]:
    """The lines after reading; every unknown glyph of line k is `widths[k]` points wide."""
    boxes: list[list[float]] = []
    lines = []
    for text, width in zip(texts, widths, strict=True):
        start = len(boxes)
        boxes += [[0, 0, width if letter == UNKNOWN else 5.0, 10] for letter in text]
        glyphs = np.arange(start, len(boxes), dtype=np.int32)
        lines.append(Line(1, text, glyphs, 0, 0, 100, 10, 10.0, 10, bold=False))
    found = with_ligatures([lines], np.array(boxes, dtype=np.float32))[0]
    assert all(len(line.text) == len(line.glyphs) for line in found)
    return [line.text for line in found]


def test_a_shape_stands_for_the_letters_that_its_words_need() -> None:
    """Known words settle a shape, and a name of the same shape follows them."""
    texts = [
        "a speci\ufffdc task",
        "they \ufffdnd it",
        "di\ufffderent",
        "e\ufffdect",
        "Ho\ufffdman",
    ]
    assert _read(texts, [5.5, 5.5, 6.0, 6.0, 6.0]) == [
        "a specific task", "they find it", "different", "effect", "Hoffman",
    ]  # fmt: skip


def test_too_few_words_settle_nothing() -> None:
    """One word is no proof, nor are words that disagree."""
    assert _read(["a speci\ufffdc task"], [5.5]) == ["a speci\ufffdc task"]
    mixed = ["speci\ufffdc", "di\ufffderent", "\ufffdnd", "e\ufffdect"]
    assert _read(mixed, [5.5] * 4) == mixed


def test_a_sign_is_no_ligature() -> None:
    """An unknown glyph of another shape, such as a bullet, stays unknown."""
    texts = ["speci\ufffdc", "\ufffdnd", "\ufffd an item"]
    assert _read(texts, [5.5, 5.5, 3.0])[2] == "\ufffd an item"


@pytest.mark.parametrize(
    ("word", "letters"),
    [("su\ufffdcient", "ffi"), ("\ufffdow", "fl"), ("o\ufffder", "ff"), ("x\ufffdz", "")],
)
def test_words_tell_their_letters(word: str, letters: str) -> None:
    """Only one ligature makes each of these words a known one."""
    assert letters_of(word) == letters
