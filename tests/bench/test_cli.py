"""The command line of bench: what it says where, and its exit codes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from vera.bench import cli, terminal
from vera.bench.figures.rows import load
from vera.bench.report.page import page, section_of_run
from vera.bench.sets.loading import files_of
from vera.verification.report.exit_codes import UNREADABLE, USAGE, exit_code

_EXAMPLE = Path(__file__).parents[2] / "testdata" / "bench" / "claims.jsonl"


def _bench(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "vera.bench", *arguments],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def test_help_names_every_command_and_loads_nothing_heavy() -> None:
    """The help is printed without NumPy."""
    code = "import sys; from vera.bench.cli import main; sys.argv = ['vera-bench', '-h']\n"
    code += "try: main()\nexcept SystemExit: print('numpy' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert all(f"  {name} " in run.stdout for name in cli.COMMANDS)
    assert run.stdout.endswith("False\n")


def test_an_unknown_command_or_set_is_a_usage_error(tmp_path: Path) -> None:
    """Exit code 2, and nothing on standard output."""
    for arguments in (["nothing"], ["evaluate", "nothing", "--data", str(tmp_path)]):
        run = _bench(*arguments)
        assert run.returncode == 2
        assert run.stderr.startswith("vera-bench: ")
        assert not run.stdout


def test_from_a_set_of_one_s_own_to_a_page_in_one_command(tmp_path: Path) -> None:
    """The example of the documentation: ten claims about two papers, the real embedder and rule."""
    pytest.importorskip("matplotlib", reason="the extra bench is not installed")
    run, made = tmp_path / "run.json", tmp_path / "page.html"
    files = ("--json", str(run), "--page", str(made))
    ran = _bench("evaluate", str(_EXAMPLE), *files, "--resamples", "20", "--no-cache")
    assert ran.returncode == 0, ran.stderr
    assert "claims: 10 claims" in ran.stdout
    rows = load(run).unwrap().rows
    assert {row.document.split("/")[-1] for row in rows} == {"notes.md", "plain.txt"}
    assert {row.status for row in rows if row.kind == "other"} == {"unsupported"}
    assert {row.status for row in rows if row.kind == "verbatim"} == {"grounded"}
    text = made.read_text("utf-8")
    assert text.count("data:image/png;base64,") == 3
    again = tmp_path / "again.html"
    assert _bench("report", str(run), "-o", str(again)).returncode == 0
    assert again.exists()
    before, there = run.read_bytes(), set(tmp_path.iterdir())
    over = _bench("report", str(run), "-o", str(run))
    assert (over.returncode, run.read_bytes(), set(tmp_path.iterdir())) == (2, before, there)
    assert "is an input of this run" in over.stderr


def test_a_hostile_claim_stays_text_on_the_page() -> None:
    """Markup in a claim is shown, not obeyed."""
    pytest.importorskip("matplotlib", reason="the extra bench is not installed")
    from vera.bench.figures.measured import figures_of
    from vera.bench.figures.rows import Row, Run

    hostile = "<script>alert(1)</script>\x1b[31m"
    row = Row(
        set=hostile,
        id="1",
        group="g",
        kind="",
        label="none",
        claim=hostile,
        document="d",
        status="grounded",
        score=0.9,
        evidence=None,
        conflicts=(),
        gold=(),
        found=(),
        cosine=0.9,
        cosine_found=(),
        bm25=1.0,
        bm25_found=(),
        passage=hostile,
        reason=hostile,
    )
    rows = [row]
    shown = page([section_of_run("run", Run({}, {hostile: figures_of(rows, times=2)}, rows))])
    assert "<script" not in shown
    assert "\x1b" not in shown


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    """A folder in its place is a fault that is told, and nothing is left behind."""
    (tmp_path / "taken").mkdir()
    failure = terminal.write(tmp_path / "taken", "text").failure()
    assert exit_code(failure) == UNREADABLE
    assert terminal.write(tmp_path / "new" / "file", "text").unwrap().read_text("utf-8") == "text"
    assert {path.name for path in (tmp_path / "new").iterdir()} == {"file"}


def test_no_set_of_one_s_own_is_written_over(tmp_path: Path) -> None:
    """The files that are measured, and their paper, are known as inputs."""
    own, paper = tmp_path / "own.jsonl", tmp_path / "paper.txt"
    own.write_text("claims")
    paper.write_text("words")
    inputs = files_of(f"scifact, {own}", paper)
    for path in (own, paper):
        assert exit_code(terminal.write(path, "figures", inputs).failure()) == USAGE
    assert (own.read_text(), paper.read_text()) == ("claims", "words")
