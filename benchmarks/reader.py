"""How well the reader alone tells supported claims from contradicted ones, beside what decides.

    python -m benchmarks.reader DATA [READER]

`DATA` is the folder of the known sets; `READER` is "packaged" or onnx:FOLDER. Prints, for each set,
the area under the curve of entailed against contradicted, and of how many claims, at most 500 of a
set, by chance that is the same in every run. Of the sets that the packaged reader has learned from
only those that were kept aside are asked.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from vera.bench.figures.metrics import auc
from vera.bench.sets.aside import share_of, unlearned
from vera.bench.sets.known import Label
from vera.bench.sets.loading import load_sets
from vera.bench.sets.pair_sets import PAIR_SETS
from vera.core.ports import Asked
from vera.verification import wiring

_MOST = 500
_SETS = ("scifact:train", *PAIR_SETS)


def main(data: Path, reader: str = "packaged") -> None:
    """Print a line a set."""
    reads = wiring.cross_encoder(reader, cache=False).unwrap()
    for wanted in _SETS:
        loaded = load_sets(wanted, data, "train").map(unlearned).unwrap()
        ((name, examples),) = loaded.items()
        told = [each for each in examples if each.gold and each.label is not Label.NONE]
        told = sorted(told, key=lambda each: share_of(each.id + each.claim, 1 << 30))[:_MOST]
        asked = [
            Asked(each.claim, " ".join(span.of(each.document.text) for span in each.gold))
            for each in told
        ]
        read = reads.predict(asked).unwrap()
        odds = np.array([said.entailed - said.contradicted for said in read])
        true = np.array([each.label is Label.SUPPORTED for each in told])
        sys.stdout.write(f"{name:20} {auc(true, odds):.3f}  of {len(told)}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:3])
