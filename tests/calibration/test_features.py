"""What is measured of a claim beside a passage."""

from __future__ import annotations

import math

import pytest

from tests.grounding.asked import passages, question
from vera.core.ports import Entailment
from vera.verification.calibration.features import FEATURES, Measured, Readings, measure
from vera.verification.checks.comparison import Comparison
from vera.verification.checks.table import conflicts_of
from vera.verification.language.sentence import Sentence

_PAPER = passages("Bees of the northern hive carry honey home before noon in every spring.")
_SURELY = Entailment(math.log(0.97), math.log(0.02), math.log(0.01))
_DENIED = Entailment(math.log(0.02), math.log(0.97), math.log(0.01))


def _features(claim: str, read: Entailment) -> dict[str, float]:
    asked = question(claim, _PAPER)
    best = asked.hits.passages[0]
    compared = Comparison(Sentence(claim), Sentence(best.span.of(_PAPER.document.text)))
    conflicts = tuple(conflicts_of(compared))
    return dict(measure(Measured(asked.hits, best, compared, conflicts, 0, Readings(read, read))))


def test_every_feature_has_a_finite_value_under_its_name() -> None:
    """What is measured are the features of the table, and all are numbers."""
    found = _features("Wasps build nests of paper.", _DENIED)
    assert list(found) == [each.name for each in FEATURES]
    assert all(map(math.isfinite, found.values()))


@pytest.mark.parametrize(("read", "counts"), [(_SURELY, 0.0), (_DENIED, 1.0)])
def test_another_word_in_a_copy_counts_unless_the_copy_is_surely_read_as_said(
    read: Entailment, counts: float
) -> None:
    """That "nearly" is "almost" and "southern" not "northern", the reader tells."""
    claim = "Bees of the southern hive carry honey home before noon in every spring."
    assert _features(claim, read)["a word exchanged in a copy"] == counts
    same = "Bees of the northern hive carry honey home before noon in every spring."
    assert _features(same, read)["a word exchanged in a copy"] == 0.0


def test_a_reading_counts_up_to_how_sure_it_can_be() -> None:
    """What is read as said raises the odds, what is read as denied lowers them as much."""
    name = "entailed, not contradicted"
    said, denied = (_features("Bees carry honey.", read)[name] for read in (_SURELY, _DENIED))
    assert said == pytest.approx(-denied)
    assert 0 < said <= 5
