"""Sets of claims beside a few sentences."""

from __future__ import annotations

from collections import Counter

import pytest

pytest.importorskip("scipy", reason="the extra bench is not installed")

from tests.data import data_folder
from vera.bench.sets.aside import kept_aside
from vera.bench.sets.known import Label
from vera.bench.sets.loading import load_sets
from vera.bench.sets.pair_sets import PAIR_SETS


@pytest.mark.parametrize("name", PAIR_SETS)
def test_claims_are_asked_of_their_evidence(name: str) -> None:
    """Each has a label, a document of the evidence alone, and in it the sentences that decide."""
    examples = load_sets(name, data_folder(), "train").unwrap()[name]
    labels = Counter(example.label for example in examples)
    assert min(labels[Label.SUPPORTED], labels[Label.CONTRADICTED]) > 100
    assert len({example.id for example in examples}) == len(examples)
    for example in examples:
        assert bool(example.gold) == (example.label is not Label.NONE)
        assert all(span.of(example.document.text).strip() for span in example.gold)


def test_what_is_learned_from_is_not_measured_on() -> None:
    """Of VitaminC only the pages that training keeps aside are a set."""
    examples = load_sets("vitaminc", data_folder(), "train").unwrap()["vitaminc"]
    assert all(kept_aside(example.group) for example in examples)
