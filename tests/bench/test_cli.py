"""The command line of bench: what it says where, and its exit codes."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from bench import cli, terminal
from bench.page import page, section_of_run
from bench.rows import load
from tests.bench.papers import written

if TYPE_CHECKING:
    from pathlib import Path


def _bench(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "bench", *arguments],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def test_help_names_every_command_and_loads_nothing_heavy() -> None:
    """The help is printed without NumPy."""
    code = "import sys; from bench.cli import main; sys.argv = ['bench', '-h']\n"
    code += "try: main()\nexcept SystemExit: print('numpy' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert all(f"  {name} " in run.stdout for name in cli.COMMANDS)
    assert run.stdout.endswith("False\n")


def test_an_unknown_command_or_set_is_a_usage_error(tmp_path: Path) -> None:
    """Exit code 2, and nothing on standard output."""
    for arguments in (["nothing"], ["evaluate", "nothing", "--data", str(tmp_path)]):
        run = _bench(*arguments)
        assert run.returncode == 2
        assert run.stderr.startswith("bench: ")
        assert not run.stdout


def test_from_a_set_of_one_s_own_to_a_page(tmp_path: Path) -> None:
    """One command measures, another makes the page, with the real embedder and rule."""
    run, made = tmp_path / "run.json", tmp_path / "page.html"
    claims = written(tmp_path, count=4)
    evaluated = _bench(
        "evaluate", str(claims), "--json", str(run), "--resamples", "20", "--no-cache"
    )
    assert evaluated.returncode == 0, evaluated.stderr
    assert "claims: 12 claims" in evaluated.stdout
    rows = load(run).unwrap().rows
    assert {row.status for row in rows if row.id.endswith("other")} == {"unsupported"}
    assert all("number" in row.conflicts for row in rows if row.id.endswith("number"))
    pytest.importorskip("matplotlib", reason="the extra bench is not installed")
    assert _bench("report", str(run), "-o", str(made)).returncode == 0
    text = made.read_text("utf-8")
    assert text.count("data:image/png;base64,") == 3


def test_a_hostile_claim_stays_text_on_the_page() -> None:
    """Markup in a claim is shown, not obeyed."""
    pytest.importorskip("matplotlib", reason="the extra bench is not installed")
    from bench.figures import figures_of
    from bench.rows import Row, Run

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
    assert terminal.exit_code(failure) == terminal.UNREADABLE
    assert terminal.write(tmp_path / "new" / "file", "text").unwrap().read_text("utf-8") == "text"
