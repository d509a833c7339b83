"""The figures of one set: its rows, measured, with intervals from resampled groups.

A claim that was not checked counts as not grounded, its score as below all others.
"""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np

from vera.bench.figures.metrics import (
    Bools,
    Floats,
    Interval,
    auc,
    balanced_accuracy,
    bootstrap,
    calibration_error,
    confusion,
    even_odds,
    macro_f1,
    precision,
    recall_at,
)
from vera.bench.figures.rows import spans
from vera.bench.figures.systems import (
    FITTED,
    FIXED,
    HINDSIGHT,
    Predictions,
    floats,
    labelled,
    systems,
)
from vera.bench.sets.known import Label, evident
from vera.core.verdict import Status

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from vera.bench.evaluate.peers import Answered
    from vera.bench.figures.metrics import Places
    from vera.bench.figures.rows import Row

    Measured = tuple[Callable[[Places], float], Bools]

DEPTHS = (1, 3, 5)


def right(row: Row) -> bool:
    """Whether the verdict is: grounded for a supported claim, checked and not so for another."""
    if row.label == Label.SUPPORTED.value:
        return row.status == Status.GROUNDED.value
    return row.status in {Status.CONTRADICTED.value, Status.UNSUPPORTED.value}


def measures(rows: Sequence[Row], predictions: Predictions) -> dict[str, Measured]:
    """Each measure of a system: a function of places, and the rows that it is of."""
    supported, contradicted = (labelled(rows, each) for each in list(Label)[:2])
    known = [evident(row.set, Label(row.label), row.kind) for row in rows]
    told = np.array([each is not None for each in known], np.bool_)
    there = np.array(known, np.bool_)
    every, both = np.ones(len(rows), np.bool_), supported | contradicted

    def area(true: Bools, score: Floats) -> Callable[[Places], float]:
        return lambda at: auc(true[at], score[at])

    decided = accuracies(rows, predictions.grounded)
    made = {
        "AUC evidence": (area(there, predictions.spoken), told),
        "BA evidence": (_accuracy(there, predictions.evident), told),
        "AUC supported": (area(supported, predictions.score), every),
        "BA supported": decided["BA supported"],
        "AUC supported or contradicted": (area(supported, predictions.score), both),
        "BA supported or contradicted": decided["BA supported or contradicted"],
    }
    if (said := predictions.said) is not None:
        labels = np.array([row.label for row in rows])
        made["macro F1"] = (lambda at: macro_f1(labels[at], said[at]), every)
    for depth in DEPTHS:
        if depth <= max(predictions.depth, 1):
            made[f"recall at {depth}"] = _recall(rows, predictions, depth)
    return made


def accuracies(rows: Sequence[Row], grounded: Bools) -> dict[str, Measured]:
    """The measures of what only says whether a claim is grounded (n,)."""
    supported, contradicted = (labelled(rows, each) for each in list(Label)[:2])
    measure = _accuracy(supported, grounded)
    return {
        "BA supported": (measure, np.ones(len(rows), np.bool_)),
        "BA supported or contradicted": (measure, supported | contradicted),
    }


def _accuracy(true: Bools, answer: Bools) -> Callable[[Places], float]:
    return lambda at: balanced_accuracy(true[at], answer[at])


def _recall(rows: Sequence[Row], predictions: Predictions, depth: int) -> Measured:
    hit = np.array(
        [
            recall_at(depth, spans(row.gold), spans(found))
            for row, found in zip(rows, predictions.found, strict=True)
        ]
    )
    return (lambda at: float(hit[at].mean()) if len(at) else math.nan), ~np.isnan(hit)


def figures_of(
    rows: Sequence[Row],
    milliseconds: Sequence[float] = (),
    times: int = 500,
    peers: Mapping[str, Answered] | None = None,
    judge: str | None = None,
) -> dict[str, Any]:
    """All figures of the rows of one set; intervals of 95% from so many resamples.

    `peers` tells of each peer that was asked, also of one that failed: it has no figures. `judge`
    is the name of the one that was asked.
    """
    by_system = systems(rows)
    asked = {
        name: {"version": each.version, "failed": each.failed}
        for name, each in (peers or {}).items()
    }
    grounded = {
        name: np.array([row.peers[name][0] for row in rows], np.bool_)
        for name, each in asked.items()
        if not each["failed"]
    }
    others = {name: by_system[name].grounded for name in (FITTED, FIXED, HINDSIGHT)} | grounded
    groups = [row.group for row in rows]

    def interval(measure: Callable[[Places], float], of: Bools) -> dict[str, Any]:
        places = np.flatnonzero(of)
        if not len(places):
            return as_figure(Interval(math.nan, math.nan, math.nan), 0)
        names = [groups[at] for at in places]
        found = bootstrap(lambda at: measure(places[at]), names, times=times)
        return as_figure(found, len(places))

    return {
        "claims": len(rows),
        "groups": len(set(groups)),
        "labels": dict(Counter(row.label for row in rows)),
        "unchecked": sum(row.status == Status.UNCHECKED.value for row in rows),
        "systems": {
            name: {what: interval(*each) for what, each in measures(rows, system).items()}
            for name, system in by_system.items()
        }
        | {
            name: {what: interval(*each) for what, each in accuracies(rows, answers).items()}
            for name, answers in grounded.items()
        },
        "peers": asked,
        "judge": judge and _judge(rows, judge, by_system["engine"].grounded, interval),
        "calibration": _calibration(rows, interval),
        "confusion": {
            label.value: {
                status.value: confusion([row.label for row in rows], [row.status for row in rows])[
                    label.value, status.value
                ]
                for status in Status
            }
            for label in Label
        },
        "true claims": _shares(rows, interval, [Label.SUPPORTED], others),
        "false claims": _shares(rows, interval, [Label.CONTRADICTED, Label.NONE], others),
        "checks": _checks(rows, interval),
        "milliseconds": _times(milliseconds),
    }


def _judge(
    rows: Sequence[Row],
    name: str,
    grounded: Bools,
    interval: Callable[[Callable[[Places], float], Bools], dict[str, Any]],
) -> dict[str, Any]:
    """How often a judge was right about the claims that it decided, as `RIGHT` of ADR 20 has it."""
    by = np.array([row.decided == name for row in rows], np.bool_)
    right = _accuracy(labelled(rows, Label.SUPPORTED), grounded)
    return {"name": name, "balanced accuracy": interval(right, by)}


def as_figure(found: Interval, count: int) -> dict[str, Any]:
    """An interval for JSON: what is not defined is null."""
    values = {"value": found.value, "low": found.low, "high": found.high}
    finite = {
        name: round(each, 4) if math.isfinite(each) else None for name, each in values.items()
    }
    return {**finite, "n": count}


def _calibration(
    rows: Sequence[Row], interval: Callable[[Callable[[Places], float], Bools], dict[str, Any]]
) -> dict[str, Any] | None:
    """The expected calibration error, where scores are probabilities: those at even odds."""
    known = np.array([row.evidence is not None and row.score is not None for row in rows])
    if not known.any():
        return None
    true = labelled(rows, Label.SUPPORTED)
    score = floats([row.score for row in rows])
    width = interval(lambda at: calibration_error(true[at], score[at]), known)
    mass = interval(lambda at: calibration_error(true[at], score[at], equal="mass"), known)
    even = interval(
        lambda at: calibration_error(true[at], score[at], weights=even_odds(true[at])), known
    )
    return {"ECE at even odds": even, "ECE": width, "ECE, bins of equal mass": mass}


def _shares(
    rows: Sequence[Row],
    interval: Callable[[Callable[[Places], float], Bools], dict[str, Any]],
    labels: Sequence[Label],
    others: Mapping[str, Bools],
) -> dict[str, Any]:
    """By kind: how many are not grounded, and contradicted; and not grounded by others."""
    status = np.array([row.status for row in rows])
    rejected = (status == Status.CONTRADICTED.value) | (status == Status.UNSUPPORTED.value)
    accused = status == Status.CONTRADICTED.value
    columns = {"not grounded": rejected, "contradicted": accused}
    columns |= {name: ~grounded for name, grounded in others.items()}
    wanted = np.isin([row.label for row in rows], [label.value for label in labels])
    names = np.array([row.kind or row.label for row in rows])
    found: dict[str, Any] = {}
    for name in ("all", *sorted(set(names[wanted].tolist()))):
        of = wanted if name == "all" else wanted & (names == name)
        found[name] = {
            what: interval(lambda at, column=column: float(column[at].mean()), of)  # type: ignore[misc]
            for what, column in columns.items()
        }
    return found


def _checks(
    rows: Sequence[Row],
    interval: Callable[[Callable[[Places], float], Bools], dict[str, Any]],
) -> dict[str, Any]:
    """Of the claims that each check accuses: the share that is not supported, or contradicted."""
    wrong, opposed = ~labelled(rows, Label.SUPPORTED), labelled(rows, Label.CONTRADICTED)
    accused = np.array([row.status == Status.CONTRADICTED.value for row in rows])
    found = {}
    for code in sorted({code for row in rows for code in row.conflicts}):
        by = accused & np.array([code in row.conflicts for row in rows])
        if by.any():
            found[code] = {
                "precision": interval(lambda at: precision(wrong[at], accused[at]), by),
                "of contradicted": interval(lambda at: precision(opposed[at], accused[at]), by),
            }
    return found


def _times(milliseconds: Sequence[float]) -> dict[str, Any] | None:
    if not len(milliseconds):
        return None
    median, slow = np.quantile(milliseconds, [0.5, 0.95])
    return {"median": round(median, 2), "95%": round(slow, 2), "n": len(milliseconds)}
