"""Evidence with a few words exchanged, so that claims about it turn."""

from __future__ import annotations

import pytest

pytest.importorskip("scipy", reason="the extra bench is not installed")

from tests.data import data_folder
from vera.bench.train.contrasts import changed
from vera.bench.train.written import every


@pytest.mark.parametrize(
    ("changes", "made"),
    [
        ([], "Ants dig all day."),
        ([[0, 4, "Bees"]], "Bees dig all day."),
        ([[9, 12, "half the"], [0, 4, "Bees"]], "Bees dig half the day."),
        ([[4, 4, " never"]], "Ants never dig all day."),
        ([[8, 16, ""]], "Ants dig."),
    ],
)
def test_words_are_exchanged_by_place(changes: list[list[object]], made: str) -> None:
    """In any order, with insertions and deletions."""
    assert changed("Ants dig all day.", changes) == made


def test_every_change_is_one_and_breaks_a_claim_or_makes_one() -> None:
    """No changed sentence is the sentence, and each has a claim that it makes true."""
    found = [(each, contrast) for each in every(data_folder()) for contrast in each.contrasts]
    assert len(found) > 3000
    for each, contrast in found:
        assert contrast.sentence != each.sentence
        assert contrast.claim in {claim for _, claim in each.false}
        assert set(contrast.broken) <= set(each.true)
    broken = sum(bool(contrast.broken) for _, contrast in found)
    assert broken > 0.8 * len(found)
