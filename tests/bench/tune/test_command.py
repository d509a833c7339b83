"""Tuning tries each cell once, tells chance from merit, and opens the sealed part once."""

from __future__ import annotations

import json
import tomllib
from typing import TYPE_CHECKING

import pytest
from attrs import evolve

from tests.bench.papers import examples, written
from tests.fakes import FakeCrossEncoder, FakeEmbedder
from vera.bench.report.command import report
from vera.bench.tune.checkpoint import FinishedCells
from vera.bench.tune.command import tune
from vera.bench.tune.grid import Cell, cells_of, default_cell, settings_of
from vera.bench.tune.request import Request
from vera.bench.tune.selection import choose, judged, sealed
from vera.bench.tune.sweep import open_all, outcome, rechunked
from vera.core.errors import InvalidInput
from vera.core.result import Success
from vera.verification import wiring
from vera.verification.chunking.pysbd import PysbdSplitter
from vera.verification.verifier import Verifier

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from vera.bench.tune.sweep import Outcome
    from vera.core.result import Result
    from vera.core.settings import Settings


def _engine(
    _name: object, settings: Settings, *, cache: bool, **_reader: object
) -> Success[wiring.Engine]:
    assert not cache
    embedder = FakeEmbedder()
    chunker = wiring.chunker(settings.chunker, settings.chunk, embedder).unwrap()
    return Success(wiring.Engine(PysbdSplitter(), chunker, embedder, FakeCrossEncoder()))


@pytest.fixture(autouse=True)
def _fake_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wiring, "start", _engine)


def _request(folder: Path, **changed: object) -> Request:
    plain = Request(
        sets=str(written(folder)),
        data=None,
        split="train",
        paper=None,
        sizes="40,3000",
        overlaps="0,0.2",
        chunkers="sentence",
        top_k="3",
        embedders="fake",
        output=folder / "tuned.json",
        config=None,
        resamples=10,
        keep_sealed=False,
        cache=False,
    )
    return evolve(plain, **changed)  # type: ignore[arg-type]


def test_the_grid_holds_the_default_first_and_nothing_twice() -> None:
    """Every combination is there once."""
    cells = cells_of(["fake"], ["sentence"], ["1000", "3000"], [0.0, 0.2], [1, 3])
    assert cells[0] == default_cell("fake")
    assert len(cells) == len(set(cells)) == 8


def test_other_chunks_of_the_same_vectors_are_those_of_an_engine_that_embeds_anew() -> None:
    """Rechunked passages have the chunks and vectors that opening with those settings gives."""
    cell = Cell("fake", "sentence", "40", 0.2, 3)
    settings = settings_of(cell).unwrap()
    engine = _engine("fake", settings_of(default_cell("fake")).unwrap(), cache=False).unwrap()
    opened = open_all(examples(), engine, False, lambda _done, _total: None).unwrap()
    chunked, _ = rechunked(opened, settings, engine).unwrap()
    verifier = Verifier(settings, embedder=FakeEmbedder(), cache=False)
    fresh = verifier.open_document(opened[0].passages.document).unwrap().passages
    assert [chunk.id for chunk in chunked[0].chunks] == [chunk.id for chunk in fresh.chunks]
    assert chunked[0].chunk_rows.tolist() == fresh.chunk_rows.tolist()
    assert len(chunked[0].chunks) > 1


def test_an_outcome_is_in_the_order_of_the_examples() -> None:
    """True claims of copied sentences score highest, and their evidence is found first."""
    settings = settings_of(default_cell("fake")).unwrap()
    engine = _engine("fake", settings, cache=False).unwrap()
    opened = open_all(examples(), engine, False, lambda _done, _total: None).unwrap()
    found = outcome(opened, [each.passages for each in opened], settings, 0.0)
    said = judged(examples(), found)
    for at, example in enumerate(examples()):
        has_gold = bool(example.gold)
        assert (found.shown_hit[at] is not None) == has_gold
        if example.id.endswith("true"):
            assert found.score[at] == pytest.approx(1)
            assert found.shown_hit[at] == 1
    assert 0 < said.f1 < 1


def test_a_tuning_keeps_the_default_where_nothing_differs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The file holds every cell, the config is TOML, and the seal is broken once."""
    assert tune(_request(tmp_path)) == 0
    first = capsys.readouterr()
    assert "The sealed part, opened now and not again" in first.out
    tuned = json.loads((tmp_path / "tuned.json").read_text("utf-8"))
    assert len(tuned["cells"]) == 4
    assert tuned["chosen"]["size"] == "3000"
    config = tomllib.loads((tmp_path / "tuned.toml").read_text("utf-8"))
    assert config == {
        "embedder": "fake",
        "chunker": "sentence",
        "chunk-size": "3000",
        "overlap": 0.2,
        "top-k": 3,
    }
    assert tune(_request(tmp_path)) == 0
    second = capsys.readouterr()
    assert "not opened again" in second.err
    assert "opened now" not in second.out
    again = json.loads((tmp_path / "tuned.json").read_text("utf-8"))
    assert again["sealed"] == tuned["sealed"]


def test_a_run_that_was_stopped_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Finished cells are not asked again, and a line that was cut off is made anew."""
    assert tune(_request(tmp_path, keep_sealed=True)) == 0
    before = json.loads((tmp_path / "tuned.json").read_text("utf-8"))
    cells = tmp_path / "tuned.json.cells.jsonl"
    lines = cells.read_text("utf-8").splitlines()
    cells.write_text("\n".join([*lines[:2], lines[2][:50]]), "utf-8")
    asked: list[Cell] = []
    add = FinishedCells.add

    def counted(
        own: FinishedCells, key: str, cell: Cell, said: Mapping[str, Outcome]
    ) -> Result[None]:
        asked.append(cell)
        return add(own, key, cell, said)

    monkeypatch.setattr(FinishedCells, "add", counted)
    assert tune(_request(tmp_path, keep_sealed=True)) == 0
    assert len(asked) == 2
    after = json.loads((tmp_path / "tuned.json").read_text("utf-8"))
    for one, other in zip(before["cells"], after["cells"], strict=True):
        assert one["merit"] == other["merit"]
    capsys.readouterr()


def test_other_examples_are_not_mixed_with_finished_cells(tmp_path: Path) -> None:
    """A cell that was finished on other claims is no result for these."""
    assert tune(_request(tmp_path, keep_sealed=True)) == 0
    request = evolve(_request(tmp_path, keep_sealed=True), sets=str(written(tmp_path, count=9)))
    assert tune(request) == 0
    tuned = json.loads((tmp_path / "tuned.json").read_text("utf-8"))
    kept = [each for each in examples(9) if not sealed(f"{each.group}.txt")]
    assert tuned["about"]["sets"] == {"claims": len(kept)}


@pytest.mark.parametrize(
    "wrong",
    [
        {"overlaps": "much"},
        {"sizes": "-3"},
        {"overlaps": "1.5"},
        {"chunkers": "none-such"},
        {"sizes": ""},
    ],
)
def test_a_grid_that_is_unsound_is_an_error(
    tmp_path: Path, wrong: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    """It is named before anything is embedded."""
    assert tune(_request(tmp_path, **wrong)) == 2
    assert "must be" in capsys.readouterr().err or wrong == {"sizes": ""}


def test_the_best_is_chosen_only_if_it_is_better_than_chance() -> None:
    """Without a comparison that shows a difference the default stays."""
    first, second = default_cell("fake"), Cell("fake", "sentence", "1", 0.0, 3)
    figures = {
        cell: {"set": {"balanced accuracy": {"value": value}}}
        for cell, value in ((first, 0.5), (second, 0.6))
    }
    assert choose(first, figures, {second: []}) == (second, first)


def test_a_report_is_one_page_with_its_plots_beside_it(tmp_path: Path) -> None:
    """The page loads nothing from elsewhere, and holds each plot."""
    pytest.importorskip("matplotlib", reason="the extra bench is not installed")
    assert tune(_request(tmp_path, keep_sealed=True)) == 0
    page = tmp_path / "page.html"
    assert report([tmp_path / "tuned.json"], page) == 0
    text = page.read_text("utf-8")
    plots = sorted((tmp_path / "page-plots").iterdir())
    assert len(plots) == text.count("data:image/png;base64,") == 4
    assert "http" not in text.replace("http-equiv", "")
    assert all(plot.read_bytes().startswith(b"\x89PNG") for plot in plots)
    assert report([tmp_path / "gone.json"], page) == 3


def test_what_is_wrong_with_a_grid_is_a_typed_error() -> None:
    """Settings of a cell come as a result."""
    assert isinstance(settings_of(Cell("fake", "sentence", "x", 0.0, 3)).failure(), InvalidInput)
