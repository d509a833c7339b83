"""What a text's numbers are found to be."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import HOSTILE_PIECES, PAPER_SENTENCES
from vera.verification.language.quantities import quantities
from vera.verification.language.sentence import Sentence
from vera.verification.language.units import converted, unit_at
from vera.verification.language.words import words

READ: dict[str, list[tuple[float, float, str]]] = {
    # numbers in digits and words
    "1,234.5 samples": [(1234.5, 1234.5, "number")],
    "1·7 billion people": [(1.7e9, 1.7e9, "number")],
    "twenty-five mice": [(25, 25, "number")],
    "two hundred and five thousand": [(205_000, 205_000, "number")],
    "half a million words": [(5e5, 5e5, "number")],
    "a dozen eggs": [(12, 12, "number")],
    "3 x 10^5 cells": [(3e5, 3e5, "number")],
    "3 × 10⁵ cells": [(3e5, 3e5, "number")],
    "10⁵ cells": [(1e5, 1e5, "number")],
    "110M parameters": [(1.1e8, 1.1e8, "number")],
    # shares, multiples, order
    "95 per cent": [(95, 95, "percent")],
    "half of them": [(50, 50, "percent")],
    "three-quarters of them": [(75, 75, "percent")],
    "one in five": [(20, 20, "percent")],
    "twice as many": [(2, 2, "times")],
    "a 3-fold rise": [(3, 3, "times")],
    "the second layer": [(2, 2, "ordinal")],
    "the 12th layer": [(12, 12, "ordinal")],
    # units
    "5 mg/day": [(5, 5, "mass/time")],
    "a 12-week course": [(12, 12, "time")],
    "at 37 °C": [(37, 37, "temperature")],
    "$5 billion": [(5e9, 5e9, "money")],
    "aged 60": [(60, 60, "time")],
    "5, 10 and 20 mg": [(5, 5, "mass"), (10, 10, "mass"), (20, 20, "mass")],
    "A took 5.4 seconds, B 6.2.": [(5.4, 5.4, "time"), (6.2, 6.2, "time")],
    # ranges and limits
    "5-10 mg": [(5, 10, "mass")],
    "76% to 85%": [(76, 85, "percent")],
    "rose from 5 to 10%": [(5, 5, "percent"), (10, 10, "percent")],
    "5 ± 1 kg": [(5, 5, "mass")],
    "0.8 (95% CI 0.6 to 0.9)": [(0.8, 0.8, "number"), (0.6, 0.9, "interval")],
    "p < 0.05": [(0.05, 0.05, "p")],
    "a p-value of 0.03": [(0.03, 0.03, "p")],
    # the calendar
    "in 2019": [(2019, 2020, "date")],
    "2000 mice": [(2000, 2000, "number")],
    "2009-2014": [(2009, 2015, "date")],
    # labels
    "type 2 diabetes": [(2, 2, "label")],
    "on days 15 and 21 of the cycle": [(15, 15, "label"), (21, 21, "label")],
    "in weeks 44 to 52": [(44, 52, "label")],
    "in weeks 44 to 52 of the year": [(44, 52, "label")],
    "one of the patients died": [(1, 1, "number")],
    # no quantities
    "Locality is one of the kinds of information": [],
    "IL-6, p53, GPT-4 and COVID-19": [],
    "as found before (Smith et al., 2019; Lee, 2020)": [],
    "Smith (2019) and others [3, 4]": [],
    "Figure 3 and Table 2, Sec. 4": [],
    "version 3.1 of v2.0": [],
    "a one-sided test per second": [],
}


@pytest.mark.parametrize("text", READ)
def test_a_quantity_is_read_for_what_it_is(text: str) -> None:
    """Value or range, and sort, are those that a reader would give."""
    found = [one for one in Sentence(text).quantities if not one.derived]
    assert [one.sort for one in found] == [sort for _, _, sort in READ[text]]
    assert [one.low for one in found] == pytest.approx([low for low, _, _ in READ[text]])
    assert [one.high for one in found] == pytest.approx([high for _, high, _ in READ[text]])


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("more than 5 mice", ">"),
        ("aged ≥60 years", ">"),
        ("60 years or older", ">"),
        ("fewer than 5 mice", "<"),
        ("up to $750 million", "<"),
        ("5 mice", ""),
    ],
)
def test_a_limit_is_known_by_its_words(text: str, bound: str) -> None:
    """More than, at least and their signs give a lower limit; less than, up to an upper one."""
    assert [one.bound for one in Sentence(text).quantities] == [bound]


@pytest.mark.parametrize("word", ["about", "nearly", "approximately", "~", "around"])
def test_an_approximate_number_is_marked(word: str) -> None:
    """A number told as approximate is known as one."""
    assert [one.about for one in Sentence(f"{word} 95% of mice").quantities] == [True]


def test_a_share_of_a_whole_implies_a_percentage() -> None:
    """4 of 53 is also 7.5%, which is not written."""
    found = Sentence("4 of 53 patients").quantities
    assert [round(one.low, 1) for one in found if one.derived] == [7.5]


@pytest.mark.parametrize(
    ("value", "unit", "to", "expected"),
    [
        (0.005, "gram", "milligram", 5),
        (1, "hour", "minute", 60),
        (98.6, "degree_Fahrenheit", "degree_Celsius", 37),
        (1, "milligram/day", "microgram/hour", 1000 / 24),
    ],
)
def test_a_unit_is_told_in_another(value: float, unit: str, to: str, expected: float) -> None:
    """A value in one unit is converted to another of its dimension."""
    assert converted(value, unit, to) == pytest.approx(expected)


def test_units_of_two_dimensions_have_no_conversion() -> None:
    """A mass in seconds means nothing."""
    assert converted(1, "gram", "second") is None


def test_a_word_that_begins_like_a_unit_is_none() -> None:
    """Mice are not metres."""
    assert unit_at("5 mice", 1) is None


PIECES = st.one_of(
    st.sampled_from((*PAPER_SENTENCES, *HOSTILE_PIECES, *READ)), st.text(max_size=12)
)


@given(st.lists(PIECES, max_size=12))
def test_any_text_has_ordered_quantities_within_it(pieces: list[str]) -> None:
    """No text makes reading fail; quantities lie in the text, in order, and low is at most high."""
    text = " ".join(pieces)
    found = [one for one in Sentence(text).quantities if not one.derived]
    assert all(0 <= one.start < one.end <= len(text) for one in found)
    assert [one.start for one in found] == sorted(one.start for one in found)
    assert all(one.low <= one.high for one in found)


@pytest.mark.parametrize(
    "piece", ["1 ", "one ", "1-", "(1 ", "5 mg, ", "[1, ", "1.", "a million ", "May 5 ", "(A, 2019"]
)
def test_reading_is_linear(piece: str) -> None:
    """Ten times the text costs no more than about ten times as long."""

    def seconds(count: int) -> float:
        sentence = Sentence(piece * count)
        started = time.process_time()
        _ = sentence.quantities
        return time.process_time() - started

    def linear() -> bool:
        return seconds(5_000) < 70 * max(seconds(500), 0.005)  # quadratic is 100

    assert linear() or linear()  # the collector of garbage may fall into one


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a 40-mg dose", (40.0, 40.0, "mass")),
        ("a 5-cm tumour", (5.0, 5.0, "length")),
        ("zero patients", (0.0, 0.0, "number")),
        ("in the 1990s", (1990.0, 2000.0, "date")),
    ],
)
def test_a_hyphen_a_nought_and_a_decade_are_read(text: str, told: tuple[float, float, str]) -> None:
    """A unit may be joined to its number, none may be counted, and ten years are no seconds."""
    (found,) = Sentence(text).quantities
    assert (found.low, found.high, found.sort) == told


@pytest.mark.parametrize("text", ["16-S rRNA", "5-HT", "2-DG", "zero-shot learning", "3-D models"])
def test_a_name_with_a_number_counts_nothing(text: str) -> None:
    """A hyphen that joins letters to a number makes a name of both."""
    assert not Sentence(text).quantities


@pytest.mark.parametrize(
    "written",
    [
        ("p < 10⁻³", "p < 10^-3", "p < 10^{-3}", "p < 10^(-3)", "p < 10^−3"),
        ("3 × 10⁻³ M", "3 × 10^-3 M", "3 x 10^{-3} M", r"3 \times 10^{-3} M"),
        ("10⁵ cells", "10^5 cells", "10^{5} cells"),
        ("over 5 cm² of skin", "over 5 cm^2 of skin", "over 5 cm^{2} of skin"),
        ("a flow of 40 kg m⁻²", "a flow of 40 kg m^-2"),
        ("R² = 0.9", "R^2 = 0.9"),
    ],
)
def test_a_power_is_the_same_however_it_is_written(written: tuple[str, ...]) -> None:
    """Raised signs, a caret and LaTeX give the same quantities, and the same words to compare."""

    def told(text: str) -> list[tuple[float, float, str, str]]:
        return [(it.low, it.high, it.sort, it.unit) for it in quantities(text, words(text))]

    first, *others = written
    assert all(told(other) == told(first) for other in others)
    plain = [it for it in others if "{" not in it and "(" not in it]
    stems = [word.stem for word in words(first)]
    assert all([word.stem for word in words(it)] == stems for it in plain)
