"""The measures agree with scikit-learn and scipy, and behave at the edges."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from vera.bench.figures.metrics import (
    auc,
    balanced_accuracy,
    best_threshold,
    bootstrap,
    calibration_error,
    confusion,
    even_odds,
    holm,
    macro_f1,
    paired_bootstrap,
    precision,
    recall_at,
    reliability,
)
from vera.core.document import Span

metrics = pytest.importorskip("sklearn.metrics")
calibration = pytest.importorskip("sklearn.calibration")
stats = pytest.importorskip("scipy.stats")

Sample = tuple[Any, Any]


@st.composite
def samples(draw: st.DrawFn, both: bool = True) -> Sample:
    """Labels and scores of up to forty examples, the scores on a grid so that many are equal."""
    size = draw(st.integers(2, 40))
    true = draw(st.lists(st.booleans(), min_size=size, max_size=size))
    score = draw(st.lists(st.integers(0, 20), min_size=size, max_size=size))
    if both:
        assume(any(true) and not all(true))
    return np.array(true), np.array(score) / 20


@given(samples())
def test_the_area_is_that_of_scikit_learn(sample: Sample) -> None:
    """Ties count half, as in the area under the curve."""
    true, score = sample
    assert math.isclose(auc(true, score), metrics.roc_auc_score(true, score), abs_tol=1e-12)


@given(samples())
def test_the_area_is_mann_whitneys_u(sample: Sample) -> None:
    """The area is U over the number of pairs of a positive and a negative."""
    true, score = sample
    u = stats.mannwhitneyu(score[true], score[~true]).statistic
    assert math.isclose(auc(true, score), u / (true.sum() * (~true).sum()), abs_tol=1e-12)


@given(samples())
def test_balanced_accuracy_is_that_of_scikit_learn(sample: Sample) -> None:
    """The mean of both classes' recalls agrees at any threshold."""
    true, score = sample
    said = score >= 0.5
    expected = metrics.balanced_accuracy_score(true, said)
    assert math.isclose(balanced_accuracy(true, said), expected, abs_tol=1e-12)


@given(samples())
def test_no_threshold_is_better_than_the_best(sample: Sample) -> None:
    """No cut between any two scores does better than the one that is fitted."""
    true, score = sample
    best = balanced_accuracy(true, score >= best_threshold(true, score))
    for cut in np.arange(-1, 43) / 40:
        assert balanced_accuracy(true, score >= cut) <= best + 1e-12


@given(samples(both=False), st.integers(1, 20))
def test_bins_of_equal_width_give_the_textbook_error(sample: Sample, bins: int) -> None:
    """The vectors give the sum that the definition's loop over bins gives."""
    true, probability = sample
    expected = 0.0
    for at in range(bins):
        inside = (probability * bins > at) & (probability * bins <= at + 1)
        inside |= (probability == 0) & (at == 0)
        if inside.any():
            gap = abs(true[inside].mean() - probability[inside].mean())
            expected += inside.mean() * gap
    assert math.isclose(calibration_error(true, probability, bins), expected, abs_tol=1e-9)


@given(samples(both=False))
def test_bins_of_equal_mass_lie_between_one_and_many(sample: Sample) -> None:
    """One bin gives the gap of the means, a bin an example the mean gap; others lie between."""
    true, probability = sample
    one = calibration_error(true, probability, 1, "mass")
    each = calibration_error(true, probability, len(true), "mass")
    some = calibration_error(true, probability, 3, "mass")
    assert math.isclose(one, abs(true.mean() - probability.mean()), abs_tol=1e-12)
    assert math.isclose(each, np.abs(true - probability).mean(), abs_tol=1e-12)
    assert one - 1e-12 <= some <= each + 1e-12


@given(samples())
def test_at_even_odds_copies_of_claims_change_nothing(sample: Sample) -> None:
    """However often a set has its true claims, the error at even odds is the same."""
    true, probability = sample
    again = np.append(true, true[true]), np.append(probability, probability[true])
    once = calibration_error(true, probability, weights=even_odds(true))
    twice = calibration_error(*again, weights=even_odds(again[0]))
    assert math.isclose(once, twice, abs_tol=1e-9)
    assert math.isclose(even_odds(true).mean(), 1, abs_tol=1e-9)


@given(samples(both=False), st.integers(1, 20))
def test_the_bins_of_a_diagram_hold_each_claim_once(sample: Sample, bins: int) -> None:
    """Their means, by their sizes, are the means of all."""
    true, probability = sample
    found = reliability(true, probability, np.ones(len(true)), bins)
    sizes, means, shares = (np.array(each) for each in zip(*found, strict=True))
    assert sizes.sum() == len(true)
    assert math.isclose(sizes @ means / len(true), probability.mean(), abs_tol=1e-3)
    assert math.isclose(sizes @ shares / len(true), true.mean(), abs_tol=1e-3)


@given(samples(both=False))
def test_the_error_agrees_with_the_curve_of_scikit_learn(sample: Sample) -> None:
    """With one score a bin, the error is the weighted gap of scikit-learn's calibration curve."""
    true, score = sample
    probability = (np.floor(score * 10).clip(0, 9) + 0.5) / 10  # the middle of a bin each
    observed, predicted = calibration.calibration_curve(true, probability, n_bins=10)
    _, counts = np.unique(probability, return_counts=True)
    expected = (np.abs(observed - predicted) * counts).sum() / len(true)
    assert math.isclose(calibration_error(true, probability, 10), expected, abs_tol=1e-9)


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc")), min_size=1))
def test_the_confusion_is_that_of_scikit_learn(pairs: list[tuple[str, str]]) -> None:
    """Each cell counts what was said of what is true."""
    true, said = zip(*pairs, strict=True)
    table = confusion(true, said)
    expected = metrics.confusion_matrix(true, said, labels=["a", "b", "c"])
    for row, one in enumerate("abc"):
        assert [table[one, other] for other in "abc"] == list(expected[row])


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abcd")), min_size=1))
def test_the_macro_f1_is_that_of_scikit_learn(pairs: list[tuple[str, str]]) -> None:
    """What is said and never true is no class of its own, but a miss."""
    true, said = (np.array(each) for each in zip(*pairs, strict=True))
    names = sorted(set(true.tolist()))
    expected = metrics.f1_score(true, said, labels=names, average="macro", zero_division=0)
    assert math.isclose(macro_f1(true, said), expected, abs_tol=1e-12)


@given(samples(both=False))
def test_the_precision_is_that_of_scikit_learn(sample: Sample) -> None:
    """A check's precision is that of its accusations; without one there is none."""
    wrong, score = sample
    accused = score > 0.5
    found = precision(wrong, accused)
    expected = metrics.precision_score(wrong, accused, zero_division=np.nan)
    assert found == pytest.approx(expected, nan_ok=True)


@pytest.mark.parametrize(
    ("k", "gold", "found", "expected"),
    [
        (1, [(5, 9)], [(0, 5), (8, 12)], 0.0),
        (2, [(5, 9)], [(0, 5), (8, 12)], 1.0),
        (5, [(5, 9)], [], 0.0),
        (3, [(0, 2), (5, 9)], [(6, 7)], 1.0),
    ],
)
def test_recall_looks_at_the_first_k(
    k: int, gold: list[tuple[int, int]], found: list[tuple[int, int]], expected: float
) -> None:
    """A gold sentence is found where one of the first k shares a character with it."""
    assert recall_at(k, [Span(*at) for at in gold], [Span(*at) for at in found]) == expected


def test_what_is_not_defined_is_nan() -> None:
    """Without positives, negatives, examples or gold there is no value, and no warning."""
    one, half = np.array([True]), np.array([0.5])
    none, nothing = np.array([], np.bool_), np.array([])
    assert math.isnan(auc(one, half))
    assert math.isnan(balanced_accuracy(one, one))
    assert math.isnan(best_threshold(one, half))
    assert math.isnan(calibration_error(none, nothing))
    assert math.isnan(recall_at(1, [], [Span(0, 1)]))
    assert math.isnan(bootstrap(lambda _: math.nan, ["a"]).low)


def test_without_groups_of_several_the_interval_is_that_of_scipy() -> None:
    """A group an example gives the percentile interval of scipy's bootstrap, up to chance."""
    values = np.random.default_rng(3).normal(size=80)
    ours = bootstrap(lambda at: float(values[at].mean()), range(80), times=4000)
    theirs = stats.bootstrap((values,), np.mean, method="percentile", n_resamples=4000, rng=1)
    assert ours.value == pytest.approx(values.mean())
    assert ours.low == pytest.approx(theirs.confidence_interval.low, abs=0.02)
    assert ours.high == pytest.approx(theirs.confidence_interval.high, abs=0.02)


def test_alike_examples_of_a_group_widen_the_interval() -> None:
    """Eighty examples of eight papers say less than eighty independent ones."""
    paper = np.repeat(np.arange(8), 10)
    values = np.random.default_rng(3).normal(size=8)[paper]
    together = bootstrap(lambda at: float(values[at].mean()), paper.tolist())
    apart = bootstrap(lambda at: float(values[at].mean()), range(80))
    assert together.high - together.low > 2 * (apart.high - apart.low)


def test_the_same_seed_draws_the_same() -> None:
    """An interval is reproducible, and another seed gives another."""
    values = np.random.default_rng(3).normal(size=30)

    def measure(at: Any) -> float:
        return float(values[at].mean())

    assert bootstrap(measure, range(30), seed=1) == bootstrap(measure, range(30), seed=1)
    assert bootstrap(measure, range(30), seed=1) != bootstrap(measure, range(30), seed=2)


def test_a_difference_is_found_where_there_is_one() -> None:
    """Equal judges differ with p = 1; a judge that is better on every paper has a small p."""
    values = np.random.default_rng(3).normal(size=40)

    def base(at: Any) -> float:
        return float(values[at].mean())

    def better(at: Any) -> float:
        return float(values[at].mean() + 0.1)

    same = paired_bootstrap(base, base, range(40))
    assert (same.value, same.low, same.high, same.p) == (0, 0, 0, 1)
    found = paired_bootstrap(better, base, range(40))
    assert found.value == pytest.approx(0.1)
    assert found.low == pytest.approx(0.1)
    assert found.p < 0.005


@given(st.lists(st.floats(0, 1), max_size=12))
def test_holm_is_the_step_down_of_its_definition(p: list[float]) -> None:
    """Rejecting at a level is rejecting, in order, while p <= level / (how many are left)."""
    adjusted = holm(p)
    assert all(one >= before for before, one in zip(p, adjusted, strict=True))
    for level in (0.01, 0.05, 0.2):
        left = len(p)
        expected = set()
        for at in sorted(range(len(p)), key=p.__getitem__):
            if p[at] * left > level:
                break
            expected.add(at)
            left -= 1
        assert {at for at, value in enumerate(adjusted) if value <= level} == expected
