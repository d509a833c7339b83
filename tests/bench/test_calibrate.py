"""`bench calibrate` measures sets with the real engine and writes a file that verify reads."""

from __future__ import annotations

import json

import pytest

pytest.importorskip("scipy", reason="the extra bench is not installed")

from typing import TYPE_CHECKING

from bench.calibrate import as_text, validation
from bench.cases import case, measured
from bench.fit import calibration
from bench.held_out import Documents, cross_validated
from bench.sets import Example, Label
from core.document import Document
from core.settings import Settings
from tests.fakes import FakeEmbedder
from verification.grounding.calibration import Calibration
from verification.grounding.calibration_file import load, save
from verification.verifier import Verifier

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
    made = measured("scifact", examples(), verifier, Documents(), lambda _d, _t: None).unwrap()
    assert len(made) == 90
    predicted = cross_validated(made, "fake")
    about = validation(made, predicted)
    assert about["sets"]["scifact"]["AUC evidence"] > 0.9
    assert about["sets"]["scifact"]["AUC supported against contradicted"] > 0.9
    assert sum(count for count, _, _ in about["reliability"]) == 90
    assert "scifact: 90 claims" in as_text(about)
    name = verifier.embedder().unwrap().name
    monkeypatch.setenv("VERA_CALIBRATION_DIR", str(tmp_path))
    path = save(calibration(made, name, about)).unwrap()
    assert path.parent == tmp_path
    loaded = load(name).unwrap()
    assert isinstance(loaded, Calibration)
    paper = Verifier(embedder=FakeEmbedder(), cache=False).open_document(examples()[0].document)
    verdict = paper.unwrap().verify(examples()[0].claim).unwrap()
    assert verdict.calibrated
    assert verdict.score is not None
    assert json.loads(path.read_text("utf-8"))["about"]["sets"]["scifact"]["claims"] == 90


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
