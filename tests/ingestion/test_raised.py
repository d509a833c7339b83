"""Raised text is told from what stands before it, by the rules of papers and not of one of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vera.core.document import Calls
from vera.verification.ingestion.raised import index, labels, sense

SIGNS = st.text("0123456789abnxλ*†,–-−+()[] ", max_size=50)


@given(SIGNS, st.text("a1 .)]%xcm(", max_size=12), st.text("CaIn 1-", max_size=4))
def test_anything_is_a_mark_or_stays_whole(raised: str, before: str, after: str) -> None:
    """Whatever is raised is a mark, or all of its letters and digits stay."""
    found = sense(raised, before, after)
    if not isinstance(found, Calls):
        assert [it for it in found if it.isalnum()] == [it for it in raised if it.isalnum()]


@pytest.mark.parametrize(
    ("before", "raised", "stays"),
    [
        ("1.5 × 10", "−3", "^-3"), ("of 10", "5", "^5"), ("12 cm", "2", "^2"),
        ("7 m s", "−1", "^-1"),
        ("R", "2", "^2"), ("I", "2", "^2"), ("χ", "2", "^2"), ("Δx", "2", "^2"),
        ("e", "−λt", "^(-λt)"),
        ("(a + b)", "2", "^2"), ("‖x‖", "2", "^2"), ("sin", "2", "^2"), ("2", "n", "^n"),
        ("A", "T", "^T"),
        ("per animal", "-1", "^-1"), ("the 1", "st", "st"), ("Ca", "2+", "2+"), ("Cl", "−", "−"),
        ("37", "o", "°"), ("Word", "TM", "™"), ("x", "n+1", "^(n+1)"), ("f", "(2)", "^(2)"),
        ("2", "8", "^8"), ("10", "3–5", "^(3-5)"), ("x", "max", "^(max)"),
    ],
)  # fmt: skip
def test_what_is_no_mark_stays(before: str, raised: str, stays: str) -> None:
    """A power, an ordinal, a charge and the sign of a degree are a part of what they follow."""
    assert sense(raised, before) == stays


@pytest.mark.parametrize(
    ("before", "raised"),
    [
        ("bees slept", "3"), ("bees slept.", "3"), ("they slept,", "4–6"),
        ("slept (Table 3)", "12"),
        ("in 2019", "4"), ("of 12.5%", "7"), ("“sleep”", "2"), ("Smith", "1,2"), ("Smith", "a,*"),
        ("0.05", "***"), ("slept", "[12]"), ("slept", "[citation needed]"), ("Age", "a"), ("", "1"),
    ],
)  # fmt: skip
def test_behind_a_word_or_a_stop_it_is_a_mark(before: str, raised: str) -> None:
    """Numbers, letters and signs behind a word, a stop, a bracket of words or a year are marks."""
    assert sense(raised, before) is Calls.UNKNOWN


def test_an_isotope_is_told_by_its_element() -> None:
    """A number before an element that can have so many nucleons is no mark; others are."""
    assert sense("14", "with ", "C-glucose") == "14"
    assert sense("99m", "", "Tc") == "99m"
    assert sense("18", "2-[", "F]FDG") == "18"
    assert sense("1", "", "Department of Bees") is Calls.UNKNOWN
    assert sense("2", "", "In addition") is Calls.UNKNOWN


def test_what_a_mark_calls_is_told_by_the_labels_of_the_document() -> None:
    """Labels that notes alone have call notes; numbers of works alone cite; of both, none knows."""
    works = {"1", "2", "3"}
    assert sense("1–3", "slept.", works=works) is Calls.WORKS
    assert sense("1,4", "slept.", works=works) is Calls.UNKNOWN
    assert sense("a", "12.5", notes={"a"}, works=works) is Calls.NOTE
    assert sense("1", "slept", notes={"1"}, works=works) is Calls.UNKNOWN
    assert sense("2", "cm", notes={"2"}, works=works) == "^2"


def test_an_index_does_not_melt_with_a_number() -> None:
    """An index is written as it is, but behind a number or an exponent."""
    assert [index("2", "CO"), index("2", "10"), index("i", "x^2"), index("i", "x")] == [
        *("2", "_2", "_i", "i"),
    ]  # fmt: skip


@pytest.mark.parametrize("raised", ["*" * 5_000, "1," * 5_000, "1 " * 20, "a," * 19 + "!"])
def test_long_and_odd_marks_are_quick(raised: str) -> None:
    """What no mark can be is a text, and none takes more than a step for each sign."""
    assert sense(raised, "bees") is not None
    assert labels("1-2") == ["1", "2"]
