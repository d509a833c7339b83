"""Headings are told from the lines of prose, of tables and of figures that look like them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vera.verification.ingestion.headings import is_heading
from vera.verification.ingestion.pdf.lines import Line
from vera.verification.ingestion.pdf.numbering import missing
from vera.verification.ingestion.pdf.paragraphs import Paragraph

BODY = 10.0


def _line(text: str, size: float = BODY, bold: bool = False) -> Line:
    glyphs = np.arange(len(text), dtype=np.int32)
    return Line(1, text, glyphs, 72, 90, 72 + 5 * len(text), 100, size, 98, bold)


@pytest.mark.parametrize(
    "text",
    [
        "2.4.1. El Sauce 0.36m",
        "2.5.1. SMARTS 1.5m / CHIRON",
        "3.1.3. Not SB2",
        "3.1.4. RVs",
        "4.1.1. Physical Characteristics",
    ],
)
@pytest.mark.parametrize("size", [9.0, BODY])
def test_a_deep_number_proves_a_heading(text: str, size: float) -> None:
    """It may be short, hold numbers, and be set in type of the body's size or in small capitals."""
    assert is_heading([_line(text, size)], BODY)


@pytest.mark.parametrize(
    "text",
    [
        "There are several steps to train a tagger. First, we extracted a list of words from the",
        "The exact tests disagreed, which is",
        "Domain Links 73.3 2/11 PC 88.9 2/8",
        "For the tests we used four corpora and all of the documents in each that we had by now",
    ],
)
def test_part_of_a_sentence_is_no_heading(text: str) -> None:
    """What was cut off from its paragraph, or is the row of a table, is none in large type."""
    assert not is_heading([_line(text, 1.2 * BODY, bold=True)], BODY)


def test_a_heading_may_end_with_a_short_word() -> None:
    """After a number, the name of a variable is no article."""
    assert is_heading([_line("5.1 Summing over t and a", bold=True)], BODY)


def test_a_letter_in_capitals_is_no_number() -> None:
    """The label of a row or a speaker is no heading unless its type says so."""
    assert not is_heading([_line("A BACKCHANNEL")], BODY)
    assert is_heading([_line("A PROOFS", bold=True)], BODY)


def _numbered(*texts: str, known: tuple[int, ...]) -> set[int]:
    return missing([Paragraph((_line(text),)) for text in texts], known, BODY)


def test_a_missing_number_tells_a_heading() -> None:
    """A line that has the number between those of two headings is a heading, parts or none."""
    texts = ("1 Introduction", "We begin.", "2 The Data", "We go on.", "3 Results", "We end.")
    assert _numbered(*texts, known=(0, 4)) == {2}
    assert _numbered(*texts, known=(0, 2, 4)) == set()
    assert _numbered("1 Introduction", "We begin.", "2 Data", "2.1 Size", known=(0, 3)) == {2}
    assert _numbered("1 One", "So.", "2 Two", "So.", "3 Three", "So.", "4 Four", known=(0, 6)) == {
        2,
        4,
    }


@pytest.mark.parametrize(
    "texts",
    [
        ("1 Introduction", "We do this:", "2 The Data", "We go on.", "3 Results"),
        ("1 Introduction", "1. First", "2. The Data", "We go on.", "3 Results"),
        ("1 Introduction", "We begin.", "2 The Data are here.", "We go on.", "3 Results"),
        ("1 Introduction", "and so on", "2 The Data", "We go on.", "3 Results"),
        ("1 Introduction", "We begin.", "2 patients died", "We go on.", "3 Results"),
        ("1 Introduction", "We begin.", "4 The Data", "We go on.", "3 Results"),
        ("1 Introduction", "We begin.", "2 The Data", "We go on.", "Results"),
    ],
)
def test_an_item_of_a_list_is_no_missing_heading(texts: tuple[str, ...]) -> None:
    """Items of lists, sentences and what comes after the last number are none."""
    assert _numbered(*texts, known=(0, 4)) == set()


@given(st.text(max_size=60))
def test_plain_type_without_a_number_is_no_heading(text: str) -> None:
    """In the body's own type, only a number or a well-known name makes a heading."""
    words = "the " + " ".join(text.split())
    assert not is_heading([_line(words.strip())], BODY)
