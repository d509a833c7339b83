"""The model is read as it was written, and what is none is refused."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from attrs import evolve

from vera.core.errors import StorageFault
from vera.verification.worth import files
from vera.verification.worth.model import Model, as_json, parse
from vera.verification.worth.signs import SIGNS

if TYPE_CHECKING:
    from pathlib import Path

MODEL = Model("minilm", 0.5, np.array([1.0, -2.0]), np.zeros(len(SIGNS)), 0.1, {"date": "x"})
_ROW = np.array([0.6, 0.8], dtype=np.float32)


def test_is_read_as_it_was_written() -> None:
    """A model gives the same probability after it went through its file."""
    again = parse(json.loads(json.dumps(as_json(MODEL))))
    assert again.probability("Bees sleep.", _ROW) == MODEL.probability("Bees sleep.", _ROW)
    assert (again.threshold, again.about) == (MODEL.threshold, MODEL.about)


def test_weighs_vector_and_signs() -> None:
    """Signs and the vector each move the probability, which cannot overflow."""
    plain = MODEL.probability("Bees sleep.", _ROW)
    assert plain == pytest.approx(1 / (1 + np.exp(0.5)))
    assert MODEL.probability("Bees sleep.", -_ROW) > plain
    signs = np.array([name == "number" for name in SIGNS], dtype=np.float64)
    assert evolve(MODEL, signs=signs).probability("Bees sleep 6 hours.", _ROW) > plain
    assert evolve(MODEL, bias=-1e9).probability("Bees sleep.", _ROW) < 1e-300


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("format", "vera.worth/0"),
        ("threshold", 1.0),
        ("threshold", float("nan")),
        ("bias", float("inf")),
        ("vector", [[1.0]]),
        ("vector", ["a"]),
        ("signs", dict.fromkeys(SIGNS)),
        ("signs", {}),
    ],
)
def test_what_is_no_model_is_refused(
    key: str, value: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that was damaged is an error that says so, not a model with other weights."""
    tmp_path.joinpath(files.NAME).write_text(json.dumps({**as_json(MODEL), key: value}))
    monkeypatch.setattr(files, "files", lambda _package: tmp_path)
    error = files.load().failure()
    assert isinstance(error, StorageFault)
    assert "is no model" in str(error)


def test_a_missing_file_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An install without the model is an error."""
    monkeypatch.setattr(files, "files", lambda _package: tmp_path)
    assert "cannot be read" in str(files.load().failure())
