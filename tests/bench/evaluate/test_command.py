"""The engine is measured as it is configured, and two runs are compared."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from attrs import evolve

from tests.bench.papers import examples, written
from tests.entailment import tiny_reader
from tests.fakes import FakeEmbedder
from tests.grounding.asked import calibration
from tests.judging.serving import Model, ServingOllama
from vera.bench.evaluate.command import Request, evaluate
from vera.bench.evaluate.evaluator import Evaluator
from vera.bench.evaluate.peer_process import PEERS
from vera.bench.figures.measured import figures_of, right
from vera.bench.figures.metrics import sign_flip
from vera.bench.figures.pairing import NO_DIFFERENCE, compare_runs, corrected
from vera.bench.figures.rows import Row, load
from vera.bench.figures.systems import systems
from vera.bench.figures.tables import text_of
from vera.bench.report.compare import compare
from vera.core.settings import Settings
from vera.verification.calibration.files import save
from vera.verification.entailment.named import named
from vera.verification.report import exit_codes


def _rows(settings: Settings | None = None, max_tokens: int = 256) -> list[Row]:
    embedder = FakeEmbedder(max_tokens=max_tokens)
    evaluator = Evaluator(settings or Settings(rule="cosine"), embedder, cache=False)
    return evaluator.ask("pumps", examples(), lambda _done, _total: None).unwrap().rows


def _request(folder: Path, **changed: object) -> Request:
    plain = Request(
        sets=str(written(folder)),
        data=None,
        split="train",
        paper=None,
        rule="cosine",
        threshold=0.7,
        top_k=3,
        chunker="sentence",
        chunk_size=None,
        overlap=None,
        embedder=FakeEmbedder(),
        json=folder / "run.json",
        page=None,
        resamples=20,
        cache=False,
    )
    return evolve(plain, **changed)  # type: ignore[arg-type]


def test_rows_are_the_engine_s_verdicts_in_the_order_of_the_examples() -> None:
    """A copied sentence is grounded with its own place first, another subject is not."""
    rows = _rows()
    assert [row.id for row in rows] == [example.id for example in examples()]
    for row in rows:
        if row.label == "supported":
            assert row.status == "grounded"
            assert row.found[0] == row.gold[0] == row.bm25_found[0]
        if row.label == "none":
            assert row.status == "unsupported"


def test_the_bare_cosine_passes_what_has_another_number() -> None:
    """The figures count it: no false number caught, every true claim grounded."""
    figures = figures_of(_rows(), times=20)
    assert figures["false claims"]["number"]["not grounded"]["value"] == 0
    assert figures["true claims"]["all"]["not grounded"]["value"] == 0
    assert figures["systems"]["engine"]["AUC evidence"]["value"] == 1
    assert figures["systems"]["engine"]["recall at 1"]["value"] == 1
    assert figures["confusion"]["contradicted"]["grounded"] == 12
    assert "pumps: 36 claims" in text_of("pumps", figures)


def test_a_claim_that_is_too_long_counts_as_unchecked_and_is_no_catch() -> None:
    """An unchecked claim is not grounded, and its row is not right."""
    rows = _rows(max_tokens=8)
    unchecked = [row for row in rows if row.status == "unchecked"]
    assert unchecked
    assert not any(map(right, unchecked))
    assert all(row.score is None for row in unchecked)
    assert figures_of(rows, times=5)["unchecked"] == len(unchecked)
    assert (systems(rows)["engine"].score >= -1).all()


def test_a_run_is_written_and_read_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The file has a row for each claim, and the table goes to standard output alone."""
    assert evaluate(_request(tmp_path)) == 0
    run = load(tmp_path / "run.json").unwrap()
    assert run.about["sets"] == {"claims": 36}
    assert len(run.rows) == 36
    assert run.figures["claims"]["claims"] == 36
    out, err = capsys.readouterr()
    assert "claims: 36 claims" in out
    assert not err


def test_what_a_judge_decided_is_measured(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beside the figures of the verdicts with its word stands how often it was right."""
    assert evaluate(_request(tmp_path)) == 0
    alone = load(tmp_path / "run.json").unwrap()
    assert alone.figures["claims"]["judge"] is None
    assert not any(row.decided.startswith("ollama:") for row in alone.rows)
    with ServingOllama(Model("llama3.2:latest", "3.2B")) as server:
        monkeypatch.setenv("OLLAMA_HOST", server.host)
        assert evaluate(_request(tmp_path, judge="auto")) == 0
    run = load(tmp_path / "run.json").unwrap()
    assert run.about["judge"]["name"] == "ollama:llama3.2"
    by = [row for row in run.rows if row.decided == "ollama:llama3.2"]
    assert 0 < len(by) < len(run.rows)
    told = run.figures["claims"]["judge"]
    assert told["name"] == "ollama:llama3.2"
    assert told["balanced accuracy"]["n"] == len(by)
    said = f"ollama:llama3.2 decided {len(by)} claims, balanced accuracy "
    assert said in capsys.readouterr().out
    changed = [
        row for row, before in zip(run.rows, alone.rows, strict=True) if row.status != before.status
    ]
    assert {(row.kind, row.status) for row in changed} == {("number", "unsupported")}


def test_a_judge_s_accuracy_is_that_of_its_own_claims() -> None:
    """What the rule decided, right or wrong, is not counted for the judge."""
    said = ("grounded", "grounded", "unsupported", "unsupported")
    by = ("ollama:x", "ollama:x", "ollama:x", "cosine")
    rows = [
        evolve(row, status=status, decided=decided)
        for row, status, decided in zip(_rows()[:4], said, by, strict=True)
    ]
    assert [row.label for row in rows] == ["supported", "contradicted", "none", "supported"]
    told = figures_of(rows, times=5, judge="ollama:x")["judge"]["balanced accuracy"]
    assert (told["value"], told["n"]) == (0.75, 3)


def test_a_judge_that_cannot_be_asked_ends_the_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No figures are printed as if it had been: exit code 4."""
    with ServingOllama() as server:
        monkeypatch.setenv("OLLAMA_HOST", server.host)
        assert evaluate(_request(tmp_path, judge="auto")) == 4
    out, err = capsys.readouterr()
    assert not out
    assert "ollama pull bespoke-minicheck" in err


def test_a_reader_of_ones_own_is_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The run says by which reader it is; without a calibration with it there is none."""
    monkeypatch.setenv("VERA_CALIBRATION_DIR", str(tmp_path / "calibrations"))
    name = f"onnx:{tiny_reader.folder(tmp_path / 'model')}"
    request = _request(tmp_path, rule="calibrated", reader=name)
    assert evaluate(request) == exit_codes.UNREADABLE
    assert f"vera-bench calibrate --embedder fake --reader {name}" in capsys.readouterr().err
    assert not (tmp_path / "run.json").exists()
    save(evolve(calibration(), reader=named(name).unwrap().fingerprint)).unwrap()
    assert evaluate(request) == exit_codes.DONE
    assert load(tmp_path / "run.json").unwrap().about["reader"] == name


def test_settings_that_are_unsound_are_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The exit code is 2 and the problem is named on standard error."""
    assert evaluate(_request(tmp_path, top_k=0)) == 2
    assert "vera-bench: settings: top_k must be at least 1" in capsys.readouterr().err


def test_a_run_against_itself_shows_no_difference() -> None:
    """Equal runs differ in nothing."""
    rows = _rows()
    found = compare_runs(rows, rows)
    assert found
    assert {each.verdict for each in found} == {NO_DIFFERENCE}


def test_a_rule_that_passes_nothing_is_worse_on_true_claims_and_better_on_false() -> None:
    """Each kind is judged by itself, and the sign is that of the second run."""
    strict = [evolve(row, status="unsupported") for row in _rows()]
    said = {each.of: each.verdict for each in compare_runs(_rows(), strict)}
    assert said["supported, copied"] == "worse"
    assert said["contradicted, number"] == "better"
    assert said["none"] == NO_DIFFERENCE


def test_runs_without_a_common_example_are_not_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """That is an error, and so is a file that is no run."""
    assert evaluate(_request(tmp_path)) == 0
    run = tmp_path / "run.json"
    other = json.loads(run.read_text("utf-8"))
    for row in other["rows"]:
        row["set"] = "another"
    (tmp_path / "other.json").write_text(json.dumps(other), "utf-8")
    assert compare(run, tmp_path / "other.json") == 3
    assert "no example in common" in capsys.readouterr().err
    (tmp_path / "broken.json").write_text("{}", "utf-8")
    assert compare(run, tmp_path / "broken.json") == 3
    assert compare(run, tmp_path / "gone.json") == 3
    assert compare(run, run) == 0


def test_nothing_to_correct_is_nothing() -> None:
    """No comparisons give none."""
    assert corrected([]) == []


def test_sign_flips_agree_with_the_exact_test_of_scipy() -> None:
    """The p of a paired randomization test, for differences in groups of one."""
    stats = pytest.importorskip("scipy.stats", reason="the extra bench is not installed")
    import numpy as np

    chance = np.random.default_rng(3)
    difference = chance.normal(0.4, 1, 12)
    exact = stats.permutation_test(
        (difference, np.zeros(12)),
        lambda a, b: np.sum(a - b),
        permutation_type="samples",
        n_resamples=np.inf,
    )
    assert sign_flip(difference, list("abcdefghijkl")) == pytest.approx(exact.pvalue, abs=0.01)
    assert sign_flip(np.zeros(3), list("abc")) == 1


def _scifact(folder: Path) -> Path:
    """Our own papers in the shape of SciFact, as the folder of all sets."""
    names = {"supported": "SUPPORT", "contradicted": "CONTRADICT", "none": "NOT_ENOUGH_INFO"}
    (folder / "scifact").mkdir()
    corpus, pairs = [], []
    for at, each in enumerate(examples()):
        number = at // 3
        if at % 3 == 0:
            corpus.append({"doc_id": number, "abstract": each.document.text.split(". ")})
        pair = {"claim_id": at, "doc_id": number, "claim": each.claim}
        pairs.append({**pair, "label": names[each.label.value], "rationale_sentences": []})
    for name, rows in (("corpus", corpus), ("pairs_train", pairs)):
        lines = "\n".join(map(json.dumps, rows))
        (folder / "scifact" / f"{name}.jsonl").write_text(lines, "utf-8")
    return folder


def test_each_claim_is_judged_by_a_fit_without_its_paper(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The scores are those of the held-out fits, the file says so, and no note of seen sets is."""
    pytest.importorskip("scipy", reason="the extra bench is not installed")
    from vera.bench.fit.cases import measured
    from vera.bench.fit.held_out import HeldOut, cross_validated
    from vera.bench.sets.documents import Documents
    from vera.bench.sets.loading import load_sets
    from vera.verification import wiring
    from vera.verification.entailment.names import PACKAGED
    from vera.verification.verifier import Verifier

    monkeypatch.setattr("vera.bench.fit.command.DEFAULT_SETS", "scifact:train")
    monkeypatch.setattr("vera.bench.sets.aside._LEARNED", frozenset())
    data = _scifact(tmp_path)
    plain = _request(tmp_path, sets="scifact", data=data, rule="calibrated", cross_validate=True)
    assert evaluate(plain) == 0
    assert not capsys.readouterr().err
    run = load(tmp_path / "run.json").unwrap()
    assert run.about["cross_validated"] is True
    verifier = Verifier(Settings(rule="cosine"), embedder=FakeEmbedder(), cache=False)
    told = load_sets("scifact", data, "train").unwrap()["scifact"]
    reader = wiring.cross_encoder(PACKAGED, cache=False).unwrap()
    made = measured("scifact", told, verifier, reader, Documents(), lambda _d, _t: None).unwrap()
    expected = cross_validated(made, HeldOut(made, "fake")).support
    assert [row.score for row in run.rows] == pytest.approx(expected.tolist(), abs=1e-4)
    assert run.figures["scifact"]["calibration"]["ECE"]["value"] is not None


def test_a_rule_without_a_calibration_is_not_cross_validated(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """That has no meaning: exit code 2, and the reason."""
    assert evaluate(_request(tmp_path, cross_validate=True)) == 2
    assert "--cross-validate is of a calibration" in capsys.readouterr().err


def test_a_peer_that_gives_no_answers_is_said_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where no peer is installed each is named, and the figures of the engine are there."""
    assert evaluate(_request(tmp_path, peers=Path(sys.executable))) == 0
    out, err = capsys.readouterr()
    for peer in PEERS:
        assert f"vera-bench: claims: {peer} gave no answers: " in err
        assert f"{peer}: no answers, " in out
    run = load(tmp_path / "run.json").unwrap()
    assert all(each["failed"] for each in run.figures["claims"]["peers"].values())
    assert not any(row.peers for row in run.rows)
