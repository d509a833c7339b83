"""What a copy has instead of the paper's words is named where the paper has it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vera.verification.checks.changed_copy import check
from vera.verification.checks.comparison import Comparison
from vera.verification.language.sentence import Sentence

_WORDS = ("bees", "wasps", "honey", "rain", "often", "carry", "warm", "nests", "before", "noon")
_TEXTS = st.lists(st.sampled_from(_WORDS), min_size=1, max_size=12).map(" ".join)


def _found(claim: str, paper: str) -> list[tuple[str, str, str]]:
    compared = Comparison(Sentence(claim), Sentence(paper))
    found = list(check(compared))
    assert all(one.span.of(paper) == one.paper for one in found)
    return [(one.code, one.claim, one.paper) for one in found]


@pytest.mark.parametrize(
    ("claim", "paper", "expected"),
    [
        ("The queen lays eggs in May.", "The queen lays eggs in May.", []),
        ("The queen lays eggs in June.", "The queen lays eggs in May.", [("word", "June", "May")]),
        (
            "Wasps carried more pollen than bees in spring.",
            "Bees carried more pollen than wasps in spring.",
            [("swap", "Wasps ... bees", "Bees carried more pollen than wasps")],
        ),
        ("Rain and wind differ.", "Wind and rain differ.", []),  # either way it is the same
        ("The hive had 40 frames of wax.", "The hive had 30 frames of wax.", []),  # numbers' check
        ("The glacier lost a third of its volume.", "Bees sleep at night.", []),
    ],
)
def test_a_copy_beside_what_it_copies(
    claim: str, paper: str, expected: list[tuple[str, str, str]]
) -> None:
    """One other word and two exchanged things are told apart; what is no copy has no conflict."""
    assert _found(claim, paper) == expected


@given(_TEXTS)
def test_a_text_has_no_conflict_with_itself(text: str) -> None:
    """Whatever words it has and repeats."""
    assert _found(text, text) == []


@given(_TEXTS, _TEXTS)
def test_what_is_named_stands_in_both(claim: str, paper: str) -> None:
    """The claim's words are the claim's, and the paper's stand at the span."""
    for code, said, told in _found(claim, paper):
        assert code in {"swap", "word"}
        assert all(part in claim for part in said.split(" ... "))
        assert told in paper
