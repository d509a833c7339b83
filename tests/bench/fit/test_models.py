"""A calibration is fitted with signs, in shares, and validated on what it did not see."""

from __future__ import annotations

import numpy as np
import pytest
from attrs import evolve

pytest.importorskip("scipy", reason="the extra bench is not installed")

from vera.bench.fit.models import Case, balanced, calibration, logistic, sign
from vera.bench.sets.known import Label
from vera.verification.calibration.features import NAMES

_CHANGED = "a word exchanged in a copy"


def cases(count: int = 300, seed: int = 0, name: str = "scifact") -> list[Case]:
    """Claims whose support grows with cosine and words, and falls with a conflict."""
    chance = np.random.default_rng(seed)
    found = []
    for at in range(count):
        cosine, words = chance.uniform(0, 1, 2)
        conflict = float(chance.random() < 0.2)
        evident = bool(chance.random() < 1 / (1 + np.exp(-8 * (cosine - 0.4))))
        supported = evident and not conflict and bool(chance.random() < 0.4 + 0.6 * words)
        features = dict.fromkeys(sorted(NAMES), 0.0) | {
            "cosine of the best passage": cosine,
            "words in the best passage": words,
            _CHANGED: conflict * (at % 10 > 0),
            "conflict: date": conflict * (at % 10 == 0),
            "size": float(chance.normal()),
        }
        told = Label.SUPPORTED if supported else Label.CONTRADICTED if evident else Label.NONE
        found.append(Case(name, f"paper {at // 3}", features, told, evident, supported))
    return found


def test_every_feature_has_a_sign() -> None:
    """Each feature that is measured is known to the fit; conflicts only lower."""
    assert {sign(name) for name in NAMES} == {1, 0, -1}
    assert {sign(name) for name in NAMES if "conflict" in name} == {-1}


def test_weights_have_the_signs_of_their_features() -> None:
    """A feature that must raise the probability never lowers it, even where the data say so."""
    turned = [
        Case(each.name, each.group, each.features, each.label, not each.evident, each.supported)
        for each in cases()
    ]
    weights = logistic(turned, np.array([bool(each.evident) for each in turned])).weights
    for name, weight in weights.items():
        assert weight * sign(name) >= 0
    assert "cosine of the best passage" not in weights


def test_the_fit_finds_what_made_the_data() -> None:
    """Similarity raises evidence, a conflict lowers support, and good cases come out above bad."""
    fitted = calibration(cases(), "fake")
    assert fitted.evidence.weights["cosine of the best passage"] > 0.3
    assert fitted.support.weights[_CHANGED] < -0.3
    good, bad = dict(cases()[0].features), dict(cases()[0].features)
    good |= {"cosine of the best passage": 0.9, "words in the best passage": 0.9}
    bad |= {"cosine of the best passage": 0.1, "words in the best passage": 0.1}
    for name in good:
        if "conflict" in name or "exchanged" in name:
            good[name] = bad[name] = 0.0
    assert fitted(good).probability > 0.6 > 0.3 > fitted(bad).probability


def test_what_few_cases_say_of_a_kind_of_conflict_weighs_less() -> None:
    """A kind of conflict is held closer to zero than another feature that says the same."""
    made = [each for each in cases() if each.evident]
    truth = np.array([bool(each.supported) for each in made])
    twins = [
        evolve(each, features=dict(each.features) | {"conflict: date": each.features[_CHANGED]})
        for each in made
    ]
    weights = logistic(twins, truth).weights
    assert weights[_CHANGED] < 5 * weights.get("conflict: date", 0.0) <= 0


def test_sets_count_by_their_shares_and_true_claims_as_much_as_false() -> None:
    """A set of many claims weighs no more than one of few, and half of each weighs as true."""
    many, few = cases(90, name="many"), cases(30, 1, name="few")
    judged = [each for each in many + few if each.evident]
    truth = np.array([bool(each.supported) for each in judged])
    weights = balanced(judged, truth)
    inside = np.array([each.name == "many" for each in judged])
    assert weights[inside].sum() == pytest.approx(weights[~inside].sum())
    for here in (inside, ~inside):
        assert weights[here & truth].sum() == pytest.approx(weights[here & ~truth].sum())
    assert weights.mean() == pytest.approx(1)
