"""Which numbers of a claim its paper has nowhere, and which of them only the paper could tell."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.language.test_quantities import PIECES
from vera.verification.checks.unsourced import nowhere, telling
from vera.verification.language.quantities import values
from vera.verification.language.sentence import Sentence

TEXTS = st.lists(PIECES, max_size=10).map(" ".join)


def _unsourced(claim: str, paper: str, evidence: str = "") -> tuple[str, ...]:
    said = Sentence(claim)
    return tuple(
        claim[one.start : one.end] for one in nowhere(said, Sentence(evidence), values(paper))
    )


def _telling(claim: str, paper: str) -> tuple[str, ...]:
    said = Sentence(claim)
    return telling(said, nowhere(said, Sentence(""), values(paper)))


@pytest.mark.parametrize(
    ("claim", "paper"),
    [
        ("It took 72 h.", "It took three days."),  # another unit
        ("The share is 94.7%.", "The share is 0.947."),  # another scale
        ("About 95% slept.", "Of all, 94.8% slept."),  # more exactly
        ("Some 30% slept.", "In all 70% woke."),  # what is left of a whole
        ("Two or three mice slept.", "Here 2 mice slept, there 3 mice."),
        ("Twelve mice slept.", "We saw 12 mice, asleep."),
        ("No number.", "No number."),
    ],
)
def test_what_the_paper_has_in_some_form_is_not_unsourced(claim: str, paper: str) -> None:
    """Another unit, scale, exactness or the rest of a whole is the same number."""
    assert _unsourced(claim, paper) == ()


@pytest.mark.parametrize(
    ("claim", "paper", "unsourced"),
    [
        ("In all 61 mice slept.", "We saw over 50 mice.", ("61",)),  # only within a limit
        ("It took 55 minutes.", "It took 40 to 70 minutes.", ("55 minutes",)),  # within a range
        ("It took 40 to 90 minutes.", "It took 40 to 70 minutes.", ("40 to 90 minutes",)),
        ("It has twelve parts.", "It is 12.0 m long, at 12.3.", ("twelve",)),  # no count
        ("It took 81.25 s.", "It took about 81 s.", ("81.25 s",)),  # more exact than the paper
    ],
)
def test_unsourced(claim: str, paper: str, unsourced: tuple[str, ...]) -> None:
    """A number that is only within a limit or range of the paper, or more exact, is nowhere."""
    assert _unsourced(claim, paper) == unsourced


def test_the_evidence_is_of_the_paper() -> None:
    """What the evidence has is not unsourced, whatever is known of the paper."""
    assert _unsourced("In all 61 mice slept.", "", "There were 61 mice.") == ()


@pytest.mark.parametrize(
    ("claim", "told"),
    [
        ("The model has twelve parameters.", ("twelve",)),
        ("We kept twenty-five hives of bees.", ("twenty-five",)),
        ("The set holds two thousand songs.", ("two thousand",)),
        ("The set holds 812 songs.", ("812",)),
        ("The loss was 0.31.", ("0.31",)),
        ("A share of 17% slept.", ("17%",)),
        ("It took 81 s.", ("81 s",)),
        # the reader's own
        ("The model has nine parameters.", ()),
        ("The model has about fourteen parameters.", ()),
        ("For a hundred reasons it failed.", ()),
        ("It has ten parts.", ()),
        ("A third of the mice slept.", ()),
        ("It doubled in 1987.", ()),
        ("It came eleventh, on 4 May.", ()),
        ("The fifth song was the longest.", ()),
        ("Of these it has twelve.", ()),  # of what is not said
    ],
)
def test_telling(claim: str, told: tuple[str, ...]) -> None:
    """A count from ten on, a measure or a decimal tells; a date, rank or round word does not."""
    assert _telling(claim, "Nothing was counted here.") == told


@given(TEXTS, TEXTS)
def test_what_stands_in_the_paper_is_not_unsourced(text: str, more: str) -> None:
    """No text of a paper has a number that the paper does not have."""
    said = Sentence(text)
    assert nowhere(said, said, values(more)) == ()


@given(TEXTS, TEXTS)
def test_telling_numbers_stand_in_the_claim(claim: str, paper: str) -> None:
    """Whatever the texts are, what tells is a part of what is nowhere, and of the claim."""
    unsourced = _unsourced(claim, paper)
    told = _telling(claim, paper)
    assert set(told) <= set(unsourced)
    assert all(one in claim for one in told)
