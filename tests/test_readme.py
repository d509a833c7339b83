"""Everything that the README shows has been run, and still gives what it shows."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

_ROOT = Path(__file__).parents[1]
_README = (_ROOT / "README.md").read_text("utf-8")
_PROGRAMS = re.findall(r"```python\n(.*?)```\n\n```text\n(.*?)```", _README, re.DOTALL)
_SESSIONS = [
    session
    for session in re.findall(r"```console\n\$ (.*?)\n(.*?)```", _README, re.DOTALL)
    if "verify" in session[0] and "pip" not in session[0]
]


def _run(command: list[str], cache: Path, libraries: Path) -> str:
    """What a command prints in testdata/, where `verify` is this project's."""
    here = {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8"}
    run = subprocess.run(
        command,
        cwd=_ROOT / "testdata",
        env=os.environ
        | here
        | {
            "VERA_CACHE_DIR": str(cache),
            "VERA_CALIBRATION_DIR": str(cache / "calibrations"),
            "VERA_LIBRARY_DIR": str(libraries),
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    return _without_noise(run.stdout)


def _without_noise(text: str) -> str:
    """Without what may differ between machines: the last digits of scores, what a kernel offers."""
    text = re.sub(r'("sandbox": \[)[^]]+', r"\1", text)
    return re.sub(r"(\d\.\d\d)\d+", r"\1", text)


def test_there_is_something_to_run() -> None:
    """The patterns above find what the README shows."""
    assert len(_PROGRAMS) >= 2
    assert len(_SESSIONS) >= 3


@pytest.mark.parametrize(("program", "output"), _PROGRAMS)
def test_programs(program: str, output: str, cache_folder: Path, tmp_path: Path) -> None:
    """A Python example prints what stands below it."""
    told = _run([sys.executable, "-c", program], cache_folder, tmp_path / "libraries")
    assert told == _without_noise(output)


@pytest.mark.parametrize(("command", "output"), _SESSIONS)
def test_sessions(command: str, output: str, cache_folder: Path, tmp_path: Path) -> None:
    """A command, and each one after it, prints what stands below it."""
    for step in f"{command}\n{output}".split("\n$ "):
        line, _, said = step.partition("\n")
        told = _run(["sh", "-c", line], cache_folder, tmp_path / "libraries")
        assert told.rstrip("\n") == _without_noise(said).rstrip("\n")
