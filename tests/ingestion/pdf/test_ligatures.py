"""Ligatures without known letters are read from their words, or left unknown."""

from __future__ import annotations

import string
from pathlib import Path

import numpy as np
import pytest

from vera.verification.ingestion.pdf.glyphs import UNKNOWN
from vera.verification.ingestion.pdf.ligatures import letters_of, with_ligatures
from vera.verification.ingestion.pdf.lines import Line


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
        "the \ufffdrst de\ufffdned",
        "di\ufffderent su\ufffder",
        "an e\ufffdect o\ufffd-line",
        "Ho\ufffdman",
    ]
    assert _read(texts, [5.5, 5.5, 5.5, 6.0, 6.0, 6.0]) == [
        "a specific task", "they find it", "the first defined", "different suffer",
        "an effect off-line", "Hoffman",
    ]  # fmt: skip


def test_too_few_words_settle_nothing() -> None:
    """Words that disagree prove nothing, nor does one that has two readings, or none."""
    few = ["a \ufffdow of it", "the di\ufffder and the xe\ufffdo"]
    assert _read(few, [5.5, 6.0]) == few
    mixed = ["speci\ufffdc de\ufffdned \ufffdrst", "di\ufffderent su\ufffder e\ufffdect"]
    assert _read(mixed, [5.5] * 2) == mixed


def test_a_word_that_stands_once_is_read_where_it_has_one_reading() -> None:
    """Only "ff" makes a word of "o-ice", and only "fl" one of "work-ow"; once is enough."""
    texts = ["the o\ufffdice is open", "a work\ufffdow", "a di\ufffderse group"]
    assert _read(texts, [6.0, 5.5, 5.0]) == ["the office is open", "a workflow", texts[2]]


def test_a_sign_that_stands_alone_is_never_read() -> None:
    """An "n" in the type of formulas becomes no "fi", though "\ufffdth" might be "fifth"."""
    texts = ["the \ufffd-gram and \ufffd-grams", "the \ufffdth of \ufffd words", "\ufffd is large"]
    assert _read(texts, [5.5] * 3) == texts
    settled = ["speci\ufffdc", "de\ufffdned", "\ufffdrst \ufffdnal \ufffdnding"]
    assert _read([*settled, "the \ufffd-gram"], [5.5] * 4)[3] == "the \ufffd-gram"


@pytest.mark.parametrize("lost", string.ascii_lowercase)
def test_a_letter_that_the_font_lacks_becomes_no_ligature(lost: str) -> None:
    """Whatever letter a font does not name, it stays unknown in every word."""
    texts = [
        line.replace(lost, "\ufffd")
        for record in sorted((Path(__file__).parents[3] / "ADR").glob("*.md"))
        for line in record.read_text("utf-8").splitlines()
        if line
    ]
    assert any("\ufffd" in line for line in texts)
    assert _read(texts, [5.5] * len(texts)) == texts


def test_a_sign_is_no_ligature() -> None:
    """An unknown glyph of another shape, such as a bullet, stays unknown."""
    texts = ["speci\ufffdc", "de\ufffdned \ufffdrst", "\ufffd an item"]
    assert _read(texts, [5.5, 5.5, 3.0])[2] == "\ufffd an item"


@pytest.mark.parametrize(
    ("word", "letters"),
    [("su\ufffdcient", "ffi"), ("\ufffdow", "fl"), ("o\ufffder", "ff"), ("x\ufffdz", "")],
)
def test_words_tell_their_letters(word: str, letters: str) -> None:
    """Only one ligature makes each of these words a known one."""
    assert letters_of(word) == letters
