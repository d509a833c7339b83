"""Measures of a judge, each as its definition reads; tested against scikit-learn and scipy.

Arrays are one value an example: `true` is whether it is positive (bool), `score` says how much so
(float, any scale), `probability` the same within [0, 1], `group` what it shares with others (its
paper). Shares and areas are from 0 to 1; what is not defined (no positive, say) is nan.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Sequence

    from vera.core.document import Span

Floats: TypeAlias = NDArray[np.float64]
Bools: TypeAlias = NDArray[np.bool_]
Labels: TypeAlias = NDArray[np.str_]
Places: TypeAlias = NDArray[np.intp]


def auc(true: Bools, score: Floats) -> float:
    """P(score of a positive > score of a negative) + P(equal) / 2: Mann-Whitney's U / (m n).

    Source: Hanley and McNeil (1982), Radiology 143.

    >>> auc(np.array([False, True, True]), np.array([0.2, 0.2, 0.9]))
    0.75
    """
    positives, negatives = np.count_nonzero(true), np.count_nonzero(~true)
    if not positives or not negatives:
        return float("nan")
    _, place, count = np.unique(score, return_inverse=True, return_counts=True)
    rank = np.cumsum(count) - (count - 1) / 2
    u = rank[place][true].sum() - positives * (positives + 1) / 2
    return float(u / (positives * negatives))


def balanced_accuracy(true: Bools, predicted: Bools) -> float:
    """(TP / P + TN / N) / 2: the mean of sensitivity and specificity.

    Source: Brodersen et al. (2010), ICPR.

    >>> balanced_accuracy(np.array([True, True, False]), np.array([True, False, False]))
    0.75
    """
    if true.all() or not true.any():
        return float("nan")
    return float((predicted[true].mean() + (~predicted[~true]).mean()) / 2)


def macro_f1(true: Labels, said: Labels) -> float:
    """The mean over the labels of `true` of F1, the harmonic mean of precision and recall.

    Whatever else is said counts as wrong for the label that was true.

    >>> round(macro_f1(np.array(["a", "a", "b"]), np.array(["a", "b", "b"])), 3)
    0.667
    """
    found = []
    for label in np.unique(true):
        of, by = true == label, said == label
        found.append(2 * np.count_nonzero(of & by) / (of.sum() + by.sum()))
    return float(np.mean(found)) if found else float("nan")


def best_threshold(true: Bools, score: Floats) -> float:
    """The threshold t, among midpoints of scores, with the highest balanced accuracy of score >= t.

    Of several, the lowest. Fit it on examples other than those it is reported on.

    >>> best_threshold(np.array([False, True, True]), np.array([0.25, 0.75, 0.5]))
    0.375
    """
    if true.all() or not true.any():
        return float("nan")
    at = np.unique(score)
    rejected_true = np.searchsorted(np.sort(score[true]), at)
    rejected_false = np.searchsorted(np.sort(score[~true]), at)
    gain = rejected_false / np.count_nonzero(~true) - rejected_true / np.count_nonzero(true)
    best = int(gain.argmax())
    return float(at[best] / 2 + at[best - 1] / 2) if best else float(at[0])


def even_odds(true: Bools) -> Floats:
    """Weights (n,) of mean 1 by which those that are true count as much together as the others.

    >>> even_odds(np.array([True, False, False, False])).round(2).tolist()
    [2.0, 0.67, 0.67, 0.67]
    """
    share = true.mean() if len(true) else 0.0
    if share in {0.0, 1.0}:
        return np.ones(len(true))
    return np.where(true, 0.5 / share, 0.5 / (1 - share))


def calibration_error(
    true: Bools,
    probability: Floats,
    bins: int = 15,
    equal: Literal["width", "mass"] = "width",
    weights: Floats | None = None,
) -> float:
    """ECE = sum over bins of |bin| / n * |mean of true - mean of probability|, weighted if asked.

    We report bins of equal width (Naeini et al. (2015), AAAI; 15 as in Guo et al. (2017), ICML),
    and beside them those of equal mass, which scores crowded in one corner cannot fool (Nixon et
    al. (2019), CVPR Workshops). A bin of equal width holds its upper edge; equal mass is by rank.

    >>> calibration_error(np.array([True, False]), np.array([0.75, 0.75]))
    0.25
    """
    if not len(true):
        return float("nan")
    if equal == "width":
        bin_of = np.ceil(probability * bins).clip(1, bins).astype(np.intp) - 1
    else:
        bin_of = np.empty(len(true), np.intp)
        bin_of[probability.argsort(kind="stable")] = np.arange(len(true)) * bins // len(true)
    weights = np.ones(len(true)) if weights is None else weights
    gap = np.bincount(bin_of, weights * (true - probability), minlength=bins)
    return float(np.abs(gap).sum() / weights.sum())


def reliability(
    true: Bools, probability: Floats, weights: Floats, bins: int = 10
) -> list[tuple[int, float, float]]:
    """Of each bin of equal width that holds any: how many, mean probability, share that is true.

    >>> reliability(np.array([True, False]), np.array([0.72, 0.78]), np.ones(2))
    [(2, 0.75, 0.5)]
    """
    bin_of = np.minimum((probability * bins).astype(np.intp), bins - 1)
    found = []
    for here in (bin_of == at for at in range(bins)):
        if here.any():
            mean, share = (
                round(float(np.average(each[here], weights=weights[here])), 4)
                for each in (probability, true)
            )
            found.append((int(here.sum()), mean, share))
    return found


def confusion(
    true: Iterable[Hashable], predicted: Iterable[Hashable]
) -> Counter[tuple[object, object]]:
    """How many examples there are of each (what is true, what was predicted).

    >>> confusion("aab", "abb")[("a", "b")]
    1
    """
    return Counter(zip(true, predicted, strict=True))


def recall_at(k: int, gold: Sequence[Span], found: Sequence[Span]) -> float:
    """Whether one of the first k spans found shares text with a gold span: 1.0 or 0.0.

    Its mean over examples is the success at k of information retrieval. With no gold: nan.
    """
    if not gold:
        return float("nan")
    return float(any(a.start < b.end and b.start < a.end for a in found[:k] for b in gold))


def precision(true: Bools, predicted: Bools) -> float:
    """TP / (TP + FP): of what is predicted, the share that is true; NaN where nothing is.

    >>> precision(np.array([True, False]), np.array([True, True]))
    0.5
    """
    return float(true[predicted].mean()) if predicted.any() else float("nan")


@frozen
class Interval:
    """A value and the bounds of its confidence interval."""

    value: float
    low: float
    high: float


@frozen
class Difference(Interval):
    """The first's measure minus the second's, with the two-sided p of there being none."""

    p: float


def _resamples(group: Sequence[Hashable], times: int, seed: int) -> Iterable[Places]:
    """The places of the examples of as many groups as there are, drawn with replacement."""
    number: dict[Hashable, int] = {}
    of = np.array([number.setdefault(name, len(number)) for name in group], np.intp)
    order, sizes = of.argsort(kind="stable"), np.bincount(of)
    starts = np.cumsum(sizes) - sizes
    chance = np.random.default_rng(seed)
    for _ in range(times):
        drawn = chance.integers(len(sizes), size=len(sizes))
        taken = sizes[drawn]
        within = np.arange(taken.sum()) - np.repeat(np.cumsum(taken) - taken, taken)
        yield order[np.repeat(starts[drawn], taken) + within]


def _measured(
    measure: Callable[[Places], float], group: Sequence[Hashable], times: int, seed: int
) -> Floats:
    values = np.array([measure(places) for places in _resamples(group, times, seed)], np.float64)
    return values[~np.isnan(values)]


def _bounds(values: Floats, confidence: float) -> tuple[float, float]:
    if not len(values):
        return float("nan"), float("nan")
    tail = (1 - confidence) / 2
    low, high = np.quantile(values, (tail, 1 - tail))
    return float(low), float(high)


def bootstrap(
    measure: Callable[[Places], float],
    group: Sequence[Hashable],
    *,
    times: int = 1000,
    confidence: float = 0.95,
    seed: int = 0,
) -> Interval:
    """The percentile interval of a measure of examples, whole groups resampled.

    `measure` takes the places of examples: `lambda at: auc(true[at], score[at])`. Resamples where
    it is nan are left out. Source: Efron and Tibshirani (1993), ch. 13; groups, as the examples of
    one paper are not independent: Davison and Hinkley (1997), 3.8.
    """
    values = _measured(measure, group, times, seed)
    return Interval(measure(np.arange(len(group))), *_bounds(values, confidence))


def paired_bootstrap(
    first: Callable[[Places], float],
    second: Callable[[Places], float],
    group: Sequence[Hashable],
    *,
    times: int = 1000,
    confidence: float = 0.95,
    seed: int = 0,
) -> Difference:
    """The interval of the difference of two measures on the same resamples, and its p.

    p = 2 min(P(d <= 0), P(d >= 0)), each (count + 1) / (times + 1), at most 1.
    Source: Davison and Hinkley (1997), 4.4; Koehn (2004), EMNLP, for paired systems.
    """

    def difference(at: Places) -> float:
        return first(at) - second(at)

    values = _measured(difference, group, times, seed)
    fewer = min(np.count_nonzero(values <= 0), np.count_nonzero(values >= 0))
    p = min(1.0, 2 * (fewer + 1) / (len(values) + 1))
    return Difference(difference(np.arange(len(group))), *_bounds(values, confidence), p)


def sign_flip(
    difference: Floats, group: Sequence[Hashable], *, times: int = 20_000, seed: int = 0
) -> float:
    """The two-sided p of the sum of paired differences (n,): each group's sign is left to chance.

    p = (1 + times that |sum| is at least the one found) / (times + 1).
    Source: Fisher's randomization test; Good (2005), Permutation, ... Tests of Hypotheses, 3.3.
    """
    number: dict[Hashable, int] = {}
    of = [number.setdefault(name, len(number)) for name in group]
    sums = np.bincount(of, difference, minlength=len(number))
    sums = sums[sums != 0]
    chance, found, reached = np.random.default_rng(seed), abs(float(sums.sum())), 0
    for start in range(0, times, 1000):
        signs = chance.choice((-1.0, 1.0), (min(1000, times - start), len(sums)))
        reached += int(np.count_nonzero(np.abs(signs @ sums) >= found - 1e-9))
    return (1 + reached) / (times + 1)


def holm(p: Sequence[float]) -> list[float]:
    """P adjusted for their number: max over i <= rank of (n - i + 1) p_(i), at most 1.

    Source: Holm (1979), Scandinavian Journal of Statistics 6.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    order = np.argsort(p, kind="stable")
    stepped = np.array(p, np.float64)[order] * np.arange(len(p), 0, -1)
    adjusted = np.empty(len(p))
    adjusted[order] = np.minimum(np.maximum.accumulate(stepped), 1)
    return [float(value) for value in adjusted]
