"""Headings are told from the lines of prose, of tables and of figures that look like them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from verification.ingestion.headings import is_heading
from verification.ingestion.lines import Line

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


@given(st.text(max_size=60))
def test_plain_type_without_a_number_is_no_heading(text: str) -> None:
    """In the body's own type, only a number or a well-known name makes a heading."""
    words = "the " + " ".join(text.split())
    assert not is_heading([_line(words.strip())], BODY)
