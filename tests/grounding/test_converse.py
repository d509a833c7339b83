"""A quantity told from its other side is the same one where just one of both denies it."""

from __future__ import annotations

import pytest

from verification.grounding.conflicts.all import conflicts_of
from verification.grounding.converse import converse
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


def test_a_number_that_is_no_limit_has_no_other_side() -> None:
    """Nor have limits of other values, or both on one side."""
    kept = Sentence("At least 10 visits were needed, and 5 or more calls.")
    for text in ("10 visits were excluded.", "Fewer than 9 visits were excluded.", "Not below 5."):
        assert list(converse(Sentence(text), kept)) == []
    assert len(list(converse(Sentence("Fewer than 10 visits were excluded."), kept))) == 1


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


@pytest.mark.parametrize(
    ("claim", "same"),
    [
        ("80% of the bees did not sleep.", True),
        ("80% of the bees slept.", False),
        ("20% of the bees did not sleep.", False),
        ("More than 80% of the bees did not sleep.", False),
        ("A fifth of the bees were excluded.", False),
        ("Four fifths of the bees were excluded.", True),
    ],
)
def test_two_shares_of_one_whole_agree_if_one_is_denied(claim: str, same: bool) -> None:
    """What does not sleep is the rest."""
    assert bool(list(converse(Sentence(claim), Sentence("20% of the bees slept.")))) == same


def test_what_is_reached_is_not_by_how_much() -> None:
    """Of 75% a quarter is left; "to 75%" is another matter."""
    paper = Sentence("With the drug, costs fell by 75%.")
    assert conflicts_of(Sentence("Costs fell to a quarter with the drug."), paper) == ()
    [found] = conflicts_of(Sentence("Costs fell to 75% with the drug."), paper)
    assert (found.code, found.claim, found.paper) == ("number", "to 75%", "by 75%")


@pytest.mark.parametrize(
    ("text", "implied"),
    [
        ("It fell from 12% to 6%.", [("points", 6), ("percent", 50), ("times", 2)]),
        ("It fell from 80 kg to only 60 kg.", [("mass", 20), ("percent", 25), ("times", 4 / 3)]),
        ("It ran from 2010 to 2015.", []),
        ("It rose from 0 to 5 m.", []),
        ("It rose to 8 from 5.", []),
    ],
)
def test_a_change_implies_its_difference(text: str, implied: list[tuple[str, float]]) -> None:
    """From one value to another, in its unit, in percent and in times."""
    found = [one for one in quantities(Sentence(text)) if one.derived]
    assert [one.sort.strip("[]") for one in found] == [sort for sort, _ in implied]
    assert [one.low for one in found] == pytest.approx([value for _, value in implied])
