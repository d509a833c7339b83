"""A claim is searched for by what it says, not by whom it cites."""

from __future__ import annotations

import pytest
from hypothesis import given

from tests.strategies import any_text
from vera.verification.retrieval.query import Query, without_citations

_PLAIN = "Iron raises the growth of wheat"


@pytest.mark.parametrize(
    "citation",
    [
        " (Lee, 2001)",
        " (Lee et al., 2001; Kim and Wu, 2010a)",
        " (see Lee 2001, p. 3)",
        " [3]",
        " [3, 5-7]",
        " [12–15]",
        " (2001)",
    ],
)
def test_citations_are_dropped(citation: str) -> None:
    """What is cited is no part of what is searched for."""
    assert without_citations(f"{_PLAIN}{citation}.") == f"{_PLAIN}."
    assert Query(f"{_PLAIN}{citation}.").terms == Query(f"{_PLAIN}.").terms


@pytest.mark.parametrize("authors", ["Lee", "Lee et al.", "Lee and O’Neil-Wu", "Lee, Kim & Wu"])
def test_authors_before_a_year_are_dropped(authors: str) -> None:
    """Authors who stand in the sentence go with their year."""
    terms = Query(f"{authors} (2001) show that iron raises growth.").terms
    assert terms == Query("show that iron raises growth.").terms


@pytest.mark.parametrize(
    "claim",
    [
        "In 2001, growth rose by 3% (n = 20).",
        "Growth rose (p < 0.05) from 1990 to 2000 in wheat.",
        "The array a[i] holds growth of wheat.",
        "We follow Lee (2001).",  # hardly anything else
    ],
)
def test_what_is_no_citation_stays(claim: str) -> None:
    """Years and brackets of other kinds stay, and a claim of little else stays whole."""
    assert without_citations(claim) == claim


@given(any_text)
def test_only_some_is_left_out(text: str) -> None:
    """What is kept is a part of the text in its order, and every term has a rarity."""
    rest = iter("".join(text.split()))
    assert all(sign in rest for sign in "".join(without_citations(text).split()))
    query = Query(text)
    assert len(set(query.terms)) == len(query.terms)
    assert all(0.05 <= rarity <= 1 for rarity in query.rarities.values())


@pytest.mark.parametrize(
    "text",
    [
        "Aa, " * 20_000,
        "Aa and " * 20_000,
        "A'" * 40_000,
        "(" + "2001 " * 40_000,
        " " * 200_000,
        "[1, " * 40_000,
        "(1999a" * 30_000,
        "Lee et al " * 20_000,
    ],
    ids=lambda text: text[:12],
)
def test_a_hostile_claim_ends(text: str) -> None:
    """On the worst text the patterns take a time in its length; a square of it would not end."""
    without_citations(text)
