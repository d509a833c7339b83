"""What a cell says is a number only where it is surely one."""

from __future__ import annotations

import pytest

from vera.verification.tables.values import number


@pytest.mark.parametrize(
    ("said", "value", "sort"),
    [
        ("0.042***", 0.042, "number"),
        ("1,840", 1840, "number"),
        ("1 840", 1840, "number"),
        ("86.7 %", 86.7, "percent"),
        ("45 ms", 45, "time"),
        ("1.2 [0.9, 1.4]", 1.2, "number"),
        ("12 (3–15)", 12, "number"),
        ("1.42 ± 0.06", 1.42, "number"),
    ],
)
def test_a_number_has_its_unit_and_what_stands_behind_it(
    said: str, value: float, sort: str
) -> None:
    """Stars, spreads and limits are no part of it."""
    found = number(said, [])
    assert found is not None
    assert (found.quantity.low, found.quantity.high, found.quantity.sort) == (value, value, sort)


@pytest.mark.parametrize("said", ["n/a", "–", "", "12/15", "12 of 15", "3.2e-4", "12 patients"])
def test_what_may_be_several_numbers_is_none(said: str) -> None:
    """Nothing is read out of words, fractions and what else a cell may hold."""
    assert number(said, []) is None


def test_signs_limits_and_ranges_are_kept() -> None:
    """A negative number is compared as such, a limit is one, and a range has two ends."""
    below, limit, ends = number("−0.3", []), number("<0.001", []), number("12–15", [])
    assert below is not None
    assert (below.signed, below.quantity.low) == (-0.3, 0.3)
    assert limit is not None
    assert limit.quantity.bound == "<"
    assert ends is not None
    assert (ends.quantity.low, ends.quantity.high) == (12, 15)


def test_a_count_with_its_share_is_both() -> None:
    """Below "n (%)" brackets hold a share; below "mean (SD)" they hold what is left out."""
    count, mean = number("83 (53.9)", ["Women, n (%)"]), number("83 (53.9)", ["Age, mean (SD)"])
    assert count is not None
    assert count.share is not None
    assert (count.quantity.sort, count.share.low, count.share.sort) == ("number", 53.9, "percent")
    assert mean is not None
    assert mean.share is None


def test_a_scale_is_not_that_of_percentages() -> None:
    """Thousands of the caption are those of counts."""
    counted, share = number("33.5", [], 1e3), number("33.5", ["Share (%)"], 1e3)
    assert counted is not None
    assert share is not None
    assert (counted.quantity.low, counted.plain.low, share.quantity.low) == (33500, 33.5, 33.5)
