"""A CI run that says that all is well has run every test."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

_ROOT = Path(__file__).parents[1]
_BROWSER = "tests/report/test_in_a_browser.py"


def _pytest(*arguments: str, ci: bool) -> subprocess.CompletedProcess[str]:
    """A run of pytest where no program is installed."""
    there = {name: value for name, value in os.environ.items() if name not in {"CI", "PATH"}}
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments],
        cwd=_ROOT,
        env=there | {"PATH": ""} | ({"CI": "true"} if ci else {}),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


@pytest.mark.parametrize(
    ("ci", "code"), [(False, pytest.ExitCode.OK), (True, pytest.ExitCode.TESTS_FAILED)]
)
def test_without_a_browser_its_tests_skip_and_in_ci_fail(ci: bool, code: pytest.ExitCode) -> None:
    """Tests that need a browser are collected without one, skip with the reason, and fail CI."""
    run = _pytest(_BROWSER, ci=ci)
    assert run.returncode == code, run.stdout
    assert "no Chromium is installed" in run.stdout
    assert ("CI must skip no test" in run.stdout) == ci


@pytest.mark.parametrize(
    ("ci", "code"), [(False, pytest.ExitCode.OK), (True, pytest.ExitCode.USAGE_ERROR)]
)
def test_a_file_that_is_not_collected_fails_ci(ci: bool, code: pytest.ExitCode) -> None:
    """In CI, to leave out a file of tests is an error that names it."""
    run = _pytest("tests/report", "--collect-only", "-q", f"--ignore={_BROWSER}", ci=ci)
    assert run.returncode == code, run.stdout
    assert (f"CI must leave no test out: {_ROOT / _BROWSER}" in run.stderr) == ci
