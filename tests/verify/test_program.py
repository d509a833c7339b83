"""What happens to the program when the world around it goes wrong."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import jsonschema
import pytest

from tests.fakes import FakeOllama
from vera.core.settings import RULES, Aggregate
from vera.verify.cli import command

_PAPERS = Path(__file__).parents[2] / "testdata" / "papers"
_SCHEMA = json.loads(
    (files("vera.verification.report") / "schema" / "report-1.json").read_text("utf-8")
)
_CLAIM = "The verdict is unchecked and the run fails.\n"


def _verify(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "vera.verify", *arguments, "--embedder", "minilm"]


@pytest.fixture
def claims(tmp_path: Path, cache_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A claims file in an empty folder, and a cache that the tests share."""
    monkeypatch.setenv("VERA_CACHE_DIR", str(cache_folder))
    monkeypatch.setenv("VERA_CALIBRATION_DIR", str(tmp_path / "calibrations"))
    path = tmp_path / "claims.txt"
    path.write_text(_CLAIM, "utf-8")
    return path


@pytest.mark.parametrize("paper", ["vera/vera.pdf", "notes.md", "plain.txt"])
def test_json_validates(claims: Path, paper: str) -> None:
    """The JSON of a real run is what the schema says, for every kind of paper."""
    run = subprocess.run(
        _verify(str(claims), str(_PAPERS / paper), "--format", "json", "--explain"),
        capture_output=True,
        check=False,
    )
    assert run.returncode in (0, 1), run.stderr
    report = json.loads(run.stdout)
    jsonschema.validate(report, _SCHEMA)
    assert report["embedder"]["name"] == "minilm"
    assert report["claims"][0]["calibrated"]
    assert report["claims"][0]["explanation"]["features"]
    evidence = report["claims"][0]["evidence"]
    assert evidence
    assert all(bool(each["boxes"]) is paper.endswith(".pdf") for each in evidence)


def test_an_embedder_without_a_calibration(claims: Path) -> None:
    """The bare cosine decides, and text and JSON both say so."""
    claims.write_text("Bees sleep at night.\n", "utf-8")
    paper = claims.with_name("paper.txt")
    paper.write_text("Bees sleep at night. Wasps do not.\n", "utf-8")
    command = [sys.executable, "-m", "vera.verify", str(claims), str(paper), "--no-cache"]
    command += ["--embedder", "ollama:fake", "--explain"]
    with FakeOllama() as server:
        environment = os.environ | {"OLLAMA_HOST": server.host}
        text, exact = (
            subprocess.run(
                [*command, *form], env=environment, capture_output=True, text=True, check=False
            )
            for form in ([], ["--format", "json"])
        )
    assert text.returncode == 0, text.stderr
    assert "(threshold 0.7, uncalibrated, embedder ollama:fake)" in text.stdout
    report = json.loads(exact.stdout)
    jsonschema.validate(report, _SCHEMA)
    claim = report["claims"][0]
    assert (claim["calibrated"], claim["decided"], claim["explanation"]) == (False, "cosine", None)
    assert report["settings"]["rule"] == "calibrated"


def test_output_is_written_whole(claims: Path, tmp_path: Path) -> None:
    """--output writes the file, readable as other files are, and leaves nothing beside it."""
    target = tmp_path / "report.json"
    arguments = (
        str(claims),
        str(_PAPERS / "plain.txt"),
        "--format",
        "json",
        "--output",
        "report.json",
    )
    run = subprocess.run(_verify(*arguments), cwd=tmp_path, capture_output=True, check=False)
    assert run.stdout == b""
    jsonschema.validate(json.loads(target.read_text("utf-8")), _SCHEMA)
    assert target.stat().st_mode & 0o777 == claims.stat().st_mode & 0o777
    assert {path.name for path in tmp_path.iterdir()} == {"claims.txt", "report.json"}


def test_output_that_cannot_be_written(claims: Path, tmp_path: Path) -> None:
    """A folder that is not there is an error, exit 3."""
    target = tmp_path / "nowhere" / "report.txt"
    run = subprocess.run(
        _verify(str(claims), str(_PAPERS / "plain.txt"), "--output", str(target)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 3
    assert "cannot be written: No such file or directory" in run.stderr


@pytest.mark.parametrize("read", ["claims", "paper", "prompt", "config", "standard input"])
def test_output_is_no_input(claims: Path, tmp_path: Path, read: str) -> None:
    """--output to what the run reads is refused, exit 2, before anything is read or written."""
    files = {name: tmp_path / name for name in ("paper", "prompt", "config")}
    for path in files.values():
        path.write_text(
            "top-k = 1\n{document} {claim}\n" if path.name == "prompt" else "top-k = 1\n"
        )
    output = files.get(read, claims)
    before = output.read_bytes()
    with claims.open("rb") as given:
        run = subprocess.run(
            [
                *_verify("-" if read == "standard input" else str(claims), str(files["paper"])),
                *("--judge", "ollama:none", "--judge-prompt", str(files["prompt"])),
                *("--config", str(files["config"]), "--output", str(output)),
            ],
            stdin=given,
            capture_output=True,
            text=True,
            check=False,
        )
        assert os.lseek(given.fileno(), 0, os.SEEK_CUR) == 0
    assert (run.returncode, run.stdout) == (2, "")
    problem = f"output is an input of this run (got {str(output)!r})"
    assert run.stderr == f"verify: write the report: {problem}\n"
    assert output.read_bytes() == before


def test_chunks_are_not_written_over_the_paper(tmp_path: Path) -> None:
    """`verify chunks PAPER --output PAPER` is refused, too."""
    paper = tmp_path / "paper.txt"
    paper.write_text("Bees sleep.\n")
    run = subprocess.run(
        [sys.executable, "-m", "vera.verify", "chunks", "./paper.txt", "--output", str(paper)],
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    assert run.returncode == 2
    assert paper.read_text() == "Bees sleep.\n"


def test_claims_and_paper_from_a_shell(claims: Path) -> None:
    """What a shell makes of `<(...)` is read: claims and a PDF from pipes."""
    paper = _PAPERS / "vera" / "vera.pdf"
    script = f'exec "$@" <(cat "{claims}") <(cat "{paper}")'
    run = subprocess.run(
        ["bash", "-c", script, "bash", *_verify()], capture_output=True, text=True, check=False
    )
    assert run.returncode in (0, 1), run.stderr
    assert "6 pages" in run.stdout
    assert _CLAIM.strip() in run.stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk(claims: Path) -> None:
    """A report that did not arrive is an error, exit 3, never a verdict."""
    with open("/dev/full", "w") as full:  # noqa: PTH123 - a device
        run = subprocess.run(
            _verify(str(claims), str(_PAPERS / "plain.txt")),
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert run.returncode == 3
    assert run.stderr == "verify: standard output: cannot be written: No space left on device\n"


def _of_many(claims: Path) -> subprocess.Popen[str]:
    """A run whose report is longer than a pipe holds."""
    claims.write_text("".join(f"Claim number {n} of many.\n" for n in range(3000)), "utf-8")
    return subprocess.Popen(
        _verify(str(claims), str(_PAPERS / "plain.txt")),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_a_closed_pipe(claims: Path) -> None:
    """A reader that goes away ends the program quietly, with the exit code of SIGPIPE."""
    run = _of_many(claims)
    assert run.stdout is not None
    assert run.stderr is not None
    run.stdout.readline()
    run.stdout.close()
    errors = run.stderr.read()
    run.stderr.close()
    assert run.wait() == 141
    assert not errors


def test_ctrl_c(claims: Path) -> None:
    """Ctrl-C in the middle of a report ends the program with exit 130 and one line."""
    run = _of_many(claims)
    assert run.stdout is not None
    run.stdout.readline()  # the report is longer than a pipe holds, so it cannot end before
    run.send_signal(signal.SIGINT)
    _, errors = run.communicate(timeout=60)
    assert errors.strip() == "verify: interrupted"
    assert run.returncode == 130


def test_the_choices_are_those_of_the_engine() -> None:
    """--aggregate and --rule offer exactly what the engine knows."""
    offered = {each.name: list(getattr(each.type, "choices", ())) for each in command.params}
    assert offered["aggregate"] == [each.value for each in Aggregate]
    assert offered["rule"] == list(RULES)


def test_read_as_json() -> None:
    """`verify read --format json` is what its schema says, and its spans are exact."""
    paper = str(_PAPERS / "vera" / "vera.pdf")
    run = subprocess.run(
        [sys.executable, "-m", "vera.verify", "read", paper, "--format", "json", "--pages", "2-3"],
        capture_output=True,
        check=True,
    )
    read = json.loads(run.stdout)
    schema = files("vera.verification.report") / "schema" / "document-1.json"
    jsonschema.validate(read, json.loads(schema.read_text("utf-8")))
    assert [page["number"] for page in read["pages"]] == [2, 3]
    assert read["left_out"]
    for paragraph in read["paragraphs"]:
        assert read["text"][slice(*paragraph["span"])] == paragraph["text"]
        assert set(paragraph["pages"]) & {2, 3}
        assert paragraph["boxes"]


def test_read_shows_some_pages_or_all() -> None:
    """The text of all pages is the document's; of one, its paragraphs."""
    paper = str(_PAPERS / "vera" / "vera.pdf")
    command = [sys.executable, "-m", "vera.verify", "read", paper]
    whole, one = (
        subprocess.run([*command, *pages], capture_output=True, text=True, check=True).stdout
        for pages in ([], ["--pages", "3"])
    )
    assert len(one) < len(whole) / 3
    assert all(paragraph in whole for paragraph in one.strip().split("\n\n"))


def test_a_file_called_read(tmp_path: Path) -> None:
    """`read` is a command; a file of that name is given as ./read."""
    (tmp_path / "read").write_text("Bees sleep.\n", "utf-8")
    run = subprocess.run(
        _verify("./read", "./read", "--no-cache"), cwd=tmp_path, capture_output=True, check=False
    )
    assert run.returncode == 0, run.stderr
