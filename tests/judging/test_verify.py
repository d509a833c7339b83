"""A judge at work in the library and in the program."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.resources import files
from typing import TYPE_CHECKING

import jsonschema
import pytest

from tests.fakes import FakeJudge, FakeOllama, says
from tests.judging.serving import Model, ServingOllama
from vera import Claim, Paper, Settings, Status, Verifier
from vera.core.errors import InvalidInput, ServiceUnavailable
from vera.core.ports import Asked, Opinion
from vera.core.result import Failure, Result

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from tests.conftest import RunningOllama

_TEXT = """\
Bees sleep at night. A hive of bees holds some thirty thousand workers in summer.

In winter the bees form a cluster and shiver to keep warm. The queen lays no eggs before February.
"""
_SURE = "Bees sleep at night."
_DENIED = "A hive of bees holds some fifty thousand workers in summer."
_DOUBTED = "Shivering is what brings bees through the cold season."


@pytest.fixture
def bees(tmp_path: Path) -> Path:
    """A short text."""
    path = tmp_path / "bees.txt"
    path.write_text(_TEXT, "utf-8")
    return path


def _paper(path: Path, judge: FakeJudge, threshold: float = 0.7) -> Paper:
    settings = Settings(threshold=threshold)
    return Verifier(settings, embedder="minilm", cache=False, judge=judge).open(path).unwrap()


class TestLibrary:
    """`Verifier(judge=...)`."""

    def test_only_the_uncertain_claim_is_asked_about(self, bees: Path) -> None:
        """The judge decides one claim; what is said plainly or denied is not asked about."""
        judge = FakeJudge({_DOUBTED: Opinion.NO, _SURE: Opinion.NO, _DENIED: Opinion.YES})
        paper = _paper(bees, judge)
        verdicts = [paper.verify(claim).unwrap() for claim in (_SURE, _DENIED, _DOUBTED)]
        assert [verdict.status for verdict in verdicts] == [
            *(Status.GROUNDED, Status.CONTRADICTED, Status.UNSUPPORTED)
        ]
        assert [verdict.decided for verdict in verdicts] == ["calibration", "calibration", "fake"]
        asked = [pair for call in judge.asked for pair in call]
        assert [pair.claim for pair in asked] == [_DOUBTED]
        assert "form a cluster and shiver" in asked[0].evidence

    def test_without_a_clear_word_nothing_changes(self, bees: Path) -> None:
        """An undetermined opinion leaves the verdict of the rule as it was."""
        mute = _paper(bees, FakeJudge({_DOUBTED: Opinion.UNDETERMINED})).verify(_DOUBTED).unwrap()
        alone = Verifier(embedder="minilm", cache=False).open(bees).unwrap()
        assert mute == alone.verify(_DOUBTED).unwrap()

    def test_the_band_follows_the_threshold(self, bees: Path) -> None:
        """Where the score is far below a high threshold, no judge can ground the claim."""
        judge = FakeJudge({_DOUBTED: Opinion.YES})
        verdict = _paper(bees, judge, 0.98).verify(_DOUBTED).unwrap()
        assert verdict.status is Status.UNSUPPORTED
        assert [pair for call in judge.asked for pair in call] == []

    def test_a_judge_that_fails_ends_the_verdicts(self, bees: Path) -> None:
        """A claim that should have been asked about has no verdict, and the error says why."""

        class Gone(FakeJudge):
            def judge(self, pairs: Sequence[Asked]) -> Result[Sequence[Opinion]]:
                gone = ServiceUnavailable("judge", "fake", "gone")
                return Failure(gone) if pairs else super().judge(pairs)

        paper = _paper(bees, Gone())
        assert isinstance(paper.verify(_DOUBTED).failure(), ServiceUnavailable)
        assert paper.verify(_SURE).unwrap().status is Status.GROUNDED

    def test_no_such_judge(self, bees: Path) -> None:
        """A name that is none is an error when a paper is opened, not when a claim is judged."""
        error = Verifier(embedder="minilm", cache=False, judge="oracle").open(bees).failure()
        assert isinstance(error, InvalidInput)
        assert "ollama:MODEL" in str(error)

    def test_opinions_are_remembered(
        self, bees: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Another run asks nothing again, unless nothing may be kept."""
        monkeypatch.setenv("VERA_CACHE_DIR", str(tmp_path))
        counts = []
        for cache in (True, True, False):
            judge = FakeJudge({_DOUBTED: Opinion.NO})
            verifier = Verifier(embedder="minilm", cache=cache, judge=judge)
            paper = verifier.open(bees).unwrap()
            verdicts = verifier.verify([paper], [Claim(_DOUBTED)])
            assert [each.unwrap().decided for each in verdicts] == ["fake"]
            counts.append(sum(map(len, judge.asked)))
        assert counts == [1, 0, 1]


def _run(folder: Path, host: str, *options: str) -> subprocess.CompletedProcess[str]:
    return _verify(folder, host, "claims.txt", "bees.txt", *options)


def _verify(folder: Path, host: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "LC_ALL": "C.UTF-8",
        "OLLAMA_HOST": host,
        "VERA_CACHE_DIR": str(folder / "cache"),
        "VERA_LIBRARY_DIR": str(folder / "libraries"),
    }
    return subprocess.run(
        [sys.executable, "-m", "vera.verify", *arguments, "--embedder", "minilm"],
        cwd=folder,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def _told(run: subprocess.CompletedProcess[str]) -> list[tuple[str, str]]:
    claims = json.loads(run.stdout)["claims"]
    return [(claim["status"], claim["decided"]) for claim in claims]


class TestProgram:
    """`verify --judge`."""

    name = "ollama:bespoke-minicheck"

    @pytest.fixture
    def folder(self, bees: Path) -> Path:
        """Where the text and the claims are; the last one ends as the tests' model wants it."""
        told = [_SURE, _DENIED, _DOUBTED, _DOUBTED.replace(".", "!")]
        (bees.parent / "claims.txt").write_text("\n".join(told), "utf-8")
        return bees.parent

    def test_on_a_real_server(self, folder: Path, ollama_server: RunningOllama) -> None:
        """The model's yes and its no decide the uncertain claims, and the report says so."""
        run = _run(folder, ollama_server.host, "--judge", self.name, "--format", "json")
        assert _told(run) == [
            ("grounded", "calibration"),
            ("contradicted", "calibration"),
            ("grounded", self.name),
            ("unsupported", self.name),
        ]
        assert run.returncode == 1
        assert run.stderr == ""
        told = _run(folder, ollama_server.host, "--judge", self.name).stdout
        assert f"because             {self.name} finds that the evidence says it\n" in told

    def test_a_prompt_from_a_file(self, folder: Path, ollama_server: RunningOllama) -> None:
        """What is asked may be said in a file; here it ends so that the model says no."""
        (folder / "prompt.txt").write_text("{document} Is it so that {claim} Go!\n", "utf-8")
        options = ("--judge", self.name, "--judge-prompt", "prompt.txt", "--format", "json")
        told = _told(_run(folder, ollama_server.host, *options))
        assert told[2:] == [("unsupported", self.name)] * 2

    def test_a_server_that_is_down(self, folder: Path) -> None:
        """A judge that cannot be reached is told before any work: exit 4."""
        run = _run(folder, "127.0.0.1:9", "--judge", self.name)
        assert (run.returncode, run.stdout) == (4, "")
        assert "nothing answers there" in run.stderr
        assert "hint: start it with `ollama serve`, or leave out the judge" in run.stderr

    def test_a_model_that_is_missing(self, folder: Path) -> None:
        """The hint says how to fetch it: exit 4."""
        with FakeOllama("llama3.2:latest") as server:
            run = _run(folder, server.host, "--judge", self.name)
        assert run.returncode == 4
        assert "ollama pull bespoke-minicheck" in run.stderr

    def test_nonsense(self, folder: Path) -> None:
        """A server that answers with nonsense while it judges: exit 4, and no verdict of it."""
        with FakeOllama("bespoke-minicheck:latest") as server:
            server.replies.extend([says(200, b"<html>hello</html>")] * 2)
            run = _run(folder, server.host, "--judge", self.name)
        assert run.returncode == 4
        assert "not Ollama's" in run.stderr

    def test_no_clear_word(self, folder: Path) -> None:
        """A model that says neither yes nor no changes nothing, and the program says so."""
        with FakeOllama("bespoke-minicheck:latest") as server:
            server.says = lambda _: "Hm"
            run = _run(folder, server.host, "--judge", self.name, "--format", "json")
        assert {decided for _, decided in _told(run)} == {"calibration"}
        assert "no clear yes or no" in run.stderr

    @pytest.mark.parametrize(
        ("options", "said"),
        [
            (("--judge", "oracle"), "judge must be auto or ollama:MODEL"),
            (("--judge-prompt", "claims.txt"), "judge_prompt needs a judge"),
            (("--judge", name, "--judge-prompt", "claims.txt"), "prompt must hold {document}"),
        ],
    )
    def test_wrong_options(self, folder: Path, options: tuple[str, ...], said: str) -> None:
        """A judge that makes no sense is a wrong command line: exit 2."""
        run = _run(folder, "127.0.0.1:9", *options)
        assert run.returncode == 2
        assert said in run.stderr


class TestAuto:
    """`--judge auto`: the best that the server has, wherever a judge can be asked for."""

    name = "ollama:qwen3:32b"
    models = (Model("all-minilm:latest", "23M", family="bert"), Model("llama3.2:latest", "3.2B"))

    @pytest.fixture
    def folder(self, bees: Path) -> Path:
        """Where the text is, and the claims: one of which is not sure."""
        (bees.parent / "claims.txt").write_text(f"{_SURE}\n{_DENIED}\n{_DOUBTED}\n", "utf-8")
        return bees.parent

    @pytest.fixture
    def server(self) -> Iterator[ServingOllama]:
        """A server with two chat models and one that embeds."""
        with ServingOllama(*self.models, Model("qwen3:32b", "32.8B")) as server:
            yield server

    def test_the_report_says_who_judges(self, folder: Path, server: ServingOllama) -> None:
        """Both forms name the judge, and with each claim who decided it; opinions are kept."""
        run = _run(folder, server.host, "--judge", "auto", "--format", "json")
        assert (run.returncode, run.stderr) == (1, "")
        assert _told(run) == [
            ("grounded", "calibration"),
            ("contradicted", "calibration"),
            ("unsupported", self.name),
        ]
        report = json.loads(run.stdout)
        schema = files("vera.verification.report") / "schema" / "report-1.json"
        jsonschema.validate(report, json.loads(schema.read_text("utf-8")))
        assert report["judge"]["name"] == self.name
        assert "digest of qwen3:32b" in report["judge"]["fingerprint"]
        server.requests.clear()
        told = _run(folder, server.host, "--judge", "auto").stdout
        assert f"because             {self.name} finds that the evidence does not say it" in told
        assert told.endswith(f", embedder minilm, judge {self.name})\n")
        assert not any("Shivering" in prompt for prompt in server.prompts())

    def test_in_a_library_and_a_batch(self, folder: Path, server: ServingOllama) -> None:
        """Papers of a library, and all papers of a folder, are judged by the same."""
        judge = ("--judge", "auto")
        assert _verify(folder, server.host, "library", "add", "hive", "bees.txt").returncode == 0
        kept = _verify(
            folder, server.host, "claims.txt", "--library", "hive", *judge, "--format", "json"
        )
        assert _told(kept)[2] == ("unsupported", self.name)
        places = ("--papers", "bees.txt", "--out", "out", "--workers", "1")
        batch = _verify(folder, server.host, "batch", "claims.txt", *places, *judge)
        assert batch.returncode == 0, batch.stderr
        told = "".join(it.read_text("utf-8") for it in (folder / "out").rglob("*.jsonl"))
        assert f'"decided": "{self.name}"' in told.replace('":"', '": "')

    @pytest.mark.parametrize(
        "arguments",
        [
            ("claims.txt", "bees.txt"),
            ("batch", "claims.txt", "--papers", "bees.txt", "--out", "out", "--workers", "1"),
            ("ask", "Do bees sleep?", "--library", "hive"),
        ],
        ids=["verify", "batch", "ask"],
    )
    def test_no_model_that_can_judge(self, folder: Path, arguments: tuple[str, ...]) -> None:
        """What could not be asked is an error with the command that helps, not a report: exit 4."""
        if arguments[0] == "ask":
            _verify(folder, "127.0.0.1:9", "library", "add", "hive", "bees.txt")
        with ServingOllama(self.models[0]) as server:
            run = _verify(folder, server.host, *arguments, "--judge", "auto")
        assert (run.returncode, run.stdout) == (4, "")
        assert "has no model that can judge" in run.stderr
        assert "hint: fetch one with `ollama pull bespoke-minicheck`" in run.stderr

    def test_a_server_that_is_down(self, folder: Path) -> None:
        """A server that cannot be reached is told before any work: exit 4."""
        run = _run(folder, "127.0.0.1:9", "--judge", "auto")
        assert (run.returncode, run.stdout) == (4, "")
        assert "nothing answers there" in run.stderr
        assert "hint: start it with `ollama serve`" in run.stderr

    def test_on_a_real_server(self, folder: Path, ollama_server: RunningOllama) -> None:
        """Of a model that embeds and one that answers, the second judges."""
        run = _run(folder, ollama_server.host, "--judge", "auto", "--format", "json")
        assert _told(run)[2] == ("grounded", "ollama:bespoke-minicheck")
        assert run.stderr == ""
