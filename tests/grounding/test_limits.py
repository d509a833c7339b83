"""A limit told from its other side is the same limit where one of both denies it."""

from __future__ import annotations

import pytest

from verification.grounding.conflicts.all import conflicts_of
from verification.grounding.limits import turned
from verification.grounding.quantities import quantities
from verification.grounding.sentence import Sentence

SAME = [
    ("The error did not exceed 5%.", "The error was below 5% in all runs."),
    ("The error was below 5%.", "The error never exceeded 5% in all runs."),
    ("The error never exceeded 5%.", "The error was 4%."),
    ("The oven was never colder or lower than 20 C.", "The oven stayed above 20 C."),
    ("The oven did not fall below 20 C.", "The oven was at least 20 C throughout."),
    ("No rule holds more than two variables.", "All rules contain at most two variables."),
    ("None of the mice got more than three doses.", "Mice got at most three doses."),
    ("People with fewer than ten visits were excluded.", "We took people with at least 10 visits."),
    ("Only people with at least ten visits were kept.", "We excluded people with fewer than 10."),
    ("Scans with less than 30 slices were dropped.", "Scans with at least 30 slices were kept."),
    ("Children under 5 years were not eligible.", "Eligible were children aged 5 years or older."),
    ("Those with a BMI of 30 or more were ineligible.", "Those with a BMI below 30 were eligible."),
]

OTHER = [
    ("The error exceeded 5%.", "The error never exceeded 5%.", "exceeded 5%", "never exceeded 5%"),
    ("The error did not exceed 5%.", "The error exceeded 5%.", "not exceed 5%", "exceeded 5%"),
    (
        "People with fewer than ten visits were included.",
        "We included people with at least 10 visits.",
        "fewer than ten",
        "at least 10",
    ),
    (
        "People with at least ten visits were excluded.",
        "We excluded people with fewer than 10 visits.",
        "at least ten",
        "fewer than 10",
    ),
    ("Each rule holds more than two terms.", "Each rule holds two or fewer terms.", "", ""),
    ("The fever fell, and dropped below 38 C.", "The fever fell and stayed above 38 C.", "", ""),
    ("No fewer than 40 mice died.", "36 mice died.", "40", "36"),
]


@pytest.mark.parametrize(("claim", "paper"), SAME)
def test_what_is_not_below_is_at_least(claim: str, paper: str) -> None:
    """Nobody is accused of a number or a denial."""
    assert conflicts_of(Sentence(claim), Sentence(paper)) == ()


@pytest.mark.parametrize(("claim", "paper", "says", "instead"), OTHER)
def test_the_other_side_of_a_limit_denies_it(
    claim: str, paper: str, says: str, instead: str
) -> None:
    """With the same polarity on both sides the limits conflict, and both are shown in words."""
    found = [one for one in conflicts_of(Sentence(claim), Sentence(paper)) if one.code == "number"]
    assert len(found) == 1
    if says:
        assert (found[0].claim, found[0].paper) == (says, instead)


def test_a_number_that_is_no_limit_is_never_turned() -> None:
    """Nor are limits of other values, or both on one side."""
    kept = Sentence("At least 10 visits were needed, and 5 or more calls.")
    for text in ("10 visits were excluded.", "Fewer than 9 visits were excluded.", "Not below 5."):
        assert list(turned(Sentence(text), kept)) == []
    assert len(list(turned(Sentence("Fewer than 10 visits were excluded."), kept))) == 1


@pytest.mark.parametrize(
    ("text", "bound", "words"),
    [
        ("It was never below 5 mg.", ">", "never below 5 mg"),
        ("It didn't rise above 5 mg.", "<", "didn't rise above 5 mg"),
        ("No more than 5 mg.", "<", "No more than 5 mg"),
        ("It cost not less than $5.", ">", "not less than $5"),
        ("Take 5 mg or less.", "<", "5 mg or less"),
        ("Nobody under 5 mg.", "<", "under 5 mg"),
    ],
)
def test_a_denied_limit_is_the_other_one(text: str, bound: str, words: str) -> None:
    """`words` are the number's with those that make it a limit."""
    [one] = quantities(Sentence(text))
    assert one.words is not None
    assert (one.bound, text[slice(*one.words)]) == (bound, words)
