"""The cross-encoder as it comes: what it says of a pair, and what it cannot read."""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings

from tests.fakes import FakeCrossEncoder
from tests.strategies import hostile_text
from vera.core.errors import EmbeddingFault
from vera.core.ports import Asked, CrossEncoder, Entailment
from vera.verification.entailment.cross_encoder import PackagedCrossEncoder

if TYPE_CHECKING:
    from pathlib import Path

_PACKAGED = PackagedCrossEncoder()
_HALF = math.log(0.5)
_EVIDENCE = "The treatment lowered blood pressure in 62 of the 80 patients within a month."


def _read(claim: str, evidence: str = _EVIDENCE, by: CrossEncoder = _PACKAGED) -> Entailment:
    (read,) = by.predict([Asked(claim, evidence)]).unwrap()
    return read


@pytest.mark.parametrize("by", [_PACKAGED, FakeCrossEncoder()])
@given(claim=hostile_text, evidence=hostile_text)
@settings(max_examples=20, deadline=None)
def test_any_pair_has_three_probabilities(by: CrossEncoder, claim: str, evidence: str) -> None:
    """They are finite logarithms of numbers whose sum is 1."""
    read = _read(claim, evidence, by)
    odds = (read.entailed, read.contradicted, read.neutral)
    assert all(map(math.isfinite, odds))
    assert sum(map(math.exp, odds)) == pytest.approx(1, abs=1e-4)


@pytest.mark.parametrize(
    "false",
    [
        "The therapy brought blood pressure down in none of the patients.",
        "The therapy brought blood pressure down in all of the patients.",
        "The treatment proves that high blood pressure can be cured in every patient.",
        "Glaciers in the Alps lost a third of their volume.",
    ],
)
def test_what_follows_in_other_words_is_entailed_more_than_what_does_not(false: str) -> None:
    """A paraphrase comes before something false or of another matter, which is less than likely."""
    true = _read("In most patients the therapy brought blood pressure down.").entailed
    assert _read(false).entailed < min(true, _HALF)


def test_the_order_counts() -> None:
    """A part of the evidence follows from it, and not the other way round."""
    part = "The treatment lowered blood pressure."
    assert _read(part).entailed > _read(_EVIDENCE, part).entailed


def test_company_changes_nothing() -> None:
    """Pairs are read alone, in order, from any number of threads."""
    claims = ["It lowered blood pressure.", "Bees sleep at night.", "", "62 of 80 patients"]
    pairs = [Asked(claim, _EVIDENCE) for claim in claims]
    alone = [_read(claim) for claim in claims]
    assert _PACKAGED.predict(pairs).unwrap() == alone
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(_read, claims)) == alone
    assert list(_PACKAGED.predict([]).unwrap()) == []


def test_of_long_evidence_the_best_piece_counts() -> None:
    """What is said at the end of a text that is longer than the model reads is seen."""
    filler = "The weather station stands on a hill near the river and is painted green. " * 60
    read = _read("The treatment lowered blood pressure.", filler + _EVIDENCE)
    assert read.entailed > _read("The treatment lowered blood pressure.", filler).entailed


def test_a_claim_that_leaves_no_room_is_neutral() -> None:
    """Nothing is cut from a claim, and what cannot be read supports nothing."""
    read = _read("The treatment lowered blood pressure. " * 100)
    assert np.isclose(math.exp(read.neutral), 1, atol=1e-4)


@pytest.mark.parametrize("content", [None, b"", b"\x08\x09 no graph"])
def test_a_missing_or_damaged_model_is_a_fault(tmp_path: Path, content: bytes | None) -> None:
    """Nothing is read with another file than that of this version."""
    path = tmp_path / "reader.onnx"
    if content is not None:
        path.write_bytes(content)
    error = PackagedCrossEncoder(path).predict([Asked("a", "b")]).failure()
    assert isinstance(error, EmbeddingFault)
    assert error.embedder == "cross-encoder"
