"""Pairs of claims, one true and one false in like words, about papers written for the project.

Twenty pairs of each kind (testdata/README.md). Whoever changes the engine looks at the half "seen"
only; what is asserted is how many pairs of a kind came out right when this was written.
"""

from __future__ import annotations

import json
from collections import defaultdict
from functools import cache
from typing import Any

import pytest

from tests.testdata.files import FOLDER
from vera.core.verdict import Status
from vera.verification.verifier import Verifier

_PROBES = FOLDER / "probes"
_RIGHT = {
    ("agent", "kept"): 1,
    ("agent", "seen"): 3,
    ("comparison", "kept"): 1,
    ("direction", "kept"): 1,
    ("direction", "seen"): 4,
    ("none", "kept"): 2,
    ("none", "seen"): 5,
    ("plans", "kept"): 4,
    ("plans", "seen"): 1,
    ("quantity", "seen"): 2,
    ("strength", "kept"): 5,
    ("strength", "seen"): 3,
    ("units", "seen"): 2,
}
"""Of ten pairs of a kind and half, those whose true claim is grounded and whose other is not.

None of settings, of comparisons ("seen"), of units ("kept") and of quantities ("kept") came out
right.
"""
_DENIED = 0
"""True claims that are called contradicted, of 180."""


@cache
def _judged() -> list[tuple[dict[str, Any], Status]]:
    """All claims, as the file has them, and what is made of each."""
    rows = [json.loads(line) for line in (_PROBES / "claims.jsonl").read_text("utf-8").splitlines()]
    verifier = Verifier(embedder="minilm", cache=False)
    names = {row["paper"] for row in rows}
    papers = {name: verifier.open(_PROBES / name).unwrap() for name in names}
    return [(row, papers[row["paper"]].verify(row["claim"]).unwrap().status) for row in rows]


@pytest.mark.parametrize(("kind", "half"), sorted(_RIGHT))
def test_a_claim_and_its_twin_are_told_apart(kind: str, half: str) -> None:
    """As many pairs as ever have the true claim grounded, and the false one not."""
    right: dict[str, list[bool]] = defaultdict(list)
    for row, status in _judged():
        if (row["kind"], row["half"]) == (kind, half):
            grounded = status is Status.GROUNDED
            right[row["pair"]].append(grounded == (row["label"] == "supported"))
    assert len(right) == 10
    assert sum(map(all, right.values())) >= _RIGHT[kind, half]


def test_few_true_claims_are_called_contradicted() -> None:
    """To deny what a paper says is the worst that can happen to it."""
    true = [status for row, status in _judged() if row["label"] == "supported"]
    assert len(true) == 180
    assert true.count(Status.CONTRADICTED) <= _DENIED
