"""`vera-bench calibrate` measures sets with the real engine and writes a file that verify reads."""

from __future__ import annotations

import json

import pytest

pytest.importorskip("scipy", reason="the extra bench is not installed")

from typing import TYPE_CHECKING

from attrs import evolve

from tests.entailment import tiny_reader
from tests.fakes import FakeCrossEncoder, FakeEmbedder
from vera.bench.fit.cases import case, measured
from vera.bench.fit.command import as_text, command, validation
from vera.bench.fit.held_out import HeldOut, cross_validated
from vera.bench.fit.models import calibration
from vera.bench.sets import loading
from vera.bench.sets.documents import Documents
from vera.bench.sets.known import Example, Label
from vera.core.document import Document
from vera.core.result import Success
from vera.core.settings import Settings
from vera.verification.calibration.files import load, save
from vera.verification.calibration.models import Calibration
from vera.verification.entailment.named import named
from vera.verification.report import exit_codes
from vera.verification.verifier import Verifier

if TYPE_CHECKING:
    from pathlib import Path

_FACTS = ("Iron melts at {} degrees.", "The pump moved {} litres.", "Sleep grew by {} hours.")


def examples() -> list[Example]:
    """Thirty papers, each with a true claim, a false one and one on something else."""
    found = []
    for at in range(30):
        text = " ".join(fact.format(10 + at + turn) for turn, fact in enumerate(_FACTS))
        document = Document(text, f"paper {at}", "")
        true = _FACTS[at % 3].format(10 + at + at % 3)
        false = _FACTS[at % 3].format(90 + at)
        other = f"Bees count {at} colours in winter."
        told = ((true, Label.SUPPORTED), (false, Label.CONTRADICTED), (other, Label.NONE))
        for claim, label in told:
            found.append(Example(f"{at} {label.value}", claim, document, label, document.source))
    return found


def test_a_calibration_is_fitted_on_the_engine_and_read_by_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What calibrate writes is what the engine loads, and true claims come out above false ones."""
    verifier = Verifier(Settings(rule="cosine"), embedder=FakeEmbedder(), cache=False)
    made = measured(
        "scifact", examples(), verifier, FakeCrossEncoder(), Documents(), lambda _d, _t: None
    ).unwrap()
    assert len(made) == 90
    predicted = cross_validated(made, HeldOut(made, "fake"))
    about = validation(made, predicted)
    assert about["sets"]["scifact"]["AUC evidence"] > 0.9
    assert about["sets"]["scifact"]["AUC supported against contradicted"] > 0.9
    assert sum(count for count, _, _ in about["reliability"]) == 90
    assert "scifact: 90 claims" in as_text(about)
    name = verifier.embedder().unwrap().name
    monkeypatch.setenv("VERA_CALIBRATION_DIR", str(tmp_path))
    path = save(calibration(made, name, predicted.denies, about)).unwrap()
    assert path.parent == tmp_path
    loaded = load(name).unwrap()
    assert isinstance(loaded, Calibration)
    paper = Verifier(embedder=FakeEmbedder(), cache=False).open_document(examples()[0].document)
    verdict = paper.unwrap().verify(examples()[0].claim).unwrap()
    assert verdict.calibrated
    assert verdict.score is not None
    assert json.loads(path.read_text("utf-8"))["about"]["sets"]["scifact"]["claims"] == 90


def test_a_set_of_one_fold_is_no_set_to_fit_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is left to fit on without it, so that no figure could be told: an error."""
    one = [evolve(each, document=examples()[0].document, group="1") for each in examples()]
    monkeypatch.setattr(loading, "load_sets", lambda *_: Success({"own": one}))
    arguments = ["--embedder", "minilm"]
    assert command.main(arguments, standalone_mode=False) == exit_codes.USAGE
    assert "nothing is left to fit on" in capsys.readouterr().err


def test_a_reader_in_a_folder_is_calibrated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """--reader fits with what that reader says, and verify finds the file by the reader."""
    monkeypatch.setenv("VERA_CALIBRATION_DIR", str(tmp_path / "calibrations"))
    monkeypatch.setenv("VERA_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(loading, "load_sets", lambda *_: Success({"own": examples()}))
    name = f"onnx:{tiny_reader.folder(tmp_path / 'model')}"
    reader = named(name).unwrap()
    arguments = ["--embedder", "minilm", "--reader", name]
    assert command.main(arguments, standalone_mode=False) == exit_codes.DONE
    fitted = load("minilm", reader).unwrap()
    assert fitted is not None
    assert (fitted.reader, fitted.about["reader"]) == (reader.fingerprint, name)
    missing = ["--embedder", "minilm", "--reader", f"onnx:{tmp_path}"]
    assert command.main(missing, standalone_mode=False) == exit_codes.UNAVAILABLE


@pytest.mark.parametrize(
    ("name", "label", "kind", "evident", "supported"),
    [
        ("scifact", Label.SUPPORTED, "", True, True),
        ("scifact", Label.CONTRADICTED, "", True, False),
        ("scifact", Label.NONE, "", False, False),
        ("clscisumm", Label.SUPPORTED, "", True, None),
        ("wice", Label.NONE, "partially_supported", True, False),
        ("wice", Label.NONE, "not_supported", False, False),
        ("check_covid", Label.NONE, "", None, False),
    ],
)
def test_a_set_says_no_more_than_it_knows(
    name: str, label: Label, kind: str, evident: bool | None, supported: bool | None
) -> None:
    """What a set does not tell is None, and is not learned from."""
    example = Example("1", "c", Document("c.", "d", ""), label, "d", (), kind)
    made = case(name, example, "d", {})
    assert (made.evident, made.supported) == (evident, supported)
