"""`vera-bench calibrate`: fits and validates the calibration of an embedder and a reader."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import click
from attrs import evolve

from vera.bench import options, terminal
from vera.core.result import failed
from vera.core.settings import Settings
from vera.verification.report import exit_codes
from vera.verification.report.progress import Waiting

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from vera.bench.fit.held_out import Predicted
    from vera.bench.fit.models import Case
    from vera.bench.sets.known import Example
    from vera.core.result import Result

DEFAULT_SETS = (
    "scifact:train,clscisumm:train,wice:dev,check_covid:train,clinifact:train,near_misses:train,"
    "near_misses_said:train,fever_symmetric,fool_me_twice,vitaminc"
)
MOST = 400
"""Claims of a set that are measured: a set counts the same, whatever its size."""


@click.command(context_settings=options.CONTEXT)
@click.option("--embedder", default="minilm", show_default=True)
@options.reader
@click.option("--sets", default=DEFAULT_SETS, show_default=True, metavar="SET:SPLIT[,...]")
@options.data
@click.option(
    "--output",
    type=options.FILE,
    help="Where to write the calibration; without it, where verify looks for the user's own.",
)
@click.option("--plot", type=options.FILE, help="Draw the reliability diagram as PNG.")
def command(
    embedder: str,
    reader: str,
    sets: str,
    data: Path | None,
    output: Path | None,
    plot: Path | None,
) -> int:
    """Fit a calibration: how likely the paper supports a claim, from what is measured of it.

    The figures that are printed, and kept in the file, are of sources that were not fitted on (of
    one set alone, of folds): no set that shares a document is on both sides. The sets are those of
    vera-bench evaluate.
    """
    from vera.bench.fit.cases import measured_sets
    from vera.bench.fit.held_out import cross_validated, held_out
    from vera.bench.fit.models import calibration
    from vera.bench.sets.documents import Documents
    from vera.verification import wiring
    from vera.verification.calibration.files import save
    from vera.verification.entailment.names import PACKAGED
    from vera.verification.verifier import Verifier

    loaded = fitted_sets(sets, data)
    if failed(loaded):
        return terminal.stop(loaded.failure())
    started = wiring.cross_encoder(reader, cache=True)
    if failed(started):
        return terminal.stop(started.failure())
    reads = started.unwrap()
    custom = {} if reads.name == PACKAGED else {"reader": reads.name}
    verifier = Verifier(Settings(rule="cosine"), embedder=embedder)
    with Waiting() as waiting:
        made = measured_sets(loaded.unwrap(), verifier, reads, Documents(), waiting.on)
    if failed(made):
        return terminal.stop(made.failure())
    cases = made.unwrap()
    info = verifier.embedder()
    if failed(info):
        return terminal.stop(info.failure())
    name = info.unwrap().name
    held = held_out(cases, name)
    if failed(held):
        return terminal.stop(held.failure())
    predicted = cross_validated(cases, held.unwrap())
    about = {
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "fingerprint": info.unwrap().fingerprint,
        **custom,
        **validation(cases, predicted),
    }
    fitted = calibration(cases, name, predicted.denies, about)
    if custom:
        fitted = evolve(fitted, reader=reads.fingerprint)
    written = save(fitted, output)
    if failed(written):
        return terminal.stop(written.failure())
    terminal.show(as_text(about))
    if plot is not None:
        drawn = terminal.write(plot, diagram(about["reliability"]))
        if failed(drawn):
            return terminal.stop(drawn.failure())
    terminal.complain(f"written to {written.unwrap()}")
    return exit_codes.DONE


def fitted_sets(sets: str, data: Path | None) -> Result[dict[str, list[Example]]]:
    """The claims of such a list of sets that a calibration is fitted on.

    Those that the packaged reader has not learned from; at most `MOST` of a set.
    """
    from vera.bench.sets.aside import some, unlearned
    from vera.bench.sets.loading import load_sets

    return load_sets(sets, data, "train").map(lambda loaded: some(unlearned(loaded), MOST))


def validation(cases: Sequence[Case], predicted: Predicted) -> dict[str, Any]:
    """Figures of sources that were not fitted on, by set, and their reliability."""
    import numpy as np

    from vera.bench.figures.folds import BARE
    from vera.bench.figures.metrics import (
        auc,
        balanced_accuracy,
        calibration_error,
        even_odds,
        reliability,
    )
    from vera.bench.sets.known import Label

    sets: dict[str, dict[str, float]] = {}
    names = np.array([each.name for each in cases])
    labels = np.array([each.label.value for each in cases])
    known = np.array([each.evident is not None for each in cases])
    there = np.array([bool(each.evident) for each in cases])
    for name in dict.fromkeys(names.tolist()):
        here = names == name
        found = {"claims": float(here.sum())}
        supported = labels == Label.SUPPORTED.value
        contradicted = labels == Label.CONTRADICTED.value
        asked = here & known
        if there[asked].any() and not there[asked].all():
            found["AUC evidence"] = auc(there[asked], predicted.evidence[asked])
        if name != "clscisumm":
            true, score = supported[here], predicted.support[here]
            found["AUC supported"] = auc(true, score)
            found[f"BA at {BARE}"] = balanced_accuracy(true, score >= BARE)
            found["ECE at even odds"] = calibration_error(true, score, weights=even_odds(true))
            found["ECE"] = calibration_error(true, score)
        judged = here & (supported | contradicted)
        if (judged & contradicted).any() and (judged & supported).any():
            found["AUC supported against contradicted"] = auc(
                supported[judged], predicted.agreement[judged]
            )
        sets[name] = {key: round(value, 4) for key, value in found.items()}
    natural = names != "clscisumm"
    true = labels[natural] == Label.SUPPORTED.value
    bins = reliability(true, predicted.support[natural], even_odds(true))
    return {"sets": sets, "reliability": bins}


def as_text(about: Mapping[str, Any]) -> str:
    """The figures for people: a line a set, and the reliability diagram as a table."""
    lines = ["Each source judged by a fit on the others:"]
    for name, found in about["sets"].items():
        figures = ", ".join(
            f"{key} {value:.3f}" if key != "claims" else f"{value:.0f} claims"
            for key, value in found.items()
        )
        lines.append(f"  {name}: {figures}")
    lines += ["", "At even odds: probability, share that is true, number of claims:"]
    lines += [
        f"  {mean:.2f}  {true:.2f}  {count:4}  {'#' * round(40 * true)}"
        for count, mean, true in about["reliability"]
    ]
    return "\n".join(lines)


def diagram(reliability: Sequence[Sequence[float]]) -> bytes:
    """The reliability diagram as PNG: the share that is true over the mean probability."""
    from matplotlib.figure import Figure

    from vera.bench.figures.png import png

    figure = Figure(figsize=(4.5, 4.5), layout="constrained")
    axes = figure.add_subplot()
    axes.plot([0, 1], [0, 1], color="0.6", linestyle="--", label="perfect")
    counts, means, shares = zip(*reliability, strict=True)
    axes.plot(means, shares, marker="o", color="#0072b2", label="on sources not fitted")
    for count, mean, share in zip(counts, means, shares, strict=True):
        axes.annotate(f"{count:.0f}", (mean, share), textcoords="offset points", xytext=(6, -10))
    axes.set(xlim=(0, 1), ylim=(0, 1), xlabel="probability", ylabel="share supported, at even odds")
    axes.legend(loc="upper left")
    return png(figure)
