"""Whether two quantities can both be true of one thing."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from attrs import evolve

from vera.verification.language.units import converted

if TYPE_CHECKING:
    from vera.verification.language.quantity import Quantity

_LARGEST_LEVEL = 0.1
"""The largest level of significance in use: p < 0.05 is true of p < 0.001, p < 5 says nothing."""

FULLY, LOOSELY = 1.5, 1.1
"""How many times better a number's role must fit than that of one that agrees: set by hand."""

# How far from each other two values may be that are told as one: all set by hand.
_FOLD = 0.15  # of "double" and other words for times, as a share of the value
_ABOUT = 0.05  # of what is "about" a value, as a share of it
_ROUND, _ROUND_DIGITS = 1000, 2  # the least value, and digits before the zeros, of a round number
_HALF_A_YEAR = 0.5  # what is told as a longer time has no day or month to deny
_PERIOD, _OFF = 1.01, 1  # years: the ends of two that are longer may be less than this off
_MOST_EXACT = 1e15  # a float has all digits of a whole number below it (`sys.float_info.dig`)
_NOISE, _DATE_NOISE, _DAY_NOISE = 1e-9, 1e-6, 1e-4  # more than floats err, less than a day (0.003)


def _slack(one: Quantity, about: bool) -> float:
    """How far from the value given the true one may be, by the digits and by "about"."""
    if one.sort == "times" and one.worded:
        return _FOLD * one.low
    slack, value = one.step / 2, abs(one.high)
    digits = str(int(value)) if one.step == 1 and value < _MOST_EXACT else ""
    significant = len(digits.rstrip("0"))
    if significant and (about or (value >= _ROUND and significant >= _ROUND_DIGITS)):
        slack = max(slack, 10 ** (len(digits) - significant) / 2)
    return max(slack, _ABOUT * value) if about else slack


def _slack_of(claim: Quantity, paper: Quantity) -> float:
    """The same for two: if both are told as approximate, they must be told alike."""
    both = claim.about and paper.about
    return max(_slack(claim, claim.about and not both), _slack(paper, paper.about and not both))


def _in_unit_of(claim: Quantity, paper: Quantity) -> Quantity | None:
    if claim.unit == paper.unit:
        return paper
    low, high = (converted(value, paper.unit, claim.unit) for value in (paper.low, paper.high))
    if low is None or high is None:
        return None
    step = paper.step * abs(high / paper.high) if paper.high else 0
    return evolve(paper, low=low, high=high, step=step, unit=claim.unit)


def comparable(claim: Quantity, paper: Quantity) -> bool:
    """Whether two quantities are of one sort, so that one can deny the other."""
    if {claim.sort, paper.sort} == {"date", "day"}:
        return max(claim.high - claim.low, paper.high - paper.low) < _HALF_A_YEAR
    if claim.sort != paper.sort:
        return False
    return claim.unit == paper.unit or claim.sort not in {"label", "money"}


def near(one: float, other: float, slack: float) -> bool:
    """Whether two values differ by no more than `slack`, but for rounding of floats.

    >>> near(94.8, 95, 0.5), near(94, 95, 0.5)
    (True, False)
    """
    return abs(one - other) <= slack * (1 + _NOISE) + _NOISE * max(abs(one), abs(other))


def _dates_agree(claim: Quantity, paper: Quantity) -> bool:
    if "day" in {claim.sort, paper.sort}:
        within = math.fmod(claim.low, 1), math.fmod(paper.low, 1)
        width = max(claim.high - claim.low, paper.high - paper.low)
        return abs(within[0] - within[1]) < width - _DAY_NOISE
    if min(claim.high - claim.low, paper.high - paper.low) > _PERIOD:
        return abs(claim.low - paper.low) < _OFF and abs(claim.high - paper.high) < _OFF
    return claim.low < paper.high - _DATE_NOISE and paper.low < claim.high - _DATE_NOISE


def _agree(claim: Quantity, paper: Quantity) -> bool:
    """Whether both can be true of one thing."""
    if claim.sort in {"date", "day"}:
        return _dates_agree(claim, paper)
    slack = _slack_of(claim, paper)
    ranges = (claim.low != claim.high) + (paper.low != paper.high)
    if ranges == 2:
        return near(claim.low, paper.low, slack) and near(claim.high, paper.high, slack)
    if ranges:
        least, most = max(claim.low, paper.low), min(claim.high, paper.high)
        return least <= most + slack
    opposed = {claim.bound, paper.bound} == {"<", ">"}
    if near(claim.low, paper.low, slack) and not (opposed and claim.firm and paper.firm):
        return True
    if claim.bound == paper.bound:
        wider = claim.low > paper.low if claim.bound == "<" else claim.low < paper.low
        return claim.sort == "p" and bool(claim.bound) and wider and claim.low <= _LARGEST_LEVEL
    above = {claim.bound or "=": claim.low, paper.bound or "=": paper.low}
    if ">" in above and "<" in above:
        return above[">"] < above["<"]
    return above["="] >= above[">"] if ">" in above else above["="] <= above["<"]


def agreement(claim: Quantity, paper: Quantity, *, convert: bool) -> float:
    """How surely the paper's quantity, in whatever role, says the claim's value.

    0 is not at all, `FULLY` the same value, `LOOSELY` a limit or range that it is within. Without
    `convert`, another unit may say anything: a role unlike the claim's is not worth the cost.
    """
    if comparable(claim, paper):
        told = _in_unit_of(claim, paper) if convert or claim.unit == paper.unit else None
        if told is None:
            return LOOSELY
        if not _agree(claim, told):
            return 0
        slack = max(_slack(claim, claim.about), _slack(told, False))
        same = near(claim.low, told.low, slack) and near(claim.high, told.high, slack)
        return FULLY if same or claim.sort in {"date", "day"} else LOOSELY
    return FULLY if other_scale(claim, paper) else 0


def other_scale(claim: Quantity, paper: Quantity) -> bool:
    """Whether two quantities of different sorts have one value: 0.947 is 94.7%."""
    scales = {("number", "percent"): 0.01, ("percent", "number"): 100.0}
    if scale := scales.get((claim.sort, paper.sort)):
        slack = max(_slack(claim, claim.about), scale * _slack(paper, paper.about))
        share = claim.low if claim.sort == "number" else paper.low
        return share <= 1 and near(claim.low, scale * paper.low, slack)
    if "times" in {claim.sort, paper.sort} and (claim.counted or paper.counted):
        return False  # "three texts" are no "triples"
    if "number" in {claim.sort, paper.sort} and not (claim.counted and paper.counted):
        return near(claim.low, paper.low, 0)
    return False
