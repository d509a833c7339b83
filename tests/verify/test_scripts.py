"""The program, run as a user runs it, does what the scripts in testdata/cli say."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.verify.scripts import matches, read_script

_SCRIPTS = sorted((Path(__file__).parents[2] / "testdata" / "cli").glob("*.txt"))


def test_there_are_scripts() -> None:
    """An empty folder would pass in silence."""
    assert len(_SCRIPTS) >= 5


@pytest.mark.parametrize("path", _SCRIPTS, ids=lambda path: path.stem)
def test_script(path: Path, tmp_path: Path, cache_folder: Path) -> None:
    """Each command prints what its script says, and ends with its exit code."""
    script = read_script(path)
    for name, content in script.files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(content, "utf-8")
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path),
        "LC_ALL": "C.UTF-8",
        "OLLAMA_HOST": "127.0.0.1:9",
        "VERA_CACHE_DIR": str(cache_folder),
        "VERA_KEY_DIR": os.environ["VERA_KEY_DIR"],
        "VERA_CALIBRATION_DIR": str(tmp_path / "calibrations"),
    }
    for step in script.steps:
        run = subprocess.run(
            [sys.executable, "-m", "vera.verify", *step.arguments],
            cwd=tmp_path,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert matches(step.output, run.stdout), run.stdout + run.stderr
        assert matches(step.errors, run.stderr), run.stderr
        assert run.returncode == step.codes[0]
