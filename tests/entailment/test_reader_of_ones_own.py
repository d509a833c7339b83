"""A reader of one's own in the place of the packaged one, with its calibration."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.resources import files
from typing import TYPE_CHECKING

import jsonschema
import pytest
from attrs import evolve

from tests.entailment import tiny_reader
from tests.fakes import FakeCrossEncoder, FakeEmbedder
from tests.grounding.asked import calibration
from vera.core.errors import EmbeddingFault, InvalidInput, StorageFault
from vera.core.ports import Asked, Entailment
from vera.core.result import failed
from vera.core.settings import Settings
from vera.verification import wiring
from vera.verification.calibration.files import load, save
from vera.verification.entailment.named import named
from vera.verification.library import Library
from vera.verification.verifier import Verifier

if TYPE_CHECKING:
    from pathlib import Path

    from vera.core.ports import CrossEncoder

_SCHEMA = json.loads(
    (files("vera.verification.report") / "schema" / "report-1.json").read_text("utf-8")
)
_BEES = "Bees sleep at night. Wasps dance in the morning. Nobody has seen a beetle do either.\n"


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for the user's calibrations, beside a paper."""
    (tmp_path / "bees.txt").write_text(_BEES, "utf-8")
    (tmp_path / "claims.txt").write_text("Bees sleep at night.\n", "utf-8")
    monkeypatch.setenv("VERA_CALIBRATION_DIR", str(tmp_path / "calibrations"))
    return tmp_path / "calibrations"


def _fitted(reader: CrossEncoder, embedder: str = "fake") -> Path:
    fitted = evolve(calibration(), embedder=embedder, reader=reader.fingerprint)
    return save(fitted).unwrap()


def _verifier(reader: str | CrossEncoder, rule: str = "calibrated") -> Verifier:
    return Verifier(Settings(rule=rule), embedder=FakeEmbedder(), cache=False, reader=reader)


def test_a_reader_in_a_folder_reads(own: Path, tmp_path: Path) -> None:
    """With a calibration of its own it is asked instead of the packaged one, and decides."""
    name = f"onnx:{tiny_reader.folder(tmp_path / 'model')}"
    _fitted(named(name).unwrap())
    verifier = _verifier(name)
    paper = verifier.open(tmp_path / "bees.txt").unwrap()
    verdict = paper.verify("Bees sleep at night.").unwrap()
    assert (verdict.calibrated, verdict.decided) == (True, "calibration")
    told = verifier.reader().unwrap()
    assert (told.name, told.fingerprint) == (name, named(name).unwrap().fingerprint)
    assert own.is_dir()


def test_an_object_is_a_reader(own: Path, tmp_path: Path) -> None:
    """What satisfies the port may be given instead of a name, and is what is asked."""
    reader = FakeCrossEncoder(name="mine")
    assert _fitted(reader).parent == own
    paper = _verifier(reader).open(tmp_path / "bees.txt").unwrap()
    assert paper.verify("Bees sleep at night.").unwrap().calibrated
    assert reader.asked


def test_no_other_readers_calibration_is_used(own: Path, tmp_path: Path) -> None:
    """Without one of both there is an error before any paper, which says how to make it."""
    save(calibration()).unwrap()
    _fitted(FakeCrossEncoder(name="first"))
    second = FakeCrossEncoder(name="second")
    second.fingerprint = "other words"
    for opened in (_verifier(second).embedder(), _verifier(second).open(tmp_path / "bees.txt")):
        error = opened.failure()
        assert isinstance(error, StorageFault)
        assert error.path.startswith(str(own))
        assert "of fake with the reader second" in error.detail
        assert "vera-bench calibrate --embedder fake --reader second" in error.hint


def test_the_packaged_reader_has_the_calibrations_of_before(own: Path) -> None:
    """A calibration with another reader does not take the place of the one without."""
    other = FakeCrossEncoder(name="mine")
    _fitted(other, "minilm")
    shipped = load("minilm", FakeCrossEncoder()).unwrap()
    assert shipped is not None
    assert shipped == load("minilm").unwrap()
    mine = load("minilm", other).unwrap()
    assert mine is not None
    assert (mine.reader, shipped.reader) == ("words", "")
    assert len(list(own.iterdir())) == 1


def test_a_calibration_under_another_name_is_an_error(own: Path) -> None:
    """A file that was fitted with another reader than its name says is not used."""
    mine, other = FakeCrossEncoder(name="mine"), FakeCrossEncoder(name="other")
    other.fingerprint = "other words"
    place = _fitted(mine)
    for name in (_fitted(other).name, "fake.json"):
        (own / name).write_bytes(place.read_bytes())
    for reader in (other, None):
        error = load("fake", reader).failure()
        assert isinstance(error, StorageFault)
        assert "another reader" in error.detail


def test_another_model_in_the_folder_is_another_reader(own: Path, tmp_path: Path) -> None:
    """A calibration goes with the model's bytes: into another folder, not to other bytes."""
    folder = tiny_reader.folder(tmp_path / "model")
    _fitted(named(f"onnx:{folder}").unwrap())
    moved = folder.rename(tmp_path / "moved")
    assert not failed(_verifier(f"onnx:{moved}").reader())
    tiny_reader.folder(moved, ("neutral", "contradiction", "entailment"))
    assert isinstance(_verifier(f"onnx:{moved}").reader().failure(), StorageFault)
    assert own.is_dir()


@pytest.mark.usefixtures("own")
def test_what_cannot_be_asked_is_an_error(tmp_path: Path) -> None:
    """An unknown name, an empty folder, and the bare rule, which asks no reader."""
    for name in ("minicheck", "onnx:", "packaged:model", ""):
        error = _verifier(name).embedder().failure()
        assert isinstance(error, InvalidInput)
        assert "packaged or onnx:FOLDER" in str(error)
    assert isinstance(_verifier(f"onnx:{tmp_path}").embedder().failure(), EmbeddingFault)
    bare = _verifier(FakeCrossEncoder(name="mine"), rule="cosine").embedder().failure()
    assert isinstance(bare, InvalidInput)
    assert "mine" in str(bare)


def test_a_library_has_the_reader_too(
    own: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A library asks the reader that is given, and none other where that has no calibration."""
    monkeypatch.setenv("VERA_LIBRARY_DIR", str(tmp_path / "libraries"))
    reader = FakeCrossEncoder(name="mine")
    library = Library.open(
        "bees", embedder=FakeEmbedder(), cache=False, reader=reader, create=True
    ).unwrap()
    assert isinstance(library.verifier.embedder().failure(), StorageFault)
    _fitted(reader)
    assert library.verifier.reader().unwrap().name == "mine"
    assert own.is_dir()


def test_what_it_said_is_kept_by_its_fingerprint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a cache it keeps its name and fingerprint, and what one said is no other's answer."""
    monkeypatch.setenv("VERA_CACHE_DIR", str(tmp_path / "cache"))
    said: list[Entailment] = []
    for order in (tiny_reader.THREE, tiny_reader.TWO):
        name = f"onnx:{tiny_reader.folder(tmp_path / 'model', order)}"
        plain, kept = (wiring.cross_encoder(name, cache=it).unwrap() for it in (False, True))
        assert (kept.name, kept.fingerprint) == (name, plain.fingerprint)
        pairs = [Asked("bees sleep", "bees never sleep")]
        assert kept.predict(pairs).unwrap() == plain.predict(pairs).unwrap()
        said += kept.predict(pairs).unwrap()
    assert said[0] != said[1]


def test_the_report_names_it(
    own: Path, tmp_path: Path, cache_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Text and JSON of `verify --reader onnx:FOLDER` say it; without a calibration it is exit 3."""
    monkeypatch.setenv("VERA_CACHE_DIR", str(cache_folder))
    name = f"onnx:{tiny_reader.folder(tmp_path / 'model')}"
    command = [sys.executable, "-m", "vera.verify", str(tmp_path / "claims.txt")]
    command += [str(tmp_path / "bees.txt"), "--embedder", "minilm", "--reader", name]

    def ran(*form: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([*command, *form], capture_output=True, text=True, check=False)

    without = ran()
    assert (without.returncode, without.stdout) == (3, "")
    assert f"vera-bench calibrate --embedder minilm --reader {name}" in without.stderr
    reader = named(name).unwrap()
    shipped = load("minilm").unwrap()
    assert shipped is not None
    assert save(evolve(shipped, reader=reader.fingerprint)).unwrap().parent == own
    text, exact = ran(), ran("--format", "json")
    assert text.returncode in (0, 1), text.stderr
    assert f"embedder minilm, reader {name})" in " ".join(text.stdout.split())
    report = json.loads(exact.stdout)
    jsonschema.validate(report, _SCHEMA)
    assert report["reader"] == {"name": name, "fingerprint": reader.fingerprint}
    assert report["claims"][0]["calibrated"]
