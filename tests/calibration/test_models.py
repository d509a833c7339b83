"""A calibration is monotone, adds up, and is read from a file as it was written, or not at all."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fakes import FakeCrossEncoder
from tests.grounding.asked import calibration, passages, question
from vera.core.errors import StorageFault
from vera.core.result import failed
from vera.verification.calibration.features import NAMES
from vera.verification.calibration.files import folder, load, save
from vera.verification.calibration.models import (
    Calibration,
    Curve,
    Logistic,
    as_json,
    logs,
    parse,
    sigmoid,
)
from vera.verification.grounding.examine import examine

if TYPE_CHECKING:
    from pathlib import Path

_SOME = sorted(NAMES)[:6]
_FEATURES = st.fixed_dictionaries({name: st.floats(-5, 5) for name in _SOME})


@st.composite
def _logistics(draw: st.DrawFn) -> Logistic:
    names = draw(st.lists(st.sampled_from(_SOME), unique=True))
    return Logistic(
        draw(st.floats(-5, 5)),
        {name: draw(st.floats(-5, 5)) for name in names},
        {name: draw(st.floats(-5, 5)) for name in names},
        {name: draw(st.floats(0.01, 5)) for name in names},
    )


_CURVES = st.builds(Curve, st.floats(0.01, 3), st.floats(0, 3), st.floats(-3, 3))
_CALIBRATIONS = st.builds(
    Calibration, st.just("fake"), _logistics(), _logistics(), _CURVES, _logistics(), st.just(0.9)
)


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the user's own calibrations."""
    monkeypatch.setenv("VERA_CALIBRATION_DIR", str(tmp_path / "own"))
    return folder()


@given(_CALIBRATIONS, _FEATURES, st.sampled_from(_SOME), st.floats(0, 5))
def test_more_of_a_good_sign_never_lowers_the_score(
    fitted: Calibration, features: dict[str, float], name: str, more: float
) -> None:
    """Raising a feature that speaks for a claim, and not for its denial, never lowers the score."""
    weights = [model.weights.get(name, 0.0) for model in (fitted.evidence, fitted.support)]
    weights.append(-fitted.denial.weights.get(name, 0.0))
    before = fitted(features).probability
    after = fitted(features | {name: features[name] + more}).probability
    if min(weights) >= 0:
        assert after >= before - 1e-9
    if max(weights) <= 0:
        assert after <= before + 1e-9


@given(_CALIBRATIONS, _FEATURES)
def test_what_features_add_is_all_there_is(fitted: Calibration, features: dict[str, float]) -> None:
    """Both probabilities' log-odds are the biases and the shares together, weightiest first."""
    shares = fitted.shares(features)
    odds = 0.0
    for model in (fitted.evidence, fitted.support):
        assert model.probability(features) == sigmoid(
            model.bias + sum(model.added(features).values())
        )
        odds += sum(model.added(features).values())
    assert sum(share.added for share in shares) == pytest.approx(odds, abs=1e-6)
    sizes = [abs(share.added) for share in shares]
    assert sizes == sorted(sizes, reverse=True)
    assert {share.name for share in shares} == {*fitted.evidence.weights, *fitted.support.weights}


@given(st.floats(-1e9, 1e9))
def test_any_odds_are_a_probability(odds: float) -> None:
    """No odds overflow, and a probability's logs give them back."""
    assert 0 <= sigmoid(odds) <= 1
    if abs(odds) < 10:
        assert sum(logs(sigmoid(odds))) == pytest.approx(odds, abs=1e-6)


@given(_CURVES, st.floats(0, 1), st.floats(0, 1))
def test_a_curve_never_falls(curve: Curve, one: float, other: float) -> None:
    """What was likelier stays so, or as likely."""
    low, high = sorted((one, other))
    assert 0 <= curve(low) <= curve(high) <= 1


@given(_CALIBRATIONS)
def test_it_is_read_as_it_was_written(fitted: Calibration) -> None:
    """The file's content gives the same calibration again."""
    assert parse(json.loads(json.dumps(as_json(fitted)))) == fitted


def test_the_file_comes_back(own: Path) -> None:
    """What was saved is loaded by the embedder's name, and nothing else lies beside it."""
    made = calibration()
    path = save(made).unwrap()
    assert path == own / "fake.json"
    assert load("fake").unwrap() == made
    assert list(own.iterdir()) == [path]


def test_an_embedder_without_one_has_none(own: Path) -> None:
    """No file is no error."""
    assert not own.exists()
    assert load("ollama:some/model").unwrap() is None


def test_the_shipped_one_can_be_read(own: Path) -> None:
    """The calibration that comes with minilm knows only features that are measured."""
    shipped = load("minilm").unwrap()
    assert shipped is not None
    assert shipped.embedder == "minilm"
    assert shipped.names <= NAMES
    assert not own.exists()


def test_the_users_own_goes_first(own: Path) -> None:
    """A calibration in the user's folder counts, and not the shipped one."""
    mine = parse(as_json(calibration()) | {"embedder": "minilm"})
    assert save(mine).unwrap().parent == own
    assert load("minilm").unwrap() == mine


def _places(said: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths to everything inside of a JSON value."""
    inside: list[tuple[Any, Any]] = []
    if isinstance(said, dict):
        inside = list(said.items())
    elif isinstance(said, list):
        inside = list(enumerate(said))
    return [p for key, it in inside for p in [(*path, key), *_places(it, (*path, key))]]


_SOUND = as_json(calibration())
_PLACES = [path for path in _places(_SOUND) if path != ("about", "date")]


@pytest.mark.parametrize("path", _PLACES, ids=lambda path: "/".join(map(str, path)))
@pytest.mark.parametrize("junk", [None, "x", float("nan"), [], {"a": 1}], ids=repr)
def test_a_damaged_file_is_a_fault(
    own: Path,
    path: tuple[Any, ...],
    junk: Any,
) -> None:
    """Whatever in a file is not what it should be, the file is refused with a hint."""
    said: Any = deepcopy(_SOUND)
    inside = said
    for key in path[:-1]:
        inside = inside[key]
    inside[path[-1]] = junk
    own.mkdir()
    (own / "fake.json").write_text(json.dumps(said), "utf-8")
    loaded = load("fake")
    empty = (path[-1] in {"about", "features"}) and junk == []
    if empty:  # nothing told, or nothing measured: sound, if useless
        assert not failed(loaded)
        return
    if path == ("about",) and isinstance(junk, dict):
        assert not failed(loaded)
        return
    error = loaded.failure()
    assert isinstance(error, StorageFault)
    assert "fake.json" in str(error)
    assert error.hint


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"", "no calibration"),
        (b"\xff\xfe", "no calibration"),
        (b"[]", "no calibration"),
        (b"[" * 100_000, "no calibration"),
        (b'{"format": "vera.calibration/2"}', "format vera.calibration/3"),
        (json.dumps(_SOUND | {"embedder": "other"}).encode(), "it is for other, not for fake"),
        (json.dumps(_SOUND | {"curve": {"a": 1, "b": -1, "c": 0}}).encode(), "not rise"),
        (json.dumps(_SOUND | {"curve": {"a": 0, "b": 0, "c": 9}}).encode(), "not rise"),
        (json.dumps(_SOUND).replace("best passage", "next").encode(), "of another version"),
        (json.dumps(_SOUND)[:-20].encode(), "no calibration"),
    ],
    ids=range(10),
)
def test_what_is_no_calibration_is_a_fault(own: Path, text: bytes, why: str) -> None:
    """A file that is torn, of another kind or for something else is named and refused."""
    own.mkdir()
    (own / "fake.json").write_bytes(text)
    error = load("fake").failure()
    assert isinstance(error, StorageFault)
    assert why in str(error)


def test_what_cannot_be_written_is_a_fault(tmp_path: Path) -> None:
    """A folder that cannot be made is an error."""
    (tmp_path / "file").write_text("", "utf-8")
    error = save(calibration(), tmp_path / "file" / "fake.json").failure()
    assert isinstance(error, StorageFault)
    assert "cannot be written" in str(error)


def test_the_names_are_what_is_measured() -> None:
    """A calibration is checked against the names of the features that there are."""
    asked = question("Bees sleep at night.", passages("Bees sleep at night. Wasps do not."))
    assert examine(asked, FakeCrossEncoder()).unwrap().features.keys() == NAMES
