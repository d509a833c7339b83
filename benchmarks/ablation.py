"""What each feature of the calibration earns on sources that it was not fitted on.

    python -m benchmarks.ablation DATA

`DATA` is the folder of the known sets. Each feature is left out in turn; then each claim is judged
by a fit on the sets of `vera-bench calibrate` without its own source (`fit.held_out`). Prints the
means over all sets of the area under the curve of supported claims, of these against contradicted
ones, of whether there is evidence, and of the balanced accuracy at 0.7; and what changes without
each feature.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from attrs import evolve

from vera.bench.figures.folds import BARE
from vera.bench.figures.metrics import auc, balanced_accuracy
from vera.bench.figures.tables import table
from vera.bench.fit.cases import measured_sets
from vera.bench.fit.command import DEFAULT_SETS, MOST, fitted_sets
from vera.bench.fit.held_out import HeldOut
from vera.bench.sets.aside import some, unlearned
from vera.bench.sets.documents import Documents
from vera.bench.sets.known import Label
from vera.bench.sets.loading import load_sets
from vera.core.settings import Settings
from vera.verification import wiring
from vera.verification.calibration.features import FEATURES
from vera.verification.report.progress import Waiting
from vera.verification.verifier import Verifier

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.bench.fit.models import Case

_STRANGE = (
    "evidence_inference:validation,summedits:ectsum,healthver,covidfact,climate_fever,"
    "citation_integrity"
)
"""Sets that no calibration is fitted on."""
_EMBEDDER = "minilm"


def main(data: Path) -> None:
    """Print the table, a line a feature."""
    fitted = fitted_sets(DEFAULT_SETS, data).unwrap()
    strange = load_sets(_STRANGE, data, "train").unwrap()
    sets = fitted | some(unlearned(strange), MOST)
    verifier = Verifier(Settings(rule="cosine"), embedder=_EMBEDDER)
    reads = wiring.cross_encoder("packaged", cache=True).unwrap()
    with Waiting() as waiting:
        cases = measured_sets(sets, verifier, reads, Documents(), waiting.on).unwrap()
    whole = _means(cases, frozenset(fitted))
    rows = [["without", "supported", "against contradicted", "evidence", f"BA at {BARE}"]]
    rows.append(["-", *(f"{mean:.4f}" for mean in whole)])
    for feature in FEATURES:
        kept = [_without(case, feature.name) for case in cases]
        means = _means(kept, frozenset(fitted))
        changes = zip(means, whole, strict=True)
        rows.append([feature.name, *(f"{less - all_:+.4f}" for less, all_ in changes)])
    sys.stdout.write(table(rows) + "\n")


def _without(case: Case, name: str) -> Case:
    left = {key: value for key, value in case.features.items() if key != name}
    return evolve(case, features=left)


def _means(cases: Sequence[Case], fitted: frozenset[str]) -> list[float]:
    """The means over the sets of the four figures, each claim judged without its source."""
    held = HeldOut([case for case in cases if case.name in fitted], _EMBEDDER)
    found: list[list[float]] = [[], [], [], []]
    for name in dict.fromkeys(case.name for case in cases):
        here = [case for case in cases if case.name == name]
        judged = [held.calibration(frozenset((case.group,)))(case.features) for case in here]
        score = np.array([each.probability for each in judged])
        supported = np.array([case.label is Label.SUPPORTED for case in here])
        contradicted = np.array([case.label is Label.CONTRADICTED for case in here])
        asked = np.array([case.supported is not None for case in here])
        if asked.all():
            found[0].append(auc(supported, score))
            found[3].append(balanced_accuracy(supported, score >= BARE))
        both = supported | contradicted
        if asked.all() and contradicted.any():
            support = np.array([each.support for each in judged])
            found[1].append(auc(supported[both], support[both]))
        there = np.array([bool(case.evident) for case in here])
        if not there.all() and all(case.evident is not None for case in here):
            found[2].append(auc(there, np.array([each.evidence for each in judged])))
    return [float(np.mean(each)) for each in found]


if __name__ == "__main__":
    main(Path(sys.argv[1]))
