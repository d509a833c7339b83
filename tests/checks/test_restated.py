"""A claim's numbers as the evidence writes them, where it has the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import HOSTILE_PIECES, PAPER_SENTENCES
from vera.verification.checks.restated import restated
from vera.verification.language.sentence import Sentence

_TEXTS = st.lists(st.sampled_from((*HOSTILE_PIECES, *PAPER_SENTENCES)), max_size=4).map(" ".join)


def _restated(claim: str, evidence: str) -> str:
    return restated(Sentence(claim), Sentence(evidence))


@pytest.mark.parametrize(
    ("claim", "evidence", "told"),
    [
        ("It took 1.9 hours.", "It took 1.87 hours.", "It took 1.87 hours."),
        ("Two thirds were cured.", "In all 66% were cured.", "66% were cured."),
        ("About 95% slept.", "Of all, 94.7% slept.", "About 94.7% slept."),
        ("Twenty thousand bees slept.", "We saw 20,000 bees.", "20,000 bees slept."),
        ("It took 2.5 minutes.", "It took 150 seconds.", "It took 150 seconds."),
    ],
)
def test_the_same_number_in_other_words_is_told_in_these(
    claim: str, evidence: str, told: str
) -> None:
    """Rounded, in words, in another unit."""
    assert _restated(claim, evidence) == told


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("It took 1.9 hours.", "It took 1.7 hours."),
        ("It took 1.9 hours.", "One took 1.87 hours, the other 1.92 hours."),
        ("At least 20 slept.", "Twenty slept."),
        ("It was so in 2019.", "It began in May 2019."),
        ("Bees sleep.", "Of 20 bees 19 slept."),
        ("It took 1.9 hours.", "It took 1.9 hours, nearly 114 minutes."),
    ],
)
def test_what_is_not_the_same_or_not_one_stays(claim: str, evidence: str) -> None:
    """Another number, two that come near, a limit, a date, and what stands there already."""
    assert _restated(claim, evidence) == claim


@given(_TEXTS)
def test_a_claim_beside_itself_and_beside_nothing_stays(claim: str) -> None:
    """Whatever it holds."""
    assert _restated(claim, claim) == claim
    assert _restated(claim, "") == claim
